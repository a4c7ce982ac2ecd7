"""What the referee finds."""

from __future__ import annotations

from typing import Any, NamedTuple


class Broken(Exception):  # noqa: N818  (a verdict on a record, not a fault of the program)
    """A line that the rules forbid: the rule's code, and a sentence that names the cards."""

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(rule, message)
        self.rule, self.message = rule, message


class RoundVerdict(NamedTuple):
    """How a round ended, as the referee works it out."""

    round: int
    end: str
    """``yaniv``, ``assaf``, ``out``, ``slapdown`` or ``stopped``."""
    caller: int | None
    """The seat that called, slapped down or went out; None when stopped."""
    score: list[int | None]
    """Points by seat, None for a seat that is out."""
    totals: list[int]
    out: list[int]


class Verdict(NamedTuple):
    """The referee's finding on one record: a good one has rounds, a broken one line, rule and message."""

    ok: bool
    finished: bool = False
    rounds: tuple[RoundVerdict, ...] = ()
    result: dict[str, Any] | None = None
    """Winners, places and number of rounds; None while the game is unfinished."""
    line: int = 0
    rule: str = ""
    message: str = ""

    def as_json(self) -> dict[str, Any]:
        """Give it in plain JSON types."""
        if not self.ok:
            return {"ok": False, "line": self.line, "rule": self.rule, "message": self.message}
        rounds = [verdict._asdict() for verdict in self.rounds]
        return {"ok": True, "finished": self.finished, "rounds": rounds, "result": self.result}
