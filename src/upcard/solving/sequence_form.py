"""A game tree in sequence form: all that tree solvers read, in flat arrays.

A sequence of a player is the list of their choices up to one of them; with perfect recall it is known by its
last choice. A plan gives each sequence its realization weight, the product of the probabilities on the way.
The value of a plan against plans of the others is then a sum over the ends of the game: payoff times chance
times one weight of each player.

Source: B. von Stengel, "Efficient computation of behavior strategies", Games and Economic Behavior 14, 1996;
D. Koller, N. Megiddo, B. von Stengel, in the same volume.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from upcard.engine.arrays import FloatArray, IntArray
from upcard.engine.errors import Usage
from upcard.engine.tree.game_tree import END, GameTree
from upcard.engine.wording import counted

ROUNDING = 1e-6
"""So far the probabilities at an information set may be from a sum of 1."""


@dataclass(frozen=True, repr=False)
class SequenceForm:
    """The sequences of all players and the ends of a game.

    Sequences are numbered through all players: sequence p below ``players`` is the empty one of seat p, and
    position e in the arrays of a strategy (see :class:`GameTree`) is sequence ``players + e``.
    """

    tree: GameTree
    """The game's tree."""
    players: int
    """How many play."""
    owner: IntArray
    """The seat that decides."""
    first: IntArray
    count: IntArray
    """The first sequence of its choices, and how many there are."""
    before: IntArray
    """The owner's sequence that leads to it."""
    ends: IntArray
    """The last sequence of every player; no two ends are the same."""
    payoff: FloatArray
    """Payoffs times the probability that chance does its part."""

    def __repr__(self) -> str:
        """Return the game and the number of sequences, without the arrays."""
        return f"<sequence form of {self.tree.game.heading()}: {counted(self.sequences, 'sequence')}>"

    @property
    def sequences(self) -> int:
        """How many sequences there are, of all players, the empty ones included."""
        return self.players + len(self.tree.legal)

    @cached_property
    def is_zero_sum(self) -> bool:
        """Whether what one wins the others lose, at every end."""
        return bool(np.all(self.tree.payoff[self.tree.player == END].sum(axis=1) == 0))

    def of(self, p: int) -> IntArray:
        """Return the information sets of seat `p`, each after those that lead to it."""
        return np.flatnonzero(self.owner == p)

    def uniform(self) -> FloatArray:
        """Return the strategy in which all choices are equally likely, for :meth:`plan`."""
        return np.repeat(1 / self.count, self.count)

    def plan(self, strategy: FloatArray) -> FloatArray:
        """Return the realization weights of a strategy, float64 of shape (sequences,), 0 to 1.

        The strategy, float64 of shape (sum of count,), has the probability of every choice, information set
        by information set. Raises ``Usage`` if it is no strategy of this game.
        """
        fault = strategy_fault(self, strategy)
        if fault:
            raise Usage(f"what was given is {fault}")
        weights, strategy = np.ones(self.sequences), np.asarray(strategy, np.float64)
        sets = zip(self.before.tolist(), self.first.tolist(), self.count.tolist(), strict=True)
        for before, first, count in sets:
            choices = slice(first, first + count)
            weights[choices] = weights[before] * strategy[first - self.players : first - self.players + count]
        return weights

    def strategy(self, plan: FloatArray) -> FloatArray:
        """Return the probabilities that give a plan; equal ones where the plan is never reached.

        The plan, float64 of shape (sequences,), has realization weights, up to one factor for every player;
        the probability of every choice is float64 of shape (sum of count,). Raises ``Usage`` if it is no plan
        of this game.
        """
        fault = plan_fault(self, plan)
        if fault:
            raise Usage(f"what was given is {fault}")
        weights = np.asarray(plan, np.float64)[self.players :]
        starts = self.first - self.players
        total = np.repeat(np.add.reduceat(weights, starts), self.count) if len(starts) else weights
        return np.where(total > 0, weights / np.where(total > 0, total, 1), self.uniform())

    def exact_strategy(self, plan: Sequence[Fraction]) -> tuple[Fraction, ...]:
        """Return the same as :meth:`strategy`, as fractions."""
        out: list[Fraction] = []
        for first, count in zip(self.first.tolist(), self.count.tolist(), strict=True):
            weights = plan[first : first + count]
            total = sum(weights)
            out += [x / total for x in weights] if total else [Fraction(1, count)] * count
        return tuple(out)


def strategy_fault(form: SequenceForm, strategy: object) -> str:
    """Say what is wrong with an alleged strategy, to follow "what was given is"; empty if nothing is."""
    try:
        chances = np.asarray(strategy, np.float64)
    except (TypeError, ValueError):
        return f"no array of numbers but {type(strategy).__name__}; expected the probability of every choice"
    shape = form.tree.legal.shape
    if chances.shape == (form.sequences,):
        return f"of shape {chances.shape}, as a realization plan is; expected a strategy, form.strategy(plan)"
    if chances.shape != shape:
        return f"a strategy of shape {chances.shape}; expected {shape}"
    if not chances.size:
        return ""
    sums = np.add.reduceat(chances, form.tree.first)
    if chances.min() >= 0 and np.abs(sums - 1).max() <= ROUNDING:
        return ""
    return (
        "a strategy that is no probabilities; expected numbers from 0 on whose sum is 1 at every information "
        "set, as form.strategy(plan) gives them"
    )


def plan_fault(form: SequenceForm, plan: object) -> str:
    """Say what is wrong with an alleged plan, to follow "what was given is"; empty if nothing is."""
    try:
        weights = np.asarray(plan, np.float64)
    except (TypeError, ValueError):
        return f"no array of numbers but {type(plan).__name__}; expected the weight of every sequence"
    if weights.shape == form.tree.legal.shape:
        return f"of shape {weights.shape}, as a strategy is; expected a plan, form.plan(strategy)"
    if weights.shape != (form.sequences,):
        return f"a plan of shape {weights.shape}; expected {(form.sequences,)}, the weight of every sequence"
    return ""


def check_form(form: object) -> None:
    """Raise ``Usage`` for what is no game in sequence form, with what makes one of it."""
    if not isinstance(form, SequenceForm):
        made = "sequence_form(tree)" if isinstance(form, GameTree) else "sequence_form(unroll(game))"
        raise Usage(f"the form was given as {form!r:.80}; expected a game in sequence form, {made}")


def sequence_form(tree: GameTree) -> SequenceForm:
    """Put a tree into sequence form.

    Raises ``Usage`` if it is no tree, and ``Failure`` if the game does not keep perfect recall.
    """
    if not isinstance(tree, GameTree):
        raise Usage(f"the tree was given as {tree!r:.80}; expected the tree of a game, unroll(game)")
    players, last = tree.game.players, tree.last_sequences()
    before = tree.sequences_before(last)
    ends, payoff = _ends(tree, last)
    return SequenceForm(tree, players, tree.owner, tree.first + players, tree.count, before, ends, payoff)


def _ends(tree: GameTree, last: IntArray) -> tuple[IntArray, FloatArray]:
    """Return the ends with their payoffs times chance; those with the same sequences are one."""
    at = np.flatnonzero(tree.player == END)
    ends, place = np.unique(last[at], axis=0, return_inverse=True)
    payoff = np.zeros((len(ends), last.shape[1]))
    np.add.at(payoff, place.reshape(-1), tree.payoff[at] * tree.along_ways(tree.chance())[at, None])
    return ends, payoff


def exact_payoffs(form: SequenceForm, p: int) -> dict[tuple[int, ...], Fraction]:
    """Return the payoffs of seat `p` times chance as fractions, by the last sequence of every player."""
    tree = form.tree
    last, reach = tree.last_sequences(), tree.exact_reach()
    out: dict[tuple[int, ...], Fraction] = {}
    for node in np.flatnonzero(tree.player == END).tolist():
        key = tuple(last[node].tolist())
        out[key] = out.get(key, Fraction(0)) + reach[node] * int(tree.payoff[node, p])
    return out
