"""Verdicts from findings, by hand."""

import pytest

from pipelines.advice.effects import Effect
from pipelines.advice.statements import STATEMENTS, Context, Experiment, Side
from pipelines.advice.verdicts import (
    AGAINST,
    DEPENDS,
    EQUAL,
    FOR,
    HOLDS,
    NOT,
    OPEN,
    UNKNOWN,
    Verdict,
    findings,
    together,
    verdict,
)
from pipelines.stats.estimate import BATCH_T, NOTHING, Estimate

LINES = tuple(Context(level, n, Side(n), Side(n)) for level in ("greedy", "counter") for n in (2, 4))
EXPERIMENT = Experiment("one", "", "games won", "share", LINES)


def found(value, half, p, *, same=False):
    number = Estimate(value, value - half, value + half, 1000, BATCH_T, None, 1.0, 500)
    return Effect(number, number, number, p, same)


@pytest.mark.parametrize(
    ("said", "word", "on"),
    [
        ([FOR, FOR, FOR, FOR], HOLDS, ""),
        ([AGAINST, EQUAL, AGAINST, EQUAL], NOT, ""),
        ([FOR, FOR, AGAINST, EQUAL], DEPENDS, "the level of play"),
        ([FOR, AGAINST, FOR, AGAINST], DEPENDS, "the number of players"),
        ([FOR, AGAINST, AGAINST, FOR], DEPENDS, "the level of play and the number of players"),
        ([FOR, UNKNOWN, AGAINST, UNKNOWN], DEPENDS, "the level of play"),
        ([FOR, FOR, FOR, UNKNOWN], OPEN, ""),
        ([AGAINST, UNKNOWN, AGAINST, AGAINST], OPEN, ""),
        ([UNKNOWN] * 4, OPEN, ""),
    ],
)
def test_verdict__by_all_lines(said, word, on):
    assert verdict(LINES, said) == Verdict(word, on)


@pytest.mark.parametrize(
    ("words", "word"),
    [
        ((HOLDS, HOLDS), HOLDS),
        ((NOT, NOT), NOT),
        ((HOLDS, NOT), DEPENDS),
        ((HOLDS, OPEN), OPEN),
        ((NOT, OPEN), OPEN),
        ((OPEN, DEPENDS), DEPENDS),
        ((HOLDS, NOT, OPEN), DEPENDS),
    ],
)
def test_statement__by_its_main_experiments(words, word):
    assert together([Verdict(one) for one in words]).word == word


def test_findings__p_values_are_corrected_for_all_lines():
    alone = [found(0.1, 0.02, 0.02), *[found(0.1, 0.2, 0.9)] * 3]
    assert findings(EXPERIMENT, alone) == [UNKNOWN] * 4  # .02 x 4 is above .05
    assert findings(EXPERIMENT, [found(0.1, 0.02, 0.01), *alone[1:]])[0] == FOR
    assert findings(EXPERIMENT, [found(-0.1, 0.02, 0.01), *alone[1:]])[0] == AGAINST


def test_findings__small_shares_and_the_same_play_are_no_difference():
    effects = [found(0.002, 0.001, 1e-6), found(0.002, 0.004, 0.3), found(0.0, 0.0, None, same=True)]
    effects.append(Effect(NOTHING, NOTHING, None, None))
    assert findings(EXPERIMENT, effects) == [EQUAL, UNKNOWN, EQUAL, UNKNOWN]
    assert findings(EXPERIMENT._replace(unit="turns"), effects)[0] == FOR


def test_statements__have_names_of_their_own_and_a_main_experiment():
    experiments = [one for statement in STATEMENTS for one in statement.experiments]
    assert len({one.id for one in experiments}) == len(experiments)
    assert all(any(one.is_main for one in statement.experiments) for statement in STATEMENTS)
    for one in experiments:
        where = [(line.level, line.players, line.label) for line in one.contexts]
        assert len(set(where)) == len(where)
        assert all(line.more != line.less for line in one.contexts)
