"""Tournaments and comparisons as plans: who meets whom, in which circular orders, and what that comes to."""
