"""Errors that a user can mend; the command line turns them into one line and an exit status."""

from sim.shown import printable


class InputError(ValueError):
    """Wrong use: the message says where the fault is, what it is and how to mend it (exit 2).

    One line without control characters, whatever names and paths are in it.
    """

    def __init__(self, message: str) -> None:
        super().__init__(printable(message))


class CheckFailed(Exception):  # noqa: N818  (it is a verdict on data, not a fault of the program)
    """A check that the user asked for found something wrong (exit 1); one line without control characters."""

    def __init__(self, message: str) -> None:
        super().__init__(printable(message))


class BotFault(Exception):  # noqa: N818  (named for what the user sees)
    """A bot raised an error or did what the rules forbid; the game cannot go on.

    Parameters
    ----------
    game
        Number of the game in its cell.
    text
        The place within the game, and what the bot did.
    """

    def __init__(self, game: int, text: str) -> None:
        super().__init__(game, text)
        self.game, self.text = game, text


class TooManyTurns(Exception):  # noqa: N818  (a limit, not a fault)
    """A game has more turns than are kept of one."""

    def __init__(self, game: int, most: int) -> None:
        super().__init__(
            f"game {game} has more than {most:,} turns, too many to keep; leave `--detail turns` out, or give the"
            " variant a lower max_turns or max_rounds"
        )
