"""The commands of this floor, one a module."""
