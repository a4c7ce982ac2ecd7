"""The nearest right name for one that is wrong."""

from collections.abc import Iterable
from difflib import get_close_matches


def nearest(word: str, names: Iterable[str]) -> str | None:
    """Give the name most like `word`, without regard to case, or None when nothing is near."""
    by_folded = {name.casefold(): name for name in names}
    found = get_close_matches(word.casefold(), by_folded, n=1, cutoff=0.6)
    return by_folded[found[0]] if found else None


def hint(word: str, names: Iterable[str], otherwise: str = "") -> str:
    """End an error message: "; did you mean 'x'?" or, when nothing is near, `otherwise`."""
    name = nearest(word, names)
    if name is not None:
        return f"; did you mean '{name}'?"
    return f"; {otherwise}" if otherwise else ""
