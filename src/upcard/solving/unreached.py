"""Best replies at information sets that a strategy never reaches, after a mistake of the player.

No equilibrium says what to choose there. The choice cannot change what anybody gains against the strategy, so
it may be any; a best reply to the others' play with small mistakes is sequentially rational.

Source: R. Selten, "Reexamination of the perfectness concept for equilibrium points in extensive games",
International Journal of Game Theory 4, 1975, for the mistakes; D. M. Kreps, R. Wilson, "Sequential
equilibria", Econometrica 50, 1982.
"""

import numpy as np

from upcard.engine.arrays import BoolArray, FloatArray
from upcard.solving.exploitability import gradient
from upcard.solving.sequence_form import SequenceForm

MISTAKES = 1e-4
"""Probability with which a player makes a choice by mistake, all choices with equal probabilities."""

EQUAL = 1e-12
"""Maximum difference of probabilities that count as equal."""

PASSES = 4
"""Maximum number of passes over all players, since the reply of one may change those of the others."""


def not_learned(form: SequenceForm, strategy: FloatArray, most: float) -> BoolArray:
    """Return the information sets with equal probabilities to which the others lead at most with `most`.

    Regrets of such sets are hardly ever updated. The arguments are those of :func:`with_best_replies`; the
    result is of shape (information sets,).
    """
    tree, plan = form.tree, form.plan(strategy)
    at = np.flatnonzero(tree.infoset >= 0)
    weights = plan[tree.last_sequences()[at]]
    weights[np.arange(len(at)), tree.player[at]] = 1
    reach = np.zeros(len(form.owner))
    np.maximum.at(reach, tree.infoset[at], weights.prod(axis=1))
    is_mixed = np.abs(strategy - form.uniform()) > EQUAL
    begins = form.first - form.players
    return np.asarray((reach <= most) & ~np.logical_or.reduceat(is_mixed, begins), np.bool_)


def with_best_replies(
    form: SequenceForm, strategy: FloatArray, most: float = 0.0, others: BoolArray | None = None
) -> FloatArray:
    """Return a strategy that makes best replies wherever its player's own choices do not lead.

    Parameters
    ----------
    strategy : float64 array of shape (choices,), 0 to 1
        The probabilities of all choices, information set by information set; the result has the same shape.
    most : float
        Information sets count as unreached if the player's own choices lead there with at most this
        probability.
    others : bool array of shape (information sets,), optional
        More information sets that get best replies.
    """
    strategy = strategy.copy()
    for _ in range(PASSES):
        before = strategy.copy()
        for p in range(form.players):
            _reply(form, strategy, p, most, others)
        if np.array_equal(before, strategy):
            break
    return strategy


def _reply(form: SequenceForm, strategy: FloatArray, p: int, most: float, others: BoolArray | None) -> None:
    """Set the choices of one player at unreached information sets. Modifies `strategy`."""
    reach = form.plan(strategy)[form.before]
    gains = gradient(form, form.plan((1 - MISTAKES) * strategy + MISTAKES * form.uniform()), p)
    for i in reversed(form.of(p).tolist()):
        begin, end = int(form.first[i]), int(form.first[i] + form.count[i])
        chosen = strategy[begin - form.players : end - form.players]
        if reach[i] <= most or (others is not None and others[i]):
            chosen[:] = 0
            chosen[np.argmax(gains[begin:end])] = 1
        gains[form.before[i]] += chosen @ gains[begin:end]
