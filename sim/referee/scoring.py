"""What a round is worth, and what becomes of the totals (E1 to E7, S1 to S6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from sim.rules import Variant


class RoundScore(NamedTuple):
    """Points of a round."""

    end: str
    points: dict[int, int]
    """By seat that is in."""
    winners: list[int]
    """E7."""


def score_round(variant: Variant, end: str, ender: int | None, hands: dict[int, int]) -> RoundScore:
    """E1 to E7: from hand totals by seat to points by seat; ``end`` is how the round came to its end."""
    if ender is None:
        return RoundScore(end, dict.fromkeys(hands, 0), [])
    own = hands[ender]
    answers = [seat for seat in hands if seat != ender and hands[seat] <= own]
    may_answer = variant.assaf and end != "slapdown"
    if not (answers and may_answer):
        return RoundScore(end, {seat: 0 if seat == ender else total for seat, total in hands.items()}, [ender])
    if variant.assaf_winner == "all":
        winners = answers
    else:
        lowest = min(hands[seat] for seat in answers)
        winners = [seat for seat in answers if hands[seat] == lowest]
    points = dict(hands)
    points[ender] = variant.assaf_penalty + (len(answers) - 1) * variant.assaf_extra
    if variant.assaf_adds_hand:
        points[ender] += own
    for seat in winners:
        points[seat] = 0
    return RoundScore("assaf", points, sorted(winners))


class NewTotals(NamedTuple):
    """Totals after a round, and why they are what they are."""

    totals: list[int]
    landed: set[int]
    """Seats on a milestone (S2)."""
    added: set[int]
    """Leaders to whose total was added (S3)."""


def add_up(variant: Variant, totals: list[int], points: dict[int, int]) -> NewTotals:
    """S1 to S3; a game of one round has no milestones (S6)."""
    new = list(totals)
    for seat, score in points.items():
        new[seat] += score
    if variant.score_limit == 0:
        return NewTotals(new, set(), set())
    landed = {seat for seat, score in points.items() if score > 0 and new[seat] in variant.milestones}
    for seat in landed:
        new[seat] = variant.milestones[new[seat]]
    rest = [seat for seat in points if seat not in landed]
    added: set[int] = set()
    if landed and rest and variant.milestone_steal:
        lowest = min(new[seat] for seat in rest)
        added = {seat for seat in rest if new[seat] == lowest}
        for seat in added:
            new[seat] += variant.milestone_steal * len(landed)
    return NewTotals(new, landed, added)


def eliminated(variant: Variant, totals: list[int], seats: list[int]) -> list[int]:
    """S4: of these seats, the ones that are out."""
    if variant.score_limit == 0:
        return []
    limit = variant.score_limit if variant.elimination == "reach" else variant.score_limit + 1
    return [seat for seat in seats if totals[seat] >= limit]


def places_of(variant: Variant, totals: list[int], out_rounds: dict[int, int]) -> list[int]:
    """S5: places by seat; ``out_rounds`` has the round of elimination of every seat that is out."""
    by_total_alone = variant.game_end == "first_out"

    def behind(seat: int) -> tuple[int, int]:
        still_in = max(out_rounds.values(), default=0) + 1
        return 0 if by_total_alone else -out_rounds.get(seat, still_in), totals[seat]

    seats = range(len(totals))
    return [1 + sum(behind(other) < behind(seat) for other in seats) for seat in seats]


def places_of_round(score: RoundScore) -> list[int]:
    """S6: the winners first, the others by points; after a stopped round all share the first place."""
    if not score.winners:
        return [1] * len(score.points)

    def behind(seat: int) -> tuple[bool, int]:
        return seat not in score.winners, 0 if seat in score.winners else score.points[seat]

    return [1 + sum(behind(other) < behind(seat) for other in score.points) for seat in sorted(score.points)]
