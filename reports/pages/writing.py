"""Writes the files of a page: all of them appear when all are complete, or none."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from sim.atomic_files import TEMPORARY, sync_folder, write_errors, write_whole

NEW: Final = ".new"
"""What the names of finished files end in until all are there."""

MARK: Final = b'<meta name="generator" content="yaniv-sim">'
"""In the head of every page."""


def numbers_text(data: Mapping[str, Any]) -> str:
    """Write the data of a page as JSON: the same data, the same bytes."""
    return json.dumps(data, indent=1, sort_keys=True, ensure_ascii=False, allow_nan=False) + "\n"


def write_together(texts: Mapping[Path, str]) -> None:
    """Write files of one folder; the last one is the page, which names the others.

    Raises
    ------
    WriteFailed
        When one cannot be written; those that were there before stay.
    """
    folder = next(iter(texts)).parent
    folder.mkdir(parents=True, exist_ok=True)
    new = {path: path.with_name(path.name + NEW) for path in texts}
    for path in new.values():  # by a process that was killed
        for left_over in (path, *folder.glob(f"{path.name}.*{TEMPORARY}")):
            if left_over.is_file() or left_over.is_symlink():
                left_over.unlink()
    try:
        for path, text in texts.items():
            write_whole(new[path], text.encode())
        for path in texts:
            with write_errors(path):
                new[path].replace(path)
        sync_folder(folder)
    finally:
        for path in new.values():
            path.unlink(missing_ok=True)
