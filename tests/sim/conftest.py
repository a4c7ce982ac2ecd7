"""What tests of this floor share."""

import shutil

import pytest

from tests.run_helpers import SMALL, finished_run


@pytest.fixture(scope="session")
def small_run(tmp_path_factory):
    """Play a run of 44 games in three chunks; not to be changed."""
    return finished_run(tmp_path_factory.mktemp("small") / "run", *SMALL)


@pytest.fixture
def run_copy(small_run, tmp_path):
    """Copy a finished run, to be changed."""
    return shutil.copytree(small_run, tmp_path / "copy")
