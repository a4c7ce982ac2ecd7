"""Finding good parameters of a bot: what is searched, how, and what came of it on deals that the search never saw."""
