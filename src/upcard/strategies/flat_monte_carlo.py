"""Flat Monte Carlo: tries every action, plays on at random, and takes the action that wins most often.

Every legal action is tried equally often, each time with the hidden cards dealt again. Play continues at
random, with the weights of the rules file, to the end of the game or to a round with a known value. There is
no tree: no search is simpler.

Source: B. Abramson, "Expected-outcome: a general model of static evaluation", IEEE TPAMI 12 (1990); with
hidden cards dealt again for every playout as in M. Ginsberg, "GIB: imperfect information in a computationally
challenging game", JAIR 14 (2001).
"""

from typing import Any

from upcard.kit.strategy import (
    Parameter,
    State,
    Strategy,
    act,
    chance,
    fractions,
    imagine,
    lean,
    memory,
    next_allowed,
    next_legal,
    scratch,
    share,
    turn,
)

PLIES = Parameter(
    "plies",
    10_000,
    1,
    1_000_000,
    "maximum length of a playout; an unfinished game counts as it stands",
    whole=True,
)

STRATEGY = Strategy(
    name="flat-monte-carlo",
    games=(),
    words="tries every action with the hidden cards dealt again, plays on at random, and takes the best",
    source="Abramson 1990; Ginsberg 2001",
    is_random=True,
    parameters=(
        Parameter("playouts", 200, 1, 1_000_000, "total number of playouts for one choice", whole=True),
        PLIES,
    ),
    quick="playouts=4,plies=12",
    title="Trial games",
)


def choose(v: State, playouts: float, plies: float) -> int:
    """Return the action with the greatest share of wins in its playouts; the first of equals."""
    won = fractions(v.actions)
    count_wins(v, int(playouts), int(plies), won)
    best = next_legal(v, 0)
    a = next_legal(v, best + 1)
    while a < v.actions:
        if won[a] > won[best]:
            best = a
        a = next_legal(v, a + 1)
    return best


def count_wins(v: State, playouts: int, plies: int, won: Any) -> int:
    """Write the shares of the win of every legal action, added up, into `won`; return its playouts.

    An action that is the only legal one gets no playouts.
    """
    count = 0
    a = next_legal(v, 0)
    while a < v.actions:
        count += 1
        a = next_legal(v, a + 1)
    if count == 1:
        return 0
    world = scratch(v)
    weights = memory(v.actions)
    each = max(1, playouts // count)
    a = next_legal(v, 0)
    while a < v.actions:
        for _ in range(each):
            imagine(v, world)
            act(world, a)
            play_on(world, v.actions, plies, weights)
            won[a] += share(world, v.me)
        a = next_legal(v, a + 1)
    return each


def play_on(world: Any, actions: int, most: int, weights: Any) -> int:
    """Play on in a redealt state with the weights of the rules; return the number of plies, at most `most`.

    `world` is modified in place; `weights` is scratch for `actions` whole numbers.
    """
    plies = 0
    while plies < most and turn(world) >= 0:
        total = 0
        a = next_allowed(world, 0)
        while a < actions:
            weights[a] = lean(world, a)
            total += weights[a]
            a = next_allowed(world, a + 1)
        pick = chance(world, total)
        a = next_allowed(world, 0)
        while pick >= weights[a]:
            pick -= weights[a]
            a = next_allowed(world, a + 1)
        act(world, a)
        plies += 1
    return plies
