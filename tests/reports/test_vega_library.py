"""The charts' script: bundled once, kept, and bundled again when it is damaged or cannot be kept."""

import base64
import zlib

import pytest
import vl_convert

from reports.vega_library import kept_file, packed_library


@pytest.fixture
def bundled(monkeypatch, tmp_path):
    """Keep files in an empty folder, and list every bundling."""
    calls = []

    def bundle(snippet):
        calls.append(snippet)
        return f"/* é */ {snippet}"

    monkeypatch.setenv("YANIV_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(vl_convert, "javascript_bundle", bundle)
    return calls


def test_vega_library__is_bundled_once(bundled):
    packed = packed_library()
    assert packed_library() == packed
    assert zlib.decompress(base64.b64decode(packed)).decode() == "/* é */ window.vegaEmbed = vegaEmbed;"
    assert len(bundled) == 1


@pytest.mark.parametrize("damage", [b"", b"\xff", b"no hash\nalert(1)"])
def test_vega_library__a_damaged_file_is_made_again(bundled, damage):
    script, whole = packed_library(), kept_file().read_bytes()
    kept_file().write_bytes(damage)
    assert packed_library() == script
    assert kept_file().read_bytes() == whole
    assert len(bundled) == 2


def test_vega_library__a_flipped_bit_is_found(bundled):
    script, whole = packed_library(), kept_file().read_bytes()
    kept_file().write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    assert packed_library() == script
    assert len(bundled) == 2


def test_vega_library__needs_no_folder_to_keep_it_in(bundled, tmp_path):
    (tmp_path / "cache").write_text("a file")
    assert packed_library() == packed_library()
    assert len(bundled) == 2
