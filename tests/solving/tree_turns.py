"""A small game in which every seat has one turn, taken from its tree, for the search for thresholds."""

from collections.abc import Callable, Sequence
from math import lcm

import numpy as np

from upcard.engine.arrays import BoolArray, IntArray
from upcard.engine.errors import Usage
from upcard.engine.state import PlainState
from upcard.solving.infoset_views import views
from upcard.solving.sequence_form import SequenceForm, exact_payoffs
from upcard.solving.thresholds import ThresholdRule

_Sorted = tuple[object, int]


class TreeTurns:
    """A game whose tree is small, each seat having one turn with two actions.

    The cells of a seat are its information sets, in the order of the tree; the action with the greater number
    is the one to change.

    Parameters
    ----------
    form : SequenceForm
        The game.

    Raises
    ------
    Usage
        If somebody has two turns, or other than two actions.
    """

    def __init__(self, form: SequenceForm) -> None:
        if np.any(form.count != 2) or np.any(form.before >= form.players):
            raise Usage(
                f"thresholds need one turn with two actions for every seat; {form.tree.game.title} has others"
            )
        self.form, self.seats = form, form.players
        paid = [exact_payoffs(form, p) for p in range(self.seats)]
        self.scale = lcm(*(x.denominator for one in paid for x in one.values()))
        self.ends = np.array(list(paid[0]), np.int64).reshape(-1, self.seats)
        self.paid = np.array([[int(one[tuple(e)] * self.scale) for e in self.ends.tolist()] for one in paid])

    def worth(self, plan: Sequence[BoolArray], seat: int) -> IntArray:
        """What keeping and changing are worth; see :class:`upcard.solving.thresholds.OneTurnGame`."""
        weight = np.ones(self.form.sequences, np.int64)
        for p, chosen in enumerate(plan):
            first = self.form.first[self.form.of(p)]
            weight[first], weight[first + 1] = ~chosen, chosen
        return self._summed(weight, seat)

    def worth_by_mistake(self, plan: Sequence[BoolArray], seat: int) -> IntArray:
        """As :meth:`worth`, if the others did everything as often."""
        return self._summed(np.ones(self.form.sequences, np.int64), seat)

    def _summed(self, weight: IntArray, seat: int) -> IntArray:
        """What both actions of a seat are worth in each of its cells, the others' sequences so weighted."""
        worth = self.paid[seat].copy()
        for p in range(self.seats):
            if p != seat:
                worth *= weight[self.ends[:, p]]
        total = np.zeros(self.form.sequences, np.int64)
        np.add.at(total, self.ends[:, seat], worth)
        first = self.form.first[self.form.of(seat)]
        return np.array([total[first], total[first + 1]])


def rule_of(form: SequenceForm, levels: int, sort: Callable[[PlainState], _Sorted]) -> ThresholdRule:
    """A rule for a small game: a threshold for all that a seat may know besides its card.

    Parameters
    ----------
    form : SequenceForm
        The game.
    levels : int
        Thresholds are from 0 to this.
    sort : function
        Of a view: what the seat knows besides its card, and how high that is, as in :class:`ThresholdRule`.
    """
    seen = views(form.tree)
    groups, group, level = [], [], []
    for p in range(form.players):
        own = [sort(seen[i]) for i in form.of(p).tolist()]
        names = list(dict.fromkeys(what for what, _ in own))
        groups.append(len(names))
        group.append(np.array([names.index(what) for what, _ in own], np.int64))
        level.append(np.array([high for _, high in own], np.int64))
    return ThresholdRule(tuple(groups), tuple(group), tuple(level), levels)
