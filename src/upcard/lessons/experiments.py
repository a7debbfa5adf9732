"""Experiments of a chapter: readers repeat a chance as often as they like, and watch what becomes of it.

They run in the browser. Documents and pages without scripts show what to expect in words.
"""

from dataclasses import dataclass

SHARE, BEST = "share", "best"
"""Kinds: a share that settles down with its interval, and the best of many that are alike."""


@dataclass(frozen=True)
class Experiment:
    """A chance that readers try out."""

    title: str
    """What to try, in a sentence."""
    kind: str
    """``share`` or ``best``."""
    percent: int
    """The usual value of the true chance, in per cent."""
    expected: str
    """The result to expect, in a sentence or two."""
    many: int = 1
    """How many strategies are alike; for ``best``."""
    tries: int = 1
    """Games of each of them in one go; for ``best``."""
