"""Files that are there whole or not at all."""

import hashlib

import pytest

from sim.atomic_files import HashingFile, read_json, unseal, write_sealed, write_whole


def test_hashing_file__knows_size_and_hash_of_what_it_wrote(tmp_path):
    file = HashingFile(tmp_path / "file")
    for piece in (b"one", b"", memoryview(b"two")):
        file.write(piece)
    assert not (tmp_path / "file").exists()
    file.keep()
    assert (tmp_path / "file").read_bytes() == b"onetwo"
    assert (file.n_bytes, file.tell()) == (6, 6)
    assert file.sha256 == hashlib.sha256(b"onetwo").hexdigest()
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_hashing_file__given_up_leaves_nothing(tmp_path):
    file = HashingFile(tmp_path / "file")
    file.write(b"one")
    file.discard()
    assert file.closed
    assert file.write(b"late") == 4  # a writer may empty its buffer into it
    assert list(tmp_path.iterdir()) == []


def test_write_whole__replaces_what_was_there(tmp_path):
    write_whole(tmp_path / "file", b"old")
    write_whole(tmp_path / "file", b"new")
    assert (tmp_path / "file").read_bytes() == b"new"


def test_seal__is_of_what_was_written(tmp_path):
    path = tmp_path / "file"
    write_sealed(path, {"a": 1, "b": "ü"})
    assert unseal(read_json(path)) == {"a": 1, "b": "ü"}
    path.write_text(path.read_text().replace("1", "2"))
    with pytest.raises(ValueError, match="is not as it was written"):
        unseal(read_json(path))


@pytest.mark.parametrize("text", ["[1]", "7", '"run"', "null"])
def test_json__that_is_no_object_is_refused(tmp_path, text):
    path = tmp_path / "entry.json"
    path.write_text(text)
    with pytest.raises(ValueError, match="is no JSON object"):
        read_json(path)
