"""A balance as Markdown, for a repository."""

from __future__ import annotations

from collections.abc import Iterator

from reports.pages.balance.matrix import matrix
from reports.pages.blocks import Data
from reports.words import count, write


def markdown(data: Data) -> Iterator[str]:
    """Write the opening, every verdict and headline number as tables, and the changes that are more than chance."""
    yield f"# {data['run']['title']}"
    yield ""
    for sentence in data["sentences"]:
        yield f"- {_plain(sentence)}"
    yield ""
    amounts = ", ".join(f"{count(games)} with {n} players" for n, games in data["run"]["mirror_games"].items())
    yield f"Games of equal players: {amounts}. Seed {data['run']['seed']}: `{data['run']['commands'][0]}`"
    for warning in data["warnings"]:
        yield ""
        yield f"Mind: {_plain(warning)}"
    found = matrix(data)
    for name, title in found.measures:
        yield ""
        yield f"## {_plain(title)}"
        yield ""
        yield f"| variant | level | {' | '.join(f'{n} players' for n in found.players)} |"
        yield f"|---|---|{'---|' * len(found.players)}"
        for variant, level, row in found.rows:
            by = {n: row[n][0].values.get(name) if n in row else None for n in found.players}
            cells = [_cell(by[n]) for n in found.players]
            yield f"| {_plain(variant)} | {level} | {' | '.join(cells)} |"
    yield from _changes(data)


def _cell(written: object) -> str:
    from reports.words import Written

    if not isinstance(written, Written):
        return "–"
    return _plain(f"{written.estimate} ({written.interval}; n {written.n})" if written.interval else written.estimate)


def _changes(data: Data) -> Iterator[str]:
    rows = [row for row in data["effects"]["rows"] if row["is_change"]]
    if not rows:
        return
    yield ""
    yield f"## Changes against {_plain(data['effects']['base'])}"
    yield ""
    yield f"More than chance at a false discovery rate of {100 * data['effects']['rate']:g} % (Benjamini-Hochberg)."
    yield ""
    yield "| number | variant | players | level | difference | 95 % interval | n |"
    yield "|---|---|---|---|---|---|---|"
    for row in rows:
        w = write(row["difference"], row["unit"], signed=True)
        names = f"| {row['label']} | {_plain(row['variant'])} | {row['players']} | {row['level']}"
        yield f"{names} | {w.estimate} | {w.interval} | {w.n} |"


def _plain(text: str) -> str:
    """Keep a name from ending a cell or beginning a tag."""
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;")
