"""The commands of this floor, one a module; `reports.cli` registers them."""
