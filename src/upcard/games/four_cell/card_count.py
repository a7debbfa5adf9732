"""Counting the cards of Four-Cell at the end: the hint, and the values that a player collected."""

from collections.abc import Sequence

from upcard.engine.state import PlainState
from upcard.games.four_cell.rules import HAND, TURNS, value

HINT = "A negative card cancels a positive card of the same value."


def values(s: PlainState, p: int) -> Sequence[int]:
    """Return the values of the cards that seat `p` collected in this match, in their order.

    A match that begins with an endgame leaves out the cards that were taken before it.
    """
    pile = [int(s.pile[p, i]) for i in range(1, 1 + int(s.pile[p, 0]))]
    dealt = sum(s.position[i] > 0 for i in range(HAND))  # the cards of a hand in the endgame, if it is one
    before = len(pile) - (int(s.played) - (TURNS - dealt)) if dealt else 0
    return [int(value(s, k)) for k in pile[before:]]
