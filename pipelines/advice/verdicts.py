"""From effects to verdicts: *holds*, *does not hold*, *depends*, or *not decided*."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from pipelines.advice.effects import Effect
from pipelines.advice.statements import MARGIN, Context, Experiment
from pipelines.stats.multiplicity import holm

HOLDS, NOT, DEPENDS, OPEN = "holds", "does not hold", "depends", "not decided"

FOR, AGAINST, EQUAL, UNKNOWN = "for", "against", "no difference", "not decided"
"""What a line says of the page."""

ALPHA: Final = 0.05


class Verdict(NamedTuple):
    """A verdict, and what it depends on."""

    word: str
    on: str = ""


def findings(experiment: Experiment, effects: Sequence[Effect]) -> list[str]:
    """Say what each line of an experiment finds.

    A difference counts when its p value, corrected for all lines of the experiment (Holm), is below .05. Shares
    whose interval lies within half a point in 100 are no difference, whatever its sign.
    """
    tested = [e.p if e.p is not None else 1.0 for e in effects]
    return [_finding(experiment, e, p) for e, p in zip(effects, holm(tested), strict=True)]


def _finding(experiment: Experiment, effect: Effect, p: float) -> str:
    found = effect.difference
    if effect.is_same_play:
        return EQUAL
    if found.value is None or found.low is None or found.high is None:
        return UNKNOWN
    if experiment.unit == "share" and -MARGIN < found.low and found.high < MARGIN:
        return EQUAL
    if p >= ALPHA:
        return UNKNOWN
    return FOR if found.value > 0 else AGAINST


def verdict(lines: Sequence[Context], found: Sequence[str]) -> Verdict:
    """Judge by all lines together.

    It *holds* when every line speaks for it, *does not hold* when none does, and *depends* when some do and some
    do not. Where a line is not decided and could change that, nothing is decided.
    """
    supports, others = found.count(FOR), found.count(AGAINST) + found.count(EQUAL)
    if supports and others:
        return Verdict(DEPENDS, _what_on(lines, found))
    if UNKNOWN in found:
        return Verdict(OPEN)
    return Verdict(HOLDS if supports else NOT)


def together(verdicts: Sequence[Verdict]) -> Verdict:
    """Judge a statement by its main experiments: a part that holds and one that does not make it depend."""
    words = [one.word for one in verdicts]
    if len(set(words)) == 1:
        ons = {one.on for one in verdicts}
        return Verdict(words[0], ons.pop() if len(ons) == 1 else "what is looked at")
    if OPEN in words and DEPENDS not in words and not {HOLDS, NOT} <= set(words):
        return Verdict(OPEN)
    return Verdict(DEPENDS, "what is looked at")


def _what_on(lines: Sequence[Context], found: Sequence[str]) -> str:
    """Name what tells the lines that speak for it from the others."""
    decided = [(line, one == FOR) for line, one in zip(lines, found, strict=True) if one != UNKNOWN]
    for name, key in (("level of play", "level"), ("number of players", "players")):
        by: dict[object, set[bool]] = {}
        for line, is_for in decided:
            by.setdefault(getattr(line, key), set()).add(is_for)
        if all(len(answers) == 1 for answers in by.values()):
            return f"the {name}"
    return "the level of play and the number of players"
