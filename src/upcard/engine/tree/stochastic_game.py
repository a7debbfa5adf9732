"""Rounds of a two-player match in sequence form, and matches made of them, for solvers and checkers.

A match is a stochastic game: a round that begins with a key, such as who has how many pennies, ends with
another key or ends the match. Each player has perfect recall within a round; earlier rounds only count
through the key.

A round may begin with a chance move that both see and that no later round remembers, such as open cards.
Each of its outcomes is followed by a *part*, which is a game by itself once the values of all keys are known.

Source: L. S. Shapley, "Stochastic games", Proceedings of the National Academy of Sciences 39, 1953.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import lcm
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.engine.arrays import FloatArray
from upcard.engine.errors import Failure
from upcard.engine.tree.game_tree import END, GameTree

SEATS = 2
AnyIntArray = npt.NDArray[np.integer[Any]]


@dataclass(frozen=True)
class Round:
    """A two-player round in sequence form.

    A sequence of a player is their actions in the round up to and including one of their choices.
    Sequence p below 2 is the empty one of player p; the choices of all information sets follow, information
    set by information set, each after those that lead to it.
    """

    owner: AnyIntArray
    """For each information set, the player to move."""
    first: AnyIntArray
    count: AnyIntArray
    """For each information set, the first sequence of its choices, and the number of choices."""
    before: AnyIntArray
    """For each information set, the owner's sequence that leads to it."""
    ends: AnyIntArray
    """For each end of the round, the last sequence of each player; shape (ends, 2)."""
    onward: AnyIntArray
    """For each end, the number of the round that follows, or of a result; see :class:`StochasticGame`."""
    weight: AnyIntArray
    """For each end, the probability of the outcomes of chance, in units of 1 / `total`."""
    total: int
    """The total weight of all outcomes."""
    sets_from: AnyIntArray
    ends_from: AnyIntArray
    """The positions at which the information sets and the ends of each part begin."""

    @property
    def sequences(self) -> int:
        """Number of sequences, with the empty ones."""
        return SEATS + int(self.count.sum())

    @property
    def parts(self) -> int:
        """Number of parts."""
        return len(self.sets_from) - 1

    @cached_property
    def levels(self) -> tuple[tuple[AnyIntArray, ...], tuple[AnyIntArray, ...]]:
        """Information sets of each player by the number of the player's earlier choices."""
        chooses = np.repeat(np.arange(len(self.owner)), self.count)
        level = np.zeros(len(self.owner), np.int64)
        later = np.flatnonzero(self.before >= SEATS)
        while True:
            deeper = level[chooses[self.before[later] - SEATS]] + 1
            if np.array_equal(level[later], deeper):
                break
            level[later] = deeper
        first, second = (
            tuple(np.flatnonzero((self.owner == p) & (level == n)) for n in range(level.max(initial=-1) + 1))
            for p in range(SEATS)
        )
        return first, second

    def part_chances(self) -> FloatArray:
        """Return the probability of each part, float64 of shape (parts,)."""
        uniform = self.plan(1 / np.repeat(self.count, self.count))
        reach = self.weight * uniform[self.ends[:, 0]] * uniform[self.ends[:, 1]]
        part = np.repeat(np.arange(self.parts), np.diff(self.ends_from))
        return np.bincount(part, reach, self.parts) / self.total

    def choices(self, sets: AnyIntArray) -> tuple[AnyIntArray, AnyIntArray]:
        """Return the sequences of some information sets, in order, and the position of the first of each."""
        count = self.count[sets]
        begins = np.cumsum(count) - count
        places = np.arange(int(count.sum())) - np.repeat(begins, count) + np.repeat(self.first[sets], count)
        return places, begins

    def plan(self, strategy: FloatArray) -> FloatArray:
        """Return the realization weights of a strategy, float64 of shape (sequences,).

        Parameters
        ----------
        strategy : float64 array of shape (sequences - 2,), 0 to 1
            The probability of every choice, information set by information set.
        """
        weights = np.ones(self.sequences)
        for sets in (x for levels in self.levels for x in levels):
            places, _ = self.choices(sets)
            weights[places] = (
                np.repeat(weights[self.before[sets]], self.count[sets]) * strategy[places - SEATS]
            )
        return weights

    def strategy(self, plan: FloatArray) -> FloatArray:
        """Return the strategy of a plan; uniform at information sets that the plan never reaches."""
        if not len(self.first):
            return np.zeros(0)
        weights = plan[SEATS:]
        total = np.repeat(np.add.reduceat(weights, self.first - SEATS), self.count)
        return np.where(
            total > 0, weights / np.where(total > 0, total, 1), 1 / np.repeat(self.count, self.count)
        )


@dataclass(frozen=True)
class StochasticGame:
    """A match of rounds between two players, described for the first player of each round.

    Number k below ``len(names)`` in ``onward`` of a round says that round k follows, with the players in the
    same parts; ``len(names)`` + k that round k follows with the parts exchanged; from twice ``len(names)`` on
    the match is over.
    """

    names: tuple[str, ...]
    """The names of the rounds."""
    round_of: Callable[[int], Round]
    """``round_of(k)`` makes round number k."""
    finals: FloatArray
    """The result of the first player of the last round, for every way to end."""
    together: float
    """The sum of both results: 1 for winning chances."""
    stopped: FloatArray
    """The result of the first player of a round if the match is stopped before it."""
    begin: int = 0
    """The first round of the match."""
    limit: int = 0
    """The maximum number of rounds; 0 for no limit."""
    stalls: bool = False
    """Whether the match may be stopped earlier because it makes no progress."""

    def worth(self, present: FloatArray, other: FloatArray, p: int) -> FloatArray:
        """Return a player's value, float64, of every number in ``onward``: a next round or a final result.

        Parameters
        ----------
        present : float64 array of shape (rounds,)
            The value of each round to the player in the present role.
        other : float64 array of shape (rounds,)
            The value of each round to the player in the other role.
        p : int
            The present role, 0 or 1.
        """
        return np.concatenate([present, other, self.finals if p == 0 else self.together - self.finals])


def round_of_tree(tree: GameTree) -> Round:
    """Return the round of a tree whose payoffs to the first seat are the numbers for ``onward``.

    Parameters
    ----------
    tree : GameTree
        A two-player game, such as :func:`upcard.engine.tree.single_round.one_round` makes.

    Raises
    ------
    Failure
        If a player has no perfect recall, or the number of players is not two.
    """
    if tree.game.players != SEATS:
        raise Failure(f"{tree.game.title} has {tree.game.players} players; expected two")
    last = tree.last_sequences()
    before = tree.sequences_before(last)
    at = np.flatnonzero(tree.player == END)
    weight, total = _weights(tree, at.tolist())
    return Round(
        owner=tree.owner, first=tree.first + SEATS, count=tree.count, before=before,
        ends=last[at], onward=tree.payoff[at, 0], weight=weight, total=total,
        sets_from=np.array([0, tree.infosets]), ends_from=np.array([0, len(at)]),
    )  # fmt: skip


def _weights(tree: GameTree, at: Sequence[int]) -> tuple[npt.NDArray[np.int64], int]:
    """Return the probabilities of chance on the way to some nodes, as whole numbers with their unit."""
    reach = tree.exact_reach()
    unit = lcm(*(reach[n].denominator for n in at))
    return np.array([int(reach[n] * unit) for n in at], np.int64), unit
