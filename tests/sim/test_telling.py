"""How a game is told: transcripts of a game worked by hand, the ends of rounds in words, the width of the page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import pytest

from sim.plan import Cell
from sim.replay import GameAddress, play_again
from sim.rules import Variant, named_variants
from sim.telling import tell
from tests.odd_variants import ODD, cells, odd_variant
from tests.scripted import Line, call, deal, must_call, read_record, slap, slapdown, stopped, turn
from tests.tellings import FOLDER, MIDDLE, PLAIN, STYLED, TELLINGS, WIDTH, replayed, telling

CASES = Path(__file__).parent / "cases"
SIX, SEVEN, NINES = "AS * 2S 2H AH", "AC AD 3H 2C *", "9C 9D TC TD KH"


@pytest.mark.parametrize("name", TELLINGS)
def test_telling__is_the_one_that_was_read(name: str) -> None:
    """After a wanted change: ``python -m tests.tellings``, and read the difference."""
    assert telling(name) == (FOLDER / name).read_text(encoding="utf-8")


def told(*lines: Line, players: int = 2, **changes: Any) -> list[str]:
    """Lines of a game of this record."""
    variant = Variant.from_mapping({"name": "house", **changes})
    return list(tell(replayed(variant, list(lines), players), "game", PLAIN, WIDTH))


@pytest.mark.parametrize(
    ("lines", "changes", "sentence", "notes"),
    [
        ([deal(NINES, SEVEN), call(1)], {}, "Seat 1 calls Yaniv with 7.", ["", "Yaniv"]),
        ([deal(SIX, SEVEN), call(1)], {}, "Seat 1 calls Yaniv with 7. Assaf: seat 0 has 6.", ["Assaf", "30 + 7"]),
        ([deal("AS AH 3S 2S *", SEVEN), call(1)], {}, "with 7. Assaf: seat 0 has 7.", ["Assaf", "30 + 7"]),
        ([deal(SIX, SEVEN), call(1)], {"assaf_adds_hand": False}, "with 7. Assaf: seat 0 has 6.", ["Assaf", "30"]),
        ([deal(SIX, SEVEN), call(1)], {"assaf": False}, "Seat 1 calls Yaniv with 7.", ["", "Yaniv"]),
        (
            [deal(SIX, SEVEN, "4C 3D 3C 4H 5H"), call(1)],
            {"assaf_extra": 20},
            "Seat 1 calls Yaniv with 7. Assaf: seat 0 has 6.",
            ["Assaf", "30 + 7", ""],
        ),
        (
            [deal(SIX, SEVEN, SIX), call(1)],
            {"assaf_extra": 20, "second_deck_from": 3},
            "Seat 1 calls Yaniv with 7. Assaf: seat 0 has 6, seat 2 has 6.",
            ["Assaf", "50 + 7", "Assaf"],
        ),
        ([deal(NINES, MIDDLE), turn(1, MIDDLE)], {"going_out": True}, "Seat 1 goes out.", ["", "went out"]),
        (
            [deal("* * *", "8C 8D 8S"), turn(1, "8C 8D 8S")],
            {"going_out": True, "jokers": 4, "hand_size": 3},
            "Seat 1 goes out. Assaf: seat 0 has 0.",
            ["Assaf", "30 + 0"],
        ),
        (
            [deal(NINES, MIDDLE), turn(1, MIDDLE, "*"), slapdown(1)],
            {"slapdown": "zero"},
            "Seat 1 slaps down.",
            ["", "slapdown"],
        ),
        (
            [deal(NINES, MIDDLE), turn(1, "5H", "4S"), turn(0, "KH", "KD"), stopped()],
            {"max_turns": 2},
            "The round is stopped after 2 turns: nobody scores.",
            ["", ""],
        ),
        (
            [
                deal("TC TD TH", "8C 8D 8S"),
                turn(1, "8C 8D 8S", "8H"),
                slap(1, "8H"),
                turn(0, "TC", "KD"),
                must_call(1),
            ],
            {"slapdown": "matching", "hand_size": 3},
            "Seat 1 calls Yaniv with 0.",
            ["", "Yaniv"],
        ),
    ],
)
def test_end__is_told_in_words(lines: list[Line], changes: dict[str, Any], sentence: str, notes: list[str]) -> None:
    text = told(*lines, players=len(lines[0]["hands"]), **changes)
    place = next(number for number, line in enumerate(text) if line.endswith(sentence))
    assert [line[len(text[place + 2]) :].strip() for line in text[place + 3 : place + 3 + len(notes)]] == notes


@pytest.mark.parametrize(
    ("lines", "changes", "ending", "places"),
    [
        (
            [deal(SIX, SEVEN, SIX), call(1)],
            {"score_limit": 0, "second_deck_from": 3},
            "after 1 round: seat 0 (greedy:call_at=3,keep_pair=12,keep_run=8,keep_joker=40) and seat 2 (random) win.",
            ["1", "1", "3"],
        ),
        (
            [deal(NINES, MIDDLE), turn(1, "5H", "4S"), stopped()],
            {"max_turns": 1, "max_rounds": 1},
            "after 1 round: nobody wins.",
            ["1", "1"],
        ),
        ([deal(NINES, SEVEN), call(1)], {"score_limit": 0}, "after 1 round: seat 1 (greedy) wins.", ["1", "2"]),
    ],
)
def test_result__names_winners_and_places(
    lines: list[Line], changes: dict[str, Any], ending: str, places: list[str]
) -> None:
    text = told(*lines, players=len(lines[0]["hands"]), **changes)
    place = text.index(f"The game ends {ending}")
    assert [line.split()[0] for line in text[place + 3 :]] == places


def test_landing__of_two_adds_twice_to_the_leader() -> None:
    """S3: 17 and 11 are milestones here, and the caller leads."""
    text = told(
        deal("TC TD TH AC KS", "9C * AD AH 2C", "AS 2S 3S 4S 5S", up="KD"),
        turn(1, "9C", "8C"),
        turn(2, "AS 2S 3S 4S 5S", "*"),
        turn(0, "TC TD TH", "6D"),
        turn(1, "8C", "7S"),
        call(2),
        players=3,
        milestones={"17": 3, "11": 1},
        milestone_steal=30,
    )
    scores = [line.split()[-6:] for line in text if "landed" in line or "becomes" in line]
    assert scores == [
        ["17", "17", "3", "17", "becomes", "3"],
        ["11", "11", "1", "11", "becomes", "1"],
        ["0", "60", "+60,", "2", "seats", "landed"],
    ]


def test_landing__needs_points() -> None:
    """S2: whoever stands on a milestone and scores 0 stays there."""
    lines = [deal(NINES, SEVEN), call(1), deal(SEVEN, NINES, dealer=1), call(0)]
    text = told(*lines, milestones={"48": 40, "40": 10})
    assert [line.split()[-4:] for line in text if "becomes" in line] == [
        ["40", "48", "becomes", "40"],
        ["40", "48", "becomes", "40"],
    ]
    assert text[-2].split()[-3:] == ["0", "40", "Yaniv"]


@pytest.mark.parametrize(
    ("lines", "changes", "colour"),
    [
        ([deal(NINES, SEVEN), call(1)], {}, "green"),
        ([deal(SIX, SEVEN), call(1)], {}, "yellow"),
        ([deal(NINES, MIDDLE), turn(1, "5H", "4S"), stopped()], {"max_turns": 1}, "yellow"),
    ],
)
def test_end__has_the_colour_of_its_kind(lines: list[Line], changes: dict[str, Any], colour: str) -> None:
    variant = Variant.from_mapping({"name": "house", **changes})
    replay = replayed(variant, lines, 2)
    styled = list(tell(replay, "game", STYLED, WIDTH, only=1))
    sentence = next(line for line in styled if click.unstyle(line).endswith(".") and "turned up" not in line)
    assert sentence == click.style(click.unstyle(sentence), fg=colour)


def test_reshuffle__is_told_before_the_turn_that_needs_it() -> None:
    variant, players, lines = read_record(CASES / "stock_runs_out.jsonl")
    text = list(tell(replayed(variant, lines, players), "game", PLAIN, WIDTH))
    place = text.index("      the stock is empty: 44 discards become the new one")
    turns = [line for line in lines if "turn" in line]
    number = next(number for number, line in enumerate(turns, start=1) if "reshuffled" in line)
    assert text[place + 1].startswith(f"{number:>4}  ")


def test_unfinished_game__is_told_as_far_as_it_goes() -> None:
    text = told(deal("9C 9D 9H 9S TC", "8C 8D 8H 8S TD"), turn(1, "TD", pile="KS"))
    assert text[-1] == "   1     1  greedy   TD  KS pile   8C 8D 8H 8S KS      42"


@pytest.mark.parametrize("name", [*named_variants(), *ODD])
def test_telling__fits_the_page_and_says_the_same_in_colours(name: str) -> None:
    letters = str.maketrans("♣♦♥♠", "CDHS")
    variant = odd_variant(name) if name in ODD else named_variants()[name]
    for cell in cells(variant, shift=len(name))[::3]:
        lines, styled = both_tellings(cell)
        assert [line for line in lines if len(line) > WIDTH and not line.startswith("The game ends")] == []
        assert [click.unstyle(line).translate(letters) for line in styled] == lines


def both_tellings(cell: Cell) -> tuple[list[str], list[str]]:
    """A game of a cell without colours and with them."""
    replay = play_again(GameAddress(seed=3, cell_number=0, cell=cell, number=2))
    assert not replay.fault
    plain, styled = (list(tell(replay, "game", look, WIDTH)) for look in (PLAIN, STYLED))
    return plain, styled
