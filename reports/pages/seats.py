"""Whether the seat matters, who may call first, and how entrants compare."""

from fractions import Fraction

from reports.charts import Key, Measure, intervals, line_height, points
from reports.pages.blocks import Data, Figure, Maker, text_key
from reports.words import PERCENT, sentence

EDGE = Measure("edge", "edge (0 = an even share)", "edge")
PLAYERS_IN = Key("players_in", "players in", "players_in")
MARGIN = 0.02


def seat_figures(make: Maker) -> list[Figure]:
    """Show the edge of each seat in the game, with the margin, and of each order of play in the round."""
    margin = next((v["margin"] for v in make.cell["verdicts"] if v["table"] == "seat_game"), MARGIN)
    figures = make.figure(
        "seat_game",
        intervals(text_key(make.rows("seat_game"), "seat", "seat"), EDGE, (-margin, margin), 0.0),
        title="The game, by seat",
        subtitle="Edge: players × P(win) − 1, so 0 is an even share and +0.10 is a tenth more. Seat 0 deals "
        f"first. Shaded: within ±{margin:g}, taken as fair.",
        height=line_height(len(make.rows("seat_game"))),
    )
    return figures + make.figure(
        "seat_round",
        points(text_key(make.rows("seat_round"), "position", "order of play in the round"), EDGE, PLAYERS_IN, 0.0),
        title="The round, by order of play",
        subtitle="Edge of the first, second, … to act, by number of players in. Dashed: an even share.",
    )


def opportunity_figures(make: Maker) -> list[Figure]:
    """Show who is first to be allowed to call, and how often that is before anyone has moved."""
    rows = make.rows("opportunity")
    share = Measure("share", "first to be allowed to call", "share")
    figures = make.figure(
        "opportunity",
        points(text_key(rows, "position", "order of play in the round"), share, PLAYERS_IN),
        title="First to be allowed to call",
        subtitle="Share of rounds in which this player first starts a turn with a hand that may be called.",
    )
    return figures + make.figure(
        "opening",
        None,
        title="Before anyone has moved",
        subtitle="Share of rounds, by what the first player was dealt.",
    )


def entrant_figures(make: Maker) -> list[Figure]:
    """Compare the entrants of a mixed table."""
    if len(make.cell["entrants"]) < 2:
        return []
    return make.figure(
        "entrants",
        intervals(
            text_key(make.rows("entrants"), "entrant", "entrant"),
            Measure("win", "share of games won a seat held", "share"),
            reference=1 / make.cell["players"],
        ),
        title="Games won, by entrant",
        subtitle="Share of games won for each seat held; dashed: an even share. Each entrant plays every "
        "seat equally often, next to these neighbours only.",
        height=line_height(len(make.rows("entrants"))),
        wide=True,
    )


def opening_words(cell: Data) -> list[str]:
    """Set the measured share of opening calls beside its exact value."""
    exact = cell["exact"].get("opening")
    rows = cell["tables"].get("opening", {}).get("rows", [])
    if not exact or not rows:
        return []
    words = f"Measured: {sentence(rows[0]['opening'], 'share')} of rounds. "
    words += f"Exact, by counting hands: {exact['value'] * 100:.5g}{PERCENT}"
    if exact["fraction"] and Fraction(exact["fraction"]):
        words += f" ({exact['fraction']}, 1 round in {round(1 / Fraction(exact['fraction'])):,})"
    if exact["z"] is not None:
        words += f"; the measurement lies {abs(exact['z']):.1f} standard errors from it"
    return [f"{words}. {exact['text']}."]
