"""The engine may not become slower: timed in turn with fixed work, so that a slow machine fails nothing."""

import pytest

from benchmarks.fixed_work import fixed_work
from benchmarks.guard import RATIO, ROOM, Guard
from sim.jit import BOUNDS_CHECKED, JIT_ENABLED

pytestmark = pytest.mark.skipif(not JIT_ENABLED or BOUNDS_CHECKED, reason="it guards the compiled engine")


@pytest.fixture(scope="module")
def guard():
    return Guard()


def test_fixed_work__is_what_the_ratio_was_measured_with():
    """Its turns and check number: another program would move the guard unseen."""
    assert fixed_work(4000) == (106930, 7456065173196733590)


def test_guard__engine_is_as_fast_as_it_was(guard):
    fast, tries = guard.is_fast()
    assert fast, f"time a turn over the fixed work: {[round(one.ratio, 3) for one in tries]}, may be {RATIO * ROOM:.3f}"


def test_guard__sees_an_engine_slowed_by_a_factor_of_1_3(guard):
    fast, tries = guard.is_fast(slowed=1.3)
    assert not fast, f"slowed by 1.3, yet {tries[-1].ratio:.3f} is below {RATIO * ROOM:.3f}: set RATIO anew"
