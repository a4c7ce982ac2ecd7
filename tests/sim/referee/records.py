"""Short forms for writing records by hand."""

from __future__ import annotations

from typing import Any

from sim.record import Line, dump_line
from sim.referee import Verdict, check_record
from tests.scripted import deal


def judge(rules: str | dict[str, Any], players: int, *lines: Line) -> Verdict:
    """The referee's verdict on a header and these lines."""
    return check_record(map(dump_line, [{"yaniv": 1, "variant": rules, "players": players}, *lines]))


def broken(verdict: Verdict) -> tuple[int, str]:
    """Line and rule of a broken record."""
    assert not verdict.ok, verdict
    assert verdict.message
    return verdict.line, verdict.rule


def scored(verdict: Verdict) -> list[tuple[str, int | None, list[int | None], list[int], list[int]]]:
    """Every round of a good record: end, caller, score, totals, out."""
    assert verdict.ok, verdict
    return [tuple(each)[1:] for each in verdict.rounds]


# Two hands for whatever the test is not about: 41 points and a call.
HIGH, LOW = "9C 9D TC TD 3H", "AC AD AH 2C 2D"
OTHER = "7H 8H * 4C 5D"
DEAL: Line = deal(HIGH, OTHER, up="KS", number=1)


def round_lines(number: int, dealer: int, hands: list[str | None], first: int, up: str = "KS") -> Line:
    """A deal with every key."""
    return {"deal": number, "dealer": dealer, "first": first, "hands": hands, "upcard": up}
