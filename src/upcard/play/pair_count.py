"""Counting by pairs: a card and its negative cancel each other, and the rest is added.

A game that is counted like this has a part ``card_count`` in its folder: ``HINT``, a sentence for players,
and a function ``values(s, p)`` that returns the values of the cards that seat `p` collected.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType

from upcard.engine.registry import part
from upcard.engine.state import PlainState


@dataclass(frozen=True)
class PairCount:
    """Cards counted by pairs; ``hint`` says how."""

    hint: str
    pairs: tuple[int, ...]
    """The positive value of each pair that cancels, the highest first."""
    rest: tuple[int, ...]
    """The values that are left, the highest first."""

    @property
    def total(self) -> int:
        """The sum of all cards."""
        return sum(self.rest)


def pair_count(values: Sequence[int], hint: str = "") -> PairCount:
    """Return cards with these values counted by pairs."""
    left, pairs = Counter(values), list[int]()
    for x in sorted(x for x in left if x > 0):
        cancelled = min(left[x], left[-x])
        pairs += [x] * cancelled
        left -= Counter({x: cancelled, -x: cancelled})
    return PairCount(hint, tuple(sorted(pairs, reverse=True)), tuple(sorted(left.elements(), reverse=True)))


def counting_hint(rules: ModuleType) -> str:
    """Return the hint for counting the cards of a game; empty if it is not counted by pairs."""
    counting = part(rules.GAME.name, "card_count")
    return counting.HINT if counting else ""


def count_of(rules: ModuleType, s: PlainState, seat: int) -> PairCount | None:
    """Return the cards of a seat counted by pairs; None if the game is not counted like this."""
    counting = part(rules.GAME.name, "card_count")
    return pair_count(counting.values(s, seat), counting.HINT) if counting else None
