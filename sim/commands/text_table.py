"""Tables as plain text: columns in line, long texts wrapped to the terminal."""

import shutil
import textwrap
from collections.abc import Iterator, Sequence
from itertools import zip_longest

GAP = "  "
NARROWEST_TEXT = 20


def format_table(header: Sequence[str], rows: Sequence[Sequence[str]], n_texts: int = 1) -> str:
    """Lay out rows; the last `n_texts` columns share the width that the others leave, and wrap.

    The width is that of the terminal, or of the variable COLUMNS, or 100.
    """
    lines = [header, *rows]
    widest = [max(len(line[column]) for line in lines) for column in range(len(header))]
    n_fixed = len(header) - n_texts
    fixed, texts = widest[:n_fixed], widest[n_fixed:]
    left = shutil.get_terminal_size((100, 24)).columns - sum(fixed) - len(GAP) * (len(header) - 1)
    widths = fixed + _share(left, texts)
    return "\n".join(text for line in lines for text in _wrap(line, widths))


def _share(left: int, wanted: list[int]) -> list[int]:
    """Give each text column its wish where that leaves a fair share to the others."""
    widths: list[int] = []
    for done, wish in enumerate(wanted):
        fair = (left - sum(widths)) // (len(wanted) - done)
        widths.append(max(NARROWEST_TEXT, min(wish, fair)))
    return widths


def _wrap(cells: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    columns = [textwrap.wrap(cell, width) for cell, width in zip(cells, widths, strict=True)]
    for pieces in zip_longest(*columns, fillvalue=""):
        yield GAP.join(piece.ljust(width) for piece, width in zip(pieces, widths, strict=True)).rstrip()
