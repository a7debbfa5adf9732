"""Strategies of a round that also play well after mistakes, part by part.

With the values of all rounds known, every part of a round is a game by itself. Parts in which a player makes
several decisions, or does not reach one, are solved again with trembles; see
:mod:`upcard.solving.quasi_perfect`. In the others all choices are best responses already.
"""

from collections.abc import Callable, Mapping

import numpy as np

from upcard.engine.arrays import FloatArray, IntArray
from upcard.engine.tree.stochastic_game import SEATS, Round
from upcard.solving.round_best_response import response
from upcard.solving.round_lp import RoundPrograms
from upcard.solving.unreached import MISTAKES

DUST = 1e-12
"""Probabilities below this count as 0."""

NOT_REFINED: Mapping[int, FloatArray] = {}


def refined_strategy(
    programs: RoundPrograms,
    plan: FloatArray,
    worths: tuple[FloatArray, FloatArray],
    on_part: Callable[[], None] = lambda: None,
    known: Mapping[int, FloatArray] = NOT_REFINED,
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
    known : mapping of int to float64 array
        The result of :func:`refine_again` for these values; the parts in it are not solved again.

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
        here = _choices(round, part)
        refined = known[part] if part in known else refined_part(programs, part, worths[0])
        if refined is not None:
            strategy[here] = refined
        else:
            if replies is None:  # parts do not depend on each other
                replies = _with_replies(round, strategy, worths)
            strategy[here] = replies[here]
    return strategy


def refine_again(programs: RoundPrograms, plan: FloatArray, worth: FloatArray) -> dict[int, FloatArray]:
    """Refine parts that were refined before with other values, and write their weights into `plan`.

    Returns the probabilities of their choices by number of the part. `worth` has the value of each
    continuation to the first player, shape (ways,).
    """
    round, again = programs.round, dict[int, FloatArray]()
    strategy = tidy(round, plan)
    for part in sorted(programs.refined):
        refined = refined_part(programs, part, worth)
        if refined is not None:
            again[part] = strategy[_choices(round, part)] = refined
    plan[:] = round.plan(strategy)
    return again


def refined_part(programs: RoundPrograms, part: int, worth: FloatArray) -> FloatArray | None:
    """Return the refined probabilities of a part without tiny ones; None if no refined corner is found.

    A part that was refined before, with other values, starts from its corner. `worth` has the value of each
    continuation to the first player, shape (ways,).
    """
    refined = programs.refine(part, worth)
    if refined is None:
        return None
    round = programs.round
    begin, end = (int(x) for x in round.sets_from[part : part + 2])
    refined[refined < DUST] = 0
    begins = round.first[begin:end] - round.first[begin]
    return np.asarray(refined / np.repeat(np.add.reduceat(refined, begins), round.count[begin:end]))


def _choices(round: Round, part: int) -> slice:
    """Return the places of a part's choices among all probabilities of the round; it has some choices."""
    begin, end = (int(x) for x in round.sets_from[part : part + 2])
    return slice(int(round.first[begin]) - SEATS, int(round.first[end - 1] + round.count[end - 1]) - SEATS)


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
