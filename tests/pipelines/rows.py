"""The rows of a run as plain dictionaries, read without Polars and without the manifest."""

from pathlib import Path

import pyarrow.parquet as pq

from sim.batches import batch_deals


def rows_of(folder: Path, table: str, cell: int) -> list[dict]:
    """Read one table of one cell."""
    files = sorted((folder / table / f"cell={cell:03d}").glob("*.parquet"))
    return [with_lists(row) for file in files for row in pq.ParquetFile(file).read().to_pylist()]


def with_lists(row: dict) -> dict:
    """Put the columns `score_0`, `score_1`, ... and `total_0`, `total_1`, ... together."""
    lists: dict[str, list] = {}
    for name, value in row.items():
        stem, _, seat = name.partition("_")
        if seat.isdigit():
            lists.setdefault(stem, []).append(value)
    return {name: value for name, value in row.items() if not name.rpartition("_")[2].isdigit()} | lists


def by_game(rows: list[dict]) -> dict[int, list[dict]]:
    """Put rows of one game together."""
    games: dict[int, list[dict]] = {}
    for row in rows:
        games.setdefault(row["game"], []).append(row)
    return games


def batch_of(game: int, deals: int, rotations: int) -> int:
    """Give the batch of a game, step by step: game, deal, batch."""
    return game // rotations // batch_deals(deals)


def order_of_play(row: dict) -> list[int]:
    """List the seats that are in, from the first player on, clockwise."""
    n = len(row["score"])
    seats = [(row["first"] + step) % n for step in range(n)]
    return [seat for seat in seats if row["score"][seat] is not None]


def winners(row: dict) -> list[int]:
    """E7: who won the round."""
    if row["end"] == "stopped":
        return []
    if row["end"] != "assaf":
        return [row["ender"]]
    return [seat for seat in order_of_play(row) if seat != row["ender"] and row["score"][seat] == 0]
