"""The maker of mutants, on sources small enough to be read, and the lists that say what is mutated."""

import ast

import pytest

from tests.mutations.maker import mutants
from tests.mutations.run import ROOT, choose, equivalents, is_known, tell
from tests.mutations.targets import TARGETS


def changes(source):
    return {(mutant.before, mutant.after) for mutant in mutants(source)}


@pytest.mark.parametrize(
    ("source", "made"),
    [
        ("a < b", {("a < b", "(a <= b)"), ("a < b", "(a >= b)")}),
        ("a <= b < c", {("a <= b < c", "(a < b < c)"), ("a <= b < c", "(a <= b <= c)")}),
        ("a + b", {("a + b", "(a - b)")}),
        ("a and b", {("a and b", "(a or b)")}),
        ("x = 7", {("7", "8"), ("7", "6")}),
        ("x = 0", {("0", "1")}),
        ("x = True", {("True", "False")}),
        ("min(a, b)", {("min", "max"), ("min(a, b)", "pass")}),
        ("x = y if a else z", {("a", "(True)"), ("a", "(False)")}),
        ("if not a:\n    f()", {("not a", "(True)"), ("not a", "(False)"), ("not a", "(a)"), ("f()", "pass")}),
        ("x += y", {("x += y", "x -= y"), ("x += y", "pass")}),
        ('x: Literal[3] = f(f"{1 + 1}")\n"text"\nassert x > 2', set()),
    ],
)
def test_mutants__are_these(source, made):
    assert changes(source) == made


def test_mutant__changes_its_place_and_nothing_else():
    source = '"""Größe."""\nx = "ü" if a < 3 else b  # why\ny = 3\n'
    texts = {mutant.text for mutant in mutants(source) if mutant.before == "3" and mutant.line == 2}
    assert texts == {source.replace("a < 3", "a < 4"), source.replace("a < 3", "a < 2")}


def test_mutants__of_every_target_are_programs():
    for target in TARGETS:
        for file in target.files:
            made = mutants((ROOT / file).read_text(encoding="utf-8"))
            assert len({mutant.text for mutant in made}) > 5, file
            for mutant in made[::20]:
                ast.parse(mutant.text)


def test_targets__name_tests_that_are_there():
    for target in TARGETS:
        assert all((ROOT / path.partition("::")[0]).exists() for path in target.tests), target.name


def test_choose__same_seed_same_mutants_from_every_file():
    names = [trial.name for trial in choose(60, 1)]
    assert names == [trial.name for trial in choose(60, 1)]
    assert names != [trial.name for trial in choose(60, 2)]
    assert len(names) == 60
    assert {trial.file for trial in choose(60, 1)} == {file for target in TARGETS for file in target.files}


def test_equivalents__are_mutants_of_today_with_a_reason():
    for one in equivalents():
        source = (ROOT / one["file"]).read_text(encoding="utf-8")
        assert any(is_known([one], one["file"], source, mutant) for mutant in mutants(source)), one
        assert len(one["reason"]) > 20


def test_tell__too_many_survivors_are_a_failure(capsys):
    trials = choose(10, 1)
    assert tell([(trial, "killed" if n else "survived") for n, trial in enumerate(trials)]) == 0
    assert tell([(trial, "equivalent" if n else "survived") for n, trial in enumerate(trials)]) == 1
    assert tell([(trial, "survived" if n < 2 else "timeout") for n, trial in enumerate(trials)]) == 1
    assert "80.0%" in capsys.readouterr().out
