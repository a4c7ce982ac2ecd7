"""F1, F2, F4 and F9: what is taken from the tables of a mirror cell, and the verdicts."""

import pytest

from pipelines.balance import opportunity, pace, risk, seats
from pipelines.balance.base import EAGER, TABLES, Deals, Place, mirror
from pipelines.balance.settings import settings
from pipelines.stats.equivalence import NOT_DECIDED, OUTSIDE, WITHIN
from pipelines.stats.estimate import Estimate
from pipelines.stats.paired import paired_difference
from sim.rules import Variant, named_variants
from tests.pipelines.balance.played import Named, play

VARIANTS = named_variants()
MEASURES = (seats, risk, opportunity, pace)

DUEL = Place(VARIANTS["standard"], 2, EAGER)
"""Two players, who deal in turn over some twenty rounds: as even as a game of this kind can be."""
UNFAIR = Place(
    Variant.from_mapping({"base": "standard", "name": "one round", "score_limit": 0}), 3, EAGER
)  # fmt: skip
"""By hand: a game is one round, and who plays first in it is always the same seat."""
FEW = Place(VARIANTS["yaniv5"], 3, EAGER)

DEALS = {2: 60_000, 3: 2_000}


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    return play(tmp_path_factory.mktemp("balance"), MEASURES, [DUEL, UNFAIR, FEW], Deals(DEALS, 200, 200, 200))


def at(measure, place, found, **keys):
    got = measure.measure(place, found, Named())
    return next(line for line in got.lines if line.keys == keys or not keys)


@pytest.mark.parametrize("measure", MEASURES, ids=lambda one: one.CODE)
@pytest.mark.parametrize("place", [DUEL, UNFAIR, FEW], ids=["duel", "unfair", "few"])
class TestMeasure:
    def test_measure__names_its_keys_and_numbers(self, measure, place, found):
        got = measure.measure(place, found, Named())
        known = {number.name for number in measure.NUMBERS}
        assert got.code == measure.CODE
        assert got.deals == DEALS[place.players]
        assert {tuple(line.keys) for line in got.lines} == {tuple(key.name for key in measure.KEYS)}
        assert {name for line in got.lines for name in line.numbers} == known
        assert len({tuple(line.keys.values()) for line in got.lines}) == len(got.lines)

    def test_measure__sums_are_those_of_the_numbers(self, measure, place, found):
        for line in measure.measure(place, found, Named()).lines:
            for name, sums in line.sums.items():
                below = int(sums.below.sum())
                assert line.numbers[name].n == below
                if below:
                    expected = int(sums.above.sum()) / (sums.scale * below)
                    assert line.numbers[name].value == pytest.approx(expected, rel=1e-9, abs=1e-12)

    def test_headlines__can_be_compared(self, measure, place, found):
        for headline in measure.headlines(place):
            sums = at(measure, place, found, **{key.name: headline.keys.get(key.name) for key in measure.KEYS}).sums
            above, below, scale = sums[headline.number]
            assert paired_difference((above, below), (above, below), scale, same_play=True).identical

    def test_measure__nothing_where_nothing_was_played(self, measure, place, found):
        assert measure.measure(place._replace(players=5), found, Named()) is None


def test_seats__a_duel_over_many_rounds_is_fair(found):
    verdict = seats.measure(DUEL, found, Named()).verdict
    assert verdict.word == WITHIN
    assert verdict.more_games is None
    assert verdict.p_within < 0.05 < verdict.p_outside
    assert "It does not matter at which seat one sits" in verdict.sentence
    assert "The first to play wins a round more often than an even share: edge +0.0" in verdict.sentence


def test_seats__one_round_with_a_fixed_first_player_is_unfair(found):
    verdict = seats.measure(UNFAIR, found, Named()).verdict
    assert verdict.word == OUTSIDE
    assert "It matters at which seat one sits" in verdict.sentence
    # the first player's edge in the round is the edge of seat 1 in the game
    line = at(seats, UNFAIR, found, position=1, seat=1)
    assert line.numbers["edge"].value == pytest.approx(line.numbers["round_edge"].value, rel=1e-12)
    # known from other programs: +.09 to +.30 for two to five players at threshold 7
    assert 0.09 < line.numbers["round_edge"].value < 0.3


def test_seats__too_few_games_decide_nothing_and_say_how_many_would(found):
    verdict = seats.measure(FEW, found, Named()).verdict
    assert verdict.word == NOT_DECIDED
    assert verdict.more_games > 1_000
    assert "more games would decide" in verdict.sentence
    assert f"; ±{settings().seat.half_width} is wanted." in verdict.sentence


def test_seats__together_is_one_family(found):
    """Holm: the smallest p of three counts three times, and the fair duel has it."""
    alone = [seats.measure(place, found, Named()) for place in (DUEL, UNFAIR, FEW)]
    among = seats.together(alone)
    assert [one.verdict.p_within for one in among] == [one.verdict.p_within for one in alone]
    p = alone[0].verdict.p_within
    assert (among[0].verdict.word == WITHIN) == (3 * p <= settings().alpha)
    assert among[1].verdict.word == OUTSIDE


def test_seats__edges_of_all_seats_cancel(found):
    for place in (DUEL, UNFAIR, FEW):
        *lines, largest = seats.measure(place, found, Named()).lines
        edges = [line.numbers["edge"] for line in lines]
        size = largest.numbers["largest"]
        assert size.value == max(abs(edge.value) for edge in edges)
        assert size.high - size.value > max(edge.high - edge.value for edge in edges)  # for all at once
        for name in ("edge", "round_edge"):
            assert sum(line.numbers[name].value for line in lines) == pytest.approx(0, abs=1e-9)
        assert {(line.keys["position"], line.keys["seat"]) for line in lines} == {
            (position, position % place.players) for position in range(1, place.players + 1)
        }


def test_risk__all_calls_are_the_calls_of_all_totals(found):
    lines = risk.measure(DUEL, found, Named()).lines
    overall, *by_total = lines
    assert [line.keys["total"] for line in lines] == [None, *range(8)]
    for name in ("assaf_rate", "net", "gain", "loss"):
        above, below = (
            sum(int(getattr(line.sums[name], part).sum()) for line in by_total)
            for part in overall.sums[name]._fields[:2]
        )
        assert (above, below) == (int(overall.sums[name].above.sum()), int(overall.sums[name].below.sum()))
    assert sum(line.numbers["share"].value for line in by_total) == pytest.approx(1)
    assert "share" not in overall.numbers
    # two players: what a call loses is 30 and the own hand, less the other's 0
    seven = by_total[7].numbers
    assert seven["loss"].value == seven["penalty"].value == 37
    assert "of those with 7." in risk.measure(DUEL, found, Named()).verdict.sentence


def test_opportunity__stands_beside_the_exact_chance(found):
    """73 of 316,251 for 54 cards and threshold 7, worked out apart from this project."""
    numbers = at(opportunity, DUEL, found, position=None).numbers
    assert numbers["exact"].value == numbers["exact"].high == 73 / 316_251
    assert abs(numbers["opening"].value - 73 / 316_251) < 4.5 * numbers["opening"].variance ** 0.5
    assert "the exact chance is 1 in 4,332.2 (73/316251)" in opportunity.measure(DUEL, found, Named()).verdict.sentence
    shares = [line.numbers["first_allowed"].value for line in opportunity.measure(DUEL, found, Named()).lines[1:]]
    assert sum(shares) + numbers["nobody"].value == pytest.approx(1)
    assert shares == sorted(shares, reverse=True)
    sentence = opportunity.measure(DUEL, found, Named()).verdict.sentence
    assert f"the first player is the first to be allowed in {100 * shares[0]:.2f} % (" in sentence


def test_pace__the_gate_is_passed_or_says_what_it_needs(found):
    passed, short = (pace.measure(place, found, Named()).verdict for place in (DUEL, UNFAIR))
    assert (passed.word, passed.more_games) == (WITHIN, None)
    assert "The guard stopped none of " in passed.sentence
    assert short.word == NOT_DECIDED
    # 0.9999^36,888 is .025; few events count as fewer rounds
    assert 36_888 - 2_000 <= short.more_games < 2 * 36_888
    assert "more games would decide" in short.sentence


def test_pace__downtime_is_told_where_somebody_waits(found):
    told = [pace.measure(place, found, Named()).verdict.sentence for place in (DUEL, FEW, UNFAIR)]
    assert ["A seat waits" in sentence for sentence in told] == [False, True, False]
    assert ["Half of the games" in sentence for sentence in told] == [True, True, False]


def test_arms__are_the_mirror_cells_alone():
    for measure in MEASURES:
        (arm,) = measure.arms(FEW, Deals(DEALS, 200, 200, 200), Named())
        assert (arm.run, arm.cell, arm.deals) == (TABLES, mirror(FEW, Named()), 2_000)


def test_measures__a_few_deals_have_numbers_and_no_test(tmp_path):
    tiny = play(tmp_path, MEASURES, [DUEL], Deals({2: 10}, 10, 10, 10))
    seat, called, first, length = (measure.measure(DUEL, tiny, Named()) for measure in MEASURES)
    assert seat.verdict.word == NOT_DECIDED
    assert "10 deals are too few to tell" in seat.verdict.sentence
    assert seat.verdict.p_within is seat.verdict.p_outside is None
    assert [line.keys["position"] for line in seat.lines] == [1, 2]
    assert "no interval" in called.verdict.sentence
    assert first.lines[0].numbers["exact"].value == 73 / 316_251
    assert (length.verdict.word, length.verdict.more_games) == (NOT_DECIDED, None)


def test_half_width__the_widest_where_all_have_one():
    wide, narrow = (Estimate(0.0, -half, half, 100, "batch t") for half in (0.03, 0.01))
    assert seats.half_width([narrow, wide]) == pytest.approx(0.03)
    assert seats.half_width([narrow, wide._replace(low=None, high=None)]) is None
