"""Fractions as integers: the parts of a whole in which they are counted, so that sums of them stay exact."""

from typing import Final

WHOLE: Final = 840
"""1 to 8 divide it, so that a shared win, a lap or a mean over opponents stays exact."""
MILLION: Final = 10**6
BILLION: Final = 10**9
"""Ratios of one game are rounded to these parts."""
