"""Who plays at which level, and F5, F6 and F10 at places that are really played."""

from types import SimpleNamespace

import numpy as np
import pytest

from pipelines.balance import call_limits, restrictions, skill
from pipelines.balance.base import COUNTER, EAGER, LEVELS, LIMITED, LIMITS, TABLES, TACTICIAN, Deals, Place, mirror_arm
from pipelines.balance.changes import plays_the_same
from pipelines.balance.found import FoundRuns
from pipelines.balance.guests import find_guest, table_for
from pipelines.balance.levels import AssumedLevels, FoundLevels, find_limits, greedy_at, limit_arms, limits_of, pairings
from pipelines.balance.limit_table import NO_CHOICE, best_limit
from pipelines.balance.settings import settings
from pipelines.stats.equivalence import NOT_DECIDED
from pipelines.stats.estimate import EQUILIBRIUM, IDENTICAL, METHODS
from sim.bots import family, parse_entrant
from sim.plan import Cell
from sim.rules import Variant, named_variants
from tests.pipelines.balance.made_guests import N_BATCHES, guest
from tests.pipelines.balance.played import play

STANDARD = named_variants()["standard"]
SMALL = Variant.from_mapping({"base": "standard", "name": "small", "threshold": 3, "score_limit": 80})
ONE_LIMIT = Place(Variant.from_mapping({"base": "standard", "name": "zero", "threshold": 0}), 2, LIMITED)
"""Nothing to choose: who calls at 0 calls whenever it is allowed."""
NO_ASSAF = Variant.from_mapping({"base": "standard", "name": "safe", "assaf": False})
PLACES = [Place(SMALL, players, level) for players in (2, 3) for level in (EAGER, LIMITED, TACTICIAN)]
DEALS = Deals({2: 256, 3: 256}, 128, 128, 64)
COUNTER_KEYS = [parameter.name for parameter in family("counter").parameters]
MEASURES = (skill, restrictions, call_limits)


def the_limits():
    """Not a measure, but it has arms."""
    return SimpleNamespace(arms=lambda place, deals, _levels: limit_arms(*place[:2], deals))


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    folder = tmp_path_factory.mktemp("levels")
    limits = play(folder / "limits", [the_limits()], PLACES, DEALS)
    mirrors = SimpleNamespace(arms=lambda *place: [mirror_arm(*place)])
    # the same kernel as the tests of bots compile
    tables = play(
        folder / "tables",
        [mirrors, *MEASURES],
        [*PLACES, ONE_LIMIT],
        DEALS,
        FoundLevels(limits),
        ("greedy", "random"),
    )
    return FoundRuns({**limits.runs, **tables.runs})


@pytest.fixture(scope="module")
def levels(found):
    return FoundLevels(found)


class TestLevels:
    def test_limits_of__are_all_or_evenly_spread(self):
        assert limits_of(STANDARD) == (0, 1, 2, 3, 4, 5, 6, 7)
        assert limits_of(STANDARD, 5) == (0, 2, 4, 5, 7)
        assert limits_of(STANDARD, 2) == (0, 7)
        wide = Variant.from_mapping({"base": "standard", "name": "wide", "threshold": 50})
        assert limits_of(wide) == (0, 6, 13, 19, 25, 31, 38, 44, 50)

    def test_greedy_at__the_threshold_is_greedy_itself(self):
        assert greedy_at(SMALL, 3) == parse_entrant("greedy")
        assert greedy_at(SMALL, 2) == parse_entrant("greedy:call_at=2")

    def test_pairings__of_two_players_each_pair_once(self):
        assert [pair[:2] for pair in pairings(SMALL, 2)] == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
        assert len(list(pairings(SMALL, 3))) == 4 * 3

    def test_entrant__of_every_level(self, levels):
        limit = best_limit(find_limits(levels._found, LIMITS, SMALL, 2))
        names = [str(levels.entrant(SMALL, 2, level)) for level in LEVELS]
        assert names == ["greedy", str(greedy_at(SMALL, limit)), "tactician", "counter"]
        assert levels.has_limits(SMALL, 2)
        assert not levels.has_limits(SMALL, 4)
        with pytest.raises(ValueError, match="small, 4 players: no call limits"):
            levels.entrant(SMALL, 4, LIMITED)

    def test_assumed_levels__ask_for_as_many_cells(self, levels):
        for place in PLACES:
            for measure in (call_limits, restrictions):
                real, assumed = (len(list(measure.arms(place, DEALS, one))) for one in (levels, AssumedLevels(True)))
                assert real == assumed or place.level == LIMITED
        eager = Place(SMALL, 3, EAGER)
        assert len(list(call_limits.arms(eager, DEALS, AssumedLevels(False)))) == 12
        assert not list(call_limits.arms(eager, DEALS, AssumedLevels(True)))


@pytest.mark.parametrize("measure", MEASURES, ids=lambda one: one.CODE)
@pytest.mark.parametrize("place", PLACES, ids=lambda place: f"{place.players}-{place.level}")
class TestMeasure:
    def test_measure__names_its_keys_and_numbers(self, measure, place, found, levels):
        got = measure.measure(place, found, levels)
        if got is None:
            assert (measure, place.level) == (skill, EAGER)
            return
        assert {tuple(line.keys) for line in got.lines} <= {tuple(key.name for key in measure.KEYS)}
        assert {name for line in got.lines for name in line.numbers} <= {number.name for number in measure.NUMBERS}
        assert len({tuple(line.keys.values()) for line in got.lines}) == len(got.lines)
        for line in got.lines:
            for number in line.numbers.values():
                assert number.method in METHODS
                assert number.n > 0
                for low, high in ((number.low, number.value), (number.value, number.high)):
                    assert None in (low, high) or low <= high + 1e-12
            for name, sums in line.sums.items():
                value = int(sums.above.sum()) / (sums.scale * int(sums.below.sum()))
                assert line.numbers[name].value == pytest.approx(value, abs=1e-12)
        assert got.verdict.sentence.endswith(".")


class TestCallLimits:
    def test_two_players__what_one_wins_the_other_loses(self, found, levels):
        got = call_limits.measure(Place(SMALL, 2, EAGER), found, levels)
        gained = {
            (line.keys["limit"], line.keys["against"]): line.numbers["gain"].value
            for line in got.lines
            if line.keys["against"] is not None
        }
        assert len(gained) == 4 * 4
        for own, hosts in gained:
            assert gained[own, hosts] == pytest.approx(-gained[hosts, own], abs=1e-12)

    def test_two_players__nobody_gains_by_leaving_the_equilibrium(self, found, levels):
        got = call_limits.measure(Place(SMALL, 2, EAGER), found, levels)
        shares = [line.numbers["mix"] for line in got.lines if line.keys["against"] is None]
        assert {(share.low, share.high, share.method) for share in shares} == {(None, None, EQUILIBRIUM)}
        weights = np.array([share.value for share in shares])
        assert weights.sum() == pytest.approx(1)
        gained = {
            tuple(line.keys.values())[1:]: line.numbers["gain"].value for line in got.lines if "gain" in line.numbers
        }
        for own in range(4):
            assert sum(weights[hosts] * gained[own, hosts] for hosts in range(4)) < 1e-9

    def test_limited__is_told_of_the_table_of_its_limit(self, found, levels):
        table = find_limits(found, LIMITS, SMALL, 3)
        got = call_limits.measure(Place(SMALL, 3, LIMITED), found, levels)
        assert {line.keys["against"] for line in got.lines} == {best_limit(table), None}

    def test_guest__is_counted_as_the_table_of_entrants_counts_it(self, found):
        own, hosts = greedy_at(SMALL, 1), greedy_at(SMALL, 3)
        cell = table_for(SMALL, 3, own, hosts)
        rows = {row.keys["entrant"]: row.numbers for row in found.rows(LIMITS, cell, "entrants")}
        one = find_guest(found, LIMITS, cell, own)
        win = rows["greedy:call_at=1"]["win"]
        assert (int(one.wins.sum()), int(one.games.sum())) == (win.events, win.n)
        total = rows["greedy"]["total"]
        assert int(one.hosts_points.sum()) == total.events
        assert total.n == 2 * (win.n + one.stopped)

    def test_strategies__of_better_bots_change_one_thing(self):
        texts = [str(one.entrant) for one in call_limits.strategies(STANDARD, 2, TACTICIAN)]
        assert "tactician:call_at=2,call_at_three=2,call_at_two=2,call_at_one=2,after_pile=0" in texts
        assert {"tactician:call_at_one=4", "tactician:call_at_two=7", "tactician"} <= set(texts)
        texts = [str(one.entrant) for one in call_limits.strategies(STANDARD, 2, COUNTER)]
        assert "counter:risk_one=1001,risk_two=1001,risk_more=1001,risk_cards=0,call_at=4" in texts
        assert "counter:risk_one=300,risk_two=300,risk_more=300" in texts

    def test_own_judgement__is_one_limit_where_it_plays_as_one(self, monkeypatch, levels):
        """A counter that has no Assaf to fear calls whenever it may; less is worse."""

        def guest_at(_found, _run, _cell, entrant):
            limit = dict(zip(COUNTER_KEYS, entrant.values(7, 2), strict=True))["call_at"]
            return guest([50 if limit >= 7 else 20] * N_BATCHES)

        monkeypatch.setattr(call_limits, "find_guest", guest_at)
        monkeypatch.setattr(call_limits, "plays_the_same", lambda *_: True)
        got = call_limits.measure(Place(NO_ASSAF, 2, COUNTER), None, levels)
        numbers = {tuple(line.keys.values()): line.numbers for line in got.lines}
        assert numbers["any", 7, None]["gain"].method == IDENTICAL
        assert got.verdict.word == NO_CHOICE
        monkeypatch.setattr(call_limits, "plays_the_same", lambda *_: False)
        got = call_limits.measure(Place(NO_ASSAF, 2, COUNTER), None, levels)
        assert got.verdict.word == NOT_DECIDED, "its own judgement is as good"

    def test_no_assaf__a_tactician_minds_no_limit(self, found, levels):
        place = Place(NO_ASSAF, 2, TACTICIAN)
        assert not list(call_limits.arms(place, DEALS, levels))
        assert call_limits.measure(place, found, levels) is None
        held = restrictions.restricted(parse_entrant("tactician"), NO_ASSAF, 2)
        assert [one.restriction for one in held] == ["always", "pile", "memory"]

    def test_measure__has_no_sense_without_a_threshold(self, found, levels):
        none = Variant.from_mapping({"base": "standard", "name": "none", "threshold": 0})
        assert call_limits.measure(Place(none, 2, EAGER), found, levels) is None


class TestRestrictions:
    def test_restricted__every_bot_in_everything(self):
        settings_limits = settings().restrictions.never_above
        for name in ("greedy", "greedy:call_at=2", "tactician", "counter"):
            found = restrictions.restricted(parse_entrant(name), STANDARD, 2)
            assert [one.restriction for one in found] == ["always", *["above"] * len(settings_limits), "pile", "memory"]
        texts = [str(one.entrant) for one in restrictions.restricted(parse_entrant("tactician"), STANDARD, 2)]
        assert texts == [
            "tactician:call_at=50,call_at_three=50,call_at_two=50,call_at_one=50,after_pile=0",
            "tactician:call_at=3,call_at_three=3,call_at_two=3",
            "tactician:take_at_most=-2",
            "tactician:after_pile=0",
        ]

    def test_eager__always_calls_and_remembers_nothing_as_it_is(self, found, levels):
        got = restrictions.measure(Place(SMALL, 2, EAGER), found, levels)
        numbers = {tuple(line.keys.values()): line.numbers for line in got.lines}
        for idle in (("always", None), ("memory", None)):
            assert numbers[idle]["loss"][:3] == (0, 0, 0)
            assert numbers[idle]["loss"].method == IDENTICAL
        assert numbers["pile", None]["loss"].low > 0
        assert numbers["pile", None]["points"].low > 0
        assert "Never binds: must always call, remembers nothing." in got.verdict.sentence

    def test_plays_the_same__a_limit_that_never_binds_is_found_by_its_games(self, found, tmp_path):
        host = parse_entrant("greedy")
        cells = {limit: table_for(SMALL, 3, parse_entrant(f"greedy:call_at={limit}"), host) for limit in (3, 2)}
        equals = Cell(SMALL, 3, (host,) * 3)
        arms = [(cell, 64) for cell in cells.values()] + [(equals, 1024)]
        ask = SimpleNamespace(arms=lambda *_: [SimpleNamespace(run=TABLES, cell=cell, deals=n) for cell, n in arms])
        played = play(tmp_path, [ask], PLACES[:1], DEALS)
        assert plays_the_same(played, TABLES, cells[3], equals)
        assert not plays_the_same(played, TABLES, cells[2], equals)
        one = find_guest(played, TABLES, cells[3], parse_entrant("greedy:call_at=3"))
        line = restrictions._line({"restriction": "above", "limit": 3}, one, is_same=True)
        assert line.numbers["loss"].value == line.numbers["points"].value == 0
        assert line.numbers["win"].value == pytest.approx(1 / 3)


class TestSkill:
    def test_level_below__is_eager_where_no_limits_were_played(self, levels):
        assert skill.level_below(Place(SMALL, 2, TACTICIAN), levels) == LIMITED
        assert skill.level_below(Place(SMALL, 4, TACTICIAN), levels) == EAGER
        assert skill.level_below(Place(SMALL, 2, EAGER), levels) is None

    def test_measure__levels_that_are_one_bot(self, found, levels):
        got = skill.measure(ONE_LIMIT, found, levels)
        (line,) = got.lines
        assert (got.deals, line.keys) == (256, {"below": EAGER})
        assert line.numbers["win"][:4] == (0.5, 0.5, 0.5, 256)
        assert line.numbers["win"].method == line.numbers["variance"].method == IDENTICAL
        assert "Here limited plays as eager does" in got.verdict.sentence

    def test_headlines__name_every_level_that_may_be_below(self):
        below = [[headline.keys["below"] for headline in skill.headlines(Place(SMALL, 2, level))] for level in LEVELS]
        assert below == [[], [EAGER], [EAGER, LIMITED], [TACTICIAN]]
