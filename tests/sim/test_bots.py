"""What every registered bot must do, and how entrants are written."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sim.bots
from sim.bots import FAMILIES, NAMES, Entrant, Family, family, family_module, parse_entrant
from sim.engine import CellPlayer
from sim.errors import InputError
from sim.jit import JIT_ENABLED
from sim.kernels import trace as tr
from sim.kernels.state import END_STOPPED, Table
from sim.kernels.view import View
from sim.plan import Cell
from sim.reference import PlainGame
from sim.rules import Variant, named_variants
from tests.equality import assert_equal_games
from tests.watched_bots import Peeping, play_watched

SHORT = {"max_turns": 150, "max_rounds": 4}
VARIANTS: dict[str, dict[str, Any]] = {
    "standard": {},
    "single": {"score_limit": 0, "set_pickup": "ends", "second_deck_from": 4},
    "dhumbal": {
        "jokers": 0, "face_points": "rank", "threshold": 10, "set_pickup": "last", "run_pickup": "last",
        "going_out": True,
    },
    "matching": {"slapdown": "matching", "jokers": 4, "set_pickup": "ends", "second_deck_from": 2, "hand_size": 7},
    "zero": {"slapdown": "zero", "jokers": 4, "hand_size": 3, "threshold": 0},
    "strict": {"max_set": 2, "joker_at_run_ends": False, "threshold": 20},
}  # fmt: skip

PUBLISHED = tuple(name for name in NAMES if name.startswith(("york-", "dhumbal-")))
OWN = tuple(name for name in NAMES if name not in PUBLISHED)
"""Each is compared and timed in a kernel of its own; the bots of published studies share one, at one large table."""


def house(name: str) -> Variant:
    return Variant.from_mapping({"name": name + "-short", **VARIANTS[name], **SHORT})


SMALL = {
    "rollout": (
        "rollout:deals=3,candidates=3,laps=1",
        "rollout:deals=2,candidates=1,doubt=0,laps=1",
        "rollout:deals=5,candidates=6,doubt=5,laps=1",
    )
}
"""Settings with which the twin of a slow bot ends in a reasonable time; it is looked at at fewer tables, too."""


def settings_of(chosen: Family) -> list[Entrant]:
    """The defaults, and all parameters at their lower and at their upper limits; small ones of a slow bot."""
    if chosen.name in SMALL:
        return list(map(parse_entrant, SMALL[chosen.name]))
    return [
        chosen.entrant({}, "defaults"),
        chosen.entrant({p.name: p.low for p in chosen.parameters}, "lowest"),
        chosen.entrant({p.name: p.high for p in chosen.parameters}, "highest"),
    ]


def unregistered(folder: Path, names: tuple[str, ...]) -> list[str]:
    """Files with a ``FAMILY`` that has no line in the registry."""
    bots = (path for path in folder.glob("*.py") if re.search(r"^FAMILY\b", path.read_text(), re.MULTILINE))
    files = {path.stem.replace("_", "-") for path in bots}
    return sorted(files - set(names))


# The registry


def test_registry__has_a_line_for_every_bot() -> None:
    folder = Path(sim.bots.__file__).parent
    assert unregistered(folder, NAMES) == [], "add these to NAMES in sim/bots/__init__.py"
    assert [f.name for f in FAMILIES] == list(NAMES)
    assert len(set(NAMES)) == len(NAMES)


def test_registry__a_forgotten_line_is_found_by_name(tmp_path: Path) -> None:
    (tmp_path / "new_comer.py").write_text('FAMILY = Family(name="new-comer")\n')
    (tmp_path / "family.py").write_text("class Family: ...\n")
    assert unregistered(tmp_path, ("random", "greedy")) == ["new-comer"]
    assert unregistered(tmp_path, ("random", "new-comer")) == []


# Every bot


@pytest.mark.parametrize("name", NAMES)
def test_bot__says_what_it_is(name: str) -> None:
    module = family_module(name)
    chosen = module.FAMILY
    assert chosen == family(name)
    assert chosen.name == name
    assert re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name)
    assert module.__name__ == "sim.bots." + name.replace("-", "_")
    assert (module.__doc__ or "").startswith(f"``{name}``"), "its docstring begins with its name"
    assert len(module.__doc__ or "") > 150, "its docstring says what it does, where it is from and how it fared"
    assert chosen.summary
    assert "\n" not in chosen.summary
    assert not chosen.summary.endswith(".")


@pytest.mark.parametrize("name", NAMES)
def test_bot__has_a_kernel_form_and_a_plain_form(name: str) -> None:
    module = family_module(name)
    for question in ("call", "play", "slap"):
        form = getattr(module, question)  # compiled into kernels only; a plain function where nothing is compiled
        assert callable(getattr(form, "py_func", form))
        assert getattr(module, question).__doc__
        assert callable(getattr(module.Plain, question))


@pytest.mark.parametrize("name", NAMES)
def test_bot__parameters_have_limits_and_a_meaning(name: str) -> None:
    parameters = family(name).parameters
    assert len({p.name for p in parameters}) == len(parameters)
    for p in parameters:
        assert re.fullmatch(r"[a-z][a-z0-9_]*", p.name)
        assert p.low <= p.default <= p.high
        assert p.low < p.high
        assert p.meaning


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
def test_bot__entrant_is_read_as_it_is_written(name: str, data: st.DataObject) -> None:
    parameters = family(name).parameters
    chosen = tuple(data.draw(st.integers(p.low, p.high) | st.none(), label=p.name) for p in parameters)
    usual = family(name).defaults(7, 2)
    if not family(name).tuned:
        chosen = tuple(None if own == default else own for own, default in zip(chosen, usual, strict=True))
    entrant = Entrant(name, chosen)
    assert parse_entrant(str(entrant)) == entrant
    assert str(parse_entrant(str(entrant))) == str(entrant)
    given_keys = re.findall(r"(\w+)=", str(entrant))
    assert given_keys == [p.name for p, value in zip(parameters, chosen, strict=True) if value is not None]
    assert entrant.values(7, 2) == tuple(
        default if own is None else own for own, default in zip(chosen, usual, strict=True)
    )


@pytest.mark.parametrize("name", NAMES)
def test_bot__values_beyond_the_limits_are_refused(name: str) -> None:
    for p in family(name).parameters:
        for value in (p.low - 1, p.high + 1):
            with pytest.raises(InputError) as fault:
                parse_entrant(f"{name}:{p.name}={value}")
            for part in (p.name, str(value), str(p.low), str(p.high)):
                assert part in str(fault.value)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("name", NAMES)
def test_bot__plays_by_the_rules_and_looks_at_nothing_hidden(name: str, variant: str) -> None:
    """At every table, against itself and others, with its limits as parameters; each decision is checked."""
    others = [parse_entrant("random"), parse_entrant("greedy")]
    n_asked = 0
    for players in range(2, 9) if name not in SMALL else (2, 4, 7):
        company = (settings_of(family(name)) + others) * 2
        lineup = company[players % 3 :][:players]
        game = PlainGame(house(variant), lineup, seed=5, deal=players)
        n_asked += play_watched(game, [str(entrant) for entrant in lineup])
    assert n_asked > (100 if name not in SMALL else 30)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("name", OWN)
def test_bot__is_the_same_in_kernels_and_twin(name: str, variant: str) -> None:
    """The line-ups of a bot hold the same families, so that few kernels are compiled."""
    others = [parse_entrant(other) for other in ("greedy", "random") if other != name]
    for players in (3, 5, 8) if name not in SMALL else (4,):
        own = settings_of(family(name))
        lineup = tuple([own[players % 3], *others, *own, *own][:players])
        cell = Cell(house(variant), players, lineup)
        assert_equal_games(cell, seed=6, first_deal=players, n_deals=1, as_in_a_run=name not in SMALL)


def published(players: int, shift: int = 0) -> tuple[Entrant, ...]:
    """The published bots around a table, so that at seven seats and more every kernel holds them all."""
    company = [*map(parse_entrant, PUBLISHED), parse_entrant("dhumbal-opportunistic:call_percent=0")]
    return tuple(company[(seat + shift) % len(company)] for seat in range(players))


@pytest.mark.nojit
@pytest.mark.parametrize("variant", [*VARIANTS, "york"])
def test_published_bots__are_the_same_in_kernels_and_twin(variant: str) -> None:
    changes = VARIANTS[variant] | SHORT if variant in VARIANTS else {"base": variant}
    for decks_from in (0, 2):
        rules = Variant.from_mapping({"name": "house", **changes, "second_deck_from": decks_from})
        cell = Cell(rules, 7, published(7))
        assert_equal_games(cell, seed=6, first_deal=decks_from, n_deals=1, as_in_a_run=False)


@pytest.mark.nojit
@pytest.mark.skipif(JIT_ENABLED, reason="compiling takes long; `make verify-engine` compares many of these games")
@pytest.mark.parametrize(("name", "players"), [("york", 2), ("york", 3), ("dhumbal", 4)])
def test_published_bots__are_the_same_at_small_tables(name: str, players: int) -> None:
    for shift in range(8):
        cell = Cell(named_variants()[name], players, published(players, shift))
        assert_equal_games(cell, seed=7, first_deal=10 * shift, n_deals=1)


@pytest.mark.parametrize("name", OWN)
def test_bot__ends_its_rounds(name: str) -> None:
    """Guard E5 is for accidents: with its own defaults a bot should not need it."""
    variant = Variant.from_mapping({"name": "one-round", "score_limit": 0})
    other = parse_entrant("random" if name == "greedy" else "greedy")
    n_deals = 200 if name not in SMALL else 20
    for players in (2, 4):
        cell = Cell(variant, players, (*[parse_entrant(name)] * (players - 1), other))
        rounds = [rows.rounds["end"].copy() for rows in CellPlayer(cell, 8).play(0, n_deals, np.zeros(1, np.uint8))]
        assert END_STOPPED not in np.concatenate(rounds)


def test_hidden_cards__a_bot_that_peeps_is_found_out() -> None:
    game = PlainGame(house("standard"), [parse_entrant("random")] * 3, seed=1, deal=1)
    game.bots = [Peeping()] * 3
    with pytest.raises(AssertionError, match="peeping looks at hidden cards: play"):
        play_watched(game, ["peeping"] * 3)


def test_view__gives_a_kernel_bot_no_way_to_hidden_cards() -> None:
    """All that a view holds is public or the seat's own; the table with everybody's cards is no part of it."""
    assert View._fields == (
        "rules", "seat", "turn", "hand", "twos", "hand_total", "discard", "discard_twos", "offer", "stock", "took",
        "totals", "active", "next_active", "public", "luck",
    )  # fmt: skip
    assert not {"table", "deck", "stream"} & set(View._fields)
    assert {"hand", "deck", "stream"} < set(Table._fields)


# How entrants are written


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("greedy", "greedy"),
        (" greedy ", "greedy"),
        ("greedy:call_at=50", "greedy"),
        ("greedy:keep_joker=40,call_at=5", "greedy:call_at=5,keep_joker=40"),
        ("greedy: call_at = 5 , take_at_most = -1", "greedy:call_at=5,take_at_most=-1"),
        ("random:slap_percent=0", "random:slap_percent=0"),
    ],
)
def test_entrant__has_one_canonical_text(text: str, canonical: str) -> None:
    assert str(parse_entrant(text)) == canonical


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("greedi", ["unknown bot 'greedi'", "random, greedy", "did you mean 'greedy'?"]),
        ("", ["unknown bot ''"]),
        ("Greedy", ["unknown bot 'Greedy'", "did you mean 'greedy'?"]),
        ("greedy:", ["'greedy:'", "nothing after the colon"]),
        ("greedy:cal_at=5", ["unknown parameter 'cal_at'", "call_at, take_at_most", "did you mean 'call_at'?"]),
        ("greedy:call_at", ["'call_at' is no key=value"]),
        ("greedy:call_at=5,", ["'' is no key=value"]),
        ("greedy:call_at=5,call_at=6", ["call_at is given twice"]),
        ("greedy:call_at=five", ["call_at = 'five' is no whole number"]),
        ("greedy:call_at=5.0", ["call_at = '5.0' is no whole number"]),
        ("greedy:call_at=51", ["call_at = 51", "-1 to 50"]),
        ("random:call_percent=nan", ["call_percent = 'nan' is no whole number"]),
        ("greedy:call_at=" + "9" * 4000, ["call_at = 9999", "-1 to 50"]),
        ("greedy:call_at=" + "9" * 5000, ["call_at = '9999", "is no whole number"]),
        ("greedy:" + "x" * 5000, ["is no key=value"]),
        ("greedy:" + "x" * 5000 + "=1", ["unknown parameter 'xxxx"]),
        ("x" * 5000, ["unknown bot 'xxxx"]),
    ],
)
def test_entrant__errors_say_what_is_wrong_and_what_is_right(text: str, parts: list[str]) -> None:
    with pytest.raises(InputError) as fault:
        parse_entrant(text)
    for part in parts:
        assert part in str(fault.value)
    assert len(str(fault.value)) < 250


def test_entrant__a_table_gives_whole_numbers_only() -> None:
    for value in (True, 5.0, "5", None):
        with pytest.raises(InputError, match="is not a whole number from -1 to 50"):
            family("greedy").entrant({"call_at": value}, "plan.toml")  # type: ignore[dict-item]
    mine = family("greedy").entrant({"call_at": 5}, "plan.toml", label="mine")
    assert (mine.family, mine.chosen, mine.label) == ("greedy", (5, None, None, None, None), "mine")


def test_greedy__decides_alike_wherever_it_sees_alike() -> None:
    """By traces of the kernels: hand and offer decide, whatever others hold or did, whoever sits where."""
    entrants = tuple(map(parse_entrant, ("greedy", "greedy", "random")))
    variant = Variant.from_mapping(
        {"name": "house", "hand_size": 3, "threshold": 0, "score_limit": 0, "max_turns": 300}
    )
    trace = tr.new_trace(200_000)
    player = CellPlayer(Cell(variant, 3, entrants), 7, trace, watched=True)
    decisions: dict[tuple[int, ...], set[tuple[int, ...]]] = {}
    circumstances: dict[tuple[int, ...], set[tuple[int, ...]]] = {}
    for rows in player.play(0, 150, np.zeros(1, np.uint8)):
        assert len(rows.games["game"]) == 450
    told = trace[1 : int(trace[0, 0]) + 1].tolist()
    assert len(told) < 200_000
    rotation = -1
    for row, following in zip(told, told[1:], strict=False):
        if row[0] == tr.DEAL:
            rotation = (rotation + 1) % 3
        if row[0] == tr.VIEW and (row[1] - rotation) % 3 != 2:
            hand, twos, offer, late = row[3], row[4], row[6], row[2] >= 100
            assert following[0] == tr.TURN
            seen = (hand, twos, offer, late)
            decisions.setdefault(seen, set()).add(tuple(following[2:6]))
            circumstances.setdefault(seen, set()).add((row[1], row[2], row[7], *row[9:]))
    assert max(map(len, decisions.values())) == 1
    assert sum(len(different) > 3 for different in circumstances.values()) > 50
