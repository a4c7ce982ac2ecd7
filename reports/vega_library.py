"""The JavaScript that draws a page's charts: the same for every page, so bundled and packed once, and then kept."""

import contextlib
import hashlib
from importlib.metadata import version
from pathlib import Path
from typing import Final

from reports.pages.packing import pack
from sim.atomic_files import WriteFailed, write_whole
from sim.compiled_files import cache_root

SNIPPET: Final = "window.vegaEmbed = vegaEmbed;"


def packed_library() -> str:
    """Give Vega, Vega-Lite and Vega-Embed as one packed script; to bundle them takes two seconds.

    The kept file begins with the SHA-256 of the rest; one that is damaged is bundled and written again, and
    where nothing can be written every process bundles for itself.
    """
    path = kept_file()
    with contextlib.suppress(OSError):
        digest, _, kept = path.read_bytes().partition(b"\n")
        if digest.decode(errors="replace") == hashlib.sha256(kept).hexdigest():
            return kept.decode()
    import vl_convert

    packed = pack(str(vl_convert.javascript_bundle(SNIPPET)))
    with contextlib.suppress(OSError, WriteFailed):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, f"{hashlib.sha256(packed.encode()).hexdigest()}\n{packed}".encode())
    return packed


def kept_file() -> Path:
    """Where the script of exactly this version of vl-convert lies, beside the compiled engine."""
    key = hashlib.sha256(SNIPPET.encode()).hexdigest()[:8]
    return cache_root() / f"vega-{version('vl-convert-python')}-{key}.packed"
