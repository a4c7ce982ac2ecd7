"""Chunks that are finished beyond what `run.json` wants: a copy from before the run was extended lies in its place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sim.manifest import MANIFEST, Manifest
from sim.plan import Plan
from sim.strays import Stray


def finished_deals(manifest: Manifest, plan: Plan, deals: Sequence[int], strays: Iterable[Stray]) -> tuple[int, ...]:
    """Count the deals of each cell up to the end of its last finished chunk, or those wanted where these are more.

    Parameters
    ----------
    manifest, plan
        Of the run.
    deals
        Wanted of each cell.
    strays
        Files of the run that belong to no chunk of so many deals.
    """
    found = list(deals)
    last = ((cell, (wanted - 1) // plan.chunk_deals) for cell, wanted in enumerate(deals))  # it may be a short one
    for cell, number in (*last, *_beyond(plan, strays)):
        end = manifest.end_of(cell, number, plan.chunk_deals, plan.cells[cell].rotations)
        found[cell] = max(found[cell], end)
    return tuple(found)


def _beyond(plan: Plan, strays: Iterable[Stray]) -> Iterator[tuple[int, int]]:
    """Give cell and number of the chunks whose entries are strays."""
    for stray in strays:
        folder = stray.path.parent
        if stray.number is not None and folder.parent.name == MANIFEST:
            cell = int(folder.name.removeprefix("cell="))
            if cell < len(plan.cells):
                yield cell, stray.number


def games_for(plan: Plan, deals: Sequence[int]) -> int:
    """Find a number of games whose deals are at least these, and the same where any number's are.

    Cells have other numbers of games where a deal is played in other numbers of rotations; each of them can come
    from every number of games between its own less a rotation and its own.
    """
    ends = [(cell.rotations, cell.rotations * n) for cell, n in zip(plan.cells, deals, strict=True)]
    least = max(games - rotations + 1 for rotations, games in ends)
    most = min(games for _, games in ends)
    return max(least, most)
