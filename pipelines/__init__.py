"""From run folders to tables: what is counted, and how sure one can be of it."""
