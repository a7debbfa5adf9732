"""Strategies of a round that also play well after mistakes, part by part.

With the values of all rounds known, every part of a round is a game by itself. Parts in which a player makes
several decisions, or does not reach one, are solved again with trembles; see
:mod:`upcard.solving.quasi_perfect`. In the others all choices are best responses already.
"""

from collections.abc import Callable

import numpy as np

from upcard.engine.arrays import FloatArray, IntArray
from upcard.engine.tree.stochastic_game import SEATS, Round
from upcard.solving.round_best_response import response
from upcard.solving.round_lp import RoundPrograms
from upcard.solving.unreached import MISTAKES

DUST = 1e-12
"""Probabilities below this count as 0."""


def refined_strategy(
    programs: RoundPrograms,
    plan: FloatArray,
    worths: tuple[FloatArray, FloatArray],
    on_part: Callable[[], None] = lambda: None,
) -> FloatArray:
    """Return the strategy of a plan, with other choices where mistakes of the players matter.

    Parameters
    ----------
    programs : RoundPrograms
        The linear programs of the round; they get the refined corners.
    plan : float64 array of shape (sequences,)
        Realization weights of an equilibrium of every part.
    worths : two float64 arrays of shape (ways,)
        Value of each continuation to the first and to the second player.
    on_part : function
        Called before each part that is solved; it may raise ``KeyboardInterrupt``.

    Returns
    -------
    float64 array of shape (sequences - 2,)
        The probability of every choice, 0 to 1, information set by information set.
    """
    round = programs.round
    strategy = tidy(round, plan)
    if not len(round.first):
        return strategy
    plan = round.plan(strategy)
    replies: FloatArray | None = None
    for part in parts_to_refine(round, plan).tolist():
        on_part()
        begin, end = (int(x) for x in round.sets_from[part : part + 2])
        choices = slice(
            int(round.first[begin]) - SEATS, int(round.first[end - 1] + round.count[end - 1]) - SEATS
        )
        refined = programs.refine(part, worths[0])
        if refined is not None:
            refined[refined < DUST] = 0
            begins = round.first[begin:end] - round.first[begin]
            strategy[choices] = refined / np.repeat(np.add.reduceat(refined, begins), round.count[begin:end])
        else:
            if replies is None:  # parts do not depend on each other
                replies = _with_replies(round, strategy, worths)
            strategy[choices] = replies[choices]
    return strategy


def tidy(round: Round, plan: FloatArray) -> FloatArray:
    """Return the strategy of a plan without tiny probabilities, float64 of shape (sequences - 2,).

    Where the plan is never reached, the first choice is certain.
    """
    if not len(round.first):
        return np.zeros(0)
    weights, begins = plan[SEATS:], round.first - SEATS
    total = np.repeat(np.add.reduceat(weights, begins), round.count)
    chances = np.where(total > DUST, weights / np.where(total > DUST, total, 1), 0.0)
    chances[begins[total[begins] <= DUST]] = 1.0
    chances[chances < DUST] = 0.0
    chances /= np.repeat(np.add.reduceat(chances, begins), round.count)
    return chances


def parts_to_refine(round: Round, plan: FloatArray) -> IntArray:
    """Return the numbers of parts with decisions in turn, or with one that a player never reaches, int64.

    Only decisions in turn can give something away that costs nothing as long as the other makes no mistake.
    """
    is_open = np.zeros(len(round.owner), np.bool_)
    for p in range(SEATS):
        mass = np.bincount(round.ends[:, p], round.weight * plan[round.ends[:, 1 - p]], round.sequences)
        for sets in reversed(round.levels[p]):
            reach = mass[round.first[sets]]
            np.add.at(mass, round.before[sets], reach)
            is_reached = (reach > DUST) & (plan[round.before[sets]] > DUST)
            is_open[sets] = ~is_reached | (round.before[sets] >= SEATS)
    return np.unique(np.searchsorted(round.sets_from, np.flatnonzero(is_open), side="right") - 1)


def _with_replies(round: Round, strategy: FloatArray, worths: tuple[FloatArray, FloatArray]) -> FloatArray:
    """Return a strategy with best replies to small mistakes where its player's own choices do not lead."""
    uniform = 1 / np.repeat(round.count, round.count)
    trembling = round.plan((1 - MISTAKES) * strategy + MISTAKES * uniform)
    reach = np.repeat(round.plan(strategy)[round.before], round.count)
    chosen = sum(response(round, trembling, p, worths[p]).chosen for p in range(SEATS))
    return np.where(reach > DUST, strategy, np.asarray(chosen)[SEATS:])
