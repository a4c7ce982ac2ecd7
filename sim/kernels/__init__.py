"""The fast engine: numba functions only. They check no input; the floor above does it once."""
