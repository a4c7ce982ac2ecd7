"""Memory for the forks of a cell's player (see ``sim.kernels.forks``), and what both branches did to the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from sim import rng
from sim.exact_parts import WHOLE
from sim.kernels.forks import BRANCH_TURN, N_TURNED, NOW_TURNED, PLACE_SIZE, STATE_SIZE, USED, ForkColumns, Forks
from sim.kernels.philox import new_stream
from sim.kernels.state import MAX_PLAYERS, new_table

if TYPE_CHECKING:
    from sim.plan import Cell

CHANCES_A_PIECE: Final = 1 << 17
"""Room for more than the chances of the longest round: 60,000 turns (E5)."""

Columns = dict[str, np.ndarray]


def new_fork_columns(n: int) -> ForkColumns:
    """Memory for so many rows."""
    types: dict[str, Any] = {"game": np.uint64, "round": np.uint16, "turn": np.uint16}
    types |= dict.fromkeys(("seat", "entrant", "total", "opponents", "least_cards", "called", "for_wins"), np.uint8)
    types |= dict.fromkeys(("call", "wait"), np.int64)
    return ForkColumns(**{name: np.zeros(n, dtype) for name, dtype in types.items()})


def new_forks(cell: Cell, seed: int) -> Forks:
    """What the kernels need to fork chances of a cell, at first without room for rows."""
    return Forks(
        share=np.uint64(cell.forks),
        key=np.uint64(rng.stream_key(seed, rng.FORK)),
        stream=new_stream(),
        state=np.zeros(STATE_SIZE, np.int64),
        place=np.zeros(PLACE_SIZE, np.uint64),
        kept=np.zeros((3, MAX_PLAYERS), np.uint64),
        table=new_table(cell.variant, cell.players),
        turned=np.zeros((1, 3), np.int64),
        rows=new_fork_columns(1),
    )


def with_room(forks: Forks, n_rows: int) -> Forks:
    """Give it room for just so many rows, for it decides where pieces end; what is in them is lost."""
    return forks if forks.rows.game.size == n_rows else forks._replace(rows=new_fork_columns(n_rows))


def begin(forks: Forks) -> Forks:
    """Nothing is noted, and games are played as they are."""
    forks.state[USED] = forks.state[N_TURNED] = 0
    return forks


def turned_round(forks: Forks, rows: Columns) -> Forks:
    """Have the games of these chances played, with the decision turned round."""
    turned = np.stack([rows[name].astype(np.int64) for name in ("game", "round", "turn")], axis=1)
    forks = forks._replace(turned=np.ascontiguousarray(turned))
    forks.state[USED], forks.state[N_TURNED] = 0, len(turned)
    return forks


def branch_words(forks: Forks) -> str:
    """Say where in a branch play stands; nothing where it is in the game itself."""
    if forks.state[N_TURNED]:
        _game, number, turn = forks.turned[forks.state[NOW_TURNED]].tolist()
        return f", in the game as it goes on from round {number}, turn {turn} with the other decision on the call"
    if forks.state[BRANCH_TURN]:
        return f", in the round as it goes on without the call of turn {forks.state[BRANCH_TURN]}"
    return ""


def with_wins(
    rows: Columns, played: tuple[Columns, Columns], play_turned: Callable[[Columns], tuple[Columns, Columns]]
) -> Columns:
    """Add to rows of forks what the seat won of the game with either decision, in 840ths: 0 where that is not asked.

    Parameters
    ----------
    rows
        Columns of chances.
    played
        Columns of `games` and `seats` of the games that they are of.
    play_turned
        Gives those columns of the games of some chances with the decision turned round, one game a chance.
    """
    chosen = np.flatnonzero(rows["for_wins"])
    of_game = {name: column[chosen] for name, column in rows.items()}
    wins = {name: np.zeros(len(rows["game"]), np.int64) for name in ("wins_call", "wins_wait")}
    if len(chosen):
        first = played[0]["game"][0]
        as_it_was = _won(played, (of_game["game"] - first).astype(np.int64), of_game["seat"])
        otherwise = _won(play_turned(of_game), np.arange(len(chosen)), of_game["seat"])
        called = of_game["called"] != 0
        wins["wins_call"][chosen] = np.where(called, as_it_was, otherwise)
        wins["wins_wait"][chosen] = np.where(called, otherwise, as_it_was)
    return rows | wins


def _won(played: tuple[Columns, Columns], at: npt.NDArray[np.int64], seat: np.ndarray) -> npt.NDArray[np.int64]:
    """What a seat won of each of these games, by their rows."""
    games, seats = played
    n_seats = len(seats["seat"]) // len(games["game"])
    has_won = (seats["place"][at * n_seats + seat] == 1) & (games["stopped"][at] == 0)
    return np.where(has_won, WHOLE // np.maximum(games["winners"][at].astype(np.int64), 1), 0)
