"""What the tables add up to: verdicts, sentences, comparisons."""
