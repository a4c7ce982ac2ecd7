"""The verdict of F3 on values that were made up, against what its definition says."""

import pytest

from pipelines.balance.call_worth import ALWAYS, FAIR, NEVER, judge
from pipelines.stats.equivalence import NOT_DECIDED
from pipelines.stats.estimate import BATCH_T, FEW_ROWS, Estimate


def worth(value, error):
    half = 1.96 * error
    return Estimate(value, value - half, value + half, 1000, BATCH_T, None, error * error, 512)


FEW = Estimate(-3.0, None, None, 7, FEW_ROWS, None, None, 512)


@pytest.mark.parametrize(
    ("taus", "word", "below"),
    [
        ({5: worth(-3, 0.5), 6: worth(-1, 0.5), 7: worth(1, 0.2)}, FAIR, 5),
        ({5: worth(-3, 0.5), 6: worth(4, 0.5), 7: worth(1, 0.2)}, FAIR, 5),
        ({5: worth(-3, 0.5), 6: worth(-1, 0.5), 7: worth(-1, 0.2)}, ALWAYS, 5),
        ({5: worth(0.1, 0.5), 7: worth(-1, 0.2)}, ALWAYS, 5),
        ({5: FEW, 6: worth(2, 0.5), 7: worth(1, 0.2)}, NEVER, 6),
        ({7: worth(1, 0.2)}, NEVER, None),
        ({7: worth(-1, 0.2)}, ALWAYS, None),
        ({5: worth(-3, 0.5), 7: worth(0.1, 0.2)}, NOT_DECIDED, 5),
        ({5: worth(-3, 0.5)}, NOT_DECIDED, 5),
        ({5: worth(-3, 0.5), 7: FEW}, NOT_DECIDED, 5),
        # waiting is better below the threshold and worse at it: neither answer
        ({5: worth(5, 0.5), 7: worth(-1, 0.2)}, NOT_DECIDED, 5),
        ({}, NOT_DECIDED, None),
    ],
)
def test_judge__by_its_definition(taus, word, below):
    assert judge(taus, 7, 0.05)[:2] == (word, below)


def test_judge__some_total_below_is_corrected_for_their_number():
    """2.3 errors are beyond 1.96, but not beyond the 2.64 of six totals at once (0.05 / 6, two-sided)."""
    others = {total: worth(-0.1, 1) for total in range(5)}
    assert judge({5: worth(-2.3, 1), 7: worth(4, 1)}, 7, 0.05).word == FAIR
    judged = judge(others | {5: worth(-2.3, 1), 7: worth(4, 1)}, 7, 0.05)
    assert judged.word == NOT_DECIDED
    assert judged.growth == pytest.approx((2.6495 / 2.3) ** 2, rel=1e-3)


def test_judge__says_how_many_more_would_decide():
    """Errors shrink with the root of n: 0.1 is half an error of 0.2 and must become 1.9646 errors."""
    judged = judge({5: worth(-3, 0.5), 7: worth(0.1, 0.2)}, 7, 0.05)
    assert judged.growth == pytest.approx((1.9646 / 0.5) ** 2, rel=1e-4)
    assert judge({5: worth(-3, 0.5), 7: worth(0, 0.2)}, 7, 0.05).growth is None
