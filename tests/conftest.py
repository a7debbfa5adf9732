"""Settings of the whole suite."""

import signal

from hypothesis import settings

settings.register_profile("upcard", deadline=None, max_examples=25, print_blob=True)
settings.load_profile("upcard")

# A shell lets what it runs in the background ignore Ctrl-C; tests press it.
signal.signal(signal.SIGINT, signal.default_int_handler)
