"""The best response in a game with a small tree, working backwards from its terminal nodes.

The method is that of :mod:`upcard.solving.exploitability`, but in fractions if the others' strategies are
known as fractions, so that the value is a fraction too.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from upcard.engine.arrays import FloatArray
from upcard.engine.entrants import Entrant
from upcard.engine.errors import Failure
from upcard.engine.state import PlainState
from upcard.engine.tree.game_tree import GameTree, TooLarge, unroll
from upcard.solving.action_probabilities import StrategyProbabilities
from upcard.solving.best_response.response import (
    SHOWN_LINES,
    Response,
    ResponseQuery,
    SeatResponse,
    estimated,
    method_of,
)
from upcard.solving.exploitability import best_response, exact_response, gradient, values
from upcard.solving.infoset_views import views
from upcard.solving.lp import why_not
from upcard.solving.sequence_form import SequenceForm, sequence_form
from upcard.solving.solver_contract import Aim, Answer
from upcard.solving.solver_registry import find_solver
from upcard.solving.strategy_chart import chart_rows
from upcard.solving.tree_solution import LP, QUICK_EXACT

SLIGHT = 1e-12
"""Choices whose values differ by a smaller part of the greatest payoff are equally good."""


def respond_in_tree(question: ResponseQuery) -> Response:
    """Return the best responses in a game with a small tree; raise ``Failure`` if it is too large."""
    question.report("unrolling the game", 0.0)
    form = sequence_form(_unrolled(question))
    seen = views(form.tree)
    safe = _equilibrium(form)
    baseline = compared_with(question, safe is not None)
    responses, lines, often = [], [], []
    for i, seat in enumerate(question.seats):
        question.report(f"seat {seat + 1}", 0.5 + 0.5 * i / len(question.seats))
        response, strategy = _respond(question, form, seen, seat, safe)
        responses.append(response)
        alike = as_good(form, strategy, seat)
        lines.append(chart_rows(form.tree, strategy, [seat], alike))
        is_long = len(lines[-1]) - 1 > SHOWN_LINES
        often.append(chart_rows(form.tree, strategy, [seat], alike, SHOWN_LINES) if is_long else lines[-1])
    method, label = method_of(responses[0]), baseline.label if baseline else ""
    chart, short = _together(lines), _together(often)
    return Response(question.game, "", method, form.tree.size, label, tuple(responses), chart, 0.0, short)


def _together(charts: Sequence[list[tuple[str, ...]]]) -> tuple[tuple[str, ...], ...]:
    """Join the charts of some seats; empty if one of them is too long."""
    return (charts[0][0], *(line for part in charts for line in part[1:])) if all(charts) else ()


def _unrolled(question: ResponseQuery) -> GameTree:
    """Return the tree of the game; raise ``Failure``, which names the alternative, if it is too large."""
    try:
        return unroll(question.game, question.most_nodes)
    except TooLarge as fault:
        raise Failure(
            f"{fault}, or respond by rollouts: --games 200, in Python playing=RolloutBudget(200, 20, seed=1)"
        ) from None


def _equilibrium(form: SequenceForm) -> tuple[float, FloatArray] | None:
    """Return value and equilibrium of a small constant-sum game of two players; None for other games."""
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
    """Return the best response of one seat, and the strategies of all seats with it."""
    others = question.others(seat)
    chances, is_exact = strategies(question, form, seen, others, 0)
    floats = _floats(chances)
    if is_exact and form.sequences <= QUICK_EXACT:
        best = exact_response(form, chances, seat)
        strategy, value = _with_choice(form, floats, seat, best.choice), best.value
    else:
        best = best_response(form, floats, seat)
        strategy = _with_choice(form, floats, seat, best.choice)
        value = float(values(form, strategy)[seat])
    mine = _ResponseBaseline(question, form, seen, seat, safe)
    baseline_payoff, careful = mine.gets(floats, 0)
    sure = None if safe is None else mine.sure
    response = SeatResponse(
        seat, question.names(), value, best.value_exact, None, baseline_payoff, sure, careful
    )
    if not (is_exact and mine.is_exact):

        def estimate(seed: int) -> dict[str, float]:
            again = _floats(strategies(question, form, seen, others, seed)[0])
            by_own, by_careful = mine.gets(again, seed)
            return {
                "value": float(values(form, _mixed(form, again, strategy, seat))[seat]),
                "own": by_own or 0.0,
                "careful": by_careful or 0.0,
            }

        response = estimated(response, estimate, is_exact)
    return response, strategy


class _ResponseBaseline:
    """The strategy to compare with, and the equilibrium if there is one, with which a response is compared.

    Without either, it is compared with the strategy of the next seat.
    """

    def __init__(
        self, question: ResponseQuery, form: SequenceForm, seen: Sequence[PlainState], seat: int,
        safe: tuple[float, FloatArray] | None,
    ) -> None:  # fmt: skip
        self.question, self.form, self.seen, self.seat, self.safe = question, form, seen, seat, safe
        self.baseline = compared_with(question, safe is not None)
        self.is_exact = True
        self.sure = 0.0 if safe is None else safe[0] if seat == 0 else (form.constant_sum or 0) - safe[0]

    def gets(self, others: FloatArray, seed: int) -> tuple[float | None, float | None]:
        """Return the expected payoffs of the strategy and of the equilibrium, if any, against the others."""
        baseline_payoff, careful = None, None
        if self.baseline is not None:
            chances, is_exact = strategies(
                self.question, self.form, self.seen, {self.seat: self.baseline}, seed
            )
            self.is_exact &= is_exact
            baseline_payoff = self._mean(others, _floats(chances))
        if self.safe is not None:
            careful = self._mean(others, self.safe[1])
        return baseline_payoff, careful

    def _mean(self, others: FloatArray, baseline: FloatArray) -> float:
        return float(values(self.form, _mixed(self.form, others, baseline, self.seat))[self.seat])


def compared_with(question: ResponseQuery, has_equilibrium: bool) -> Entrant | None:
    """Return the strategy with which a response is compared; None if only the equilibrium is."""
    return question.baseline if has_equilibrium else question.compared()


def _floats(chances: Sequence[Fraction]) -> FloatArray:
    return np.array([float(x) for x in chances])


def strategies(
    question: ResponseQuery,
    form: SequenceForm,
    seen: Sequence[PlainState],
    who: Mapping[int, Entrant],
    seed: int,
) -> tuple[list[Fraction], bool]:
    """Return the probability of every choice, and whether all are exact.

    `seen` has the view at each information set, `who` the strategies of some seats; choices of other seats
    are equally likely. `seed` is for strategies that are called many times.
    """
    habits = {p: StrategyProbabilities(question.game, one, seed) for p, one in who.items()}
    probabilities: list[Fraction] = []
    is_exact = True
    for i, (p, count) in enumerate(zip(form.owner.tolist(), form.count.tolist(), strict=True)):
        if p in habits:
            chances, is_known = habits[p].chances(seen[i], i)
            is_exact &= is_known
        else:
            chances = (Fraction(1, count),) * count
        probabilities += chances
    return probabilities, is_exact


def _with_choice(form: SequenceForm, strategy: FloatArray, seat: int, choice: Sequence[int]) -> FloatArray:
    """Return the strategies of all seats, changed so that one seat always makes the choices in `choice`."""
    out = strategy.copy()
    for i in form.of(seat).tolist():
        first = form.first[i] - form.players
        out[first : first + form.count[i]] = 0
        out[first + choice[i]] = 1
    return out


def _mixed(form: SequenceForm, others: FloatArray, baseline: FloatArray, seat: int) -> FloatArray:
    """Return the strategy in which `seat` plays by `baseline` and all others by `others`."""
    is_own = np.repeat(form.owner == seat, form.count)
    return np.where(is_own, baseline, others)


def as_good(form: SequenceForm, strategy: FloatArray, seat: int) -> npt.NDArray[np.bool_]:
    """Return which choices of a seat are best responses, within rounding; bool array like `strategy`.

    The probabilities in `strategy` for choices of `seat` are ignored.
    """
    worth = gradient(form, form.plan(strategy), seat)
    slight = SLIGHT * max(1.0, float(np.abs(form.payoff).max(initial=0.0)))
    good = np.zeros(len(strategy), np.bool_)
    for i in form.of(seat)[::-1].tolist():
        here = slice(int(form.first[i]), int(form.first[i] + form.count[i]))
        good[here.start - form.players : here.stop - form.players] = worth[here] >= worth[here].max() - slight
        worth[form.before[i]] += worth[here].max()
    return good
