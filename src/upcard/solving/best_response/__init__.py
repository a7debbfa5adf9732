"""Best responses to known strategies: over the tree, round by round, and by rollouts."""

from typing import Any


def __getattr__(name: str) -> Any:
    """Return a name that the documentation once imported from here, with a warning."""
    from upcard.old_paths import former_name

    return former_name(__name__, name)
