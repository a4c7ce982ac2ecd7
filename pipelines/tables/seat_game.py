"""F1 for the game by seat, and what became of every entrant."""

import polars as pl

from pipelines.run import RunCell
from pipelines.tables.base import Counted, Key, Table
from pipelines.tables.measures import Edge, Mean, Share
from sim.exact_parts import WHOLE


def _shape(counted: Counted, cell: RunCell) -> pl.DataFrame:
    return counted["seats"].with_columns(players=cell.players * pl.col("decided"))


def _edge(per: str) -> Edge:
    return Edge("edge", "edge", "n * P(win) - 1", per=per, of=("wins", "decided"), size="players", scale=WHOLE)


WIN = Share("win", "wins", "games won", per="game", of=("wins", "decided"), scale=WHOLE)

TABLES = (
    Table(
        name="seat_game",
        title="Winning the game by seat",
        meaning=(
            "The edge is n * P(win) - 1 at a table of n; seat 0 deals the first round. Every entrant plays"
            " every deal at every seat, so that skill does not show here. Games without a winner (stopped, E5) are"
            " left out."
        ),
        tallies=("seats",),
        shape=_shape,
        keys=(Key("seat", "seat"),),
        measures=(_edge("game"), WIN),
    ),
    Table(
        name="entrants",
        title="Entrants",
        meaning=(
            "Every entrant over all its seats; it plays every deal at every seat. An even share is 1/n a seat. Games"
            " without a winner (stopped, E5) are left out of wins and edge."
        ),
        tallies=("seats",),
        shape=_shape,
        keys=(Key("entrant", "entrant"),),
        measures=(
            Share("win", "wins", "games won, a seat held", per="seat", of=("wins", "decided"), scale=WHOLE),
            _edge("seat"),
            Mean("place", "place", "final place, 1 is best", unit="place", per="seat", of=("place", "seats")),
            Mean("total", "points", "final total", unit="points", per="seat", of=("total", "seats")),
            Share(
                "calls_round",
                "calls",
                "rounds played that it ended by a call, going out among them",
                per="round",
                of=("calls", "rounds_in"),
            ),
            Share(
                "assaf_suffered",
                "calls that met Assaf",
                "own calls that met Assaf",
                per="call",
                of=("assafs_suffered", "calls"),
            ),
            Share(
                "assafs_made",
                "Assafs made",
                "rounds played in which it met another's call with Assaf",
                per="round",
                of=("assafs_made", "rounds_in"),
            ),
            Mean(
                "milestones_game",
                "milestones",
                "landings on a milestone, a game",
                unit="milestones",
                per="seat",
                of=("milestones", "seats"),
            ),
        ),
    ),
)
