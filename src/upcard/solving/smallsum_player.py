"""A player of Smallsum that plays as it was solved: a match or the cash game.

What a seat sees tells the round (A's pennies when it began), the situation (the open cards), the class of
the own hidden card, and what was bet: together the information set, whose chances are in a table.
"""

from collections.abc import Callable, Iterator, Sequence
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from upcard.checking.smallsum_rounds import (
    Betting,
    betting,
    cash_betting,
    dealt_round,
    sample_deals,
    situations,
    stochastic_game,
)
from upcard.engine.errors import Usage
from upcard.engine.game import Game
from upcard.engine.rounds import SEATS
from upcard.engine.state import PlainState
from upcard.rules import smallsum as rules
from upcard.rules.smallsum import PENNIES, open_sum, value
from upcard.strategies.kit import State, below

NAME = "solved_smallsum"
PARTS_OF_ONE = 1 << 30
TENS, MOST_DIFFERENCE, STAGES, BETS = 10, 38, 4, 4
Cells = npt.NDArray[np.signedinteger[Any]]


class Tables(NamedTuple):
    """What a player looks up.

    Parameters
    ----------
    places : int32 array of shape (2 * MOST_DIFFERENCE + 1, 512)
        The situation, by the difference of the open sums and the set of values below ten that are not open.
    parts : int32 array of shape (situations,)
        The part of each.
    classes : int32 array of shape (situations, 10)
        The class of each hidden value.
    sets : int32 array of shape (rounds, parts)
        The first information set of each part.
    nodes : int32 array of shape (rounds, STAGES, BETS, BETS)
        Which information set of the betting it is, by the stage and the bets of A and B.
    sizes : int32 array of shape (rounds,)
        How many information sets the betting has.
    firsts : int32 array of shape (information sets + 1,)
        Where the choices of each begin.
    actions : int32 array of shape (choices,)
        What they are.
    limits : int32 array of shape (choices,)
        The chances of these and of those before, in parts of ``PARTS_OF_ONE``.
    """

    places: Cells
    parts: Cells
    classes: Cells
    sets: Cells
    nodes: Cells
    sizes: Cells
    firsts: Cells
    actions: Cells
    limits: Cells


NOTHING = np.zeros((1, 1, 1, 1), np.int32)
PLACES, PARTS, CLASSES, SETS, NODES = NOTHING[0, 0], NOTHING[0, 0, 0], NOTHING[0, 0], NOTHING[0, 0], NOTHING
SIZES, FIRSTS, ACTIONS, LIMITS = (NOTHING[0, 0, 0],) * 4


def choose(v: State) -> int:
    """Draw an action by the chances of the information set."""
    at = information_set(v)
    lot = below(v, PARTS_OF_ONE)
    last = FIRSTS[at + 1] - 1
    for i in range(FIRSTS[at], last):
        if lot < LIMITS[i]:
            return int(ACTIONS[i])
    return int(ACTIONS[last])


def information_set(v: State) -> int:
    """The number of the information set that a view shows."""
    a = v.seat_a
    b = 1 - a
    k = 0 if v.objective == PENNIES else v.pennies[a] + v.pot // 2 - 1
    x = PLACES[open_sum(v, a) - open_sum(v, b) + MOST_DIFFERENCE, closed(v)]
    node = NODES[k, v.stage, v.bet[a], v.bet[b]]
    return int(SETS[k, PARTS[x]] + CLASSES[x, value(v.down[v.me]) - 1] * SIZES[k] + node)


def closed(v: State) -> int:
    """The values below ten that are not open, as a set of bits."""
    found = (1 << (TENS - 1)) - 1
    for p in range(SEATS):
        for i in range(1, 3):
            if value(v.up[p, i]) < TENS:
                found -= 1 << (value(v.up[p, i]) - 1)
    return found


def player(game: Game, strategies: Sequence[npt.NDArray[np.float64]]) -> Callable[[State], int]:
    """A function of a view that plays as Smallsum was solved, and that compiles like a strategy.

    Parameters
    ----------
    game : Game
        Smallsum with the options that it was solved with; others it does not know how to play.
    strategies : sequence of float64 array of shape (choices,)
        The chances of all choices, round by round, as a match is solved or as its certificate holds them.

    Raises
    ------
    Usage
        If it is another game.
    """
    if game.name != rules.GAME.name:
        raise Usage(f"{game.title} was solved; expected {rules.GAME.title}")
    tables = {
        name.upper(): np.ascontiguousarray(cells, np.int32)
        for name, cells in tables_of(game, strategies)._asdict().items()
    }
    own = {**choose.__globals__, **tables}
    own["information_set"] = FunctionType(information_set.__code__, own, information_set.__name__)
    return FunctionType(choose.__code__, own, NAME)


def tables_of(game: Game, strategies: Sequence[npt.NDArray[np.float64]]) -> Tables:
    """All that a player looks up; see :func:`player`."""
    places = np.full((2 * MOST_DIFFERENCE + 1, 1 << (TENS - 1)), -1)
    classes = np.zeros((len(situations()[0]), TENS), np.int64)
    for k, x in enumerate(situations()[0]):
        places[x.difference + MOST_DIFFERENCE, sum(1 << (y - 1) for y in x.values if y < TENS)] = k
        classes[k, np.array(x.values) - 1] = x.classes
    match = stochastic_game(game)
    rounds = [match.round_of(k) for k in range(len(match.names))]
    bets = [_betting(game, k, len(rounds) + 1) for k in range(len(rounds))]
    counts = np.concatenate([r.count for r in rounds])
    begins = np.cumsum([0, *(len(r.owner) for r in rounds)])
    actions = [
        np.tile(b.tree.legal, len(r.owner) // b.tree.infosets) for b, r in zip(bets, rounds, strict=True)
    ]
    return Tables(
        places=places,
        parts=np.array([x.part for x in situations()[0]]),
        classes=classes,
        sets=np.array([r.sets_from[:-1] + begin for r, begin in zip(rounds, begins, strict=False)]),
        nodes=np.array([_nodes(game, b) for b in bets]),
        sizes=np.array([b.tree.infosets for b in bets]),
        firsts=np.cumsum([0, *counts]),
        actions=np.concatenate(actions),
        limits=_limits(np.concatenate(strategies), counts),
    )


def _betting(game: Game, k: int, most: int) -> Betting:
    """The betting of a round, `most` pennies being all there are; what comes next does not matter."""
    if game.option_words()["objective"] == "pennies":
        return cash_betting(game)
    return betting(game, (k + 1, most - k - 1), lambda s: 0)


def _nodes(game: Game, bets: Betting) -> Cells:
    """The information sets of the betting by stage and bets."""
    nodes = np.full((STAGES, BETS, BETS), -1)
    for i, (v, _) in enumerate(decisions(game, bets)):
        nodes[v.stage, v.bet[0], v.bet[1]] = i
    return nodes


def _limits(chances: npt.NDArray[np.float64], counts: Cells) -> Cells:
    """The chances of choices and of those before in their information sets, in parts of a whole."""
    ends = np.cumsum(counts)
    sums = np.cumsum(chances)
    before = np.repeat(np.concatenate([[0.0], sums[ends[:-1] - 1]]), counts)
    limits: Cells = np.rint((sums - before) * PARTS_OF_ONE).astype(np.int64)
    return limits


def decisions(game: Game, bets: Betting) -> Iterator[tuple[PlainState, list[int]]]:
    """A view for each information set of the betting, and what can be done there.

    Parameters
    ----------
    game : Game
        Smallsum with its options.
    bets : Betting
        Its betting, from any purse.

    Yields
    ------
    tuple of PlainState and list of int
        The cards in it are anything, and pennies as many as there are in the cash game.
    """
    tree = bets.tree
    only = dealt_round(game, (rules.CASH_PURSE, rules.CASH_PURSE), sample_deals()[0], _nothing)
    for i in range(tree.infosets):
        node, actions = int(np.flatnonzero(tree.infoset == i)[0]), []
        while node > 0:
            actions.append(int(tree.action[node]))
            node = int(tree.parent[node])
        s = only.start()
        for action in reversed(actions):
            only.rules.apply(s, action)
        first = int(tree.first[i])
        yield only.view(s, s.player), tree.legal[first : first + int(tree.count[i])].tolist()


def _nothing(s: PlainState, p: int) -> int:
    return 0
