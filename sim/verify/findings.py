"""What a check found, in words and for programs."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final, NamedTuple

from sim.manifest import Chunk

MOST_FAULTS: Final = 1000
"""Faults that are kept and told; more are counted."""


class Mend(Enum):
    """What becomes of a fault."""

    REPAIR = "repair"  # `yaniv verify --repair`
    RESUME = "resume"  # `yaniv resume`
    NONE = ""  # nothing here: the engine, the disk's owner or somebody else has to answer for it


class Damage(NamedTuple):
    """A chunk that `--repair` plays again, and those of its files that are not as they were written."""

    chunk: Chunk
    files: tuple[str, ...]


class Fault(NamedTuple):
    """One thing that is wrong."""

    check: str  # name of the check
    file: str  # within the run folder
    message: str
    mend: Mend
    cell: int | None = None
    games: tuple[int, int] | None = None  # first and last game that it is about
    rows: int = 1

    def as_json(self) -> dict[str, Any]:
        """Give plain JSON types."""
        return self._asdict() | {"mend": self.mend.value, "games": list(self.games) if self.games else None}

    def __str__(self) -> str:
        return f"{self.file} {self.message}"


@dataclass
class Checked:
    """How much was looked at."""

    files: int = 0
    bytes: int = 0
    chunks: int = 0
    games: int = 0
    rounds: int = 0
    seats: int = 0
    turns: int = 0
    invariants: int = 0
    sampled: int = 0
    sample_skipped: int = 0

    def add(self, other: Checked) -> None:
        """Count what somebody else looked at."""
        most = max(self.invariants, other.invariants)
        for name, number in vars(other).items():
            setattr(self, name, getattr(self, name) + number)
        self.invariants = most


@dataclass
class Findings:
    """The result of a check."""

    faults: list[Fault] = field(default_factory=list)
    n_faults: int = 0
    notes: list[str] = field(default_factory=list)
    checked: Checked = field(default_factory=Checked)
    damaged: list[Damage] = field(default_factory=list)
    damaged_cells: list[int] = field(default_factory=list)  # whose tallies `--repair` counts again
    unsound: set[tuple[int, int]] = field(default_factory=set)  # cell and number of chunks whose rows cannot be trusted
    mends: set[Mend] = field(default_factory=set)  # of all faults, also of those that are not kept
    mend_folder: bool = False  # whether the card or strays are to be mended
    blocked: bool = False  # whether something that is not mended here is in the way of every writer
    stopped: bool = False  # somebody asked for it before the end

    @property
    def ok(self) -> bool:
        """Whether everything was looked at and is in order."""
        return self.n_faults == 0 and not self.stopped

    def add(self, *faults: Fault) -> None:
        """Keep faults, as long as there are not too many."""
        self.n_faults += len(faults)
        self.mends.update(fault.mend for fault in faults)
        self.faults += faults[: max(0, MOST_FAULTS - len(self.faults))]
