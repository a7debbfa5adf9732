"""The text of a rules file that is made from a game tree, with gaps for its tables."""

TEMPLATE = '''"""{docstring}
"""

import numpy as np

from upcard.kit.cards import EVERYBODY, NOBODY, OWNER, Header, Picture, State, draw, number, put, row

GAME = Header(
    name={name},
    title={title},
    players=({seats}, {seats}),
    usual={seats},
    zero_sum={zero_sum},
    perfect_information=False,
    longest={longest},
    payoffs=({lowest}, {highest}),
    version=1,
    source={source},
)
OPTIONS = ()
PRESETS: dict[str, dict[str, str | int]] = {{}}
ACTIONS = {actions}
CHANCE, END = -1, -2

STATE = (
    number("node", NOBODY, "the node of the tree"),
    number("known", OWNER, "the information set in which the seat acted last; 0 before"),
    number("end", EVERYBODY, "the end of the game; 0 before"),
    row("lots", NOBODY, {most_lots}, "lots of a draw; empty between draws", counted=False),
)

# by node: the seat that acts, its first branch, and the number of lots at chance
MOVER = np.array({mover})
FIRST = np.array({first})
TOTAL = np.array({total})
# by branch: the node it leads to; at chance, its lot and their number
CHILD = np.array({child})
LOT = np.array({lot})
WEIGHT = np.array({weight})
# by node: the information set of the seat that acts, and the payoff of each seat, in units of 1/{unit}
SET = np.array({set})
PAID = np.array({paid}).reshape(-1, {seats})

# by seat and information set, from 1: the number of actions
CHOICES = np.array({choices}).reshape({seats}, -1)
# the same: its name, and the names of its actions
SETS: tuple[dict[int, tuple[str, tuple[str, ...]]], ...] = {sets}
# by lot: the name of its branch
LOTS: tuple[str, ...] = {lots}


def card_text(k: int) -> str:
    """Return the branch of chance that a lot stands for."""
    return LOTS[k] if 0 <= k < len(LOTS) else str(k)


def action_text(v: State, a: int) -> str:
    """Return the name of an action for its player; others only know its number."""
    known = v.known[v.player]
    words = SETS[v.player][known][1] if known > 0 else ()
    return words[a] if a < len(words) else f"action-{{a + 1}}"


def drawn(s: State) -> int:
    """Draw a branch of chance. Its lots exist only for this moment: nobody may see the rest."""
    i = FIRST[s.node]
    while s.lots[0] < TOTAL[s.node]:
        for _ in range(WEIGHT[i]):
            put(s.lots, LOT[i])
        i += 1
    lot = draw(s, s.lots)
    for i in range(TOTAL[s.node] + 1):
        s.lots[i] = 0
    i = FIRST[s.node]
    while LOT[i] != lot:
        i += 1
    return int(i)


def settle(s: State) -> None:
    """Let chance move until a seat is to act, or the game is over."""
    while MOVER[s.node] == CHANCE:
        s.node = CHILD[drawn(s)]
    if MOVER[s.node] == END:
        s.over = 1
        s.end = s.node
    else:
        s.player = MOVER[s.node]
        s.known[s.player] = SET[s.node]


def start(s: State) -> None:
    """Begin at the root."""
    s.node = 0
    s.player = 0
    s.end = 0
    for p in range(s.seats):
        s.known[p] = 0
    settle(s)


def legal(s: State, a: int) -> bool:
    """Return whether the branch exists, which its player knows from the information set."""
    return bool(a < CHOICES[s.player, s.known[s.player]])


def apply(s: State, a: int) -> None:
    """Follow a branch."""
    s.node = CHILD[FIRST[s.node] + a]
    settle(s)


def score(s: State, p: int) -> int:
    """Return the payoff of seat `p` at the end."""
    return int(PAID[s.node, p])


def scene(v: State) -> Picture:
    """Show the information set of its player."""
    known = v.known[v.me] if v.me >= 0 else 0
    says = (f"Known: {{SETS[v.me][known][0]}}.",) if known > 0 and v.player == v.me else ()
    return Picture(says=says, quiet=("node", "known", "end", "lots"))
'''
