"""A game tree in sequence form: the flat arrays that tree solvers read.

A sequence of a player is the list of their choices up to one of them; with perfect recall, its last choice
identifies it. A plan gives each sequence its realization weight, the product of the probabilities of its
choices. The value of a plan against plans of the others is then a sum over the ends of the game, the terminal
nodes: payoff times chance times one weight of each player.

Source: B. von Stengel, "Efficient computation of behavior strategies", Games and Economic Behavior 14, 1996;
D. Koller, N. Megiddo, B. von Stengel, in the same volume.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from upcard.engine.arrays import FloatArray, IntArray
from upcard.engine.encodable import encodable
from upcard.engine.errors import Usage
from upcard.engine.tree.game_tree import END, GameTree
from upcard.engine.wording import counted

ROUNDING = 1e-6
"""Maximum difference between the sum of probabilities at an information set and 1."""


@dataclass(frozen=True, repr=False)
class SequenceForm:
    """The sequences of all players and the ends (terminal nodes) of a game.

    Sequences are numbered through all players: sequence p below ``players`` is the empty one of seat p, and
    position e in the arrays of a strategy (see :class:`GameTree`) is sequence ``players + e``. All arrays are
    int64 but `payoff`; `owner`, `first`, `count` and `before` have the shape (information sets,).
    """

    tree: GameTree
    """The game's tree."""
    players: int
    """Number of players."""
    owner: IntArray
    """The seat that decides at each information set, from 0."""
    first: IntArray
    count: IntArray
    """The first sequence of its choices, and the number of choices."""
    before: IntArray
    """The owner's sequence that leads to the information set."""
    ends: IntArray
    """The last sequence of every player at each end, shape (ends, players); no two rows are equal."""
    payoff: FloatArray
    """Payoffs times the probability of chance, float64 of shape (ends, players)."""

    def __repr__(self) -> str:
        """Return the game and the number of sequences, without the arrays."""
        words = counted(self.sequences, "sequence")
        return encodable(f"<sequence form of {self.tree.game.heading()}: {words}>")

    @property
    def sequences(self) -> int:
        """Number of sequences of all players, with the empty ones."""
        return self.players + len(self.tree.legal)

    @cached_property
    def constant_sum(self) -> int | Fraction | None:
        """The sum of all players' payoffs, if it is the same at every end; otherwise None."""
        return self.tree.constant_sum

    @property
    def is_zero_sum(self) -> bool:
        """Whether the payoffs of all players have the sum 0 at every end."""
        return self.constant_sum == 0

    @property
    def is_duel(self) -> bool:
        """Whether two players play for a constant sum, so that the game has a value."""
        return self.players == 2 and self.constant_sum is not None

    def of(self, p: int) -> IntArray:
        """Return the information sets of seat `p`, int64, each after those that lead to it."""
        return np.flatnonzero(self.owner == p)

    def uniform(self) -> FloatArray:
        """Return the strategy in which all choices are equally likely, float64 of shape (choices,)."""
        return np.repeat(1 / self.count, self.count)

    def plan(self, strategy: FloatArray) -> FloatArray:
        """Return the realization weights of a strategy, float64 of shape (sequences,), 0 to 1.

        `strategy`, float64 of shape (choices,), has the probability of every choice, 0 to 1, information set
        by information set. Empty sequences get 1. Raises ``Usage`` if it is not a strategy of this game.
        """
        fault = strategy_fault(self, strategy)
        if fault:
            raise Usage(f"the argument is {fault}")
        weights, strategy = np.ones(self.sequences), np.asarray(strategy, np.float64)
        sets = zip(self.before.tolist(), self.first.tolist(), self.count.tolist(), strict=True)
        for before, first, count in sets:
            choices = slice(first, first + count)
            weights[choices] = weights[before] * strategy[first - self.players : first - self.players + count]
        return weights

    def strategy(self, plan: FloatArray) -> FloatArray:
        """Return the probabilities that give a plan; equal ones where the plan is never reached.

        `plan`, float64 of shape (sequences,), has realization weights of 0 or more, up to one factor for each
        player. The result, float64 of shape (choices,), has the probability of every choice, 0 to 1. Raises
        ``Usage`` if `plan` is not a plan of this game.
        """
        fault = plan_fault(self, plan)
        if fault:
            raise Usage(f"the argument is {fault}")
        weights = np.asarray(plan, np.float64)[self.players :]
        starts = self.first - self.players
        total = np.repeat(np.add.reduceat(weights, starts), self.count) if len(starts) else weights
        return np.where(total > 0, weights / np.where(total > 0, total, 1), self.uniform())

    def exact_strategy(self, plan: Sequence[Fraction]) -> tuple[Fraction, ...]:
        """Return what :meth:`strategy` returns, as fractions."""
        out: list[Fraction] = []
        for first, count in zip(self.first.tolist(), self.count.tolist(), strict=True):
            weights = plan[first : first + count]
            total = sum(weights)
            out += [x / total for x in weights] if total else [Fraction(1, count)] * count
        return tuple(out)


def strategy_fault(form: SequenceForm, strategy: object) -> str:
    """Return what is wrong with a strategy, as the rest of "the argument is …"; empty if it is correct."""
    try:
        chances = np.asarray(strategy, np.float64)
    except (TypeError, ValueError):
        return f"{type(strategy).__name__}, not an array of numbers; expected the probability of every choice"
    shape = form.tree.legal.shape
    if chances.shape == (form.sequences,):
        return f"an array of shape {chances.shape}, like a plan; expected a strategy: form.strategy(plan)"
    if chances.shape != shape:
        return f"a strategy of shape {chances.shape}; expected {shape}"
    if not chances.size:
        return ""
    sums = np.add.reduceat(chances, form.tree.first)
    if chances.min() >= 0 and np.abs(sums - 1).max() <= ROUNDING:
        return ""
    return (
        "a strategy with invalid probabilities; expected numbers of 0 or more with the sum 1 at every "
        "information set, as form.strategy(plan) returns"
    )


def plan_fault(form: SequenceForm, plan: object) -> str:
    """Return what is wrong with a plan, as the rest of "the argument is …"; empty if it is correct."""
    try:
        weights = np.asarray(plan, np.float64)
    except (TypeError, ValueError):
        return f"{type(plan).__name__}, not an array of numbers; expected the weight of every sequence"
    if weights.shape == form.tree.legal.shape:
        return f"an array of shape {weights.shape}, like a strategy; expected a plan: form.plan(strategy)"
    if weights.shape != (form.sequences,):
        return f"a plan of shape {weights.shape}; expected {(form.sequences,)}, the weight of every sequence"
    return ""


def check_form(form: object) -> None:
    """Raise ``Usage`` if `form` is not a game in sequence form; the message says how to make one."""
    if not isinstance(form, SequenceForm):
        made = "sequence_form(tree)" if isinstance(form, GameTree) else "sequence_form(unroll(game))"
        raise Usage(f"the form was given as {form!r:.80}; expected a game in sequence form: {made}")


def sequence_form(tree: GameTree) -> SequenceForm:
    """Put a tree into sequence form.

    Raises ``Usage`` if `tree` is not a game tree, and ``Failure`` if the game lacks perfect recall: an
    information set of a seat that is reached after two different sequences.
    """
    if not isinstance(tree, GameTree):
        raise Usage(f"the tree was given as {tree!r:.80}; expected the tree of a game: unroll(game)")
    players, last = tree.game.players, tree.last_sequences()
    before = tree.sequences_before(last)
    ends, payoff = _ends(tree, last)
    return SequenceForm(tree, players, tree.owner, tree.first + players, tree.count, before, ends, payoff)


def _ends(tree: GameTree, last: IntArray) -> tuple[IntArray, FloatArray]:
    """Return the ends with their payoffs times chance; ends with the same sequences are merged."""
    at = np.flatnonzero(tree.player == END)
    ends, place = np.unique(last[at], axis=0, return_inverse=True)
    payoff = np.zeros((len(ends), last.shape[1]))
    np.add.at(payoff, place.reshape(-1), tree.payoff[at] * tree.along_ways(tree.chance())[at, None])
    return ends, payoff * float(tree.game.rules.GAME.unit)


def exact_payoffs(form: SequenceForm, p: int) -> dict[tuple[int, ...], Fraction]:
    """Return the payoffs of seat `p` times chance as fractions, by the last sequence of every player."""
    tree, unit = form.tree, form.tree.game.rules.GAME.unit
    last, reach = tree.last_sequences(), tree.exact_reach()
    out: dict[tuple[int, ...], Fraction] = {}
    for node in np.flatnonzero(tree.player == END).tolist():
        key = tuple(last[node].tolist())
        out[key] = out.get(key, Fraction(0)) + reach[node] * int(tree.payoff[node, p]) * unit
    return out
