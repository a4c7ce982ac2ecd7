import numpy as np
import pytest
from statsmodels.stats.multitest import multipletests

from pipelines.stats.multiplicity import benjamini_hochberg, holm

FAMILIES = [
    [0.04],
    [0.01, 0.04, 0.03, 0.005],
    [0.2, 0.2, 0.2],
    list(np.random.default_rng(2).random(30) ** 3),
]


@pytest.mark.parametrize("p_values", FAMILIES)
def test_holm__as_statsmodels(p_values):
    assert holm(p_values) == pytest.approx(list(multipletests(p_values, method="holm")[1]))


@pytest.mark.parametrize("p_values", FAMILIES)
def test_benjamini_hochberg__as_statsmodels(p_values):
    assert benjamini_hochberg(p_values) == pytest.approx(list(multipletests(p_values, method="fdr_bh")[1]))


def test_corrections__of_an_empty_family():
    assert holm([]) == benjamini_hochberg([]) == []
