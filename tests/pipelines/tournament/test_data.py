"""What a tournament says, and that entrants that play the same are told so."""

import json

import pytest

from pipelines.run import open_run
from pipelines.stats.estimate import METHODS
from pipelines.tournament.counting import count_tournament
from pipelines.tournament.data import build_tournament
from pipelines.tournament.ratings import rate_all
from sim.errors import InputError
from sim.run_session import create_run
from sim.runner import play_run
from sim.stopping import StopRequest
from sim.tournaments.plan import Settings, from_file
from tests.run_helpers import finished_run


@pytest.fixture(scope="module")
def data(three_run):
    return build_tournament(three_run)


def rows(data, table):
    return data["tables"][table]["rows"]


def test_data__is_plain_and_every_method_is_explained(data):
    assert json.loads(json.dumps(data)) == data
    used = {value["method"] for table in data["tables"].values() for row in table["rows"] for value in row.values()
            if isinstance(value, dict)}  # fmt: skip
    assert used == set(data["methods"]) <= set(METHODS)


def test_data__standings_are_by_rating_and_shares_add_up(data):
    standings = rows(data, "standings")
    assert [row["entrant"] for row in standings][-1] == "random"
    assert sum(row["win"]["value"] for row in standings) == pytest.approx(4 / 3, abs=1e-5)
    ratings = [row["rating"]["value"] for row in standings if row["rating"]["value"] is not None]
    assert ratings == sorted(ratings, reverse=True)


def test_data__a_difference_is_that_of_the_ratings_and_superiority_its_normal(data):
    standings = {row["entrant"]: row["rating"] for row in rows(data, "standings")}
    for row in rows(data, "superiority"):
        one, other = standings[row["entrant"]], standings[row["opponent"]]
        if row["difference"]["low"] is not None:
            assert row["difference"]["value"] == pytest.approx(one["value"] - other["value"], abs=1e-4)
            better = row["superiority"]["value"]
            assert (better > 0.975) == (row["difference"]["low"] > 0) or 0.97 < better < 0.98


def test_data__chances_of_a_pair_add_up_to_one(data):
    for table, measure in (("opponents", "ahead"), ("superiority", "superiority")):
        found = {(row["entrant"], row["opponent"]): row[measure]["value"] for row in rows(data, table)}
        for (one, other), value in found.items():
            if value is not None:
                assert value + found[other, one] == pytest.approx(1, abs=1e-5)


def test_data__neighbour_effects_of_both_sides_cancel_at_three_seats(data):
    """The third player sits on the other side: what is won beside one on the left is lost on the right."""
    found = {(row["entrant"], row["opponent"], row["side"]): row["effect"]["value"] for row in rows(data, "neighbours")}
    for (one, other, side), value in found.items():
        if side == "plays just before it":
            assert value == pytest.approx(-found[one, other, "plays just after it"], abs=1e-5)


@pytest.mark.parametrize("fixture", ["three_run", "pair_run"])
def test_data__its_plan_file_is_the_same_plan(request, tmp_path, fixture):
    run = request.getfixturevalue(fixture)
    path = tmp_path / "plan.toml"
    path.write_text(build_tournament(run)["run"]["plan_file"], encoding="utf-8")
    wanted = from_file(path, Settings())
    assert wanted.plan.hash == run.plan.hash
    assert wanted.cell_deals == run.deals


@pytest.mark.parametrize("text", [
    'gauntlet = "b"', 'tables = [["c", "b"], ["a", "b"]]', 'variant = "five"\n[variants.five]\nthreshold = 5\n',
])  # fmt: skip
def test_data__the_plan_file_of_named_entrants(tmp_path, text):
    head = "players = 2\ndeals = 3\nchunk = 2\nseed = 4\n"
    names = "".join(f'[entrants.{name}]\nfamily = "greedy"\ncall_at = {limit}\n' for limit, name in enumerate("abc"))
    path = tmp_path / "plan.toml"
    path.write_text(head + text + "\n" + names, encoding="utf-8")
    wanted = from_file(path, Settings())
    path.write_text(build_tournament(play(tmp_path / "run", wanted))["run"]["plan_file"], encoding="utf-8")
    assert from_file(path, Settings()).plan.hash == wanted.plan.hash


def play(path, wanted):
    with create_run(path, wanted.plan, wanted.cell_deals) as folder:

        class Silent:
            def __getattr__(self, name):
                return lambda *_: None

        play_run(folder, 1, StopRequest(), Silent())
    return open_run(path)


@pytest.fixture(scope="module")
def same_run(tmp_path_factory):
    """The same bot under two names, and one that a parameter that never binds makes no different."""
    folder = tmp_path_factory.mktemp("same")
    path = folder / "plan.toml"
    path.write_text('players = 3\ndeals = 200\n[entrants.a]\nfamily = "greedy"\n[entrants.b]\nfamily = "greedy"\n'
                    '[entrants.other]\nfamily = "greedy"\ncall_at = 3\n', encoding="utf-8")  # fmt: skip
    return play(folder / "run", from_file(path, Settings()))


def test_identical__is_a_difference_of_exactly_0_and_no_test(same_run):
    rated = rate_all(count_tournament(same_run))
    pair = rated.pairs[0, 1]
    assert pair.identical
    assert pair.difference[:3] == (0.0, 0.0, 0.0)
    assert pair.superiority is None
    assert not rated.pairs[0, 2].identical
    data = build_tournament(same_run)
    assert any("a and b play the same" in warning for warning in data["warnings"])


def test_build__what_is_no_tournament_is_refused(tmp_path):
    one = finished_run(tmp_path / "one", "--players", 2, "--games", 4)
    with pytest.raises(InputError, match="one entrant plays alone"):
        build_tournament(open_run(one))
    sums = finished_run(tmp_path / "sums", "--players", 2, "--games", 4, "--detail", "tallies")
    with pytest.raises(InputError, match="needs rows of games"):
        build_tournament(open_run(sums))
    plan = tmp_path / "plan.toml"
    plan.write_text('[[cells]]\nplayers = [2, 3]\nentrants = ["greedy", "random"]')
    with pytest.raises(InputError, match="is no tournament: cell 1"):
        build_tournament(open_run(finished_run(tmp_path / "two", plan, "--games", 4)))
