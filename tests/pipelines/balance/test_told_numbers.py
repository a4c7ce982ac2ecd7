"""Which variants' games are called the shortest and the longest: those whose intervals lie apart from all others'."""

from pipelines.balance.told_numbers import extremes
from pipelines.stats.estimate import Estimate
from sim.rules import named_variants

STANDARD, FIVE, NINE = (named_variants()[name] for name in ("standard", "yaniv5", "yaniv9"))


def about(value: float, half: float) -> Estimate:
    return Estimate(value, value - half, value + half, 1000, "batch t")


def told(**of: list[Estimate]) -> list[str]:
    variants = {"standard": STANDARD, "five": FIVE, "nine": NINE}
    lengths = {(variants[name], 2 + at): found for name, row in of.items() for at, found in enumerate(row)}
    return list(extremes(lengths, "eager"))


def test_apart_everywhere__both_ends_are_named() -> None:
    assert told(
        standard=[about(20, 1), about(30, 1)], five=[about(24, 1), about(40, 1)], nine=[about(17, 1), about(25, 1)]
    ) == ["The games of yaniv9 are the shortest, those of yaniv5 the longest (level eager)."]


def test_intervals_meet__that_end_is_not_named() -> None:
    assert told(standard=[about(20, 1)], five=[about(24, 1)], nine=[about(19, 1)]) == [
        "The games of yaniv5 are the longest (level eager)."
    ]


def test_other_ends_at_other_tables__nothing_is_said() -> None:
    assert told(standard=[about(20, 1), about(30, 1)], five=[about(24, 1), about(27, 1)]) == []


def test_no_interval_or_nobody_beside__nothing_is_said() -> None:
    assert told(standard=[about(20, 1)], five=[Estimate(24, None, None, 10, "too few")]) == []
    assert told(standard=[about(20, 1)]) == []
