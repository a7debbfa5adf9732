"""Comparison of two classes that did the same activity, with 95 % confidence intervals of the differences.

Decisions of one pupil depend on each other, so that means are taken over pupils: each pupil is one value.
The interval of a difference is that of B. L. Welch, "The generalization of 'Student's' problem when several
different population variances are involved", Biometrika 34, 1947.
"""

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from statistics import fmean, variance

from upcard.classroom import export_columns as columns
from upcard.classroom.activity_steps import ActivitySetting, Poll, Question, Step
from upcard.classroom.decision_export import PUPIL, YES, Row
from upcard.classroom.pupil_sheet import number
from upcard.document.model import Section, Table
from upcard.engine.wording import minus
from upcard.language.messages import game_words, local_number, marked
from upcard.language.messages import gettext as _
from upcard.simulation.simulation_result import LEVEL
from upcard.simulation.student_t import student_quantile

LEAST = 2
"""Minimum number of pupils in each class for an interval."""

NO_INTERVAL = marked("no interval: too few pupils, or all alike")
HEADINGS = ("", marked("first class"), marked("second class"), marked("difference, with 95 % interval"))


def compare_classes(first: Sequence[Row], second: Sequence[Row], steps: Mapping[int, Step]) -> list[Section]:
    """Return a section for each step that both classes have done; `steps` are those of the activity, from 1.

    The rows are those of one activity each; rows of several runs of it are taken together. Free texts are not
    compared.
    """
    sections = []
    for number_of_step, step in steps.items():
        here = [[x for x in rows if x.get("step") == number_of_step] for rows in (first, second)]
        questions = step.questions if isinstance(step, Poll) else ()
        lines = [*_lines(*here), *(line for x in questions for line in _answer_lines(x, *here))]
        if lines:
            title = game_words(step.title)
            sections.append(Section(title, [], [Table(title, [_(x) for x in HEADINGS], lines)]))
    return sections


def different_settings(
    first: Sequence[Row], second: Sequence[Row], settings: Sequence[ActivitySetting]
) -> list[Section]:
    """Return a section with those settings of an activity that differ between two classes; empty if none do.

    The rows are those of this activity.
    """
    lines = []
    for setting in settings:
        one, other = (_chosen(rows, setting) for rows in (first, second))
        if one != other:
            lines.append((_(setting.words), one, other))
    if not lines:
        return []
    text = _("The differences below may come from these settings.")
    title = _("Different settings")
    return [Section(title, [text], [Table(title, [_(x) for x in HEADINGS[:3]], lines)])]


def _chosen(rows: Sequence[Row], setting: ActivitySetting) -> str:
    """Return the values of a setting in all runs of an activity, in words."""
    labels = dict(setting.choices)
    values = {
        str(x["decision"])
        for x in rows
        if x["kind"] == columns.SETTING and "step" not in x and x["question"] == setting.name
    }
    return ", ".join(sorted(game_words(labels.get(x, x)) for x in values if x)) or "–"


def _lines(first: Sequence[Row], second: Sequence[Row]) -> Iterator[tuple[str, ...]]:
    """Yield the lines of a step: what is compared, the mean of each class, and the difference."""
    for words, values_of in (
        (_("mistakes per decision, average of the pupils"), _mistake_shares),
        (_("cost of mistakes per decision, average of the pupils"), _losses),
        (_("share of left, average of the pupils"), _lefts),
        (_("payoff per round, average of the pupils"), _payoffs),
    ):
        line = difference_line(words, values_of(first), values_of(second))
        if line is not None:
            yield line
    scores = [_scores(first), _scores(second)]
    for role in sorted({*scores[0], *scores[1]}):
        line = difference_line(
            _("average score as {role}", role=game_words(role)), *(x.get(role, ()) for x in scores)
        )
        if line is not None:
            yield line


def _answer_lines(
    question: Question, first: Sequence[Row], second: Sequence[Row]
) -> Iterator[tuple[str, ...]]:
    """Yield a line for each choice of a question: the share of the pupils who chose it."""
    for choice in question.choices:
        values = [_answered(rows, question.name, choice) for rows in (first, second)]
        line = difference_line(f"{_(question.words)} {_(choice)}", *values)
        if line is not None and any(map(any, values)):
            yield line


def difference_line(words: str, first: Sequence[float], second: Sequence[float]) -> tuple[str, ...] | None:
    """Return a line of a comparison; None if a class has no values."""
    if not first or not second:
        return None
    low, high = welch(first, second)
    difference = fmean(second) - fmean(first)
    if math.isfinite(low):
        interval = _("{low} to {high}", low=_text(low), high=_text(high))
    else:
        interval = _(NO_INTERVAL)
    means = (f"{_text(fmean(x), '')} ({len(x)})" for x in (first, second))
    return (words, *means, f"{_text(difference)} ({interval})")


def welch(first: Sequence[float], second: Sequence[float]) -> tuple[float, float]:
    """Return the 95 % interval of the mean of `second` minus that of `first`; infinite for too few values.

    The degrees of freedom are rounded down, which makes the interval wider.
    """
    if min(len(first), len(second)) < LEAST:
        return -math.inf, math.inf
    parts = [variance(x) / len(x) for x in (first, second)]
    total, difference = sum(parts), fmean(second) - fmean(first)
    if total == 0:
        return -math.inf, math.inf
    shares = (part**2 / (len(x) - 1) for part, x in zip(parts, (first, second), strict=True))
    freedom = max(1, math.floor(total**2 / sum(shares)))
    half = student_quantile(LEVEL, freedom) * math.sqrt(total)
    return difference - half, difference + half


def _text(x: float, sign: str = "+") -> str:
    text = f"{x:{sign}.3f}"
    return local_number(minus(text)) if float(text) else "0"


def _by_pupil(rows: Iterable[Row], value: Callable[[Row], float | None]) -> list[float]:
    """Return the mean of each pupil over the rows that have a value."""
    of_pupil: dict[object, list[float]] = defaultdict(list)
    for row in rows:
        x = value(row)
        if x is not None:
            of_pupil[row["pupil"]].append(x)
    return [fmean(x) for x in of_pupil.values()]


def _judged(row: Row) -> bool:
    return row["kind"] == columns.DECISION and row["by"] == PUPIL and "lost" in row


def _mistake_shares(rows: Iterable[Row]) -> list[float]:
    return _by_pupil(rows, lambda x: float(x["mistake"] == YES) if _judged(x) else None)


def _losses(rows: Iterable[Row]) -> list[float]:
    return _by_pupil(rows, lambda x: number(x["lost"]) if _judged(x) else None)


def _pressed(row: Row) -> bool:
    return row["kind"] == columns.CHOICE and row["by"] == PUPIL


def _lefts(rows: Iterable[Row]) -> list[float]:
    return _by_pupil(rows, lambda x: float(x["decision"] == "left") if _pressed(x) else None)


def _payoffs(rows: Iterable[Row]) -> list[float]:
    return _by_pupil(rows, lambda x: number(x["payoff"]) if _pressed(x) and "payoff" in x else None)


def _scores(rows: Iterable[Row]) -> dict[str, list[float]]:
    """Return the mean score of each pupil by role, over matches that count."""
    by_role: dict[str, list[Row]] = defaultdict(list)
    for x in rows:
        if x["kind"] == columns.RESULT and x["counts"] == YES and "result" in x:
            by_role[str(x["role"])].append(x)
    return {role: _by_pupil(here, lambda x: number(x["result"])) for role, here in by_role.items()}


def _answered(rows: Iterable[Row], question: str, choice: str) -> list[float]:
    """Return for each pupil who answered a question whether they gave this answer."""
    here = [x for x in rows if x["kind"] == columns.ANSWER and x["question"] == question]
    return _by_pupil(here, lambda x: float(x["decision"] == choice))
