"""From tables to pages, and the command `yaniv`, which brings all floors together."""
