"""How much of a run is kept: each level of detail and the tables of rows that it writes."""

from __future__ import annotations

from typing import Final

from sim.errors import InputError
from sim.shown import cut
from sim.suggest import hint

DETAILS: Final[dict[str, tuple[str, ...]]] = {
    "turns": ("rounds", "games", "seats", "turns"),
    "rounds": ("rounds", "games", "seats"),
    "games": ("games", "seats"),
    "tallies": (),
}
"""What each level keeps: tables of rows, or sums alone (`sim.tallies`)."""
DEFAULT_DETAIL: Final = "rounds"


def check_detail(value: object, field: str) -> str:
    """Check a level of detail.

    Raises
    ------
    InputError
        Names the field and the nearest right level.
    """
    if not isinstance(value, str) or value not in DETAILS:
        near = hint(str(value), DETAILS, f"there are {', '.join(DETAILS)}")
        raise InputError(f"{field}: unknown detail '{cut(str(value))}'{near}")
    return value
