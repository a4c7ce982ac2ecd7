"""Our own Parquet files, read by others: random columns with nulls, the ends of the types, few rows and none."""

import duckdb
import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from sim.parquet.writer import Field, ParquetWriter, Slice

TEXTS = ("yaniv", "assaf", "über")
FIELDS = (
    *(Field(f"u{bits}", bits) for bits in (8, 16, 32, 64)),
    *(Field(f"null_u{bits}", bits, nullable=True) for bits in (8, 16)),
    *(Field(f"growing_u{bits}", bits, growing=True, limits=bits == 64) for bits in (16, 32, 64)),
    Field("seat_0", 16, nullable=True, growing=True),
    Field("seat_1", 16, nullable=True),
    Field("bool", 1),
    Field("null_bool", 1, nullable=True),
    Field("text", 8, texts=TEXTS),
)
TYPES = {1: np.uint8, 8: np.uint8, 16: np.uint16, 32: np.uint32, 64: np.uint64}


def made(field, n, kind, random):
    """Values of a column, nulls as the largest of the type."""
    dtype = TYPES[field.bits]
    largest = np.iinfo(dtype).max
    if field.texts or field.bits == 1:
        values = random.integers(0, len(field.texts or "ab"), n).astype(dtype)
    else:
        top = {"small": 5, "bytes": 250, "wide": largest - 1, "few": largest - 1, "constant": 1}[kind]
        values = random.integers(0, top, n, dtype=np.uint64).astype(dtype)
        if kind == "constant":
            values[:] = largest - 1
        elif kind == "few":
            values = values[random.integers(0, min(n, 300), n)]
        elif field.growing and kind not in ("wide", "few"):
            values = (np.cumsum(values.astype(np.uint64)) % 60_000).astype(dtype)
    if field.nullable:
        values[random.random(n) < {"small": 0.3, "bytes": 0.0, "wide": 1.0, "few": 0.1, "constant": 0.01}[kind]] = (
            largest
        )
    return values


def written(path, groups):
    with path.open("wb") as file:
        writer = ParquetWriter(file.write, FIELDS, {"made": "here"})
        for columns in groups:
            seats = np.stack([columns["seat_0"], columns["seat_1"]], axis=1)
            by_seat = {"seat_0": Slice(seats, 0), "seat_1": Slice(seats, 1)}
            writer.write_group([by_seat.get(field.name, columns[field.name]) for field in FIELDS])
        writer.close()
    return path


def expected(field, groups):
    found = []
    for columns in groups:
        null = np.iinfo(columns[field.name].dtype).max
        for value in columns[field.name].tolist():
            if field.nullable and value == null:
                found.append(None)
            else:
                found.append(TEXTS[value] if field.texts else bool(value) if field.bits == 1 else value)
    return found


@pytest.mark.parametrize("kind", ["small", "bytes", "wide", "few", "constant"])
@pytest.mark.parametrize("sizes", [(), (1,), (2,), (7, 9), (1000, 1), (1025,), (5000, 3000)])
def test_file__is_read_by_others(tmp_path, sizes, kind):
    random = np.random.default_rng(len(sizes) + sum(sizes))
    groups = [{field.name: made(field, n, kind, random) for field in FIELDS} for n in sizes]
    path = written(tmp_path / "own.parquet", groups)
    arrow = pq.read_table(path, page_checksum_verification=True)
    polars = pl.read_parquet(path)
    duck = duckdb.sql(f"SELECT * FROM '{path}'").to_arrow_table()  # noqa: S608
    for field in FIELDS:
        want = expected(field, groups)
        assert arrow[field.name].to_pylist() == want, field
        assert polars[field.name].to_list() == want, field
        assert duck[field.name].to_pylist() == want, field
        if not field.texts and field.bits > 1:
            assert arrow.schema.field(field.name).type == pa.from_numpy_dtype(TYPES[field.bits])
        assert arrow.schema.field(field.name).nullable == field.nullable


@pytest.mark.parametrize("n_different", [256, 257, 32_768, 32_769])
def test_long_numbers__may_be_few_or_many(tmp_path, n_different):
    random = np.random.default_rng(n_different)
    different = np.unique(random.integers(0, 2**64 - 1, n_different, dtype=np.uint64))
    values = different[random.permutation(2 * len(different)) % len(different)]
    with (tmp_path / "long.parquet").open("wb") as file:
        writer = ParquetWriter(file.write, [Field("mask", 64)], {})
        writer.write_group([values])
        writer.close()
    assert pl.read_parquet(file.name)["mask"].to_numpy().tolist() == values.tolist()
    assert pq.read_table(file.name)["mask"].to_pylist() == values.tolist()
    described = pq.read_metadata(file.name).row_group(0).column(0)
    assert ("RLE_DICTIONARY" in described.encodings) == (n_different <= 32_768)


@pytest.mark.parametrize("n", [1, 3, 2000])
@pytest.mark.parametrize(("low", "high"), [(0, 5), (0, 300), (-3, 3), (-(2**63), 2**63 - 1), (-1, 0), (7, 8)])
def test_sums__signed_or_missing_in_a_row_group__are_read_by_others(tmp_path, n, low, high):
    values = np.random.default_rng(n).integers(low, high, n, dtype=np.int64)
    fields = [Field("row", 32), Field("sum", 64, optional=True, signed=True), Field("key", 32, optional=True)]
    path = tmp_path / "sums.parquet"
    with path.open("wb") as file:
        writer = ParquetWriter(file.write, fields, {})
        rows = np.arange(n, dtype=np.uint32)
        writer.write_group([rows, values.view(np.uint64), None])
        writer.write_group([rows, None, rows])
        writer.close()
    expected_sums, expected_keys = values.tolist() + [None] * n, [None] * n + rows.tolist()
    for frame in (
        pl.read_parquet(path),
        pl.from_arrow(pq.read_table(path, page_checksum_verification=True)),
        duckdb.sql(f"SELECT * FROM '{path}'").pl(),  # noqa: S608
    ):
        assert frame.schema["sum"] == pl.Int64
        assert frame["sum"].to_list() == expected_sums
        assert frame["key"].to_list() == expected_keys


def test_file__tells_limits_and_labels(tmp_path):
    random = np.random.default_rng(1)
    groups = [{field.name: made(field, 500, "wide", random) for field in FIELDS} for _ in range(2)]
    metadata = pq.read_metadata(written(tmp_path / "own.parquet", groups))
    assert metadata.metadata == {b"made": b"here"}
    number = [field.name for field in FIELDS].index("growing_u64")
    for group, columns in enumerate(groups):
        limits = metadata.row_group(group).column(number).statistics
        assert (limits.min, limits.max) == (columns["growing_u64"].min(), columns["growing_u64"].max())


def test_checksums__find_every_flipped_bit_of_a_page(tmp_path):
    random = np.random.default_rng(2)
    path = written(tmp_path / "own.parquet", [{field.name: made(field, 300, "bytes", random) for field in FIELDS}])
    column = pq.read_metadata(path).row_group(0).column(1)
    data = bytearray(path.read_bytes())
    for at in range(40):
        place = column.data_page_offset + column.total_compressed_size // 3 - at
        data[place] ^= 1 << at % 8
        path.write_bytes(data)
        with pytest.raises(OSError, match=r"."):
            pq.read_table(path, columns=[FIELDS[1].name], page_checksum_verification=True)
        data[place] ^= 1 << at % 8


def test_rows__of_bytes_take_less_than_pyarrow_needs(tmp_path):
    random = np.random.default_rng(3)
    columns = {field.name: made(field, 60_000, "bytes", random) for field in FIELDS}
    path = written(tmp_path / "own.parquet", [columns])
    pq.write_table(pq.read_table(path), tmp_path / "theirs.parquet", compression="zstd", compression_level=1)
    assert path.stat().st_size < (tmp_path / "theirs.parquet").stat().st_size
