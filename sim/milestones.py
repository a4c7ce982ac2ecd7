"""The milestones of a variant (rule S2): totals that turn into smaller ones when landed on exactly."""

from collections.abc import Iterator, Mapping

from sim.shown import shown

MAX_TOTAL = 60_000  # a total is stored in 16 bits, with 65,535 for a seat that is out


class Milestones(Mapping[int, int]):
    """An immutable mapping from the total landed on to the total it becomes, in rising order.

    A dict or a MappingProxyType could not be hashed or pickled, and a frozen variant needs both.
    """

    __slots__ = ("_items",)

    def __init__(self, values: Mapping[int, int]) -> None:
        self._items = tuple(sorted(values.items()))

    def __getitem__(self, key: int) -> int:
        return dict(self._items)[key]

    def __iter__(self) -> Iterator[int]:
        return (key for key, _ in self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        return hash(self._items)

    def __repr__(self) -> str:
        return repr(dict(self._items))


def parse_milestones(value: object) -> Milestones:
    """Check a table from TOML or JSON, whose keys are text, or a mapping of whole numbers.

    Raises
    ------
    ValueError
        Names the key or value at fault and its limits (S7).
    """
    if not isinstance(value, Mapping):
        raise ValueError("must be a table such as { 50 = 25, 100 = 50 }, or {} for none")
    parsed: dict[int, int] = {}
    for raw_key, landed in value.items():
        key = _whole_key(raw_key)
        if key in parsed:
            raise ValueError(f"has the key {key} twice")
        if type(landed) is not int or not 0 <= landed < key:
            raise ValueError(
                f"has {key} = {shown(landed)}; the value must be a whole number from 0 to {key - 1}, below its key"
            )
        parsed[key] = landed
    return Milestones(parsed)


def _whole_key(raw: object) -> int:
    """Read a key; `type(...) is int` because True is an int for Python and not for a reader."""
    if type(raw) is int:
        key = raw
    elif isinstance(raw, str) and raw.isascii() and raw.isdigit() and len(raw) <= len(str(MAX_TOTAL)):
        key = int(raw)
    else:
        key = 0
    if not 1 <= key <= MAX_TOTAL:
        raise ValueError(f"has the key {shown(raw)}; a key must be a whole number from 1 to {MAX_TOTAL:,}")
    return key
