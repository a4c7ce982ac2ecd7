"""F3 on a place that is really played: its numbers belong together, and the verdict is that of the numbers."""

import pytest

from pipelines.balance import live_decision
from pipelines.balance.base import EAGER, TABLES, Deals, Place, mirror
from pipelines.balance.call_worth import ALWAYS, FAIR
from pipelines.balance.changes import find_line
from pipelines.stats.equivalence import NOT_DECIDED
from sim.rules import Variant
from tests.pipelines.balance.played import Named, play

WIDE = Place(Variant.from_mapping({"base": "standard", "name": "wide", "threshold": 12}), 2, EAGER)
NARROW = Place(Variant.from_mapping({"base": "standard", "name": "narrow", "threshold": 2}), 2, EAGER)
PLACES = (WIDE, NARROW)


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    # with the family that other tests of forks compile, too
    deals = Deals({2: 12_000}, 200, 200, 200)
    return play(tmp_path_factory.mktemp("forks"), [live_decision], PLACES, deals, also=("random",))


@pytest.mark.parametrize("place", PLACES, ids=["wide", "narrow"])
def test_measure__rows_of_all_levels_hold_the_same_chances(place, found):
    got = live_decision.measure(place, found, Named())
    assert {name for line in got.lines for name in line.numbers} == {one.name for one in live_decision.NUMBERS}
    (overall,) = [line for line in got.lines if line.keys["total"] is None]
    by_total = [line for line in got.lines if line.keys["total"] is not None and line.keys["opponents"] is None]
    by_hands = [line for line in got.lines if line.keys["opponents"] is not None]
    assert [line.keys["total"] for line in by_total] == list(range(place.variant.threshold + 1))
    assert {line.keys["opponents"] for line in by_hands} == {1}
    for part in ("above", "below"):
        sums = [[getattr(line.sums["tau"], part) for line in lines] for lines in ([overall], by_total, by_hands)]
        assert len({int(sum(of_level).sum()) for of_level in sums}) == 1
    for line in got.lines:
        for name, parts in line.sums.items():
            below = int(parts.below.sum())
            assert line.numbers[name].n == below
            if below:
                expected = int(parts.above.sum()) / (parts.scale * below)
                assert line.numbers[name].value == pytest.approx(expected, rel=1e-9, abs=1e-12)


def test_measure__an_eager_bot_calls_at_every_chance(found):
    overall = live_decision.measure(WIDE, found, Named()).lines[0].numbers
    assert overall["called"].value == 1
    assert overall["tau"].value == pytest.approx(overall["call"].value - overall["wait"].value)
    # of two players whoever calls unanswered gains what the other holds, and the calls of a mirror gain on the whole
    assert overall["call"].value < 0


def test_verdict__a_wide_threshold_is_a_decision_and_a_narrow_one_is_none(found):
    wide, narrow = (live_decision.measure(place, found, Named()).verdict for place in PLACES)
    assert wide.word == FAIR
    assert wide.sentence.startswith("The call is a decision: at 12 calling less waiting is worth +")
    assert narrow.word == ALWAYS
    assert narrow.sentence.startswith("Calling whenever it is allowed is right: at 2 calling less waiting is worth −")
    assert wide.more_games is narrow.more_games is None


def test_verdict__too_few_games_say_how_many_would_decide(tmp_path):
    place = WIDE._replace(variant=Variant.from_mapping({"base": "standard", "name": "seven"}))
    found = play(tmp_path / "few", [live_decision], [place], Deals({2: 1_500}, 64, 64, 64), also=("random",))
    verdict = live_decision.measure(place, found, Named()).verdict
    assert verdict.word == NOT_DECIDED  # 200,000 games say +0.09 points (-0.08 to +0.26)
    assert verdict.more_games > 1_500
    assert verdict.sentence.endswith(f"About {verdict.more_games:,} more games would decide.")


def test_arms__the_mirror_cell_is_played_once_with_forks(found):
    (arm,) = live_decision.arms(WIDE, Deals({2: 12_000}, 200, 200, 200), Named())
    assert (arm.run, arm.cell, arm.deals, arm.cell.forks) == (TABLES, mirror(WIDE, Named()), 12_000, 100)
    assert found.cell(TABLES, mirror(WIDE, Named())).cell.forks == 100


def test_headlines__are_rows_of_the_measure(found):
    got = live_decision.measure(WIDE, found, Named())
    for headline in live_decision.headlines(WIDE):
        rows = [line for line in got.lines if all(v == headline.keys.get(k) for k, v in line.keys.items())]
        assert len(rows) == 1
        assert headline.number in rows[0].sums


def test_measure_headlines__are_the_same_as_of_the_whole(found):
    got, short = live_decision.measure(WIDE, found, Named()), live_decision.measure_headlines(WIDE, found, Named())
    assert len(short.lines) < len(got.lines)
    for headline in live_decision.headlines(WIDE):
        one, other = (find_line(measured, headline.keys) for measured in (got, short))
        assert one.numbers[headline.number] == other.numbers[headline.number]
        for name in ("above", "below"):
            sums = [getattr(line.sums[headline.number], name).tolist() for line in (one, other)]
            assert sums[0] == sums[1]
