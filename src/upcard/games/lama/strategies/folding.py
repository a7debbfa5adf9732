"""L.A.M.A.: plays as ``same-first``, but may quit the round when no card fits.

It stays in the round when g(x) + (y - C) + D z > 0 with x the different kinds in hand, y the points in hand
and z the fewest cards that any player holds; g(1) = -A and g(x) = B x for x > 1.
"""

from upcard.games.lama.rules import DRAW, KINDS, QUIT, after, value
from upcard.kit.strategy import Parameter, State, Strategy, legal

STRATEGY = Strategy(
    name="folding",
    games=("lama",),
    words="as same-first, but quits by a rule about kinds, points and the shortest hand",
    source="P. Romero Marimon, The L.A.M.A. card game, 2022, section VI (strategy 3)",
    parameters=(
        Parameter("A", 17.576, -100, 100, "what a hand of one kind takes off"),
        Parameter("B", 12.24196, -100, 100, "what each of several kinds adds"),
        Parameter("C", 3.92, -300, 300, "points in hand below which quitting becomes better"),
        Parameter("D", 1.222, -100, 100, "what each card of the shortest hand adds"),
        Parameter("each_kind", 0, 0, 1, "0: y counts every card, 1: each different kind once", whole=True),
        Parameter("others", 0, 0, 1, "0: z counts all hands, 1: only those of the other players", whole=True),
    ),
    best_for={2: ""},
)


def choose(v: State, A: float, B: float, C: float, D: float, each_kind: float, others: float) -> int:
    """Play a card if possible; else draw while the rule says so."""
    if v.hand[v.me, v.top] > 0:
        return v.top
    if v.hand[v.me, after(v.top)] > 0:
        return after(v.top)
    if not legal(v, DRAW):
        return QUIT
    x = 0
    y = 0
    for k in range(KINDS):
        if v.hand[v.me, k] > 0:
            x += 1
            y += value(k) * (1 if each_kind > 0 else v.hand[v.me, k])
    g = -A if x == 1 else B * x
    return DRAW if g + (y - C) + D * shortest(v, others > 0) > 0 else QUIT


def shortest(v: State, others: bool) -> int:
    """Return the smallest number of cards that any player holds; with `others`, any other player."""
    least = 99
    for p in range(v.seats):
        if p != v.me or not others:
            least = min(least, v.size[p])
    return least
