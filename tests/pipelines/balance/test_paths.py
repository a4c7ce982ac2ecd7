import numpy as np
import pytest

from pipelines.balance import comeback, drama
from pipelines.balance.paths import NOBODY, Paths, is_followed, out_from, read_paths
from sim.exact_parts import WHOLE
from sim.manifest import DamagedRun
from sim.rules import named_variants
from tests.pipelines.rows import batch_of, by_game, rows_of


@pytest.mark.parametrize("cell", [0, 3, 6])
def test_read_paths__tells_what_the_rows_say(odd_folder, odd_run, cell):
    """Four to the last one in; the first out ends it and wins may be shared; games that are stopped."""
    played = odd_run.cells[cell]
    rounds, seats = (by_game(rows_of(odd_folder, table, cell)) for table in ("rounds", "seats"))
    games = {row["game"]: row for row in rows_of(odd_folder, "games", cell)}
    limit = played.cell.variant.score_limit + (played.cell.variant.elimination == "above")
    game = 0
    for part in read_paths(played):
        for at, start in enumerate(part.starts):
            rows, row = rounds[game], games[game]
            total = part.total[start : start + part.rounds[at]]
            assert [[None if t == NOBODY else t for t in line] for line in total.tolist()] == [r["total"] for r in rows]
            inside = [[t is not None and t < limit for t in r["total"]] for r in rows]
            assert part.inside[start : start + len(rows)].tolist() == inside
            won = [s["place"] == 1 and not row["stopped"] for s in seats[game]]
            assert part.wins[at].tolist() == [WHOLE // max(1, row["winners"]) * one for one in won]
            assert part.batch[at] == batch_of(game, played.deals, played.cell.rotations)
            assert part.decided[at] == (not row["stopped"])
            game += 1
        assert np.array_equal(
            part.number, [r["round"] for g in range(game - len(part.rounds), game) for r in rounds[g]]
        )
    assert game == played.games


def test_read_paths__tables_of_other_games_are_refused(odd_run, monkeypatch):
    cell = odd_run.cells[0]

    def crossed(self, first_deal=0):
        for read in type(cell).stored_slices(other, first_deal):
            rows = read()
            yield lambda rows=rows: rows | {"rounds": rows["rounds"].head(100)}

    other = odd_run.cells[0]
    broken = _Sliced(cell, crossed)
    with pytest.raises(DamagedRun, match="cell 0: its rounds or seats are not those of its games"):
        list(read_paths(broken))


class _Sliced:
    """A cell whose slices are replaced."""

    def __init__(self, cell, slices):
        self._cell, self._slices = cell, slices

    def stored_slices(self, first_deal=0):
        return self._slices(self._cell, first_deal)

    def __getattr__(self, name):
        return getattr(self._cell, name)


def test_out_from__above_the_limit_or_on_reaching_it():
    variant = named_variants()["standard"]
    assert out_from(variant) == 201
    assert out_from(variant.model_copy(update={"elimination": "reach"})) == 200


def test_is_followed__games_of_several_rounds():
    assert [is_followed(named_variants()[name]) for name in ("standard", "short")] == [True, False]


def test_counts__do_not_depend_on_the_order_of_chunks(odd_run):
    """Seven chunks of 32 deals, forwards, backwards and all at once: the same integers."""
    played = odd_run.cells[0]
    parts = list(read_paths(played))
    assert len(parts) == 7
    whole = Paths(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))
    for counted in (
        lambda some: comeback.count(some, played.n_batches),
        lambda some: drama.count(lambda: some, played.n_batches),
    ):
        expected = counted(parts)
        for some in (parts[::-1], [whole]):
            for name, sums in counted(some).items():
                assert np.array_equal(sums.above, expected[name].above)
                assert np.array_equal(sums.below, expected[name].below)
