"""The best response in a game whose tree is small, by going back from its ends.

Source: going back from the ends is as in :mod:`upcard.solving.best_response`; here in fractions where the
strategies of the others are known as such, so that the value is one.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import prod

import numpy as np

from upcard.engine.catalog import Entrant
from upcard.engine.errors import Failure
from upcard.engine.state import PlainState
from upcard.engine.tree import GameTree, unroll
from upcard.solving.asked import Habits
from upcard.solving.best_response import best_response, values
from upcard.solving.chart import chart
from upcard.solving.find import find_solver
from upcard.solving.lp import why_not
from upcard.solving.response import Question, Response, SeatResponse, judged, method_of
from upcard.solving.sequence_form import Floats, SequenceForm, exact_payoffs, sequence_form
from upcard.solving.solution import LP, QUICK_EXACT
from upcard.solving.solver import Aim, Answer
from upcard.solving.views import views


def respond_in_tree(question: Question) -> Response:
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
    found, lines = [], []
    for i, seat in enumerate(question.seats):
        question.tell(f"seat {seat + 1}", 0.5 + 0.5 * i / len(question.seats))
        response, strategy = _respond(question, form, seen, seat, safe)
        found.append(response)
        lines.append(chart(form.tree, strategy, [seat]))
    is_short = all(lines)
    return Response(
        question.game,
        "",
        method_of(found[0]),
        f"{form.tree.nodes:,} nodes, {form.tree.infosets:,} information sets",
        question.own.label if question.own else "",
        tuple(found),
        (lines[0][0], *(line for part in lines for line in part[1:])) if is_short else (),
        0.0,
    )


def _unrolled(question: Question) -> GameTree:
    """The tree of the game; a refusal says what else there is."""
    try:
        return unroll(question.game, question.most_nodes)
    except Failure as fault:
        raise Failure(f"{fault}, or have games played: --games 200") from None


def _equilibrium(form: SequenceForm) -> tuple[float, Floats] | None:
    """The value and an equilibrium of a small zero-sum game of two."""
    if why_not(form) or form.sequences > QUICK_EXACT:
        return None
    answer: Answer = find_solver(LP).solve(form, Aim(0.0, 1))
    return float(values(form, answer.strategy)[0]), answer.strategy


def _respond(
    question: Question,
    form: SequenceForm,
    seen: Sequence[PlainState],
    seat: int,
    safe: tuple[float, Floats] | None,
) -> tuple[SeatResponse, Floats]:
    """The best response of one seat, and the strategy of all with it."""
    others = question.others(seat)
    told, is_exact = strategies(question, form, seen, others, 0)
    floats = np.array([float(x) for x in told])
    exact, interval = None, None
    if is_exact and form.sequences <= QUICK_EXACT:
        exact, choice = exact_response(form, told, seat)
        best = _with_choice(form, floats, seat, choice)
        value = float(exact)
    else:
        best = _with_choice(form, floats, seat, best_response(form, floats, seat).choice)
        value = float(values(form, best)[seat])
    if not is_exact:

        def once(seed: int) -> float:
            again, _ = strategies(question, form, seen, question.others(seat), seed)
            mixed = _mixed(form, np.array([float(x) for x in again]), best, seat)
            return float(values(form, mixed)[seat])

        value, interval = judged(once)
    return (
        SeatResponse(
            seat,
            question.names(),
            value,
            exact,
            interval,
            _mean_of(form, _with_own(question, form, seen, seat, floats), seat),
            None if safe is None else (safe[0] if seat == 0 else -safe[0]),
            None if safe is None else _mean_of(form, _mixed(form, floats, safe[1], seat), seat),
        ),
        best,
    )


def strategies(
    question: Question,
    form: SequenceForm,
    seen: Sequence[PlainState],
    who: Mapping[int, Entrant],
    seed: int,
) -> tuple[list[Fraction], bool]:
    """What everybody does at every information set, and whether that is exact; equal chances for other seats.

    Parameters
    ----------
    question : Question
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
    habits = {p: Habits(question.game, one, seed) for p, one in who.items()}
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


def _with_choice(form: SequenceForm, strategy: Floats, seat: int, choice: Sequence[int]) -> Floats:
    """A strategy of all in which one seat does what it has chosen."""
    out = strategy.copy()
    for i in form.of(seat).tolist():
        first = form.first[i] - form.players
        out[first : first + form.count[i]] = 0
        out[first + choice[i]] = 1
    return out


def _mixed(form: SequenceForm, others: Floats, own: Floats, seat: int) -> Floats:
    """One seat plays by its own strategy, all others by another."""
    is_own = np.repeat(form.owner == seat, form.count)
    return np.where(is_own, own, others)


def exact_response(
    form: SequenceForm, strategy: Sequence[Fraction], seat: int
) -> tuple[Fraction, tuple[int, ...]]:
    """As :func:`upcard.solving.best_response.best_response`, without any error.

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


def _with_own(
    question: Question, form: SequenceForm, seen: Sequence[PlainState], seat: int, floats: Floats
) -> Floats | None:
    """All strategies with that which the response is compared with, if there is one."""
    if question.own is None:
        return None
    told, _ = strategies(question, form, seen, {seat: question.own}, 0)
    return _mixed(form, floats, np.array([float(x) for x in told]), seat)


def _mean_of(form: SequenceForm, strategy: Floats | None, seat: int) -> float | None:
    return None if strategy is None else float(values(form, strategy)[seat])
