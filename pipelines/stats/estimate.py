"""What every number of a table is: a value with its interval, how many it rests on, and how it was made."""

from typing import Final, NamedTuple

BATCH_T: Final = "batch t"
WILSON: Final = "wilson"
CLOPPER_PEARSON: Final = "clopper-pearson"
WOODRUFF: Final = "woodruff"
JACKKNIFE: Final = "jackknife"
BONFERRONI: Final = "bonferroni"
FEW_BATCHES: Final = "too few batches"
FEW_ROWS: Final = "too few"
NO_DATA: Final = "no data"
UNBOUNDED: Final = "unbounded"
IDENTICAL: Final = "identical play"
BEST_OTHER: Final = "against the best other"
AT_LEAST: Final = "at least"
EQUILIBRIUM: Final = "equilibrium"
EXACT: Final = "exact"

METHODS: Final = {
    BATCH_T: "ratio of sums over batches of consecutive deals, Student t with batches - 1",
    WILSON: (
        "Wilson score interval on n / max(1, design effect), less for the uncertain effect: fewer than 100 events or"
        " non-events"
    ),
    CLOPPER_PEARSON: "Clopper-Pearson on the same effective n, never too narrow: where the interval is a gate",
    WOODRUFF: "Woodruff: the batch interval of the share at or below, turned back into a quantile",
    JACKKNIFE: "jackknife of the variance over batches, Student t with batches - 1, corrected for skewness (Hall)",
    BONFERRONI: "simultaneous over all that are compared, such as seats (Bonferroni on batch t)",
    IDENTICAL: "no error: both play the same, game for game",
    BEST_OTHER: (
        "simultaneous over all that are compared: each against the best of the others (Hsu's constrained intervals,"
        " Bonferroni on paired batch t)"
    ),
    AT_LEAST: "lower limit alone: the share may be an even one, and then no number of games shows a lead",
    EQUILIBRIUM: "linear programming on the measured shares; a mix jumps as they change, so that it has no interval",
    FEW_BATCHES: "no interval: fewer than 64 batches of deals",
    FEW_ROWS: (
        "no interval: a mean of fewer than 100, from fewer than 64 batches, or of nothing but 0; or a"
        " difference of rates with fewer than 100 events or non-events, or of numbers that never varied"
    ),
    NO_DATA: "nothing was counted",
    EXACT: "worked out, not counted: it has no error",
    UNBOUNDED: "no number: one side finished ahead in every game, so that no finite rating tells how far",
}
"""Every method an `Estimate` may name, with the words that explain it."""

CONFIDENCE: Final = 0.95
MIN_BATCHES: Final = 64
"""Below this no interval is given: a t interval from few batches is wide and, for rates, often wrong."""
MIN_EVENTS: Final = 100
"""Events and non-events that the batch interval needs; with 10 its coverage is only .91."""


class Estimate(NamedTuple):
    """A number with its interval.

    `events` and `chances` are the integer sums that it was made of (events are None for spreads and
    quantiles); `variance` is that of `value`, None where it is not known.
    """

    value: float | None
    low: float | None
    high: float | None
    n: int
    method: str
    events: int | None = None
    variance: float | None = None
    n_batches: int = 0


NOTHING: Final = Estimate(None, None, None, 0, NO_DATA)
