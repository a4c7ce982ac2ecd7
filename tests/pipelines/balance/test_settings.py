from fractions import Fraction
from importlib import resources

import pytest

from pipelines.balance.settings import FILE, read_settings, settings
from sim.errors import InputError

TEXT = resources.files("pipelines.balance").joinpath(FILE).read_text(encoding="utf-8")


def test_settings__are_those_of_the_statistics():
    """Margins, gate and deals as they were agreed; a change of the file is a change of what the project says."""
    found = settings()
    assert (found.alpha, found.seat.margin, found.seat.half_width) == (0.05, 0.02, 0.005)
    assert found.length.stopped_limit == 1e-4
    assert (found.comeback.after, found.drama.decided, found.drama.step) == (Fraction(1, 3), Fraction(4, 5), 10)
    assert found.sensitivity.steps == (-2, -1, 1, 2)
    assert (found.deals.arms, found.deals.limits) == (20_000, 5_000)
    assert (found.deals.share, found.deals.limits_share) == (Fraction(1, 12), Fraction(1, 48))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("margin = 0.02", "margn = 0.02", "unknown key 'seat.margn'; did you mean 'margin'?"),
        ("[seat]", "[seats]", "unknown key 'seats'; did you mean 'seat'?"),
        ("margin = 0.02\n", "", "seat.margin is missing"),
        ("margin = 0.02", "margin = 2.0", "seat.margin = 2.0 is wrong: Input should be less than 1"),
        ("margin = 0.02", 'margin = "0.02"', "seat.margin = '0.02' is wrong: Input should be a valid number"),
        ("margin = 0.02", "margin = nan", "seat.margin = nan is wrong: Input should be less than 1"),
        ("arms = 20_000", "arms = 0", "deals.arms = 0 is wrong: Input should be greater than or equal to 1"),
        ("decided = [4, 5]", "decided = 0.8", "drama.decided = 0.8 must be two whole numbers, such as [1, 3] for a"),
        ("decided = [4, 5]", "decided = [5, 4]", "drama.decided = [5, 4] must lie between 0 and 1"),
        ("after = [1, 3]", "after = [1, 0]", "comeback.after = [1, 0] must be two whole numbers"),
        ("steps = [-2, -1, 1, 2]", "steps = [-1, 0]", "sensitivity.steps = [-1, 0] must be whole numbers in rising"),
        ("forks = [1, 10]", "forks = [1, 3]", "live_decision.forks = [1, 3] must be whole thousandths"),
        ("steps = [-2, -1, 1, 2]", "steps = 2", "sensitivity.steps = 2 must be whole numbers in rising"),
        ("alpha = 0.05", "alpha = ", "line 3, column 9"),
    ],
)
def test_settings__faults_are_named(old, new, told):
    assert old in TEXT
    with pytest.raises(InputError) as caught:
        read_settings(TEXT.replace(old, new).encode(), "mine.toml")
    assert str(caught.value).startswith("mine.toml: ")
    assert told in str(caught.value)
