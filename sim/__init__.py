"""The game of Yaniv: its rules, its bots and how it is played in bulk."""


def __getattr__(name: str) -> str:
    """Look the version up only when asked: importlib.metadata costs start-up time."""
    if name == "__version__":
        from importlib.metadata import version

        return version("yaniv-sim")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
