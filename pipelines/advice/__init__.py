"""The advice of the page that the rules come from, put to the test: what it says, what is played, what came out."""
