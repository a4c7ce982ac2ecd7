"""Tables: what a report shows, made from tallies.

To add one, write it in a file here and add it to `TABLES`; the conformance test and `yaniv tables` pick it
up.
"""

from typing import Final

from pipelines.tables import (
    assaf,
    assaf_by,
    endings,
    game_length,
    game_rounds,
    game_survival,
    live_decision,
    round_length,
    round_turns,
    seat_game,
    seat_round,
)
from pipelines.tables.base import Table
from pipelines.tallies import TALLIES
from sim.tallies.declared import DECLARED

TABLES: Final[dict[str, Table]] = {
    table.name: table
    for table in (
        round_length.TABLE,
        round_turns.TABLE,
        game_length.TABLE,
        game_rounds.TABLE,
        game_survival.TABLE,
        assaf.TABLE,
        *assaf_by.TABLES,
        *endings.TABLES,
        *seat_round.TABLES,
        *seat_game.TABLES,
        *live_decision.TABLES,
    )
}


def needs_forks(table: Table) -> bool:
    """Whether a table is about chances to call that were played both ways."""
    return any(DECLARED[name].only_with_forks for name in table.tallies)


def needs_rounds(table: Table) -> bool:
    """Whether a table cannot be made of a run that keeps games alone."""
    return any(TALLIES[name].needs_rounds for name in table.tallies)
