"""Seats around a square of four places: which side each seat has, and what the places pay.

A game with such a table has a part ``compass`` in its folder, with a function ``sides(v, me)`` that returns a
:class:`TableSides` for a view `v` of seat `me` (None if all cards are open). Screens turn the square so that
the viewer's side is at the bottom.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import ModuleType

from upcard.engine.registry import part
from upcard.engine.state import PlainState

SIDES = 4


@dataclass(frozen=True)
class PrizeCell:
    """A place of the square, and what it pays now."""

    name: str
    """The name of the place on the board."""
    prizes: tuple[tuple[int, int], ...]
    """The seats whose turn it is, each with the points that it gets if this place is chosen."""
    is_possible: bool = True
    """Whether it can still be chosen, as far as the viewer knows."""
    is_last: bool = False
    """Whether it was chosen in the last turn."""


@dataclass(frozen=True)
class TableSides:
    """A square with seats around it."""

    sides: tuple[int, ...]
    """The side of each seat: 0 to 3, clockwise."""
    cells: tuple[PrizeCell, ...]
    """The four places, clockwise; place number i is at the left hand of side i, place i + 3 at its right."""
    leads: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """The places that each possible action may lead to."""
    labels: Mapping[int, str] = field(default_factory=dict)
    """Meaning of an action in a few words: ``JH −10, left``."""

    def rows(self, side: int) -> tuple[tuple[PrizeCell, ...], ...]:
        """Return the places row by row, as somebody at a side sees them."""
        near_left, far_left, far_right, near_right = (self.cells[(side + i) % SIDES] for i in range(SIDES))
        return (far_left, far_right), (near_left, near_right)


def sides_of(rules: ModuleType, v: PlainState, me: int | None) -> TableSides | None:
    """Return the square of a view of seat `me`; None if the game has no such table."""
    describe = _describe(rules)
    return describe(v, me) if describe else None


@lru_cache(maxsize=256)
def _describe(rules: ModuleType) -> Callable[[PlainState, int | None], TableSides] | None:
    """Return the function of a game that describes its square; looking for it takes a millisecond."""
    compass = part(rules.GAME.name, "compass")
    return compass.sides if compass else None
