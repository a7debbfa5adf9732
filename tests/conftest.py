"""Settings of the whole suite."""

from hypothesis import settings

settings.register_profile("upcard", deadline=None, max_examples=25, print_blob=True)
settings.load_profile("upcard")
