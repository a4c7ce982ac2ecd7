"""Pages: the data of one subject in, HTML out."""
