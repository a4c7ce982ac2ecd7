import pytest

from pipelines.balance.published import differences

THERE = {"games": 2400, "runs": {"tables": ["ab", "cd"]}, "value": 0.1, "low": None}


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ({}, None),
        ({"value": 0.1 * (1 + 9e-10)}, None),
        ({"value": 0.1 * (1 + 2e-9)}, "value: 0.1 published, 0.1000000002 now"),
        ({"games": 2401}, "games: 2400 published, 2401 now"),
        ({"games": 2400.0}, "games: 2400 published, 2400.0 now"),
        ({"low": 0.0}, "low: None published, 0.0 now"),
        ({"runs": {"tables": ["ab", "ce"]}}, "runs: tables: 1: 'cd' published, 'ce' now"),
        ({"runs": {"tables": ["ab"]}}, "runs: tables: 2 published and 1 now"),
        ({"new": 1}, "new: is not published"),
    ],
)
def test_differences__integers_exactly_and_floats_to_a_part_in_a_billion(change, line):
    assert list(differences(THERE, THERE | change)) == ([] if line is None else [line])


def test_differences__what_is_gone_is_named():
    assert list(differences(THERE, {"games": 2400, "value": 0.1, "low": None})) == ["runs: is missing now"]
