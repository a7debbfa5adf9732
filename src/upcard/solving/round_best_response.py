"""Best responses in one round of a match, and the probabilities of what follows the round."""

from dataclasses import dataclass

import numpy as np

from upcard.engine.arrays import FloatArray
from upcard.engine.tree.stochastic_game import SEATS, Round


@dataclass(frozen=True)
class RoundResponse:
    """The best response of a player in a round while the other keeps their plan."""

    value: float
    """Value of the response to the player."""
    by_part: FloatArray
    """The value of every part of the round, float64 of shape (parts,)."""
    plan: FloatArray
    """Realization weights, shape (sequences,): the player's are 0 or 1, the other's are unchanged."""
    chosen: FloatArray
    """1 for the best choice at each of the player's information sets, else 0; shape (sequences,)."""


def worth_of_sequences(round: Round, plan: FloatArray, p: int, worth: FloatArray) -> FloatArray:
    """Return the value of one unit of weight on every sequence of player `p` at its terminal nodes."""
    paid = round.weight * worth[round.onward] * plan[round.ends[:, 1 - p]]
    return np.bincount(round.ends[:, p], paid, round.sequences) / round.total


def response(round: Round, plan: FloatArray, p: int, worth: FloatArray) -> RoundResponse:
    """Return the best response of player `p` in a round, working backwards from the ends.

    Parameters
    ----------
    plan : float64 array of shape (sequences,)
        Realization weights of the other player; those of `p` do not matter.
    worth : float64 array of shape (ways,)
        Value to player `p` of each continuation, as ``round.onward`` numbers them.
    """
    gains, chosen = worth_of_sequences(round, plan, p, worth), np.zeros(round.sequences)
    by_part = _at_once(round, plan, p, worth)
    for level, sets in reversed(list(enumerate(round.levels[p]))):
        if not len(sets):
            continue
        places, begins = round.choices(sets)
        best = np.maximum.reduceat(gains[places], begins)
        is_best = np.flatnonzero(gains[places] == np.repeat(best, round.count[sets]))
        chosen[places[is_best[np.searchsorted(is_best, begins)]]] = 1
        if level:
            np.add.at(gains, round.before[sets], best)
        else:
            part = np.searchsorted(round.sets_from, sets, side="right") - 1
            by_part += np.bincount(part, best, round.parts)
    return RoundResponse(float(by_part.sum()), by_part, _with_choices(round, plan, p, chosen), chosen)


def _with_choices(round: Round, plan: FloatArray, p: int, chosen: FloatArray) -> FloatArray:
    """Return the plan in which player `p` always makes the choices marked in `chosen`."""
    out = plan.copy()
    out[p] = 1
    for sets in round.levels[p]:
        places, _ = round.choices(sets)
        out[places] = np.repeat(out[round.before[sets]], round.count[sets]) * chosen[places]
    return out


def _at_once(round: Round, plan: FloatArray, p: int, worth: FloatArray) -> FloatArray:
    """Return the value of every part to player `p` from terminal nodes before any choice of that player."""
    at = np.flatnonzero(round.ends[:, p] < SEATS)
    part = np.searchsorted(round.ends_from, at, side="right") - 1
    paid = round.weight[at] * worth[round.onward[at]] * plan[round.ends[at, 1 - p]]
    return np.bincount(part, paid, round.parts) / round.total


def onward_chances(round: Round, plan: FloatArray, ways: int) -> FloatArray:
    """Return the probability of every continuation of the round under a plan, float64 of shape (ways,)."""
    reach = round.weight * plan[round.ends[:, 0]] * plan[round.ends[:, 1]]
    return np.bincount(round.onward, reach, ways) / round.total
