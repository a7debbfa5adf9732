"""L.A.M.A.: plays, draws or quits by the value of each in simulated games from similar positions.

The view is turned into a list of traits: the count of each kind in hand under this top card, the cost of the
hand and the points with it, every rival's hand size, whether they have quit and which kinds they passed up,
everybody's points, the unseen cards, and the number of turns. A small network of two hidden layers gives a
value for each way to continue, and the best legal one is taken. Its weights, beside this file, were fitted by
``upcard study lama-training``: preset ``paper``, four players, against three of ``same-first``, over several
rounds of improvement. It can play at other tables, but was made for this one.

Sources: D. Bertsekas, J. Tsitsiklis, Neuro-Dynamic Programming, 1996 (approximate policy iteration by
simulation); actions are compared with common random outcomes as in
``upcard.games.lama.studies.lama_training``.
"""

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from upcard.games.lama.rules import COPIES, DRAW, KINDS, QUIT, after, value
from upcard.kit.cards import cards_in
from upcard.kit.strategy import State, Strategy, legal, memory, short_fractions

STRATEGY = Strategy(
    name="fitted-values",
    games=("lama",),
    words="plays, draws or quits by values fitted to simulated games; made for preset paper, four players",
    source="Upcard; approximate policy iteration as in Bertsekas and Tsitsiklis, 1996",
    best_for=dict.fromkeys(range(3, 7), ""),
)

SAME, NEXT, TAKE, FOLD = 0, 1, 2, 3  # choices
WAYS = 4

MOST_HELD, MOST_COST, MOST_POINTS, MOST_BEHIND, MOST_AHEAD, MOST_LAPS = 12, 40, 39, 20, 40, 15
MOST_SUM = MOST_COST + MOST_POINTS
NEAR, FAR, BEFORE = 0, 1, 2  # a rival's place: plays next, or plays before me, or in between
PLACES, SIZES, SEATS = 3, 11, 8
ANY, DEPTH = 3, 3  # cards of a kind that a rival may hold: 0, 1, 2, any; number of kinds in one trait
HOLDINGS = (ANY + 1) * (ANY + 1) * (ANY + 1)
SHORT, FINE = 7, 4  # sizes of short hands; the mean of the unseen cards counts in quarters

HELD = 0  # where each group of traits begins
TOP = HELD + KINDS * KINDS * 3
SIZE = TOP + KINDS
COST = SIZE + MOST_HELD + 1
POINTS = COST + MOST_COST + 1
SUM = POINTS + MOST_POINTS + 1
RIVAL = SUM + MOST_SUM + 1
RIVAL_POINTS = RIVAL + PLACES * 2 * SIZES
HOLDS = RIVAL_POINTS + PLACES * (MOST_POINTS + 1)
BEHIND = HOLDS + PLACES * 2 * HOLDINGS
AHEAD = BEHIND + 2 * MOST_BEHIND + 1
SHORTEST = AHEAD + MOST_BEHIND + MOST_AHEAD + 1
HURRY = SHORTEST + SIZES + 1
UNSEEN = HURRY + SHORT * (MOST_COST // 2 + 1)
PAIR = UNSEEN + KINDS * (COPIES + 1)
MEAN = PAIR + (COPIES + 1) * (COPIES + 1)
ACTIVE = MEAN + 10 * FINE + 1
LEFT = ACTIVE + SEATS
SEAT = LEFT + 15
LAPS = SEAT + SEATS
TRAITS = LAPS + MOST_LAPS + 1


def layers(w: Any, shape: Any) -> list[Any]:
    """Split a row of weights into three tables, each with a row for each input and a row of offsets."""
    parts = []
    for inputs, outputs in pairwise(int(x) for x in shape):
        cells = (inputs + 1) * outputs
        parts.append(w[:cells].reshape(inputs + 1, outputs))
        w = w[cells:]
    return parts


SHAPE = np.array([TRAITS, 384, 32, WAYS], np.int64)
WEIGHTS = np.load(Path(__file__).with_suffix(".npy")).astype(np.float32)
FIRST, SECOND, THIRD = layers(WEIGHTS, SHAPE)


def choose(v: State) -> int:
    """Return the legal action with the greatest value; the first if several are equal."""
    traits = memory(most_traits(v.seats))
    worth = short_fractions(WAYS)
    n = notice(v, traits, memory(KINDS))
    units = short_fractions(SHAPE[1])
    hidden = short_fractions(SHAPE[2])
    think(traits, n, SHAPE, FIRST, SECOND, THIRD, units, hidden, memory(SHAPE[1]), worth)
    return action(v, best_way(v, worth))


def best_way(v: State, worth: Any) -> int:
    """Return the legal choice with the greatest value, the first if several are equal."""
    best = FOLD
    for way in range(FOLD, -1, -1):
        if legal(v, action(v, way)) and worth[way] >= worth[best]:
            best = way
    return best


def action(v: State, way: int) -> int:
    """Return the action of the rules for a choice."""
    if way == SAME:
        return v.top
    if way == NEXT:
        return after(v.top)
    return DRAW if way == TAKE else QUIT


def most_traits(seats: int) -> int:
    """Return the maximum number of traits that a view can have."""
    return 2 * KINDS + 4 * (seats - 1) + 16


def notice(v: State, traits: Any, unseen: Any) -> int:
    """Write the traits of a view; return their number.

    `v` is the view, or a state whose ``me`` is the player. `traits` has room for ``most_traits`` numbers and
    receives traits from 0 to ``TRAITS`` - 1. `unseen` has room for ``KINDS`` numbers and receives the cards
    of each kind neither in the player's hand nor on the pile.
    """
    cost = cost_of_hand(v)
    n = notice_hand(v, traits, cost)
    n = notice_rivals(v, traits, n, cost)
    n = notice_unseen(v, traits, n, unseen, count_unseen(v, unseen))
    traits[n] = TOP + v.top
    traits[n + 1] = POINTS + min(v.points[v.me], MOST_POINTS)
    traits[n + 2] = ACTIVE + v.active - 1
    traits[n + 3] = LEFT + (cards_in(v.stock) + cards_in(v.pile)) // 4
    traits[n + 4] = SEAT + v.me
    traits[n + 5] = LAPS + min((v.turns - v.began) // v.seats, MOST_LAPS)
    return n + 6


def cost_of_hand(v: State) -> int:
    """Return the points of the player's hand if every card counts."""
    cost = 0
    for k in range(KINDS):
        cost += value(k) * v.hand[v.me, k]
    return cost


def notice_hand(v: State, traits: Any, cost: int) -> int:
    """Write traits of the hand: each kind with the top card, its size, its cost, and the points with it."""
    n = 0
    for k in range(KINDS):
        held = v.hand[v.me, k]
        if held > 0:
            traits[n] = HELD + (v.top * KINDS + k) * 3 + min(held, 3) - 1
            n += 1
    traits[n] = SIZE + min(v.size[v.me], MOST_HELD)
    traits[n + 1] = COST + min(cost, MOST_COST)
    traits[n + 2] = SUM + min(v.points[v.me] + cost, MOST_SUM)
    return n + 3


def notice_rivals(v: State, traits: Any, n: int, cost: int) -> int:
    """Write traits of all rivals: their hands and points, and the lead of the best, now and if I quit."""
    least = v.points[v.me] + MOST_BEHIND
    shortest = SIZES
    for away in range(1, v.seats):
        p = (v.me + away) % v.seats
        place = NEAR if away == 1 else BEFORE if away == v.seats - 1 else FAR
        traits[n] = RIVAL + (place * 2 + v.out[p]) * SIZES + min(v.size[p], SIZES - 1)
        traits[n + 1] = RIVAL_POINTS + place * (MOST_POINTS + 1) + min(v.points[p], MOST_POINTS)
        n += 2
        least = min(least, v.points[p])
        if v.out[p] == 0:
            shortest = min(shortest, v.size[p])
            traits[n] = HOLDS + place * 2 * HOLDINGS + holding(v, p, 0)
            traits[n + 1] = HOLDS + (place * 2 + 1) * HOLDINGS + holding(v, p, DEPTH)
            n += 2
    behind = v.points[v.me] - least
    traits[n] = BEHIND + MOST_BEHIND + min(behind, MOST_BEHIND)
    traits[n + 1] = AHEAD + MOST_BEHIND + min(behind + cost, MOST_AHEAD)
    traits[n + 2] = SHORTEST + shortest
    traits[n + 3] = HURRY + min(shortest, SHORT - 1) * (MOST_COST // 2 + 1) + min(cost, MOST_COST) // 2
    return n + 4


def holding(v: State, p: int, step: int) -> int:
    """Return what seat `p` may hold of ``DEPTH`` kinds, from `step` kinds after the top card, as one number.

    A player who always plays a card if possible has no card of a kind they passed up, except cards drawn
    since.
    """
    code = 0
    for i in range(DEPTH):
        k = (v.top + step + i) % KINDS
        chances = ANY
        if v.passed[p, k] > 0:
            chances = min(v.drawn[p] - v.passed[p, k] + 1, ANY - 1)
        code = code * (ANY + 1) + chances
    return code


def count_unseen(v: State, unseen: Any) -> int:
    """Count the cards neither in the player's hand nor on the pile, by kind in `unseen`; return their sum."""
    for k in range(KINDS):
        unseen[k] = COPIES - v.hand[v.me, k]
    unseen[v.top] -= 1
    for i in range(cards_in(v.pile)):
        unseen[v.pile[i + 1]] -= 1
    return KINDS * COPIES - v.size[v.me] - 1 - cards_in(v.pile)


def notice_unseen(v: State, traits: Any, n: int, unseen: Any, cards: int) -> int:
    """Write traits of the unseen cards: each kind from the top one on, the first two together, their mean."""
    total = 0
    for step in range(KINDS):
        k = (v.top + step) % KINDS
        traits[n + step] = UNSEEN + step * (COPIES + 1) + unseen[k]
        total += unseen[k] * value(k)
    n += KINDS
    traits[n] = PAIR + unseen[v.top] * (COPIES + 1) + unseen[after(v.top)]
    traits[n + 1] = MEAN + FINE * total // max(cards, 1)
    return n + 2


def think(
    traits: Any, n: int, shape: Any, first: Any, second: Any, third: Any,
    units: Any, hidden: Any, firing: Any, out: Any,
) -> int:  # fmt: skip
    """Run the network: traits, two hidden layers of units that never fall below 0, outputs.

    The first `n` of the traits are the inputs that are 1. `shape` has the inputs, the units of both hidden
    layers, and the outputs. The weights `first`, `second` and `third` have a row for each input and one of
    offsets. `units`, `hidden` and `out` hold 32-bit fractions and are modified; `firing` has room for as many
    whole numbers as there are `units`. Returns how many units of the first hidden layer are above 0.
    """
    sum_up(traits, n, first, shape[0], units, shape[1])
    above = layer(units, shape[1], second, firing, hidden, shape[2])
    layer(hidden, shape[2], third, firing, out, shape[3])
    return above


def sum_up(traits: Any, n: int, w: Any, inputs: int, units: Any, width: int) -> int:
    """Run the first layer: add the rows of the `n` inputs that are 1 and the offsets; return `n`."""
    for j in range(width):
        units[j] = w[inputs, j]
    fours = n - n % 4
    for i in range(0, fours, 4):
        a = traits[i]
        b = traits[i + 1]
        c = traits[i + 2]
        d = traits[i + 3]
        for j in range(width):
            units[j] += w[a, j] + w[b, j] + w[c, j] + w[d, j]
    for i in range(fours, n):
        a = traits[i]
        for j in range(width):
            units[j] += w[a, j]
    return n


def layer(units: Any, height: int, w: Any, firing: Any, out: Any, width: int) -> int:
    """Run one layer on the units above 0, and return their number; modifies `firing` and `out`."""
    n = fire(units, height, firing)
    for j in range(width):
        out[j] = w[height, j]
    fours = n - n % 4
    for i in range(0, fours, 4):
        a = firing[i]
        b = firing[i + 1]
        c = firing[i + 2]
        d = firing[i + 3]
        ua = units[a]
        ub = units[b]
        uc = units[c]
        ud = units[d]
        for j in range(width):
            out[j] += ua * w[a, j] + ub * w[b, j] + uc * w[c, j] + ud * w[d, j]
    for i in range(fours, n):
        a = firing[i]
        ua = units[a]
        for j in range(width):
            out[j] += ua * w[a, j]
    return n


def fire(units: Any, height: int, firing: Any) -> int:
    """List the units above 0 and return their number; writing each one is faster than a branch."""
    n = 0
    for i in range(height):
        firing[n] = i
        n += 1 if units[i] > 0 else 0
    return n
