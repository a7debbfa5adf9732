"""How many examples are tried where every game and preset is tried with each."""

from hypothesis import settings


def few(is_nightly: bool) -> settings:
    """The usual number by night, and fewer by day; a file says which, so that the night runs it."""
    return settings(max_examples=25 if is_nightly else 8)
