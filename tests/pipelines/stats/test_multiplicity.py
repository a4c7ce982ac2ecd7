import numpy as np
import pytest
from statsmodels.stats.multitest import multipletests

from pipelines.stats.multiplicity import holm

FAMILIES = [
    [0.04],
    [0.01, 0.04, 0.03, 0.005],
    [0.2, 0.2, 0.2],
    list(np.random.default_rng(2).random(30) ** 3),
]


@pytest.mark.parametrize("p_values", FAMILIES)
def test_holm__as_statsmodels(p_values):
    assert holm(p_values) == pytest.approx(list(multipletests(p_values, method="holm")[1]))


def test_holm__of_an_empty_family():
    assert holm([]) == []
