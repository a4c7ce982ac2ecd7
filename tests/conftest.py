"""What all tests share."""

from hypothesis import settings

# A busy machine makes examples slow, which is no fault; the same ones every time keep a failure findable.
settings.register_profile("house", deadline=None, derandomize=True)
settings.load_profile("house")
