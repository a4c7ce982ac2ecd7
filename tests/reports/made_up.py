"""Made-up report data: the shape of `pipelines.report_data.build`, small, with numbers no run has to give."""

import math
from typing import Any

Data = dict[str, Any]

ROUNDS, GAMES = 42_000, 2_000


def number(value, n=ROUNDS, half=None, method="batch t") -> Data:
    half = 3 / math.sqrt(n) * abs(value) if half is None else half
    return {"value": value, "low": value - half, "high": value + half, "n": n, "method": method}


def nothing() -> Data:
    return {"value": None, "low": None, "high": None, "n": 0, "method": "no data"}


def _key(name, label):
    return {"name": name, "label": label, "unit": ""}


def _measure(name, label, unit, per):
    return {"name": name, "label": label, "unit": unit, "per": per, "meaning": f"what {label} means"}


def _table(name, per, keys, measures, rows):
    return {
        "name": name,
        "title": f"Table of {name}",
        "per": per,
        "meaning": f"What {name} says.",
        "stopped_rounds": 525,
        "keys": [_key(key, label) for key, label in keys],
        "measures": [_measure(*measure, *([per] if len(measure) == 3 else [])) for measure in measures],
        "rows": rows,
    }


def _bins(key, first, last):
    """Bins of one, the last without an end."""
    for start in range(first, last + 1):
        end = None if start == last else start
        label = f"{start} or more" if end is None else str(start)
        yield {key: start, f"{key}_to": end, f"{key}_label": label}


def _assaf_by(name, key, values):
    rows = [
        {key: value, "assaf_rate": number(0.1 + 0.02 * i, 9_000 + i), "share": number(1 / len(values))}
        for i, value in enumerate(values)
    ]
    return _table(name, "call", [(key, key)], [("assaf_rate", "Assaf", "share"), ("share", "calls", "share")], rows)


def tables(players: int, entrants: list[str]) -> Data:
    share = [("share", "share", "share")]
    order = [(n, place) for n in range(2, players + 1) for place in range(1, n + 1)]
    turns = [f"{part}_{what}" for part in ("turns", "laps") for what in ("mean", "p5", "median", "p95")]
    lengths = [(name, name.replace("_", ", "), name[:5]) for name in [*turns, "turns_sd"]]
    shares = [(name, name.replace("_", " "), "share") for name in ("before_everybody", "reshuffled", "stopped")]
    games = [(f"rounds_{what}", what, "rounds") for what in ("mean", "p5", "median", "p95")]
    games += [(f"minutes_{what}", what, "minutes") for what in ("mean", "median", "p95")]
    games += [("downtime", "rounds waited", "rounds"), ("stopped", "stopped", "share")]
    made = [
        _table(
            "round_length",
            "round",
            [("players_in", "players in")],
            lengths + shares,
            [
                {"players_in": n}
                | {name: number(10.0 + i, half=0.05) for i, (name, _, _) in enumerate(lengths)}
                | {name: number(0.0125, half=0.001) for name, _, _ in shares}
                for n in [None, *range(2, players + 1)]
            ],
        ),
        _table(
            "round_turns",
            "round",
            [("players_in", "players in"), ("turns", "turns")],
            share,
            [
                {"players_in": n, **row, "share": number(0.05 + row["turns"] / 1000)}
                for n in [None, *range(2, players + 1)]
                for row in _bins("turns", 0, 12)
            ],
        ),
        _table(
            "game_length",
            "game",
            [],
            games,
            [{name: number(20.0 + i, GAMES, 0.2) for i, (name, _, _) in enumerate(games)}],
        ),
        _table(
            "game_rounds",
            "game",
            [("rounds", "rounds")],
            share,
            [{**row, "share": number(0.08, GAMES)} for row in _bins("rounds", 5, 16)],
        ),
        _table(
            "game_survival",
            "game",
            [("rounds", "after rounds")],
            [("running", "games running", "share"), ("seats_in", "seats in", "share")],
            [
                {"rounds": k, "running": number(1 - k / 20, GAMES), "seats_in": number(1 - k / 18, 4 * GAMES)}
                for k in range(16)
            ],
        ),
        _table(
            "endings_by_turn",
            "round",
            [("turns", "turns")],
            [("yaniv", "yaniv", "share"), ("assaf", "assaf", "share")],
            [
                {**row, "yaniv": number(0.06 * row["turns"]), "assaf": number(0.02 * row["turns"])}
                for row in _bins("turns", 0, 12)
            ],
        ),
        _table("endings", "round", [("end", "ending")], share, [{"end": "yaniv", "share": number(0.78)}]),
        _table(
            "assaf",
            "call",
            [],
            [
                ("assaf_rate", "Assaf a call", "share"),
                ("assaf_round", "Assaf a round", "share", "round"),
                ("assafs_game", "Assafs a game", "assafs", "game"),
                ("penalty", "penalty", "points"),
            ],
            [
                {
                    "assaf_rate": number(0.223),
                    "assaf_round": number(0.2225),
                    "assafs_game": number(4.6, GAMES),
                    "penalty": nothing(),
                }
            ],
        ),
        _assaf_by("assaf_by_total", "total", list(range(8))),
        _assaf_by("assaf_by_opponents", "opponents", list(range(1, players))),
        _assaf_by("assaf_by_turn", "turn", [0, 5, 10]),
        _assaf_by("assaf_by_least_cards", "least_cards", [1, 2, 3]),
        _assaf_by("assaf_by_pile_taken", "pile_taken", [0, 1]),
        _assaf_by("assaf_by_entrant", "entrant", entrants),
        _table("call_totals", "call", [("total", "total")], share, [{"total": 7, "share": number(1.0)}]),
        _table(
            "seat_round",
            "round",
            [("players_in", "players in"), ("position", "order of play")],
            [("edge", "edge", "edge")],
            [{"players_in": n, "position": p, "edge": number(0.2 / p, half=0.01)} for n, p in order],
        ),
        _table(
            "opportunity",
            "round",
            [("players_in", "players in"), ("position", "order of play")],
            share,
            [{"players_in": n, "position": p, "share": number(1 / n)} for n, p in order],
        ),
        _table(
            "seat_game",
            "game",
            [("seat", "seat")],
            [("edge", "edge", "edge")],
            [{"seat": seat, "edge": number(0.004 * seat, GAMES, 0.01)} for seat in range(players)],
        ),
        _table("opening", "round", [], [("opening", "at once", "share")], [{"opening": number(0.00023)}]),
        _table(
            "entrants",
            "seat",
            [("entrant", "entrant")],
            [("win", "wins", "share")],
            [{"entrant": entrant, "win": number(0.25, GAMES)} for entrant in entrants],
        ),
    ]
    return {table["name"]: table for table in made}


def cell(i=0, variant="standard", lineup=("greedy",) * 4, changes=()) -> Data:
    entrants = list(dict.fromkeys(lineup))
    made = tables(len(lineup), entrants)
    largest = {"value": 0.012, "low": 0.0, "high": 0.03, "n": GAMES, "method": "bonferroni"}
    heads = [
        ("turns", "turns", "round_length", made["round_length"]["rows"][0]["turns_mean"]),
        ("rounds", "rounds", "game_length", made["game_length"]["rows"][0]["rounds_mean"]),
        ("minutes", "minutes", "game_length", made["game_length"]["rows"][0]["minutes_mean"]),
        ("assaf_rate", "share", "assaf", made["assaf"]["rows"][0]["assaf_rate"]),
        ("edge_first", "edge", "seat_round", made["seat_round"]["rows"][0]["edge"]),
        ("opening", "share", "opening", made["opening"]["rows"][0]["opening"]),
        ("stopped", "share", "round_length", made["round_length"]["rows"][0]["stopped"]),
    ]
    who = f"{len(lineup)} × {lineup[0]}" if len(entrants) == 1 else " + ".join(lineup)
    return {
        "id": i,
        "label": f"{variant} · {who}",
        "variant": variant,
        "source": "the rules page",
        "changes": list(changes),
        "players": len(lineup),
        "lineup": list(lineup),
        "entrants": entrants,
        "rotations": len(entrants),
        "single_round": False,
        "deals": GAMES,
        "games": GAMES,
        "rounds": ROUNDS,
        "turns": 20 * ROUNDS,
        "batches": 500,
        "batch_deals": 4,
        "stopped_rounds": 525,
        "stopped_games": 0,
        "sentences": ["A round takes ten turns.", "A game takes twenty rounds.", "One call in five fails."],
        "headline": [
            {"id": name, "label": name.replace("_", " "), "unit": unit, "number": value, "table": table}
            for name, unit, table, value in heads
        ],
        "verdicts": [
            {
                "code": "F1",
                "measure": "seat, game",
                "verdict": "not decided",
                "sentence": "Whether the seat matters is not decided.",
                "table": "seat_game",
                "margin": 0.02,
                "more_games": 12_345,
                "reason": None,
                "largest": largest,
            },
        ],
        "claims": [
            {
                "id": "rounds_a_game",
                "text": "a game usually lasts 6 to 15 rounds",
                "source": "the page",
                "low": 6,
                "high": 15,
                "share_inside": number(0.12, GAMES, 0.01),
                "share_below": number(0.0, GAMES, 0.001, "wilson"),
                "share_above": number(0.88, GAMES, 0.01),
                "sentence": "The source says 6 to 15 rounds; 12 % of games did.",
            }
        ],
        "exact": {"opening": {"fraction": "73/316251", "value": 0.000230829, "z": -1.0, "text": "P(at most 7)"}},
        "tables": made,
    }


def report(*cells: Data, title="") -> Data:
    cells = cells or (cell(),)
    return {
        "format": 1,
        "run": {
            "title": title,
            "folder": "runs/first",
            "plan_hash": "3f5c9a0be1d2" + 52 * "0",
            "seed": str(2**64 - 1),
            "versions": {"yaniv": "0.1.0", "engine": 3, "stream": 2, "format": 1, "packages": {"numpy": "2.4"}},
            "commands": ["yaniv simulate --games 2000 --out runs/first", "yaniv report runs/first"],
            "plan_file": None if len(cells) == 1 else 'title = "several"\n',
            "cells": len(cells),
            "games": sum(one["games"] for one in cells),
            "rounds": sum(one["rounds"] for one in cells),
            "turns": sum(one["turns"] for one in cells),
            "stopped_rounds": sum(one["stopped_rounds"] for one in cells),
            "stopped_games": 0,
            "seconds_per_turn": 12.0,
            "confidence": 0.95,
        },
        "sentences": cells[0]["sentences"],
        "warnings": ["525 of 42,000 rounds were stopped by the guard."],
        "methods": {"batch t": "ratio of sums over batches", "wilson": "few events"},
        "cells": list(cells),
        "comparisons": _comparison(cells) if len(cells) > 1 else None,
    }


def _comparison(cells) -> Data:
    difference = {"difference": number(-0.3, half=0.01), "variance_ratio": 0.5}
    return {
        "base": cells[0]["id"],
        "base_label": cells[0]["label"],
        "meaning": "Difference to the first cell.",
        "measures": [_measure("turns", "turns a round", "turns", "round")],
        "rows": [
            {
                "cell": one["id"],
                "label": one["label"],
                "deals": one["deals"],
                "identical": [],
                "measures": {"turns": difference},
            }
            for one in cells[1:]
        ],
    }
