"""Defaults that searches found: a bot plays what its file says, and the file says where it is from."""

import re
from pathlib import Path

import pytest

from sim.bots import NAMES, family
from sim.bots.searched import FOLDER, searched, searched_files
from sim.entrant_file import find_bot

FILES = [(name, path, table) for name in NAMES for table, path in searched_files(name).items()]


def test_files__are_all_read_and_are_for_two_to_five_players_at_the_usual_threshold():
    assert sorted(FOLDER.iterdir()) == sorted(path for _, path, _ in FILES)
    for name in ("tactician", "counter"):
        assert sorted(players for threshold, players in searched_files(name) if threshold == 7) == [2, 3, 4, 5]
        assert {threshold for threshold, _ in searched_files(name)} <= {5, 7, 9}


@pytest.mark.parametrize(("name", "path", "table"), FILES, ids=lambda one: getattr(one, "stem", str(one)))
def test_file__is_what_the_bot_plays_and_says_where_it_is_from(name: str, path: Path, table: tuple[int, int]):
    """A search wrote what it found twice: in words, with its command, and as the entrant."""
    text = path.read_text()
    written = find_bot(str(path))
    threshold, players = table
    of_threshold = "" if threshold == 7 else f"-{threshold}"
    assert (written.family, written.label) == (name, f"{name}-tuned-{players}p{of_threshold}")
    assert written.values(*table) == family(name).defaults(*table)
    (told,) = re.findall(r"^# found: (.*)$", text, re.MULTILINE)
    pairs = [pair.split("=") for pair in told.partition(":")[2].split(",")]
    given = dict(zip((one.name for one in family(name).parameters), written.values(*table), strict=True))
    assert len(pairs) >= 10
    assert {key: int(value) for key, value in pairs}.items() <= given.items()
    variant = "" if threshold == 7 else rf":\S+ --variant yaniv{threshold}"
    assert re.search(rf"yaniv tune {name}{variant} --players {players} ", text)
    assert re.search(r"against the pool: .* gain \+\d+\.\d+ points in 100 \(\+", text)


def test_family__plays_by_the_nearest_table_that_was_searched():
    found = {(7, 2): {"call_at": 1}, (5, 4): {"call_at": 2}, (7, 4): {"call_at": 3}, (9, 4): {"call_at": 4}}
    bot = family("greedy")._replace(tuned=found)

    def limits(threshold: int) -> list[int]:
        return [bot.defaults(threshold, players)[0] for players in (2, 4, 5, 8)]

    assert [limits(threshold) for threshold in (0, 5, 6, 7, 8, 9, 50)] == [
        [1, 2, 2, 2], [1, 2, 2, 2], [1, 3, 3, 3], [1, 3, 3, 3], [1, 3, 3, 3], [1, 4, 4, 4], [1, 4, 4, 4],
    ]  # fmt: skip
    assert bot.defaults(7, 4)[1:] == family("greedy").defaults(7, 4)[1:]


def test_greedy__is_the_same_at_every_table():
    assert not family("greedy").tuned, "the yardstick of every figure may not drift"


def test_family__of_rollout_thinks_with_the_counter_of_the_table():
    for table in ((7, 2), (5, 3), (9, 5), (7, 8)):
        assert family("rollout").defaults(*table)[4:] == family("counter").defaults(*table)


def test_searched__no_files_are_no_defaults():
    assert searched("random") == {}
