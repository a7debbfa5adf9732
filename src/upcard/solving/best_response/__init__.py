"""Best responses to known strategies, over the tree or by rollouts.

Best responses to plans are computed in :mod:`upcard.solving.exploitability` for trees, and in
:mod:`upcard.solving.round_best_response` for rounds of a match.
"""

from typing import Any


def __getattr__(name: str) -> Any:
    """Return a name that the documentation once imported from here, with a warning."""
    from upcard.old_paths import former_name

    return former_name(__name__, name)
