"""The check of a run that keeps tallies: its files, what its sums say of each other, and batches played again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import numpy as np

from sim.batches import batch_deals, n_batches
from sim.exact_parts import WHOLE
from sim.manifest import MANIFEST, DamagedRun, GrownRun, cell_folder
from sim.shown import counted, printable
from sim.tallies.declared import DECLARED, VIEWS
from sim.verify.findings import Checked, Fault, Findings, Mend
from sim.verify.folder_files import folder_findings

if TYPE_CHECKING:
    from sim.plan import Cell
    from sim.progress import Progress
    from sim.run_folder import RunFolder
    from sim.stopping import StopRequest
    from sim.tallies.files import TallyEntry
    from sim.tallies.sums import CellSums, Integers

N_RULES: Final = 22
"""Rules that every cell's sums are held to."""


def check_tally_run(folder: RunFolder, stop: StopRequest, progress: Progress) -> Findings:
    """Check every file and every sum of a run.

    Parameters
    ----------
    folder
        The run; it need not be finished.
    stop
        Set from outside to stop early; what was found so far is given.
    progress
        Told what was checked.
    """
    findings = folder_findings(folder)
    for cell, wanted in enumerate(folder.deals):
        if stop.is_set:
            findings.stopped = True
            break
        games, rounds = _check_cell(folder, cell, wanted, findings)
        progress.add(games, rounds)
        progress.tick()
    return findings


def _check_cell(folder: RunFolder, cell: int, wanted: int, findings: Findings) -> tuple[int, int]:
    """Add what is wrong with a cell to the findings; give the games and rounds that were looked at."""
    try:
        entry = folder.tallies.read_entry(cell, wanted)
        sums = None if entry is None else folder.tallies.read(entry)
    except (DamagedRun, GrownRun) as error:
        name, _, told = str(error).removeprefix(printable(f"{folder.path}/")).partition(" ")
        mend = Mend.REPAIR if isinstance(error, DamagedRun) else Mend.NONE
        findings.add(Fault("tallies", name, told, mend, cell))
        if mend is Mend.REPAIR:
            findings.damaged_cells.append(cell)
        return 0, 0
    rotations = folder.plan.cells[cell].rotations
    done = 0 if entry is None else entry.n_deals
    if done < wanted:
        told = f"lacks {counted((wanted - done) * rotations, 'game')} that are not played yet"
        findings.add(Fault("unfinished", f"{MANIFEST}/{cell_folder(cell)}", told, Mend.RESUME, cell))
    if entry is None or sums is None:
        return 0, 0
    for told in sum_faults(sums, entry, folder.plan.cells[cell]):
        findings.add(Fault("sums", entry.path, told, Mend.NONE, cell))
    games = done * rotations
    size = entry.part.n_bytes
    findings.checked.add(Checked(files=1, bytes=size, games=games, rounds=entry.rounds, invariants=N_RULES))
    return games, entry.rounds


def sum_faults(sums: CellSums, entry: TallyEntry, cell: Cell) -> Iterator[str]:
    """Hold the sums of a cell to what must be true of any games: each batch has its games, and tallies agree.

    Yields
    ------
    str
        What is wrong, to stand behind the name of the file.
    """
    n = -(-(entry.deals[-1][1] if entry.deals else 0) // entry.batch_deals)

    def by_batch(name: str, field: str, weight: int | None = None) -> Integers:
        """Sum a field of a tally by batch, perhaps times one of its keys."""
        keys, values = sums[name]
        place = [one.name for one in DECLARED[name].sums].index(field)
        column = values[:, place] * (1 if weight is None else keys[:, 1 + weight])
        made = np.zeros(n, np.int64)
        np.add.at(made, keys[:, 0], column)
        return made

    for name, (keys, values) in sums.items():
        if len(keys) and (keys.min() < 0 or keys[:, 0].max() >= n):
            yield f"has a key of the tally {name} that is out of range"
            return
        if len(keys) > 1 and not _is_rising(keys):
            yield f"has rows of the tally {name} out of order or twice"
        allowed_below_0 = [field.name in ("won", "lost", "call", "wait") for field in DECLARED[name].sums]
        if (values[:, ~np.array(allowed_below_0)] < 0).any():
            yield f"has a sum of the tally {name} below 0"
    expected = np.zeros(n, np.int64)
    for begin, end in entry.deals:
        for batch in range(begin // entry.batch_deals, -(-end // entry.batch_deals)):
            first, last = batch * entry.batch_deals, (batch + 1) * entry.batch_deals
            expected[batch] += (min(end, last) - max(begin, first)) * cell.rotations
    games, rounds = by_batch("game_sums", "games"), by_batch("game_sums", "rounds")
    calls, assafs = by_batch("seats", "calls"), by_batch("seats", "assafs_suffered")
    same = (
        ("games and deals", games, expected),
        ("games by rounds and games", by_batch("game_rounds", "games"), games),
        ("games by turns and games", by_batch("game_turns", "games"), games),
        ("games with their calls and games", by_batch("game_assafs", "games"), games),
        ("seats and games", by_batch("seats", "seats"), games * cell.players),
        ("seats by rounds and games", by_batch("seat_rounds", "seats"), games * cell.players),
        ("rounds by games and rounds of games", by_batch("game_rounds", "games", 0), rounds),
        ("rounds by turns and rounds of games", by_batch("turns", "rounds"), rounds),
        ("openings and rounds of games", by_batch("openings", "rounds"), rounds),
        ("turns of rounds and turns of games", by_batch("turns", "rounds", 2), by_batch("game_sums", "turns")),
        ("turns by games and turns of games", by_batch("game_turns", "games", 0), by_batch("game_sums", "turns")),
        ("rounds of seats and rounds by seats", by_batch("seats", "rounds_in"), by_batch("seat_rounds", "seats", 0)),
        ("calls by seat and calls", by_batch("calls", "calls"), calls * len(VIEWS)),
        ("forks by hands and forks by turns", by_batch("forks", "forks"), by_batch("forks_turn", "forks")),
        ("values of calls by hands and by turns", by_batch("forks", "call"), by_batch("forks_turn", "call")),
        ("values of waiting by hands and by turns", by_batch("forks", "wait"), by_batch("forks_turn", "wait")),
        ("Assafs by seat and Assafs", by_batch("calls", "assafs"), assafs * len(VIEWS)),
    )
    for what, one, other in same:
        if (differ := np.flatnonzero(one != other)).size:
            batch = int(differ[0])
            yield f"has {what} that differ: {one[batch]} and {other[batch]} in batch {batch}"
    if int(rounds.sum()) != entry.rounds:
        yield f"has {rounds.sum()} rounds where its entry says {entry.rounds}"
    won = by_batch("seats", "wins")
    decided = by_batch("seats", "decided") // cell.players
    if (differ := np.flatnonzero(won != WHOLE * decided)).size:
        yield f"has wins that are not one a game in batch {int(differ[0])}"


def _is_rising(keys: Integers) -> bool:
    before, after = keys[:-1], keys[1:]
    differ = before != after
    if not differ.any(axis=1).all():
        return False
    place = differ.argmax(axis=1)
    rows = np.arange(len(place))
    return bool((before[rows, place] < after[rows, place]).all())


def check_tally_sample(folder: RunFolder, n: int, findings: Findings, stop: StopRequest, progress: Progress) -> None:
    """Play whole batches again, as many as hold n games, and compare every sum."""
    from sim.engine import CellPlayer, Stopped
    from sim.tallies.counting import CellCounter

    for cell_number, batches in sorted(_sample(folder, n, findings).items()):
        cell, deals = folder.plan.cells[cell_number], folder.deals[cell_number]
        entry = folder.tallies.look(cell_number)
        if entry is None:
            continue
        size = batch_deals(deals)
        sums = folder.tallies.read(entry)
        counter, player = CellCounter(cell, size), CellPlayer(cell, folder.plan.seed)
        counter.ready()
        for batch in batches:
            begin, end = batch * size, min((batch + 1) * size, deals)
            try:
                for rows in player.play(begin, end - begin, stop.flag):
                    counter.add(rows)
                    progress.add(len(rows.games["game"]), len(rows.rounds["game"]))
                    progress.tick()
            except Stopped:
                findings.stopped = True
                return
            for name, (keys, values) in counter.take().items():
                stored = sums[name]
                mine = stored.keys[:, 0] == batch
                if not (np.array_equal(stored.keys[mine], keys) and np.array_equal(stored.values[mine], values)):
                    told = f"cell {cell_number}, batch {batch}: played again, the tally {name} differs"
                    at = (begin * cell.rotations, end * cell.rotations - 1)
                    findings.add(Fault("sample", entry.path, told, Mend.NONE, cell_number, at))
            findings.checked.sampled += (end - begin) * cell.rotations


def _sample(folder: RunFolder, n: int, findings: Findings) -> dict[int, list[int]]:
    """Choose batches that hold n games, by cell, so that each file is read once; count those that cannot be taken."""
    chosen: dict[int, list[int]] = {}
    left = n
    for cell, batch in _chosen(folder):
        if left <= 0:
            break
        entry = folder.tallies.look(cell) if cell not in findings.damaged_cells else None
        size = batch_deals(folder.deals[cell])
        begin, end = batch * size, min((batch + 1) * size, folder.deals[cell])
        games = (end - begin) * folder.plan.cells[cell].rotations
        if entry is None or entry.batch_deals != size or not any(a <= begin and end <= b for a, b in entry.deals):
            findings.checked.sample_skipped += games
            continue
        chosen.setdefault(cell, []).append(batch)
        left -= games
    return chosen


def _chosen(folder: RunFolder) -> Iterator[tuple[int, int]]:
    """Give every cell and batch once, in an order that the plan's hash decides; all cells have a turn."""
    rest = {cell: list(range(n_batches(deals))) for cell, deals in enumerate(folder.deals)}
    step = 0
    while rest:
        for cell in list(rest):
            digest = hashlib.blake2b(f"{folder.plan.hash} {cell} {step}".encode(), digest_size=8).digest()
            yield cell, rest[cell].pop(int.from_bytes(digest, "little") % len(rest[cell]))
            if not rest[cell]:
                del rest[cell]
        step += 1
