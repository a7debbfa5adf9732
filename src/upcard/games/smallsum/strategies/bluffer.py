"""Smallsum Alternate: plays like ``dominant``, but sometimes bets with the worse hand; the other may fold.

In the other variants nobody can fold to a fist, so there it plays like ``dominant``.
"""

from upcard.games.smallsum.rules import ALTERNATE, FOLD, MATCH, answering, most
from upcard.games.smallsum.strategies.dominant import lead, may_match
from upcard.kit.strategy import Parameter, State, Strategy, below

STRATEGY = Strategy(
    name="bluffer",
    games=("smallsum",),
    words="plays like dominant, but in Alternate sometimes bets the maximum with a bad hand",
    source="the bluff of poker, with a fixed frequency",
    is_random=True,
    parameters=(Parameter("often", 0.3, 0, 1, "how often it bets with a hand that dominant does not bet"),),
)
PARTS = 1000


def choose(v: State, often: float) -> int:
    """Answer by the odds; bet the maximum with a good hand, and sometimes with a bad one."""
    if answering(v):
        return MATCH if may_match(v) else FOLD
    if lead(v) > 0:
        return most(v)
    bluffs = v.variant == ALTERNATE and below(v, PARTS) < PARTS * often
    return most(v) if bluffs else 0
