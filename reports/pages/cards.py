"""Key figures of one cell, each with interval, n and a line that says what to make of it."""

from collections.abc import Callable
from typing import NamedTuple

from reports.pages.blocks import Data
from reports.words import PERCENT, count, sentence, things, unit_after, write


class Card(NamedTuple):
    """One key figure."""

    label: str
    figure: str
    unit: str
    interval: str
    basis: str
    note: str


def cards(cell: Data) -> list[Card]:
    """Make the cards from the cell's headline numbers and its verdict on seats."""
    made = [_card(cell, head) for head in cell["headline"]]
    return made + [_verdict_card(v) for v in cell["verdicts"] if v["code"] == "F1" and v["largest"]]


def _card(cell: Data, head: Data) -> Card:
    number = head["number"]
    written = write(number, head["unit"])
    note = NOTES[head["id"]](cell) if head["id"] in NOTES else ""
    return Card(
        label=head["label"][:1].upper() + head["label"][1:],
        figure=written.estimate,
        unit=unit_after(number, head["unit"]),
        interval=_interval(written.interval),
        basis=f"n = {written.n} {things(written.n, cell['tables'][head['table']]['per'])}",
        note=note,
    )


def _verdict_card(verdict: Data) -> Card:
    largest = verdict["largest"]
    written = write(largest, "size")
    return Card(
        label="Largest edge of a seat in the game",
        figure=written.estimate,
        unit="",
        interval=_interval(written.interval) + ", all seats at once",
        basis=f"n = {written.n} {things(written.n, 'game')}",
        note=f"Up or down. Against a margin of ±{verdict['margin']:g}: {verdict['verdict']}.",
    )


def _interval(text: str) -> str:
    return "no interval" if text == "none" else f"95{PERCENT}: {text}"


def _turns(cell: Data) -> str:
    row = cell["tables"]["round_length"]["rows"][0]
    half, most = (sentence(row[name], "turns", with_n=False) for name in ("turns_median", "turns_p95"))
    return f"Half of the rounds end within {half} turns, 95{PERCENT} within {most}."


def _rounds(cell: Data) -> str:
    for claim in cell["claims"]:
        if claim["id"] == "rounds_a_game":
            inside = sentence(claim["share_inside"], "share", with_n=False)
            return f"The source says {claim['low']} to {claim['high']}; {inside} of games were."
    return ""


def _minutes(cell: Data) -> str:
    row = cell["tables"]["game_length"]["rows"][0]
    half, most = (sentence(row[name], "minutes", with_n=False) for name in ("minutes_median", "minutes_p95"))
    return f"Half of the games end within {half} minutes, 95{PERCENT} within {most}."


def _assaf(cell: Data) -> str:
    row = cell["tables"]["assaf"]["rows"][0]
    return f"Of all rounds: {sentence(row['assaf_round'], 'share')}. A game: {sentence(row['assafs_game'], 'assafs')}."


def _edge(cell: Data) -> str:
    return "0 is an even share; +0.10 means a tenth more rounds won than that."


def _opening(cell: Data) -> str:
    exact = cell["exact"].get("opening")
    return f"Exact: {exact['value'] * 100:.4g} %, before anyone has moved." if exact else "Before anyone has moved."


def _stopped(cell: Data) -> str:
    stopped, rounds = cell["stopped_rounds"], count(cell["rounds"])
    were = "was" if stopped == 1 else "were"
    return f"{count(stopped)} of {rounds} {things(rounds, 'round')} {were} stopped by the guard."


NOTES: dict[str, Callable[[Data], str]] = {
    "turns": _turns,
    "rounds": _rounds,
    "minutes": _minutes,
    "assaf_rate": _assaf,
    "edge_first": _edge,
    "opening": _opening,
    "stopped": _stopped,
}
