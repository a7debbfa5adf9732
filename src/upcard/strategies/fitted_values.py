"""L.A.M.A.: lays, draws or quits by what each was worth in games that were played on from like positions.

What a player sees is noted as a list of traits: how many of each kind he holds under this top card, what his
hand would cost, how many cards each rival holds and whether he has quit, everybody's points, the cards not
seen yet, and how often all have had a turn, which tells with the hands who has drawn how many cards. A small
network of two hidden layers turns the traits into one value for each way to go on, and the best of those that
are legal is taken. Its weights lie beside this file. They were fitted to the outcomes of simulated
continuations under preset ``paper``, four players, against three of ``same-first``, over several rounds of
improvement, by ``upcard study lama-training``; it can play other tables, but was made for this one.

Sources: D. Bertsekas, J. Tsitsiklis, Neuro-Dynamic Programming, 1996 (approximate policy iteration by
simulation); the common outcomes of chance for the actions compared are as in ``upcard.study.lama_training``.
"""

from pathlib import Path
from typing import Any

import numpy as np

from upcard.rules.cards import cards_in
from upcard.rules.lama import COPIES, DRAW, KINDS, QUIT, after, value
from upcard.strategies.kit import State, Strategy, fractions, legal, memory

STRATEGY = Strategy(
    name="fitted-values",
    games=("lama",),
    words="lays, draws or quits by values fitted to simulated games; made for preset paper, four players",
    source="Upcard; approximate policy iteration as in Bertsekas and Tsitsiklis, 1996",
)

SAME, NEXT, TAKE, FOLD = 0, 1, 2, 3  # ways to go on
WAYS = 4

MOST_HELD, MOST_COST, MOST_POINTS, MOST_BEHIND, MOST_LAPS = 12, 40, 39, 20, 15
NEAR, FAR, BEFORE = 0, 1, 2  # a rival's place: plays next, or plays before me, or in between
PLACES, SIZES, STEPS, SEATS = 3, 11, 20, 8

HELD = 0  # where each group of traits begins
TOP = HELD + KINDS * KINDS * 3
SIZE = TOP + KINDS
COST = SIZE + MOST_HELD + 1
POINTS = COST + MOST_COST + 1
RIVAL = POINTS + MOST_POINTS + 1
RIVAL_POINTS = RIVAL + PLACES * 2 * SIZES
ACTIVE = RIVAL_POINTS + PLACES * STEPS
LEFT = ACTIVE + SEATS
UNSEEN = LEFT + 15
SEAT = UNSEEN + KINDS * (COPIES + 1)
BEHIND = SEAT + SEATS
SHORTEST = BEHIND + 2 * MOST_BEHIND + 1
LAPS = SHORTEST + SIZES + 1
TRAITS = LAPS + MOST_LAPS + 1

SHAPE = np.array([TRAITS, 192, 32, WAYS], np.int64)
WEIGHTS = np.load(Path(__file__).with_suffix(".npy")).astype(np.float64)


def choose(v: State) -> int:
    """The legal way to go on that has the greatest value; the first of equals."""
    traits = memory(most_traits(v.seats))
    worth = fractions(WAYS)
    n = notice(v, traits)
    think(traits, n, SHAPE, WEIGHTS, fractions(SHAPE[1]), fractions(SHAPE[2]), worth)
    return action(v, best_way(v, worth))


def best_way(v: State, worth: Any) -> int:
    """The legal way of the greatest worth, the first of equals; there is always one."""
    best = FOLD
    for way in range(FOLD, -1, -1):
        if legal(v, action(v, way)) and worth[way] >= worth[best]:
            best = way
    return best


def action(v: State, way: int) -> int:
    """The action of the rules that a way to go on stands for."""
    if way == SAME:
        return v.top
    if way == NEXT:
        return after(v.top)
    return DRAW if way == TAKE else QUIT


def most_traits(seats: int) -> int:
    """How many traits are noticed at the most."""
    return 2 * KINDS + 2 * (seats - 1) + 10


def notice(v: State, traits: Any) -> int:
    """Note the traits of what the player sees.

    Parameters
    ----------
    v : State
        The view, or a state whose ``me`` is the player.
    traits : table of ``most_traits`` whole numbers
        Modified in place: traits from 0 to ``TRAITS`` - 1.

    Returns
    -------
    int
        How many were noted.
    """
    n = notice_hand(v, traits)
    n = notice_rivals(v, traits, n)
    n = notice_unseen(v, traits, n)
    traits[n] = TOP + v.top
    traits[n + 1] = POINTS + min(v.points[v.me], MOST_POINTS)
    traits[n + 2] = ACTIVE + v.active - 1
    traits[n + 3] = LEFT + (cards_in(v.stock) + cards_in(v.pile)) // 4
    traits[n + 4] = SEAT + v.me
    traits[n + 5] = LAPS + min((v.turns - v.began) // v.seats, MOST_LAPS)
    return n + 6


def notice_hand(v: State, traits: Any) -> int:
    """Note the own hand: each kind beside the top card, the number of cards, and what they cost."""
    n = 0
    cost = 0
    for k in range(KINDS):
        held = v.hand[v.me, k]
        if held > 0:
            traits[n] = HELD + (v.top * KINDS + k) * 3 + min(held, 3) - 1
            n += 1
            cost += value(k) * held
    traits[n] = SIZE + min(v.size[v.me], MOST_HELD)
    traits[n + 1] = COST + min(cost, MOST_COST)
    return n + 2


def notice_rivals(v: State, traits: Any, n: int) -> int:
    """Note every rival's cards and points, the shortest hand, and how far the best of them is ahead."""
    least = v.points[v.me] + MOST_BEHIND
    shortest = SIZES
    for away in range(1, v.seats):
        p = (v.me + away) % v.seats
        place = NEAR if away == 1 else BEFORE if away == v.seats - 1 else FAR
        traits[n] = RIVAL + (place * 2 + v.out[p]) * SIZES + min(v.size[p], SIZES - 1)
        traits[n + 1] = RIVAL_POINTS + place * STEPS + min(v.points[p], MOST_POINTS) // 2
        n += 2
        least = min(least, v.points[p])
        if v.out[p] == 0:
            shortest = min(shortest, v.size[p])
    traits[n] = BEHIND + MOST_BEHIND + min(MOST_BEHIND, v.points[v.me] - least)
    traits[n + 1] = SHORTEST + shortest
    return n + 2


def notice_unseen(v: State, traits: Any, n: int) -> int:
    """Note of each kind how many cards lie neither in the own hand nor on the pile."""
    for k in range(KINDS):
        unseen = COPIES - v.hand[v.me, k]
        if k == v.top:
            unseen -= 1
        for i in range(cards_in(v.pile)):
            if v.pile[i + 1] == k:
                unseen -= 1
        traits[n + k] = UNSEEN + k * (COPIES + 1) + unseen
    return n + KINDS


def think(traits: Any, n: int, shape: Any, w: Any, first: Any, second: Any, out: Any) -> int:
    """Run the network: traits, two hidden layers of units that never fall below 0, outputs.

    Parameters
    ----------
    traits : table of whole numbers
        The first `n` are the inputs that are 1; all others are 0.
    n : int
        How many.
    shape : array of 4 whole numbers
        Inputs, units of the first and second hidden layer, outputs.
    w : array of fractions
        All weights: of the first layer, input by input, then its offsets; the same of the next two.
    first, second, out : tables of fractions
        The units and the outputs; modified in place.

    Returns
    -------
    int
        How many weights there are.
    """
    a = shape[1]
    b = shape[2]
    c = shape[3]
    at = shape[0] * a
    for j in range(a):
        first[j] = w[at + j]
    for i in range(n):
        row = traits[i] * a
        for j in range(a):
            first[j] += w[row + j]
    at = layer(w, at + a, first, a, second, b)
    return layer(w, at, second, b, out, c)


def layer(w: Any, at: int, units: Any, a: int, out: Any, b: int) -> int:
    """One layer: `a` units, set to 0 where they are below, give `b` outputs; both modified in place."""
    offsets = at + a * b
    for j in range(b):
        out[j] = w[offsets + j]
    for i in range(a):
        x = units[i]
        row = at + i * b
        if x > 0:
            for j in range(b):
                out[j] += x * w[row + j]
        else:
            units[i] = 0.0
    return offsets + b
