"""Le Her: the optimal strategies of both players, each a mixture of two thresholds.

Paul keeps 8 or more and changes 6 or less; he changes a 7 with probability 3/8. If Paul kept his card, Peter
keeps 9 or more and changes 7 or less; he changes an 8 with probability 5/8. If he knows Paul's card, he
compares. This guarantees Paul a winning chance of at least 11327/22100, and Peter that it is no greater.
"""

from upcard.games.le_her.rules import PAUL
from upcard.games.le_her.strategies.le_her_threshold import against_known, from_value
from upcard.kit.ranks import UNKNOWN
from upcard.kit.strategy import State, Strategy, below

STRATEGY = Strategy(
    name="le-her-mixed",
    games=("le-her",),
    words="the optimal mixed strategies: Paul changes a 7 with probability 3/8, Peter an 8 with 5/8",
    source="F. Waldegrave, in P. R. de Montmort, 1713; D. R. Bellhouse and N. Fillion, Le Her, 2015",
    is_random=True,
    title="Optimal mixture",
)
PARTS = 8
PAUL_CHANGES_7, PETER_CHANGES_8 = 3, 5


def choose(v: State) -> int:
    """Keep or change by the value of the card, with one value at random; or by Paul's card if it is known."""
    if v.me == PAUL:
        return from_value(v, 8 if below(v, PARTS) < PAUL_CHANGES_7 else 7)
    if v.known[v.me] != UNKNOWN:
        return against_known(v)
    return from_value(v, 9 if below(v, PARTS) < PETER_CHANGES_8 else 8)
