"""How a round ended, in words: the sentence, and a note for each seat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sim.events import Score
from sim.told_rounds import ToldRound, total_of

if TYPE_CHECKING:
    from sim.rules import Variant

_BY_ENDER = {"yaniv": "Yaniv", "out": "went out", "slapdown": "slapdown"}


def end_sentence(told: ToldRound, score: Score, variant: Variant) -> str:
    """Who ended the round, with what, and who answered."""
    if score.ender is None:
        return f"The round is stopped after {told.turns} turns: nobody scores."
    totals = {seat: total_of(hand, variant) for seat, hand in told.hands.items()}
    own = totals[score.ender]
    act = {"out": "goes out", "slapdown": "slaps down"}.get(_act(told, score), f"calls Yaniv with {own}")
    if score.end != "assaf":
        return f"Seat {score.ender} {act}."
    answers = [f"seat {seat} has {total}" for seat, total in totals.items() if seat != score.ender and total <= own]
    return f"Seat {score.ender} {act}. Assaf: {', '.join(answers)}."


def _act(told: ToldRound, score: Score) -> str:
    """What the ender did; an Assaf answers a call or a going out."""
    return "out" if told.steps and told.steps[-1].take == "none" else score.end


def seat_notes(told: ToldRound, variant: Variant) -> dict[int, str]:
    """What is to be said of each active seat's score and total; nothing where the round was broken off."""
    score = told.score
    if score is None:
        return {}
    landed = [seat for seat in told.hands if _landing(told, score, variant, seat) is not None]
    notes = {seat: "; ".join(_notes(told, score, variant, seat, landed)) for seat in told.hands}
    if score.ender is not None and not notes[score.ender]:
        notes[score.ender] = _BY_ENDER[score.end]
    return notes


def _notes(told: ToldRound, score: Score, variant: Variant, seat: int, landed: list[int]) -> Iterator[str]:
    points = score.score[seat] or 0
    if score.end == "assaf" and seat == score.ender:
        yield _penalty(points, total_of(told.hands[seat], variant), variant)
    elif score.end == "assaf" and seat in score.winners:
        yield "Assaf"
    landing = _landing(told, score, variant, seat)
    reached = told.before[seat] + points
    if landing is not None:
        yield f"{reached} becomes {landing}"
    elif variant.score_limit and (added := score.totals[seat] - reached):
        yield f"+{added}, {f'seat {landed[0]}' if len(landed) == 1 else f'{len(landed)} seats'} landed"
    if seat in score.out:
        yield "out"


def _penalty(points: int, hand: int, variant: Variant) -> str:
    return f"{points - hand} + {hand}" if variant.assaf_adds_hand else str(points)


def _landing(told: ToldRound, score: Score, variant: Variant, seat: int) -> int | None:
    """S2: what a total became that landed on a milestone."""
    points = score.score[seat]
    reached = told.before[seat] + (points or 0)
    return variant.milestones.get(reached) if points and variant.score_limit else None
