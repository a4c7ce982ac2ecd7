"""The lock file itself; who may hold it is seen in the tests of faults."""

import errno
import os

import pytest

from sim.atomic_files import WriteFailed
from sim.errors import InputError
from sim.run_lock import LOCK_NAME, run_lock


def test_lock__is_there_while_it_is_held(tmp_path):
    with run_lock(tmp_path):
        assert f'"pid": {os.getpid()}' in (tmp_path / LOCK_NAME).read_text()
        with pytest.raises(InputError, match=f"process {os.getpid()} on "), run_lock(tmp_path):
            pass
    assert not (tmp_path / LOCK_NAME).exists()


def test_lock__that_another_put_in_its_place_is_left_alone(tmp_path):
    path = tmp_path / LOCK_NAME
    with run_lock(tmp_path):
        path.unlink()
        path.write_text("another's")
    assert path.read_text() == "another's"


@pytest.mark.parametrize("step", ["ftruncate", "pwrite"])
def test_lock__full_disk_is_told_with_the_path_and_leaves_none(tmp_path, monkeypatch, step):
    def refuse(*_arguments):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, step, refuse)
    with pytest.raises(WriteFailed, match=f"{LOCK_NAME}: cannot be written: No space left"), run_lock(tmp_path):
        raise AssertionError("held")
    assert not (tmp_path / LOCK_NAME).exists()


def test_lock__pipe_of_its_name_is_told(tmp_path):
    os.mkfifo(tmp_path / LOCK_NAME)
    with pytest.raises(WriteFailed, match="cannot be written"), run_lock(tmp_path):
        raise AssertionError("held")
