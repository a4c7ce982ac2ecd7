"""The files of a run that belong to no chunk: `run.json`, the card, strays and leftovers."""

from __future__ import annotations

from collections.abc import Iterator

from sim.atomic_files import is_as_written
from sim.plan import Plan
from sim.run_description import RUN_FILE, run_counts
from sim.run_folder import CARD_FILE, RunFolder
from sim.run_versions import program_version
from sim.verify.findings import Fault, Findings, Mend

RESTORE = "restore it from a copy of the run, or play the same plan into another folder"


def folder_findings(folder: RunFolder) -> Findings:
    """Begin the check of a run, whatever it keeps: with what is there besides the chunks."""
    findings = Findings()
    in_folder = list(folder_faults(folder))
    findings.add(*in_folder)
    foreign = any(fault.check == "strays" and fault.mend is Mend.NONE for fault in in_folder)
    findings.blocked = foreign or bool(folder.outgrown())
    findings.checked.files += 2  # run.json and the card
    findings.notes += folder_notes(folder)
    findings.mend_folder = Mend.REPAIR in findings.mends
    return findings


def folder_faults(folder: RunFolder) -> Iterator[Fault]:
    """Check what is there besides the chunks.

    Parameters
    ----------
    folder
        A run whose `run.json` could be opened: its seal and the hash of its plan are right.
    """
    yield from _run_file_faults(folder)
    outgrown = folder.outgrown()
    if outgrown:  # then the card and the files beyond are those of the longer run
        yield Fault("run", RUN_FILE, outgrown, Mend.NONE)
    elif (fault := folder.card_fault()) and _is_our_card(folder):
        yield Fault("card", CARD_FILE, fault, Mend.REPAIR)
    for stray in folder.stray_files():
        name = str(stray.path.relative_to(folder.path))
        if stray.is_ours and not outgrown:
            yield Fault("strays", name, "belongs to no chunk of this run", Mend.REPAIR)
        if not stray.is_ours:
            told = "is no file of this run, but queries over its folder would count it; move it elsewhere"
            yield Fault("strays", name, told, Mend.NONE)


def folder_notes(folder: RunFolder) -> Iterator[str]:
    """Say what is no fault and yet should be known."""
    for path in folder.leftovers():
        yield f"{path} was left by a run that was broken off, or is being written; readers pass it over"
    if (fault := folder.card_fault()) and not _is_our_card(folder):
        wrote, now = folder.description["libraries"]["yaniv-sim"], program_version()
        yield f"{folder.path / CARD_FILE} {fault}; yaniv-sim {wrote} began the run, and this is {now}"


def _run_file_faults(folder: RunFolder) -> Iterator[Fault]:
    described = folder.description
    if not is_as_written(folder.path / RUN_FILE):
        yield Fault("run", RUN_FILE, f"is not as it was written; {RESTORE}", Mend.NONE)
    if Plan.from_mapping(described["plan"]).hash != described["plan_hash"]:
        yield Fault("run", RUN_FILE, f"holds a plan with values that no plan has; {RESTORE}", Mend.NONE)
    for name, expected in run_counts(folder.plan, folder.deals).items():
        if described[name] != expected:
            told = f"holds {name} = {described[name]} where its plan and deals give {expected}; {RESTORE}"
            yield Fault("run", RUN_FILE, told, Mend.NONE)


def _is_our_card(folder: RunFolder) -> bool:
    """Whether the card must be ours: another version of the program may write another text."""
    return bool(folder.description["libraries"]["yaniv-sim"] == program_version())
