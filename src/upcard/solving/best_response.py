"""The best response to what the others do, and how much is to be gained by it: exploitability.

It uses no solver and shares the sequence form with them, so that it can judge them.

Source: M. Johanson, K. Waugh, M. Bowling, M. Zinkevich, "Accelerating best response calculation in large
extensive games", IJCAI 2011; NashConv and exploitability as in M. Lanctot and others, OpenSpiel, 2019.
"""

from dataclasses import dataclass

import numpy as np

from upcard.engine.errors import Usage
from upcard.solving.sequence_form import Floats, SequenceForm, check_form


@dataclass(frozen=True)
class BestResponse:
    """What a seat can get at most while the others stay with their strategies.

    Parameters
    ----------
    seat : int
        Whose.
    value : float
        His expected payoff.
    choice : tuple of int
        For every information set of all players the number of the choice, from 0 on; -1 for those of others.
    """

    seat: int
    value: float
    choice: tuple[int, ...]


def gradient(form: SequenceForm, plan: Floats, p: int) -> Floats:
    """What one unit of weight on every sequence of seat `p` is worth, the others playing by a plan.

    Parameters
    ----------
    form : SequenceForm
        The game.
    plan : float64 array of shape (sequences,)
        Realization weights of all players, as ``form.plan`` gives them; those of seat `p` do not matter.
    p : int
        A seat.

    Returns
    -------
    float64 array of shape (sequences,)
        0 for the sequences of other seats.

    Raises
    ------
    Usage
        If its shape is another, a weight is negative or no number, or the game is in another form. More is
        not looked for: who iterates comes here often.
    """
    check_form(form)
    plan = np.asarray(plan, np.float64)
    if plan.shape != (form.sequences,):
        raise Usage(
            f"what was given is a plan of shape {plan.shape}; "
            f"expected {(form.sequences,)}, as form.plan(strategy) gives it"
        )
    if not plan.min() >= 0:
        raise Usage("what was given is a plan that has no weights; expected numbers from 0 on")
    worth = form.payoff[:, p].copy()
    for q in range(form.players):
        if q != p:
            worth *= plan[form.ends[:, q]]
    summed: Floats = np.bincount(form.ends[:, p], worth, form.sequences).astype(np.float64, copy=False)
    return summed


def best_response(form: SequenceForm, strategy: Floats, p: int) -> BestResponse:
    """The best response of seat `p` to a strategy of all players, by going back from the ends.

    Raises
    ------
    Usage
        If it is no game in sequence form, or no strategy of it.
    """
    return _best_response(form, _plan(form, strategy), p)


def _plan(form: SequenceForm, strategy: Floats) -> Floats:
    check_form(form)
    return form.plan(strategy)


def _best_response(form: SequenceForm, plan: Floats, p: int) -> BestResponse:
    worth = gradient(form, plan, p)
    choice = [-1] * len(form.owner)
    for i in form.of(p)[::-1].tolist():
        choices = worth[form.first[i] : form.first[i] + form.count[i]]
        choice[i] = int(choices.argmax())
        worth[form.before[i]] += choices[choice[i]]
    return BestResponse(p, float(worth[p]), tuple(choice))


def values(form: SequenceForm, strategy: Floats) -> Floats:
    """What every seat gets in the mean when all play by a strategy, float64 of shape (players,).

    Raises
    ------
    Usage
        If it is no game in sequence form, or no strategy of it.
    """
    return _values(form, _plan(form, strategy))


def _values(form: SequenceForm, plan: Floats) -> Floats:
    reach = np.prod(plan[form.ends], axis=1)
    total: Floats = reach @ form.payoff
    return total


def gaps(form: SequenceForm, strategy: Floats) -> Floats:
    """What every seat would gain by a best response, float64 of shape (players,); 0 in an equilibrium.

    Raises
    ------
    Usage
        If it is no game in sequence form, or no strategy of it.
    """
    plan = _plan(form, strategy)
    best = [_best_response(form, plan, p).value for p in range(form.players)]
    return np.array(best) - _values(form, plan)


def exploitability(form: SequenceForm, strategy: Floats) -> float:
    """The mean of all gaps: NashConv divided by the number of players.

    Raises
    ------
    Usage
        If it is no game in sequence form, or no strategy of it.
    """
    return float(gaps(form, strategy).mean())
