"""The tables of a tournament as plain data, in the form of a report's tables (`pipelines/report_schema.md`)."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from pipelines.findings.numbers import Data, number
from pipelines.stats.clustered import mean, rate
from pipelines.stats.estimate import NOTHING, Estimate
from pipelines.stats.exact import Integers
from pipelines.stats.paired import paired_difference
from pipelines.stats.variance_shares import variance_shares
from pipelines.tournament.counting import NEXT, OUTCOMES, PREVIOUS, Counted
from pipelines.tournament.ratings import Rated
from sim.exact_parts import WHOLE

ENTRANT: Final = {"name": "entrant", "label": "entrant", "unit": ""}
OPPONENT: Final = {"name": "opponent", "label": "opponent", "unit": ""}
SIDES: Final = {PREVIOUS: "plays just before it", NEXT: "plays just after it"}
SOURCES: Final = {
    "entrant": "who plays",
    "seat": "which seat",
    "deal": "the cards of the deal at the seat",
    "rest": "the rest: who does what with which cards, and beside whom",
}


def tournament_tables(counted: Counted, rated: Rated) -> dict[str, Data]:
    """Make all tables, by name."""
    best_first = sorted(range(len(counted.entrants)), key=lambda one: _rank(one, counted, rated))
    players = len(counted.tables[0])
    tables = [
        _standings(counted, rated, best_first),
        _superiority(counted, rated, best_first),
        _opponents(counted, best_first),
        _habits(counted, best_first),
        *([_neighbours(counted, best_first), _orders(counted)] if players > 2 else []),
        _seats(counted),
        _variance(counted),
    ]
    return {table["name"]: table for table in tables}


def _rank(one: int, counted: Counted, rated: Rated) -> tuple[float, ...]:
    """Sort by group, by rating, by wins; the order of the plan is last."""
    group = next(rank for rank, members in enumerate(rated.groups) if one in members)
    return group, -(rated.ratings[one].value or 0.0), -int(counted.sums["wins"][one].sum()), one


def _measure(name: str, label: str, unit: str, per: str, meaning: str, **more: Any) -> Data:
    return {"name": name, "label": label, "unit": unit, "per": per, "meaning": meaning, **more}


def _table(name: str, title: str, meaning: str, keys: list[Data], measures: list[Data], rows: list[Data]) -> Data:
    return {
        "name": name,
        "title": title,
        "per": measures[0]["per"],
        "meaning": meaning,
        "keys": keys,
        "measures": measures,
        "rows": rows,
    }


def _standings(counted: Counted, rated: Rated, order: list[int]) -> Data:
    rows = []
    for one in order:
        sums = {name: values[one] for name, values in counted.sums.items()}
        rows.append({
            "entrant": counted.entrants[one],
            "rating": number(_readable(rated.ratings[one])),
            "win": number(rate(sums["wins"], sums["decided"], WHOLE, repeats=_repeats(counted))),
            "place": number(mean(sums["place"], sums["seats"])),
            "total": number(mean(sums["total"], sums["seats"])),
        })  # fmt: skip
    even = 1 / len(counted.tables[0])
    return _table(
        "standings",
        "Standings",
        "The rating is the logarithm of strength: whoever is better by 0.69 finishes ahead twice as often as behind, by"
        " 1.10 three times. 0 is the mean of those with an interval. An even share of wins is"
        f" {100 * even:.3g} % a seat held.",
        [ENTRANT],
        [
            _measure("rating", "rating", "", "game", "Plackett-Luce, from places"),
            _measure("win", "wins", "share", "seat", "games won, a seat held; games without a winner left out"),
            _measure("place", "mean place", "place", "seat", "final place, 1 is best"),
            _measure("total", "points", "points", "seat", "final total"),
        ],
        rows,
    )


def _superiority(counted: Counted, rated: Rated, order: list[int]) -> Data:
    rows = []
    for one in order:
        for other in order:
            if one == other:
                continue
            pair = rated.pairs[one, other]
            sure = Estimate(pair.superiority, None, None, pair.difference.n, pair.difference.method)
            rows.append({
                "entrant": counted.entrants[one],
                "opponent": counted.entrants[other],
                "difference": number(_readable(pair.difference)),
                "superiority": number(sure),
                "identical": pair.identical,
            })  # fmt: skip
    return _table(
        "superiority",
        "Who is better than whom",
        "The difference of ratings, and the chance that the first is the better one: normal, of the difference over its"
        " error. Every pair is judged by itself: among many pairs close calls are to be expected. Identical play is a"
        " difference of exactly 0, and nothing to test.",
        [ENTRANT, OPPONENT],
        [
            _measure("difference", "difference of ratings", "difference", "game", "first minus second"),
            _measure("superiority", "chance to be better", "share", "game", "normal, of the difference over its error"),
        ],
        rows,
    )


def _opponents(counted: Counted, order: list[int]) -> Data:
    rows = []
    for one in order:
        for other in order:
            met = counted.met[one, other]
            if one == other or not met.any():
                continue
            apart = counted.points_with[one, other] - counted.points_with[other, one]
            rows.append({
                "entrant": counted.entrants[one],
                "opponent": counted.entrants[other],
                "ahead": number(rate(counted.ahead[one, other], met, 2, repeats=_repeats(counted))),
                "win": number(rate(counted.wins_with[one, other], met, WHOLE, repeats=_repeats(counted))),
                "points": number(mean(apart, counted.sat[one, other])),
            })  # fmt: skip
    return _table(
        "opponents",
        "By opponent",
        "Games in which both sat at the table.",
        [ENTRANT, OPPONENT],
        [
            _measure("ahead", "finishes ahead", "share", "game", "of the opponent; a tie counts half"),
            _measure("win", "wins", "share", "game", "of the entrant, at tables with this opponent"),
            _measure("points", "points", "difference", "game", "own final total minus the opponent's; low is good"),
        ],
        rows,
    )


def _habits(counted: Counted, order: list[int]) -> Data:
    rows = []
    for one in order:
        sums = {name: values[one] for name, values in counted.sums.items()}
        repeats = _repeats(counted)
        rows.append({
            "entrant": counted.entrants[one],
            "calls": number(rate(sums["calls"], sums["rounds_in"], repeats=repeats)),
            "suffered": number(rate(sums["assafs_suffered"], sums["calls"], repeats=repeats)),
            "made": number(rate(sums["assafs_made"], sums["rounds_in"], repeats=repeats)),
            "milestones": number(mean(sums["milestones"], sums["seats"])),
            "rounds": number(mean(sums["rounds_in"], sums["seats"])),
        })  # fmt: skip
    return _table(
        "habits",
        "Calls and Assaf",
        "How often an entrant ends a round, and what it meets.",
        [ENTRANT],
        [
            _measure("calls", "calls", "share", "round", "rounds played that it ended by a call or by going out"),
            _measure("suffered", "calls that met Assaf", "share", "call", "own calls that met Assaf"),
            _measure(
                "made", "Assafs made", "share", "round", "rounds played in which it met another's call with Assaf"
            ),
            _measure("milestones", "milestones", "milestones", "seat", "landings on a milestone, a game"),
            _measure("rounds", "rounds", "rounds", "seat", "rounds played in a game, until it was out"),
        ],
        rows,
    )


def _neighbours(counted: Counted, order: list[int]) -> Data:
    """Compare what an entrant wins beside one neighbour with what it wins over all orders of the tables of both."""
    rows = []
    for one in order:
        for other in order:
            for side, words in SIDES.items():
                beside = counted.beside[side, one, other]
                if not beside.any():
                    continue
                wins = counted.wins_beside[side, one, other]
                rows.append({
                    "entrant": counted.entrants[one],
                    "opponent": counted.entrants[other],
                    "side": words,
                    "effect": number(_effect(counted, one, other, wins, beside)),
                    "win": number(rate(wins, beside, WHOLE, repeats=_repeats(counted))),
                })  # fmt: skip
    return _table(
        "neighbours",
        "The neighbour effect",
        "What an entrant wins when this one plays just before or just after it, beside what it wins against this one"
        " over all neighbours, on the same deals. Everybody meets every neighbour equally often, so that the effect"
        " does not show in the ratings.",
        [ENTRANT, OPPONENT | {"label": "neighbour"}, {"name": "side", "label": "which", "unit": ""}],
        [
            _measure("effect", "effect", "share difference", "game", "wins beside it minus wins at its tables"),
            _measure("win", "wins", "share", "game", "games won, a seat held, beside this neighbour"),
        ],
        rows,
    )


def _effect(counted: Counted, one: int, other: int, wins: Integers, beside: Integers) -> Estimate:
    """Give the difference to all tables where both sit; entrants that are their own neighbours, to all of theirs."""
    if one == other:
        all_wins, games = counted.sums["wins"][one], counted.sums["decided"][one]
    else:
        all_wins, games = counted.wins_with[one, other], counted.met[one, other]
    return paired_difference((all_wins, games), (wins, beside), WHOLE, of_rates=True).difference


def _orders(counted: Counted) -> Data:
    rows: list[Data] = [
        {
            "table": row.table,
            "table_label": " + ".join(counted.entrants[one] for one in counted.tables[row.table]),
            "order": " → ".join(row.order),
            "entrant": row.entrant,
            "win": number(row.win),
        }
        for row in counted.orders
    ]
    return _table(
        "orders",
        "Order by order",
        "What each entrant wins in each circular order of a table, in the order of play.",
        [
            {"name": "table", "label": "table", "unit": "index"},
            {"name": "order", "label": "order", "unit": ""},
            ENTRANT,
        ],
        [_measure("win", "wins", "share", "seat", "games won, a seat held")],
        rows,
    )


def _seats(counted: Counted) -> Data:
    rows = [
        {"seat": seat, "win": number(rate(wins, games, WHOLE, repeats=_repeats(counted)))}
        for seat, (wins, games) in enumerate(zip(counted.seat_wins, counted.seat_games, strict=True))
    ]
    return _table(
        "seats",
        "By seat",
        "Over all entrants; seat 0 deals the first round. Everybody sits in every seat equally often, so that seats do"
        " not show in the ratings.",
        [{"name": "seat", "label": "seat", "unit": "seat"}],
        [_measure("win", "wins", "share", "game", "games won in this seat")],
        rows,
    )


def _variance(counted: Counted) -> Data:
    shares = {name: variance_shares(counted.outcomes[name]) for name in OUTCOMES}
    rows = [
        {"source": source, "source_label": words}
        | {name: number(found.get(source, NOTHING)) for name, found in shares.items()}
        for source, words in SOURCES.items()
    ]
    return _table(
        "variance",
        "What decides a game",
        "Shares of the variance of one seat's result, within the tables. Unbiased: a source that is nothing may come"
        " out a little below 0.",
        [{"name": "source", "label": "source", "unit": ""}],
        [
            _measure("wins", "of winning", "share", "seat", "won or not"),
            _measure("total", "of points", "share", "seat", "final total"),
        ],
        rows,
    )


def _readable(rating: Estimate) -> Estimate:
    """Cut a rating without an interval to digits that it may bear."""
    return rating if rating.value is None or rating.low is not None else rating._replace(value=round(rating.value, 2))


def _repeats(counted: Counted) -> int:
    """Give how often a deal is played at one table: the least that a design effect may be where events are few."""
    return int(np.max([sums.repeats for sums in counted.outcomes["wins"]]))
