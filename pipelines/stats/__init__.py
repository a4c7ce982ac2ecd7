"""Statistics of batch sums: pure functions of integers, floats only in what they return."""
