"""What all tests share."""

from hypothesis import settings

# How long an example takes depends on what else the machine does; the same examples every time keep a failure findable.
settings.register_profile("house", deadline=None, derandomize=True)
settings.load_profile("house")
