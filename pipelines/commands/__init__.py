"""Commands of this floor, one a file."""
