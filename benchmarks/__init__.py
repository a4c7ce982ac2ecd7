"""What the engine is timed against; `README.md` tells what is here."""
