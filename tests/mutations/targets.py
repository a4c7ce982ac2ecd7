"""What is mutated, and the tests that should notice."""

from __future__ import annotations

from typing import NamedTuple


class Target(NamedTuple):
    """Files of one subject and their tests."""

    name: str
    files: tuple[str, ...]
    tests: tuple[str, ...]
    nojit: bool = False  # run the kernels as plain Python, and of the tests those that are made for it


TARGETS = (
    Target("rules", ("sim/rules.py", "sim/milestones.py"), ("tests/sim/test_rules.py",)),
    Target(
        "twin",
        ("sim/reference.py",),
        tuple(f"tests/sim/test_{name}.py" for name in ("reference", "cases", "endings", "places", "moves", "scoring")),
    ),
    Target("melds of the twin", ("sim/moves.py",), ("tests/sim/test_moves.py", "tests/sim/test_cases.py")),
    Target(
        "melds of the kernels",
        ("sim/kernels/melds.py", "sim/kernels/bits.py", "sim/kernels/legality.py"),
        ("tests/sim/test_melds.py", "tests/sim/test_legality.py", "tests/sim/test_equality.py"),
        nojit=True,
    ),
    Target(
        "rounds and scores of the kernels",
        ("sim/kernels/scoring.py", "sim/kernels/round.py", "sim/kernels/games.py"),
        ("tests/sim/test_scoring.py", "tests/sim/test_places.py", "tests/sim/test_equality.py"),
        nojit=True,
    ),
    Target(
        "chance",
        ("sim/rng.py", "sim/kernels/philox.py", "sim/kernels/stock.py"),
        ("tests/sim/test_rng.py", "tests/sim/test_equality.py"),
        nojit=True,
    ),
    Target(
        "referee",
        ("sim/referee/game.py", "sim/referee/melds.py", "sim/referee/scoring.py", "sim/referee/table.py"),
        ("tests/sim/referee",),
    ),
    Target("records", ("sim/referee/lines.py", "sim/record.py"), ("tests/sim/referee", "tests/sim/test_record.py")),
    Target(
        "run folder",
        ("sim/manifest.py", "sim/run_folder.py", "sim/strays.py", "sim/parts.py"),
        tuple(f"tests/sim/test_{name}.py" for name in ("faults_damage", "faults_twice", "runner", "columns", "extend"))
        + ("tests/sim/test_faults_runs.py",),
    ),
    Target(
        "verify",
        tuple(f"sim/verify/{name}.py" for name in ("chunk_check", "ids", "score_rules", "game_rules", "turn_rules")),
        tuple(f"tests/sim/verify/test_{name}.py" for name in ("invariants", "files", "sample")),
    ),
    Target(
        "files on the disk",
        ("sim/atomic_files.py",),
        tuple(f"tests/sim/test_{name}.py" for name in ("faults_damage", "runner", "faults_disk", "faults_killed")),
    ),
    Target(
        "intervals",
        tuple(
            f"pipelines/stats/{name}.py"
            for name in (
                "batches",
                "clustered",
                "equivalence",
                "exact",
                "intervals",
                "multiplicity",
                "paired",
                "quantiles",
            )
        ),
        ("tests/pipelines/stats",),
    ),
)
