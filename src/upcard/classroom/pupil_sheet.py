"""The sheet of one pupil: matches, decisions, answers and choices, from the rows of the class's table."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from upcard.classroom import export_columns as columns
from upcard.classroom.decision_export import PUPIL, YES, Row
from upcard.document.model import Section, Table
from upcard.engine.wording import minus
from upcard.language.messages import game_words, local_number, ngettext
from upcard.language.messages import gettext as _

MOST_MISTAKES = 5
"""Maximum number of mistakes that are listed for a step."""


def pupil_sheet(rows: Iterable[Row], name: str, titles: Mapping[tuple[object, object], str]) -> list[Section]:
    """Return the sections of a pupil's sheet, one for each step in which they did anything.

    `titles` has the title of each step by the number of the activity and of the step, both from 1.
    """
    by_step: dict[tuple[object, object], list[Row]] = defaultdict(list)
    for row in rows:
        if row.get("pupil") == name and row["kind"] != columns.MEMBER:
            by_step[row["run"], row["step"]].append(row)
    sections = [_step(titles.get(key, ""), here) for key, here in sorted(by_step.items(), key=_by_number)]
    return sections or [Section(name, [_("Nothing has been played or answered yet.")])]


def _by_number(item: tuple[tuple[object, object], list[Row]]) -> tuple[int, int]:
    run, step = item[0]
    return int(str(run)), int(str(step))


def _step(title: str, rows: Sequence[Row]) -> Section:
    """Return what a pupil did in a step."""
    results = [x for x in rows if x["kind"] == columns.RESULT and x["counts"] == YES and x["over"] == YES]
    text = [*_matches(results), *_choices(rows)]
    decisions = [x for x in rows if x["kind"] == columns.DECISION and x["by"] == PUPIL]
    judged = [x for x in decisions if "lost" in x]
    mistakes = [x for x in judged if x["mistake"] == YES]
    if judged:
        total = sum(float(str(x["lost"])) for x in judged)
        unit = str(judged[0]["unit"])
        made = _(
            "{decisions} judged, {mistakes}.",
            decisions=ngettext("{n} decision", "{n} decisions", len(judged)),
            mistakes=ngettext("{n} mistake", "{n} mistakes", len(mistakes)),
        )
        cost = _(
            "Cost of mistakes: {cost} ({unit}).", cost=local_number(f"{total:.3f}"), unit=game_words(unit)
        )
        text.append(f"{made} {cost}")
    tables = [_mistakes(mistakes)] if mistakes else []
    answers = [x for x in rows if x["kind"] == columns.ANSWER]
    if answers:
        lines = [(_(str(x.get("question_words", x["question"]))), _(str(x["decision"]))) for x in answers]
        tables.append(Table(_("Answers"), (_("question"), _("answer")), lines))
    return Section(title, text, tables)


def _matches(results: Sequence[Row]) -> list[str]:
    """Return sentences about matches that count: how many were won, and the score by role."""
    if not results:
        return []
    won = sum(float(str(x["won"])) for x in results)
    by_role: dict[str, list[Row]] = defaultdict(list)
    for x in results:
        by_role[str(x["role"])].append(x)
    total = sum(number(x.get("result", 0)) for x in results)
    roles = "; ".join(_role_words(role, x) for role, x in sorted(by_role.items()))
    return [
        ngettext(
            "{n} match finished, {won} won, score {score} ({roles}).",
            "{n} matches finished, {won} won, score {score} ({roles}).",
            len(results),
            won=local_number(f"{won:g}"),
            score=_score_text(total),
            roles=roles,
        )
    ]


def _role_words(role: str, results: Sequence[Row]) -> str:
    score = _score_text(sum(number(x.get("result", 0)) for x in results))
    return ngettext(
        "as {role}: {n} match, score {score}",
        "as {role}: {n} matches, score {score}",
        len(results),
        role=game_words(role),
        score=score,
    )


def _choices(rows: Sequence[Row]) -> list[str]:
    """Return a sentence about the two buttons of a matrix."""
    choices = [x for x in rows if x["kind"] == columns.CHOICE and x["by"] == PUPIL]
    payoffs = [number(x["payoff"]) for x in choices if "payoff" in x]
    if not choices:
        return []
    lefts = sum(x["decision"] == "left" for x in choices)
    total = _score_text(sum(payoffs))
    return [
        ngettext(
            "Chose left {lefts} of {n} time; payoff {payoff}.",
            "Chose left {lefts} of {n} times; payoff {payoff}.",
            len(choices),
            lefts=lefts,
            payoff=total,
        )
    ]


def _score_text(score: float) -> str:
    return local_number(minus(f"{score:+g}")) if score else "0"


def _mistakes(mistakes: Sequence[Row]) -> Table:
    worst = sorted(mistakes, key=lambda x: -float(str(x["lost"])))[:MOST_MISTAKES]
    lines = [
        (
            _("match {match}, move {move}", match=x["match"], move=x["number"]),
            str(x["cards_seen"]),
            game_words(str(x["decision"])),
            game_words(str(x["best"])),
            local_number(f"{float(str(x['lost'])):.3f}"),
        )
        for x in worst
    ]
    columns = (_("when"), _("cards seen"), _("played"), _("better"), _("cost"))
    return Table(_("Costliest mistakes"), columns, lines)


def number(x: object) -> float:
    """Return a cell with a number or a fraction as a float."""
    return float(x) if isinstance(x, int | float | Fraction) else float(str(x))
