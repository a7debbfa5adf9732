"""A player of a limited match of Smallsum from tables, which compiles like a strategy.

The strategy changes with every round left, so the tables of :mod:`upcard.games.smallsum.match_player` would
take ten megabytes for each. Here a *row* is the strategy with a class of hidden cards. Only its mixed choices
take a number each. The rest of it, which choices are never made, always or sometimes, is a *pattern* that
many rows share.
"""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from upcard.engine.tree.sampling import PARTS_OF_ONE, ViewCells, with_tables
from upcard.engine.tree.stochastic_game import StochasticGame
from upcard.engine.tree.strategy_table import ActionWeights, ChooseAction
from upcard.games.smallsum.match_player import MOST_DIFFERENCE, closed
from upcard.games.smallsum.match_rounds import Betting, open_card_situations
from upcard.games.smallsum.rules import open_sum, value
from upcard.games.smallsum.strategy_files import MIXED, NEVER, PackedStrategies
from upcard.kit.strategy import State, below

NAME = "solved_limited_smallsum"
NOTHING = np.zeros((1, 1, 1, 1), np.int32)
PLACES, CLASSES, ROUNDS, LAYERS = NOTHING[0, 0], NOTHING[0, 0], NOTHING[0, 0, 0], NOTHING[0, 0, 0]
"""The situation, by open sums and closed cards; the class of the hidden card, by situation and value; the
different round, by A's pennies; and the largest number of rounds left that makes a difference."""
NODES, COUNTS, ACTIONS = NOTHING, NOTHING, NOTHING[0, 0]
"""The first choice of a decision and the number of its choices, by different round, stage and bets; the
action of a choice, by different round."""
PATTERNS, BEGINS = NOTHING[0], NOTHING[0]
"""The pattern of a row and its first limit, by rounds left, different round and class."""
CODES, RANKS, LIMITS = NOTHING[0, 0], NOTHING[0, 0], NOTHING[0, 0, 0]
"""Whether a choice is made never, always or sometimes, and the number of mixed choices before it in the row,
by pattern; the limits of all mixed choices, see :mod:`upcard.engine.tree.sampling`."""


class SolvedRounds(Protocol):
    """A match of which all strategies are shipped or stored."""

    match: StochasticGame
    """Its rounds."""
    places: ViewCells
    classes: ViewCells
    """The first and third of :class:`upcard.games.smallsum.match_player.SmallsumLookup`."""
    betting: Callable[[int], Betting]
    """The betting of a round."""
    nodes: Callable[[int], tuple[ViewCells, ViewCells]]
    """First choice and number of choices of each decision of a round, by stage and bets."""

    @property
    def layers(self) -> int:
        """The largest number of rounds left with strategies of its own."""

    @property
    def rounds(self) -> Sequence[int]:
        """The numbers of the rounds that are different games."""

    @property
    def class_begins(self) -> Sequence[int]:
        """The number of classes of hidden cards before each part, and finally of all."""

    def representative(self, k: int) -> int:
        """Return the first round that is the same game as round `k`."""

    def packed(self, k: int) -> PackedStrategies | None:
        """Return the strategies of a round."""

    def odds(self, v: State) -> ActionWeights:
        """Return the actions of the solution in a view, with their probabilities."""


def choose(v: State) -> int:
    """Draw an action with the probabilities of the information set, as ``draw_action`` does."""
    a = v.seat_a
    b = 1 - a
    k = ROUNDS[v.pennies[a] + v.pot // 2 - 1]
    left = min(v.rounds - v.round, LAYERS[0]) - 1
    x = PLACES[open_sum(v, a) - open_sum(v, b) + MOST_DIFFERENCE, closed(v)]
    place = CLASSES[x, value(v.down[v.me]) - 1]
    pattern = PATTERNS[left, k, place]
    node = NODES[k, v.stage, v.bet[a], v.bet[b]]
    last = node + COUNTS[k, v.stage, v.bet[a], v.bet[b]] - 1
    i = node
    while i < last and CODES[pattern, i] == NEVER:
        i += 1
    if i < last and CODES[pattern, i] == MIXED:
        begin = BEGINS[left, k, place]
        lot = below(v, PARTS_OF_ONE)
        while i < last and (CODES[pattern, i] == NEVER or lot >= LIMITS[begin + RANKS[pattern, i]]):
            i += 1
    return int(ACTIONS[k, i])


def table_player(match: SolvedRounds) -> ChooseAction:
    """Return the player of a match of which all strategies are shipped or stored."""
    strategy = with_tables(choose, _tables(match), NAME)
    strategy.__dict__.update({"odds": match.odds, "match": match})
    return strategy


def _tables(match: SolvedRounds) -> dict[str, npt.NDArray[Any]]:
    """Return the tables of a player by name."""
    bets, nodes = [match.betting(k) for k in match.rounds], [match.nodes(k) for k in match.rounds]
    width = max(len(x.tree.legal) for x in bets)
    begins = np.array([match.class_begins[x.part] for x in open_card_situations()[0]])
    small = {
        "PLACES": match.places,
        "CLASSES": match.classes + begins[:, None],
        "ROUNDS": np.array(
            [match.rounds.index(match.representative(k)) for k in range(len(match.match.names))]
        ),
        "LAYERS": np.array([match.layers]),
        "NODES": np.array([first for first, _ in nodes]),
        "COUNTS": np.array([count for _, count in nodes]),
        "ACTIONS": np.array([np.resize(x.tree.legal, width) for x in bets]),
    }
    tables = {name: np.ascontiguousarray(x, np.int32) for name, x in small.items()}
    return tables | _rows(match, width)


def _rows(match: SolvedRounds, width: int) -> dict[str, npt.NDArray[Any]]:
    """Return the tables of rows, patterns and limits."""
    classes = match.class_begins[-1]
    shape = (match.layers, len(match.rounds), classes)
    patterns, begins, limits = np.zeros(shape, np.int64), np.zeros(shape, np.int32), list[ViewCells]()
    kinds, before, seen = np.zeros((0, width), np.uint8), 0, 0
    for j, k in enumerate(match.rounds):
        packed = match.packed(k)
        if packed is None:
            raise LookupError(f"round {k + 1} has no stored strategies")
        size = len(match.betting(k).tree.legal)
        codes = np.zeros((match.layers * classes, width), np.uint8)
        codes[:, :size] = packed.codes[: match.layers].reshape(-1, size)
        unique, numbers = np.unique(codes, axis=0, return_inverse=True)
        patterns[:, j] = numbers.reshape(match.layers, classes) + seen
        kinds, seen = np.concatenate([kinds, unique]), seen + len(unique)
        begins[:, j] = packed.begins[: match.layers * classes * size : size].reshape(-1, classes) + before
        limits.append(_limits(packed, match.layers, np.tile(match.betting(k).tree.count, classes)))
        before += len(limits[-1])
    codes, numbers = np.unique(kinds, axis=0, return_inverse=True)
    mixed = codes == MIXED
    return {
        "PATTERNS": numbers.ravel()[patterns].astype(np.int32),
        "BEGINS": begins,
        "CODES": codes.astype(np.int8),
        "RANKS": (np.cumsum(mixed, axis=1) - mixed).astype(np.int8),
        "LIMITS": np.concatenate(limits).astype(np.int32),
    }


def _limits(packed: PackedStrategies, layers: int, counts: ViewCells) -> ViewCells:
    """Return the limits of the mixed choices of a round: sums of their shares within each information set."""
    sets = np.tile(np.repeat(np.arange(len(counts)), counts), layers)
    at = np.flatnonzero(packed.codes[:layers] == MIXED)
    sums = np.cumsum(packed.shares[: len(at)], dtype=np.int64)
    is_first = np.diff(sets[at], prepend=-1) != 0
    starts = np.maximum.accumulate(np.where(is_first, np.arange(len(at)), 0))
    return sums - (sums - packed.shares[: len(at)])[starts]
