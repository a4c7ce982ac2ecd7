"""Who sits where clockwise, for every set of seats still in at once: tables to look up by arrays."""

from __future__ import annotations

from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

N_SEATS: Final = 8
Array = npt.NDArray[Any]


class _Tables(NamedTuple):
    nth: Array  # [set, seat, k]: the k-th seat of the set clockwise, counted from the first at or after this seat
    place: Array  # [set, seat, other]: how many steps `other` comes after the first at or after this seat


@cache
def _tables(players: int) -> _Tables:
    nth = np.zeros((256, N_SEATS, N_SEATS), np.uint8)
    place = np.zeros((256, N_SEATS, N_SEATS), np.uint8)
    for members in range(1, 1 << players):
        for seat in range(players):
            turn = [s % players for s in range(seat, seat + players) if members >> (s % players) & 1]
            nth[members, seat, : len(turn)] = turn
            place[members, seat, turn] = range(len(turn))
    return _Tables(nth.reshape(-1), place.reshape(-1))


def nth_seat(players: int, members: Array, seat: Array, k: Array | int) -> Array:
    """Give the k-th of the seats in `members` (bits) clockwise, counted from the first at or after `seat`."""
    return _tables(players).nth.take(_index(members, seat, k))


def next_seat(players: int, members: Array, seat: Array) -> Array:
    """Give the first of the seats in `members` after `seat`, clockwise."""
    after = (seat.astype(np.int64) & 7) + 1
    return nth_seat(players, members, np.where(after >= players, 0, after), 0)


def place_in_turn(players: int, members: Array, seat: Array, other: Array) -> Array:
    """Count the steps from the first of the seats in `members` at or after `seat` to `other`."""
    return _tables(players).place.take(_index(members, seat, other))


def _index(members: Array, seat: Array, last: Array | int) -> Array:
    """Seats that do not exist are found elsewhere; here they must only not lead out of the table."""
    return (members.astype(np.int64) << 6) | ((seat.astype(np.int64) & 7) << 3) | (np.asarray(last, np.int64) & 7)
