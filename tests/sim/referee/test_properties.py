"""Random legal play passes the referee; a changed record passes exactly when the twin could have played it."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sim.events import Result, Score
from sim.record import Line, dump_line
from sim.referee import NoRecord, Verdict, check_record
from sim.reference import PlainGame
from tests.legal_play import random_game
from tests.record_changes import change_record
from tests.scripted import play_record

SEEDS = st.integers(0, 10**6)


def judge(lines: list[Line]) -> Verdict | None:
    try:
        return check_record(map(dump_line, lines))
    except NoRecord:
        return None


def twin_plays(game: PlainGame, lines: list[Line]) -> bool:
    """Whether the twin can play a record, line for line; its header is that of the game."""
    try:
        play_record(game.variant, game.players, lines[1:])
    except Exception:  # noqa: BLE001  (whatever it trips over)
        return False
    return True


def told(game: PlainGame) -> list[tuple[Any, ...]]:
    scores = [event for event in game.events if isinstance(event, Score)]
    return [(e.end, e.ender, list(e.score), list(e.totals), list(e.out)) for e in scores]


@settings(max_examples=100)
@given(seed=SEEDS)
def test_random_legal_play__passes_with_the_twins_scores(seed: int) -> None:
    game, lines = random_game(seed)
    verdict = judge(lines)
    assert verdict is not None
    assert verdict.ok, verdict
    assert verdict.finished
    assert [tuple(r)[1:] for r in verdict.rounds] == told(game)
    result = game.events[-1]
    assert isinstance(result, Result)
    winners, places, rounds = result
    assert verdict.result == {"winners": list(winners), "places": list(places), "rounds": rounds}


@settings(max_examples=30)
@given(seed=SEEDS)
def test_record_without_scores__gets_them_worked_out(seed: int) -> None:
    _game, lines = random_game(seed)
    short = [line for line in lines if not {"score", "result"} & line.keys()]
    assert judge(short) == judge(lines)


@settings(max_examples=30)
@given(seed=SEEDS, share=st.floats(0, 1))
def test_record_that_ends_early__is_no_fault(seed: int, share: float) -> None:
    _game, lines = random_game(seed)
    verdict = judge(lines[: 1 + int(share * (len(lines) - 1))])
    assert verdict is not None
    assert verdict.ok


@settings(max_examples=250)
@given(seed=SEEDS, change=SEEDS)
def test_changed_record__passes_only_if_the_twin_could_have_played_it(seed: int, change: int) -> None:
    game, lines = random_game(seed)
    changed = change_record(lines, random.Random(change))  # noqa: S311
    assume(changed is not None)
    assert changed is not None
    verdict = judge(changed)
    assert (verdict is not None and verdict.ok) == twin_plays(game, changed), verdict
