"""What a check of `make verify-statistics` is, and how a section of checks is judged and printed.

A check is judged in one of three ways:

- by a p value: all of a section by Holm's method, so that a sound program fails in at most `ALPHA` of all tries
  over all sections together;
- by a band that was stated beforehand;
- by the section itself, which then says in words what it found.

Seeds are fixed and nothing is tried again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import erfc, sqrt
from typing import Final, NamedTuple

from pipelines.stats.multiplicity import holm

ALPHA: Final = 0.001
"""Chance that a sound program fails any of the checks by p value, over all sections."""

OK: Final = "ok"
FAILS: Final = "FAILS"


class Check(NamedTuple):
    """One line of a section's table.

    Attributes
    ----------
    cells
        Texts under the section's heads.
    p
        Of "the program is sound", where Holm's method is to judge.
    ok
        The judgement of everything else.
    words
        Told instead of "ok".
    """

    cells: tuple[str, ...]
    p: float | None = None
    ok: bool = True
    words: str = OK


class Section(NamedTuple):
    """Checks that belong together.

    Attributes
    ----------
    name
        For `--section`.
    title
        What is checked, in a line.
    heads
        Of the columns before p and verdict.
    checks
        Makes the checks; its argument says whether the short form is wanted.
    """

    name: str
    title: str
    heads: tuple[str, ...]
    checks: Callable[[bool], Iterable[Check]]


HEADS: Final = ("check", "expected", "measured", "statistic")
"""Heads for the checks made by the functions below."""


def by_p(name: str, expected: str, measured: str, statistic: str, p: float) -> Check:
    """Make a check that Holm's method judges."""
    return Check((name, expected, measured, statistic), p)


def by_z(name: str, expected: float, measured: float, error: float) -> Check:
    """Make a check of a number whose standard error is known."""
    z = (measured - expected) / error
    return by_p(name, f"{expected:.6g}", f"{measured:.6g}", f"z = {z:+.2f}", erfc(abs(z) / sqrt(2)))


class Judged(NamedTuple):
    """A section's checks, each with its verdict."""

    section: Section
    checks: list[Check]
    verdicts: list[str]

    @property
    def failed(self) -> int:
        """Number of checks that failed."""
        return self.verdicts.count(FAILS)


def judge(section: Section, n_sections: int, quick: bool) -> Judged:
    """Make the checks of one of `n_sections` sections, each of which gets an even part of `ALPHA`."""
    checks = list(section.checks(quick))
    corrected = iter(holm([check.p for check in checks if check.p is not None]))
    verdicts = []
    for check in checks:
        ok = check.ok if check.p is None else next(corrected) > ALPHA / n_sections
        verdicts.append(check.words if ok else FAILS)
    return Judged(section, checks, verdicts)


def table(judged: Judged) -> str:
    """Give the section as text."""
    heads = (*judged.section.heads, "p", "verdict")
    lines = [heads, *map(_line, judged.checks, judged.verdicts)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    rows = ["  ".join(map(str.ljust, line, widths)).rstrip() for line in lines]
    return "\n".join([judged.section.title, "", *rows, ""])


def _line(check: Check, verdict: str) -> Sequence[str]:
    return *check.cells, "" if check.p is None else f"{check.p:.3g}", verdict
