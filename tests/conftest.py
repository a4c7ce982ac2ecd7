"""What all tests share."""

import pytest
from hypothesis import settings

from tests.lives import Lives

# A busy machine makes examples slow, which is no fault; the same ones every time keep a failure findable.
settings.register_profile("house", deadline=None, derandomize=True)
settings.load_profile("house")


@pytest.fixture(scope="session")
def lives(tmp_path_factory):
    """Real processes that may be killed."""
    server = Lives(tmp_path_factory.mktemp("lives"))
    yield server
    server.close()
