"""How a game looks as text: plain letters, or suit symbols and colours for a terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import Final

import click

from sim.cards import JOKER, SUITS, card_text

_SYMBOLS: Final = dict(zip(SUITS, "♣♦♥♠", strict=True))
_RED: Final = "DH"


class Look:
    """Writes cards and words.

    Parameters
    ----------
    styled
        Suit symbols and colours; otherwise letters and nothing a file should not hold.
    """

    def __init__(self, *, styled: bool) -> None:
        self.styled = styled

    def card(self, code: int) -> str:
        """One card."""
        text = card_text(code)
        if not self.styled:
            return text
        if code == JOKER:
            return click.style(text, fg="magenta", bold=True)
        suit = text[-1]
        shown = text[:-1] + _SYMBOLS[suit]
        return click.style(shown, fg="red") if suit in _RED else shown

    def cards(self, codes: Iterable[int]) -> str:
        """Several cards in the order given."""
        return " ".join(map(self.card, codes))

    def title(self, text: str) -> str:
        """What a part begins with."""
        return self._style(text, fg="green", bold=True)

    def faint(self, text: str) -> str:
        """Words that a table repeats."""
        return self._style(text, dim=True)

    def good(self, text: str) -> str:
        """A call that went well."""
        return self._style(text, fg="green")

    def warn(self, text: str) -> str:
        """Assaf, and who is out."""
        return self._style(text, fg="yellow")

    def _style(self, text: str, **style: object) -> str:
        return click.style(text, **style) if self.styled and text else text  # type: ignore[arg-type]


def wants_style() -> bool:
    """Whether standard output is a terminal that shows colours and symbols, and nobody asked it not to."""
    out = sys.stdout
    if out is None or not out.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    try:
        "".join(_SYMBOLS.values()).encode(out.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def columns(cells: Iterable[tuple[str, int]]) -> str:
    """Cells side by side, each as wide as it says: to the left, or to the right where the width is negative."""
    return "  ".join(_padded(text, width) for text, width in cells).rstrip()


def _padded(text: str, width: int) -> str:
    blanks = " " * (abs(width) - len(click.unstyle(text)))
    return blanks + text if width < 0 else text + blanks
