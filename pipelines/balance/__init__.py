"""How fair a variant is at a table of so many players: measures F1 to F11, each in a file of its own.

To add one, write it in a file here as `pipelines.balance.base.Measure` asks, and name the file in `MEASURES`. Runs,
report and Markdown pick it up from there; a measure that is not named simply has no section.
"""

from typing import Final

MEASURES: Final[tuple[str, ...]] = (
    "seats",
    "risk",
    "live_decision",
    "opportunity",
    "skill",
    "restrictions",
    "comeback",
    "drama",
    "pace",
    "call_limits",
    "sensitivity",
)
"""Files of the measures in the order of their codes, F1 first."""
