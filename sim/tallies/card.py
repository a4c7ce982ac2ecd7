"""What the card of a run says about its tallies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sim.tallies.declared import DECLARED

_TEXT: Final = """\
## Tallies: sums instead of rows

`tallies/` holds one Parquet file a cell: integer sums of all games by batch and key, from which every table of a report
is made. A batch is 2^k consecutive deals in all their rotations, k the smallest that leaves at most 512 batches; it is
what counts as independent. Each row has the name of its `tally`, its `batch`, and as many of the columns `key_1`,
`key_2`, ... and `sum_1`, `sum_2`, ... as the tally has keys and sums; the others are null. No row of any game is kept:
a game can be played again from its number with `yaniv replay`.

DuckDB, rounds by number of turns:

    SELECT key_3 AS turns, sum(sum_1) AS rounds FROM read_parquet('tallies/*/*.parquet', hive_partitioning = false)
    WHERE tally = 'turns' GROUP BY ALL ORDER BY ALL;

The entry of a cell in `manifest/` gives the deals that are in the sums, the deals a batch, and of the file its size,
its number of rows, its SHA-256 (`sha256`) and a SHA-256 of its values (`content`): for each tally in the order below
the line `TALLY cell C rows N` and a line feed, then all keys row by row, the batch first, then all sums row by row, as
64-bit little-endian integers. A tally of forks (chances to call that were played both ways) has its
line only where it has rows.
"""


def card_lines() -> Iterator[str]:
    """Give the section of the card in place of those about rows."""
    yield _TEXT
    yield "| `tally` | meaning | keys | sums |"
    yield "| --- | --- | --- | --- |"
    for tally in DECLARED.values():
        keys, sums = (", ".join(f"{one.name} ({one.meaning})" for one in part) for part in (tally.keys, tally.sums))
        yield f"| `{tally.name}` | {tally.meaning} | {keys or 'none'} | {sums} |"
    yield ""
    yield "Keys that are texts are stored as numbers:"
    yield ""
    for tally in DECLARED.values():
        for key in tally.keys:
            if key.texts:
                texts = ", ".join(f"{number} {text}" for number, text in enumerate(key.texts))
                yield f"- `{key.name}` of `{tally.name}`: {texts}"
