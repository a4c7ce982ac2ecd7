import numpy as np
import pytest

from pipelines.stats.batches import in_shared, shared_batches
from sim.batches import batch_deals, n_batches


@pytest.mark.parametrize(
    ("deals", "size", "batches"),
    [
        (1, 1, 1),
        (512, 1, 512),
        (513, 2, 257),
        (1024, 2, 512),
        (1025, 4, 257),
        (200_000, 512, 391),
        (10**9, 2**21, 477),
    ],
)
def test_batches__smallest_power_of_two_that_leaves_at_most_512(deals, size, batches):
    assert (batch_deals(deals), n_batches(deals)) == (size, batches)


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (200, 200, (1, 200)),
        (200, 100, (1, 100)),
        (1000, 1000, (2, 500)),
        (1001, 1001, (2, 501)),  # the last one is short, alike in both
        (1001, 501, (2, 250)),  # deal 500 has no partner in its batch
        (60_000, 15_000, (128, 117)),
    ],
)
def test_shared_batches__are_whole_in_both(first, second, expected):
    assert shared_batches(first, second) == shared_batches(second, first) == expected


def test_in_shared__adds_neighbours_up_and_leaves_the_rest():
    assert in_shared(np.arange(501), 501, 2, 250).tolist() == [4 * batch + 1 for batch in range(250)]
    assert in_shared(np.arange(501), 1001, 2, 250).tolist() == list(range(250))
