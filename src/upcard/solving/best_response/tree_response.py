"""The best response in a game whose tree is small, by going back from its ends.

Source: going back from the ends is as in :mod:`upcard.solving.exploitability`; here in fractions where the
strategies of the others are known as such, so that the value is one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import prod

import numpy as np
import numpy.typing as npt

from upcard.engine.arrays import FloatArray
from upcard.engine.errors import Failure
from upcard.engine.registry import Entrant
from upcard.engine.state import PlainState
from upcard.engine.tree.game_tree import GameTree, TooLarge, unroll
from upcard.solving.action_probabilities import StrategyProbabilities
from upcard.solving.best_response.response import (
    SHOWN_LINES,
    Response,
    ResponseQuery,
    SeatResponse,
    estimate_means,
    method_of,
)
from upcard.solving.exploitability import best_response, gradient, values
from upcard.solving.infoset_views import views
from upcard.solving.lp import why_not
from upcard.solving.sequence_form import SequenceForm, exact_payoffs, sequence_form
from upcard.solving.solver_contract import Aim, Answer
from upcard.solving.solver_registry import find_solver
from upcard.solving.strategy_chart import chart_rows
from upcard.solving.tree_solution import LP, QUICK_EXACT

SLIGHT = 1e-12
"""Choices whose worth differs by less of the greatest payoff are as good as each other."""


def respond_in_tree(question: ResponseQuery) -> Response:
    """The best responses in a game whose tree is small.

    Raises
    ------
    Failure
        If the tree is too large, or a strategy does what is not legal.
    """
    question.tell("unrolling the game", 0.0)
    form = sequence_form(_unrolled(question))
    seen = views(form.tree)
    safe = _equilibrium(form)
    own = compared_with(question, safe is not None)
    found, lines, often = [], [], []
    for i, seat in enumerate(question.seats):
        question.tell(f"seat {seat + 1}", 0.5 + 0.5 * i / len(question.seats))
        response, strategy = _respond(question, form, seen, seat, safe)
        found.append(response)
        alike = as_good(form, strategy, seat)
        lines.append(chart_rows(form.tree, strategy, [seat], alike))
        is_long = len(lines[-1]) - 1 > SHOWN_LINES
        often.append(chart_rows(form.tree, strategy, [seat], alike, SHOWN_LINES) if is_long else lines[-1])
    return Response(
        question.game,
        "",
        method_of(found[0]),
        form.tree.size,
        own.label if own else "",
        tuple(found),
        _together(lines),
        0.0,
        often=_together(often),
    )


def _together(charts: Sequence[list[tuple[str, ...]]]) -> tuple[tuple[str, ...], ...]:
    """The charts of some seats as one; none where one of them is too long."""
    return (charts[0][0], *(line for part in charts for line in part[1:])) if all(charts) else ()


def _unrolled(question: ResponseQuery) -> GameTree:
    """The tree of the game; a refusal says what else there is."""
    try:
        return unroll(question.game, question.most_nodes)
    except TooLarge as fault:
        raise Failure(
            f"{fault}, or have games played: --games 200, from Python playing=Playing(200, 20, seed=1)"
        ) from None


def _equilibrium(form: SequenceForm) -> tuple[float, FloatArray] | None:
    """The value and an equilibrium of a small zero-sum game of two."""
    if why_not(form) or form.sequences > QUICK_EXACT:
        return None
    answer: Answer = find_solver(LP).solve(form, Aim(0.0, 1))
    return float(values(form, answer.strategy)[0]), answer.strategy


def _respond(
    question: ResponseQuery,
    form: SequenceForm,
    seen: Sequence[PlainState],
    seat: int,
    safe: tuple[float, FloatArray] | None,
) -> tuple[SeatResponse, FloatArray]:
    """The best response of one seat, and the strategy of all with it."""
    others = question.others(seat)
    told, is_exact = strategies(question, form, seen, others, 0)
    floats = _floats(told)
    exact = None
    if is_exact and form.sequences <= QUICK_EXACT:
        exact, choice = exact_response(form, told, seat)
        best = _with_choice(form, floats, seat, choice)
        value = float(exact)
    else:
        best = _with_choice(form, floats, seat, best_response(form, floats, seat).choice)
        value = float(values(form, best)[seat])
    mine = _ResponseBaseline(question, form, seen, seat, safe)
    own, careful = mine.gets(floats, 0)
    found = SeatResponse(
        seat, question.names(), value, exact, None, own, None if safe is None else mine.sure, careful
    )
    if not (is_exact and mine.is_exact):

        def once(seed: int) -> tuple[float, ...]:
            again = _floats(strategies(question, form, seen, others, seed)[0])
            by_best = float(values(form, _mixed(form, again, best, seat))[seat])
            by_own, by_careful = mine.gets(again, seed)
            return by_best, by_own or 0.0, by_careful or 0.0, by_best - (by_own or 0.0)

        found = _estimated(found, estimate_means(once), is_exact)
    return found, best


def _estimated(
    found: SeatResponse, told: Sequence[tuple[float, tuple[float, float]]], is_exact: bool
) -> SeatResponse:
    """A response with the means and intervals of what was estimated: the value, own, careful and the gain."""
    (value, interval), (own, own_interval), (careful, careful_interval), (_, gain_interval) = told
    if found.own is not None:
        found = replace(found, own=own, own_interval=own_interval, gain_interval=gain_interval)
    if is_exact:
        return found
    found = replace(found, value=value, interval=interval)
    return (
        found if found.careful is None else replace(found, careful=careful, careful_interval=careful_interval)
    )


class _ResponseBaseline:
    """What a response is compared with: a strategy that is given, and an equilibrium if there is one.

    Without either it is compared with what the next seat plays.
    """

    def __init__(
        self, question: ResponseQuery, form: SequenceForm, seen: Sequence[PlainState], seat: int,
        safe: tuple[float, FloatArray] | None,
    ) -> None:  # fmt: skip
        self.question, self.form, self.seen, self.seat, self.safe = question, form, seen, seat, safe
        self.own = compared_with(question, safe is not None)
        self.is_exact = True
        self.sure = 0.0 if safe is None else safe[0] if seat == 0 else -safe[0]

    def gets(self, others: FloatArray, seed: int) -> tuple[float | None, float | None]:
        """What the strategy and the equilibrium get against the others."""
        own, careful = None, None
        if self.own is not None:
            told, is_exact = strategies(self.question, self.form, self.seen, {self.seat: self.own}, seed)
            self.is_exact &= is_exact
            own = self._mean(others, _floats(told))
        if self.safe is not None:
            careful = self._mean(others, self.safe[1])
        return own, careful

    def _mean(self, others: FloatArray, own: FloatArray) -> float:
        return float(values(self.form, _mixed(self.form, others, own, self.seat))[self.seat])


def compared_with(question: ResponseQuery, has_equilibrium: bool) -> Entrant | None:
    """The strategy that a response is compared with; None if an equilibrium is enough."""
    return question.own if has_equilibrium else question.compared()


def _floats(told: Sequence[Fraction]) -> FloatArray:
    return np.array([float(x) for x in told])


def strategies(
    question: ResponseQuery,
    form: SequenceForm,
    seen: Sequence[PlainState],
    who: Mapping[int, Entrant],
    seed: int,
) -> tuple[list[Fraction], bool]:
    """What everybody does at every information set, and whether that is exact; equal chances for other seats.

    Parameters
    ----------
    question : ResponseQuery
        The game.
    form : SequenceForm
        It in sequence form.
    seen : sequence of PlainState
        The view at each information set.
    who : mapping of int to Entrant
        Who sits where.
    seed : int
        Of the answers of those who are asked often.
    """
    habits = {p: StrategyProbabilities(question.game, one, seed) for p, one in who.items()}
    told: list[Fraction] = []
    is_exact = True
    for i, (p, count) in enumerate(zip(form.owner.tolist(), form.count.tolist(), strict=True)):
        if p in habits:
            chances, is_known = habits[p].chances(seen[i], i)
            is_exact &= is_known
        else:
            chances = (Fraction(1, count),) * count
        told += chances
    return told, is_exact


def _with_choice(form: SequenceForm, strategy: FloatArray, seat: int, choice: Sequence[int]) -> FloatArray:
    """A strategy of all in which one seat does what it has chosen."""
    out = strategy.copy()
    for i in form.of(seat).tolist():
        first = form.first[i] - form.players
        out[first : first + form.count[i]] = 0
        out[first + choice[i]] = 1
    return out


def _mixed(form: SequenceForm, others: FloatArray, own: FloatArray, seat: int) -> FloatArray:
    """One seat plays by its own strategy, all others by another."""
    is_own = np.repeat(form.owner == seat, form.count)
    return np.where(is_own, own, others)


def as_good(form: SequenceForm, strategy: FloatArray, seat: int) -> npt.NDArray[np.bool_]:
    """Which choices of a seat are as good as the best ones there; bool array as long as the strategy.

    Parameters
    ----------
    form : SequenceForm
        The game.
    strategy : float64 array of shape (sum of count,), 0 to 1
        The probability of every choice; those of `seat` do not matter.
    seat : int
        Whose.
    """
    worth = gradient(form, form.plan(strategy), seat)
    slight = SLIGHT * max(1.0, float(np.abs(form.payoff).max(initial=0.0)))
    found = np.zeros(len(strategy), np.bool_)
    for i in form.of(seat)[::-1].tolist():
        here = slice(int(form.first[i]), int(form.first[i] + form.count[i]))
        found[here.start - form.players : here.stop - form.players] = (
            worth[here] >= worth[here].max() - slight
        )
        worth[form.before[i]] += worth[here].max()
    return found


def exact_response(
    form: SequenceForm, strategy: Sequence[Fraction], seat: int
) -> tuple[Fraction, tuple[int, ...]]:
    """As :func:`upcard.solving.exploitability.best_response`, without any error.

    Parameters
    ----------
    form : SequenceForm
        The game.
    strategy : sequence of Fraction
        The probability of every choice; those of `seat` do not matter.
    seat : int
        Whose.

    Returns
    -------
    tuple of (Fraction, tuple of int)
        What it is worth, and the number of the choice at every information set; -1 for those of others.
    """
    plan = [Fraction(1)] * form.sequences
    for before, first, count in zip(form.before, form.first, form.count, strict=True):
        for s in range(first, first + count):
            plan[s] = plan[before] * strategy[s - form.players]
    worth = [Fraction(0)] * form.sequences
    for ends, paid in exact_payoffs(form, seat).items():
        others = (plan[s] for q, s in enumerate(ends) if q != seat)
        worth[ends[seat]] += prod(others, start=paid)
    choice = [-1] * len(form.owner)
    for i in form.of(seat)[::-1].tolist():
        first = int(form.first[i])
        options = worth[first : first + int(form.count[i])]
        choice[i] = options.index(max(options))
        worth[form.before[i]] += max(options)
    return worth[seat], tuple(choice)
