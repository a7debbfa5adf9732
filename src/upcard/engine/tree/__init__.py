"""The unrolled tree of a game, and the rounds of a match as games of their own."""

from typing import Any


def __getattr__(name: str) -> Any:
    """Return a name that the documentation once imported from here, with a warning."""
    from upcard.old_paths import former_name

    return former_name(__name__, name)
