"""What tests of `yaniv verify` ask of a run, without the command line."""

from __future__ import annotations

from pathlib import Path

from sim.progress import Progress
from sim.run_folder import RunFolder
from sim.stopping import StopRequest
from sim.verify.findings import Fault, Findings
from sim.verify.run_check import check_run


def check(path: Path) -> Findings:
    """Check a run with one thread."""
    return check_run(RunFolder.open(path), 1, StopRequest(), Progress(1, 0, quiet=True))


def told(path: Path) -> list[str]:
    """The faults as texts."""
    return [str(fault) for fault in check(path).faults]


def the_fault(path: Path) -> Fault:
    """Check that there is exactly one; give it."""
    (fault,) = check(path).faults
    return fault
