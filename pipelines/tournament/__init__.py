"""What a tournament showed: from rows to sums by batch, to ratings and tables."""
