"""Sentences of a review in the language of the request: its heading, its progress and its verdict."""

from collections.abc import Mapping
from typing import Any

from upcard.engine.wording import join_names
from upcard.language.messages import game_words, local_number, marked, ngettext
from upcard.language.messages import gettext as _
from upcard.report.review_progress import CostliestMistakes
from upcard.report.review_report import plain

JUDGING = marked("Judging the moves against these opponents…")
"""The text while the moves are judged against the opponents; only texts of work in progress end with dots."""


def lessons_title(first: CostliestMistakes | None, is_mine: bool) -> str:
    """Return the heading of the costliest moves; `is_mine` if the reader played."""
    if first is None or not (first.decisions or first.is_settled):
        return _("Your costliest moves") if is_mine else _("The costliest moves")
    if first.decisions:
        return _title_of_mistakes(first, is_mine)
    if first.unclear:
        return _("No move clearly cost you anything") if is_mine else _("No move clearly cost anything")
    if not first.of:
        return _("There was no decision to review")
    return ngettext(
        "No mistakes in {n} decision. Well played!", "No mistakes in {n} decisions. Well played!", first.of
    )


def _title_of_mistakes(first: CostliestMistakes, is_mine: bool) -> str:
    """Return the heading of one to three costliest moves."""
    shown = len(first.decisions)
    if first.is_counted and first.mistakes > shown:
        if is_mine:
            return _("Your three costliest of {n} mistakes", n=first.mistakes)
        return _("The three costliest of {n} mistakes", n=first.mistakes)
    if first.is_settled:
        yours = _("Your costliest move"), _("Your two costliest moves"), _("Your three costliest moves")
        others = _("The costliest move"), _("The two costliest moves"), _("The three costliest moves")
    else:
        yours = (
            _("Your costliest move so far"),
            _("Your two costliest moves so far"),
            _("Your three costliest moves so far"),
        )
        others = (
            _("The costliest move so far"),
            _("The two costliest moves so far"),
            _("The three costliest moves so far"),
        )
    return (yours if is_mine else others)[shown - 1]


def progress_text(document: Mapping[str, Any] | None, first: CostliestMistakes | None, is_mine: bool) -> str:
    """Return what a review computes now; `document` is what is known of it."""
    if document is None or first is None:
        return _("Starting the review…")
    done, total = document["done"], document["of"]
    if not first.is_settled:
        if is_mine:
            return _("Reviewing your moves: {done} of {total}…", done=first.done, total=first.of)
        return _("Reviewing the moves: {done} of {total}…", done=first.done, total=first.of)
    if document["stage"] == "positions":
        return _("Computing the chart: move {done} of {total}…", done=done, total=total)
    if document["stage"] == "luck":
        return _("Separating luck and skill: move {done} of {total}…", done=done, total=total)
    return _("Reviewing move {done} of {total}…", done=done, total=total)


def verdict_text(result: Mapping[str, Any]) -> str:
    """Return a sentence with the number of clear mistakes of every player, from the document of a review."""
    wrong = [d for d in result["decisions"] if d["lesson"]]
    if "clear_mistakes" in result:
        wrong = [d for d in wrong if d["number"] in result["clear_mistakes"]]
    count, missing = len(result["decisions"]), result["not_judged"]
    parts = [_mistakes_text(wrong, count, result["seats"])]
    if wrong and result["is_team"]:
        parts += _team_costs(result["seats"])
    if missing:
        parts.append(
            ngettext(
                "The time was over before {n} more was judged.",
                "The time was over before {n} more were judged.",
                missing,
            )
        )
    return " ".join(parts)


def _mistakes_text(wrong: list[Mapping[str, Any]], count: int, seats: list[Mapping[str, Any]]) -> str:
    """Return how many mistakes each player made."""
    decisions = ngettext("{n} decision", "{n} decisions", count)
    if not wrong:
        return _("No mistake in {decisions}.", decisions=decisions)
    by = [(sum(d["seat"] == s["seat"] for d in wrong), s["player"]) for s in seats]
    who = ", ".join(_("{n} by {name}", n=n, name=name) for n, name in by if n)
    mistakes = ngettext("{n} mistake", "{n} mistakes", len(wrong))
    return _("{mistakes} in {decisions}: {who}.", mistakes=mistakes, decisions=decisions, who=who)


def _team_costs(seats: list[Mapping[str, Any]]) -> list[str]:
    """Return sentences with what the mistakes of each player cost the team."""
    costs = [(s["player"], -float(s["by_player"][p])) for p, s in enumerate(seats)]
    return [
        _("{name}'s mistakes cost the team {cost}.", name=name, cost=local_number(plain(x)))
        for name, x in costs
        if x
    ]


def against_texts(result: Mapping[str, Any]) -> list[str]:
    """Return sentences about what every player lost against the actual opponents, or why it is unknown."""
    sentences = []
    for s in result["seats"]:
        met = s["against"]
        names = {"player": s["player"], "others": join_names(met["opponents"])}
        if met["lost"] is not None:
            wrong = ngettext("{n} mistake", "{n} mistakes", met["mistakes"])
            lost, judge = local_number(plain(met["lost"])), game_words(met["judged_by"])
            line = _(
                "{player} against {others}: {mistakes}, {lost} lost, by {judge}.",
                mistakes=wrong, lost=lost, judge=judge, **names,
            )  # fmt: skip
            sentences.append(line)
        if met["why_not"] and names["others"]:
            sentences.append(
                _("{player} against {others}: {reason}", reason=game_words(met["why_not"]), **names)
            )
    return sentences
