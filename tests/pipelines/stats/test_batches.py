import pytest

from pipelines.stats.batches import batch_deals, n_batches


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
