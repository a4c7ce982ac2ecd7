"""The opening paragraph: facts a game designer can use, each with its interval."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pipelines.findings.guard import own_guard
from pipelines.findings.headline import HEADLINES
from pipelines.findings.numbers import Data, how_often, one_in, percent, so_many, whole, with_interval
from pipelines.findings.results import Results
from pipelines.findings.verdicts import STOPPED_LIMIT, is_single_round
from pipelines.stats.estimate import MIN_BATCHES, MIN_EVENTS, Estimate


def cell_sentences(results: Results, verdicts: Sequence[Data], claims: Sequence[Data], pace: float) -> list[str]:
    """Say in a few sentences how one cell plays."""
    sentences = [_round_length(results)]
    if not is_single_round(results):
        sentences += [_game_length(results, pace), *(claim["sentence"] for claim in claims)]
    sentences += [*_assaf(results), *(v["sentence"] for v in verdicts if v["code"] != "F9")]
    if results.get("round_length", "stopped").events:
        sentences.append(next(v["sentence"] for v in verdicts if v["code"] == "F9"))
    games = results.get("game_length", "stopped")
    if _often_stopped(games) and not is_single_round(results):
        sentences.append(f"{_stopped_games(results, how_often(games, 'games'))} A stopped game has no winner.")
    return sentences


def _often_stopped(share: Estimate) -> bool:
    return share.value is not None and share.value > STOPPED_LIMIT


def _were(share: Estimate) -> str:
    return "was" if share.events == 1 else "were"


def _stopped_games(results: Results, how_many: str) -> str:
    """Tell games that reached the last round; where a game is one round, the stopped rounds tell it."""
    return f"The guard stopped {how_many} after {results.cell.cell.variant.max_rounds:,} rounds."


def cell_warnings(results: Results) -> list[str]:
    """Say what must be known before a cell's numbers are used."""
    label, found = results.cell.label, []
    stopped = results.get("round_length", "stopped")
    if stopped.value is not None and _often_stopped(stopped):
        found.append(
            f"{label}: {stopped.events:,} of {so_many(stopped.n, 'rounds')} {_were(stopped)} stopped by the guard"
            f" ({one_in(stopped.value)}){own_guard(results)}. A stopped round scores 0 for everybody and is counted in"
            " every number."
        )
    games = results.get("game_length", "stopped")
    if games.value is not None and _often_stopped(games) and not is_single_round(results):
        told = _stopped_games(results, f"{games.events:,} of {so_many(games.n, 'games')} ({one_in(games.value)})")
        found.append(
            f"{label}: {told} A stopped game has no winner: it is left out of games won and counted elsewhere."
        )
    if results.cell.n_batches < MIN_BATCHES:
        deals = f"{so_many(results.cell.deals, 'deals')} {'is' if results.cell.deals == 1 else 'are'}"
        found.append(f"{label}: {deals} too few for intervals, which need {MIN_BATCHES}; play more games.")
    return found


def run_sentences(cells: Sequence[Results], pace: float) -> list[str]:
    """Say how far the cells of a run lie apart."""
    long = [cell for cell in cells if not is_single_round(cell)]
    of = {"turns": cells, "rounds": long, "assaf_rate": [cell for cell in cells if cell.cell.cell.variant.assaf]}
    spans = [_span(of[name], name, text, pace) for name, text in _SPANS]
    rounds, games = (sum(cell.get(name, "stopped").n for cell in cells) for name in ("round_length", "game_length"))
    return [
        f"{len(cells)} cells were played, {so_many(rounds, 'rounds')} of {so_many(games, 'games')}.",
        *filter(None, spans),
    ]


_SPANS: Final = (
    ("turns", "A round takes from {low} turns in {first} to {high} turns in {last}."),
    ("rounds", "A game takes from {low} rounds in {first} to {high} rounds in {last}."),
    ("assaf_rate", "Assaf meets from {low} of the calls in {first} to {high} in {last}."),
)


def _headline(results: Results, name: str, pace: float) -> Estimate:
    return next(line for line in HEADLINES if line.id == name).estimate(results, pace)


def _span(cells: Sequence[Results], name: str, text: str, pace: float) -> str:
    """Name the cells with the smallest and the largest value."""
    numbers = [_headline(cell, name, pace) for cell in cells]
    known = [(number.value, i) for i, number in enumerate(numbers) if number.value is not None]
    if len(known) < 2:
        return ""
    first, last = min(known)[1], max(known)[1]
    write = percent if name == "assaf_rate" else with_interval
    of = {"turns": "rounds", "rounds": "games", "assaf_rate": "calls"}[name]
    return text.format(
        low=write(numbers[first], of),
        first=cells[first].cell.label,
        high=write(numbers[last], of),
        last=cells[last].cell.label,
    )


def _round_length(results: Results) -> str:
    turns, median, p95 = (results.get("round_length", name) for name in ("turns_mean", "turns_median", "turns_p95"))
    games = results.get("game_length", "stopped").n
    return (
        f"Counted from {so_many(turns.n, 'rounds')} of {so_many(games, 'games')}, a round takes"
        f" {with_interval(turns)} turns on average; half of the"
        f" rounds end within {whole(median)} turns, 19 of 20 within {whole(p95)}."
    )


def _game_length(results: Results, pace: float) -> str:
    rounds, minutes = (_headline(results, name, pace) for name in ("rounds", "minutes"))
    return (
        f"A game takes {with_interval(rounds)} rounds on average, or {with_interval(minutes)} minutes at"
        f" {pace:g} seconds a turn."
    )


def _assaf(results: Results) -> list[str]:
    if not results.cell.cell.variant.assaf:
        return ["Assaf is not played here."]
    rate, game = results.get("assaf", "assaf_rate"), results.get("assaf", "assafs_game")
    if not rate.n:
        return ["Nobody ever called."]
    in_a_game = "" if is_single_round(results) else f", {with_interval(game)} times in a game"
    return [f"{percent(rate)} of the {so_many(rate.n, 'calls')} meet Assaf{in_a_game}.", *_risk(results)]


def _risk(results: Results) -> list[str]:
    """Set the lowest and the highest total side by side that were called often enough."""
    often = [
        row
        for row in results.rows["assaf_by_total"]
        if row.numbers["assaf_rate"].n >= MIN_EVENTS and row.numbers["assaf_rate"].low is not None
    ]
    if len(often) < 2:
        return []
    low, high = often[0], often[-1]
    return [
        f"A call with {high.keys['total']} meets Assaf in {percent(high.numbers['assaf_rate'], 'calls')} of the cases,"
        f" one with {low.keys['total']} in {percent(low.numbers['assaf_rate'], 'calls')}."
    ]
