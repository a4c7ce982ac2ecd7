"""The list of faults is complete: each has a test by its number, and what `docs/guarantees.md` names is there.

A test of fault 13 is named `test_fault_13_...`; one test may hold several: `test_fault_02_03_...`.
"""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
GUARANTEES = ROOT / "docs" / "guarantees.md"
FAULTS = {
    1: "killed at random moments",
    2: "killed between a data file and its manifest entry",
    3: "killed while writing a manifest entry",
    4: "killed again and again",
    5: "Ctrl-C",
    6: "Ctrl-C twice",
    7: "SIGTERM",
    8: "a reader that goes away",
    9: "a full disk",
    10: "a limit on the size of files",
    11: "a folder that cannot be written",
    12: "out of memory in a report",
    13: "a changed, cut or empty file",
    14: "files that do not match the manifest",
    15: "two runs in one folder",
    16: "another plan in the folder",
    17: "another version of the engine",
    18: "another number of threads",
    19: "more games later",
    20: "a newer format",
    21: "doubled or missing games",
    22: "a misspelt name",
    23: "a value out of range",
    24: "a file that is no TOML",
    25: "a bot that raises or cheats",
    26: "bots that never call",
    27: "a damaged cache of compiled code",
    28: "odd paths, locales and clocks",
    29: "names and links out of the folder",
    30: "names that are markup or formulas",
    31: "one chunk from two workers",
}


def names_of_tests(path: Path) -> set[str]:
    """Name the tests in a file."""
    return set(re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE))


def faults_of(name: str) -> set[int]:
    """Give the numbers in the name of a test."""
    found = re.match(r"test_fault((?:_\d\d)+)_", name)
    return {int(number) for number in found[1].split("_")[1:]} if found else set()


def holders() -> dict[int, set[str]]:
    """Give the files with tests of each fault."""
    held: dict[int, set[str]] = {number: set() for number in FAULTS}
    for path in (ROOT / "tests").rglob("test_*.py"):
        for number in set().union(*map(faults_of, names_of_tests(path))):
            held[number].add(path.relative_to(ROOT).as_posix())
    return held


def test_faults_of__reads_every_number_of_a_name():
    assert faults_of("test_fault_05_07_signal__stops") == {5, 7}
    assert faults_of("test_fault_13_one_bit__found") == {13}
    assert faults_of("test_default_13_is") == set()


def test_every_fault__has_a_test():
    assert [f"{number}: {FAULTS[number]}" for number, files in holders().items() if not files] == []


def test_guarantees__name_every_fault_with_its_tests():
    rows = re.findall(r"^\| (\d+) \|.*$", GUARANTEES.read_text(encoding="utf-8"), re.MULTILINE)
    assert [int(number) for number in rows] == list(FAULTS)
    for row in re.findall(r"^\| \d+ \|.*$", GUARANTEES.read_text(encoding="utf-8"), re.MULTILINE):
        number = int(row.split("|")[1])
        assert set(re.findall(r"`(tests/\S+)`", row)) == holders()[number], row


def test_guarantees__name_what_is_there():
    text = GUARANTEES.read_text(encoding="utf-8")
    assert [path for path in re.findall(r"`(tests/[\w./]+)`", text) if not (ROOT / path).exists()] == []
    targets = re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert set(re.findall(r"`make ([a-z-]+)`", text)) <= set(targets)


def test_guarantees__are_linked_from_the_readme():
    assert "(docs/guarantees.md)" in (ROOT / "README.md").read_text(encoding="utf-8")
