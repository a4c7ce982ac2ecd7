"""What is mutated, and the tests that should notice."""

from __future__ import annotations

from typing import NamedTuple


class Target(NamedTuple):
    """Files of one subject and their tests."""

    name: str
    files: tuple[str, ...]
    tests: tuple[str, ...]
    nojit: bool = False  # run the kernels as plain Python, and of the tests those that are made for it
    without: str = ""  # tests left out for the time they take, as pytest's -k has it


def _sources(folder: str, names: str) -> tuple[str, ...]:
    return tuple(f"{folder}/{name}.py" for name in names.split())


def _tests(folder: str, names: str) -> tuple[str, ...]:
    return tuple(f"tests/{folder}/test_{name}.py" for name in names.split())


TARGETS = (
    Target("rules", _sources("sim", "rules milestones"), _tests("sim", "rules variant_file")),
    Target("twin", _sources("sim", "reference"), _tests("sim", "reference cases endings places moves scoring")),
    Target("melds of the twin", _sources("sim", "moves"), _tests("sim", "moves cases")),
    Target(
        "melds of the kernels",
        _sources("sim/kernels", "melds bits legality"),
        _tests("sim", "melds legality equality"),
        nojit=True,
    ),
    Target(
        "scores of the kernels",
        _sources("sim/kernels", "scoring turn_loop games"),
        _tests("sim", "scoring places equality"),
        nojit=True,
    ),
    Target(
        "forks",
        (*_sources("sim/kernels", "forks"), *_sources("sim", "forking")),
        _tests("sim", "forks"),
        nojit=True,
    ),
    Target(
        "chance",
        (*_sources("sim", "rng"), *_sources("sim/kernels", "philox stock")),
        _tests("sim", "rng reshuffle equality"),
        nojit=True,
    ),
    Target(
        "bots that weigh",
        _sources("sim/bots", "hand_worth milestone_ahead turn_choice assaf_odds tactician counter"),
        _tests("sim", "hand_worth assaf_odds tactician counter"),
        nojit=True,
    ),
    Target(
        "rollout",
        (*_sources("sim/bots", "playout rollout"), *_sources("sim", "twin_playout")),
        _tests("sim", "rollout"),
        nojit=True,
    ),
    Target("referee", _sources("sim/referee", "game melds scoring table"), ("tests/sim/referee",)),
    Target("records", _sources("sim", "referee/lines record"), ("tests/sim/referee", *_tests("sim", "record"))),
    Target(
        "run folder",
        _sources("sim", "manifest run_folder run_description strays parts"),
        _tests("sim", "faults_damage faults_twice runner columns twin_rows extend grown faults_runs"),
        without="fault_15 or fault_26 or fault_28 or two_processes or many_threads",
    ),
    Target(
        "files on the disk",
        _sources("sim", "atomic_files"),
        _tests("sim", "atomic_files faults_damage runner faults_disk"),
    ),
    Target(
        "verify",
        _sources("sim/verify", "chunk_check ids score_rules game_rules turn_rules"),
        (
            *_tests("sim/verify", "invariants wrong_rows files entries sample repair"),
            "tests/sim/verify/test_sound_runs.py::test_named_variants__are_in_order[nepal10]",
        ),
        without="signal",
    ),
    Target(
        "intervals",
        _sources("pipelines/stats", "batches clustered equivalence exact intervals multiplicity paired quantiles"),
        ("tests/pipelines/stats",),
        without="coverage",
    ),
    Target(
        "measures of a balance",
        _sources("pipelines/balance", "paths comeback drama seats risk opportunity pace sensitivity"),
        _tests("pipelines/balance", "paths comeback drama single_cells sensitivity"),
    ),
)
