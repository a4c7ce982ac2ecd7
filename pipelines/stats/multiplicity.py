"""Many looks: p values corrected for a family of tests."""

from collections.abc import Sequence


def holm(p_values: Sequence[float]) -> list[float]:
    """Correct for the chance of any false finding in a family (Holm 1979, Scand. J. Stat. 6, 65-70)."""
    n = len(p_values)
    corrected, largest = [0.0] * n, 0.0
    for rank, index in enumerate(sorted(range(n), key=lambda i: p_values[i])):
        largest = max(largest, min(1.0, (n - rank) * p_values[index]))
        corrected[index] = largest
    return corrected


def benjamini_hochberg(p_values: Sequence[float]) -> list[float]:
    """Correct for the share of false findings (Benjamini, Hochberg 1995, J. R. Stat. Soc. B 57, 289-300)."""
    n = len(p_values)
    corrected, smallest = [0.0] * n, 1.0
    for rank, index in reversed(list(enumerate(sorted(range(n), key=lambda i: p_values[i]), start=1))):
        smallest = min(smallest, n / rank * p_values[index])
        corrected[index] = smallest
    return corrected
