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
