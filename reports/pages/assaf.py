"""When a call meets Assaf, and what callers call with."""

from reports.charts import WIDEST, Measure, points
from reports.pages.blocks import Data, Figure, Maker, text_key
from reports.tables import key_text
from reports.words import sentence

RATE = Measure("assaf_rate", "calls that meet Assaf", "share")
SHARE = Measure("share", "share of calls", "share")

# Table, key, the axis, and what the chart shows.
CUTS = (
    (
        "assaf_by_total",
        "total",
        "caller's hand total",
        "By the caller's total",
        "Share of calls with that total that meet Assaf; what they win and lose is in the table.",
    ),
    (
        "assaf_by_opponents",
        "opponents",
        "opponents still in",
        "By the number of opponents",
        "Share of calls that meet Assaf, by players still in the game beside the caller.",
    ),
    (
        "assaf_by_turn",
        "turn",
        "turns before the call",
        "By how long the round has lasted",
        "Share of calls that meet Assaf, by turns played before the call.",
    ),
    (
        "assaf_by_least_cards",
        "least_cards",
        "cards in the smallest other hand",
        "By the smallest hand among the opponents",
        "Share of calls that meet Assaf, by the fewest cards an opponent holds.",
    ),
    (
        "assaf_by_pile_taken",
        "pile_taken",
        "an opponent's last take was from the pile",
        "By what opponents have just taken",
        "Share of calls that meet Assaf, by whether an opponent's last card came from the discard pile.",
    ),
)


def assaf_figures(make: Maker) -> list[Figure]:
    """Show the Assaf rate by everything a caller can see, and the totals called with."""
    figures: list[Figure] = []
    for name, key, axis, title, subtitle in CUTS:
        spec = points(text_key(make.rows(name), key, axis), RATE)
        figures += make.figure(name, spec, title=title, subtitle=subtitle + _left_out(make.rows(name)))
    figures += make.figure(
        "call_totals",
        points(text_key(make.rows("call_totals"), "total", "caller's hand total"), SHARE),
        title="Totals called with",
        subtitle="Share of all calls by the caller's hand total.",
    )
    if len(make.cell["entrants"]) > 1:
        spec = points(text_key(make.rows("assaf_by_entrant"), "entrant", "entrant"), RATE)
        figures += make.figure(
            "assaf_by_entrant",
            spec,
            title="By entrant",
            subtitle="Share of an entrant's calls that meet Assaf.",
        )
    return figures + make.figure(
        "assaf",
        None,
        title="Assaf in figures",
        subtitle="Per call, per round and per game are different questions; each line says which.",
        wide=True,
    )


def assaf_words(cell: Data) -> list[str]:
    """Say how often, per call and per round, and what it costs."""
    row = cell["tables"]["assaf"]["rows"][0]
    words = (
        f"{sentence(row['assaf_rate'], 'share')} of calls meet Assaf; counted over all rounds, stopped ones "
        f"too, it is {sentence(row['assaf_round'], 'share')} of rounds."
    )
    if row.get("penalty") and row["penalty"]["value"] is not None:
        words += f" It costs the caller {sentence(row['penalty'], 'points')} points."
    return [words]


def _left_out(rows: list[Data]) -> str:
    """Say which rows the chart leaves to the table because nothing is known there yet."""
    wide = [key_text(row, next(iter(row))) for row in rows if _is_wide(row["assaf_rate"])]
    return f" Too rare to draw: {', '.join(wide)}." if wide else ""


def _is_wide(number: Data) -> bool:
    return number["low"] is not None and bool(number["high"] - number["low"] > WIDEST)
