import numpy as np
import pytest

from pipelines.stats.exact import dot, integers, quadratic_form


def test_dot__beyond_64_bits():
    big = np.full(600, 2**40)
    assert dot(big, big) == 600 * 2**80
    assert dot(np.array([3, -4]), np.array([5, 6])) == -9


@pytest.mark.parametrize("value", [1, 2**40])
def test_dot__of_different_lengths_is_refused(value):
    with pytest.raises(ValueError, match="shapes|shorter"):
        dot(np.full(3, value), np.full(2, value))


def test_quadratic_form__equals_the_sum_of_squares():
    a, b = np.array([1, 2, 3]), np.array([4, -5, 6])
    assert quadratic_form([(7, a), (-2, b)]) == int(((7 * a - 2 * b) ** 2).sum())


def test_integers__refuses_floats():
    with pytest.raises(TypeError, match="integers"):
        integers([0.5])
