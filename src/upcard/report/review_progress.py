"""A review in stages as plain values, for a page that shows each part as soon as it is known."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from upcard.language.messages import game_words, gettext
from upcard.report.position_insight import reason_of
from upcard.review.evaluator_contract import best_of, is_comparison
from upcard.review.staged_review import COSTLIEST, ReviewStage, StagedReview


class CostliestMistakes(NamedTuple):
    """The costliest mistakes of a viewer, as far as they are known."""

    decisions: list[dict[str, Any]]
    """Values of the decisions, the costliest first; at most ``COSTLIEST``."""
    mistakes: int
    """Number of all known mistakes of the viewer; final if `is_counted`."""
    unclear: int
    """Number of other decisions that cost more than their possible error, but less than twice as much."""
    done: int
    """Number of the viewer's decisions that were looked at."""
    of: int
    """Number of the viewer's decisions."""
    is_settled: bool
    """Whether no other decision can be among the costliest."""
    is_counted: bool
    """Whether all decisions of the viewer are judged."""


def progress_document(staged: StagedReview, stage: ReviewStage) -> dict[str, Any]:
    """Return what a review has computed so far, as plain values.

    ``decisions`` has every judged decision by its number, ``highest`` the highest possible loss of every
    unfinished one, and ``worths`` the value to each seat by the number of actions.
    """
    source, rule = staged.source_and_rule()
    return {
        "unit": staged.evaluator.unit,
        "judged_by": source,
        "mistake_rule": rule,
        "stage": stage.name.lower(),
        "done": staged.progress(stage),
        "of": len(staged.moments),
        "start": [float(x) for x in staged.evaluator.before()],
        "is_settled": stage > ReviewStage.COSTLIEST,
        "movers": [moment.mover for moment in staged.moments],
        "decisions": {n: decision_values(staged, n) for n in sorted(staged.state.known)},
        "highest": staged.highest_losses(),
        "worths": {n: [float(x) for x in worths] for n, worths in sorted(staged.state.worths.items())},
    }


def chart_document(document: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """Return what :func:`upcard.report.value_chart.value_chart` draws, once all positions have a value."""
    worths = [document["worths"][n] for n in range(document["of"] + 1)]
    known = document["decisions"]
    decisions = [
        {"number": n, "seat": seat + 1, "lesson": _mistake_text(known.get(n))}
        for n, seat in enumerate(document["movers"], 1)
    ]
    pairs = zip(document["start"], worths[-1], strict=True)
    seats = [{"player": name, "start": a, "result": b} for name, (a, b) in zip(names, pairs, strict=True)]
    return {"course": [document["start"], *worths], "seats": seats, "decisions": decisions}


def _mistake_text(judged: Mapping[str, Any] | None) -> str:
    """Return the words of a mistake and of the better action; empty for any other decision."""
    if judged is None or not judged["is_mistake"]:
        return ""
    played, best = (game_words(judged["words"][judged[x]]) for x in ("action", "best"))
    return gettext("{played}; better: {best}", played=played, best=best)


def costliest(document: Mapping[str, Any], seats: Collection[int]) -> CostliestMistakes:
    """Return the costliest mistakes of some seats, by a :func:`progress_document`."""
    decisions, highest = document["decisions"], document["highest"]
    mine = [n for n, seat in enumerate(document["movers"], 1) if seat in seats]
    wrong = [decisions[n] for n in mine if n in decisions and decisions[n]["is_mistake"]]
    wrong.sort(key=lambda d: (-d["loss"], d["number"]))
    first = wrong[:COSTLIEST]
    floor = first[-1]["loss"] if len(first) == COSTLIEST else 0.0
    looked = [n for n in mine if n in decisions or n in highest]
    unclear = sum(decisions[n].get("is_unclear", False) for n in mine if n in decisions)
    rest = [n for n in mine if n not in decisions]
    is_settled = len(looked) == len(mine) and all(highest[n] <= floor for n in rest)
    return CostliestMistakes(first, len(wrong), unclear, len(looked), len(mine), is_settled, not rest)


def decision_values(staged: StagedReview, n: int) -> dict[str, Any]:
    """Return one judged decision: its actions by number with their words and values, and the reason."""
    known, moment, action = staged.state.known[n], staged.moments[n - 1], staged.match.actions[n - 1]
    game = staged.match.game
    v, best = game.view(moment.state, moment.mover), best_of(known, action)
    words = game.words(v, known)
    loss, margin = staged.terms.loss(known, action)
    is_mistake = staged.is_mistake(n)
    lesson = staged.lesson(n) if is_mistake else ""
    reason = reason_of(game, v, action, best) if is_mistake else ""
    return {
        "number": n,
        "seat": moment.mover,
        "action": action,
        "best": best,
        "words": words,
        "worths": {a: float(x.worth) for a, x in known.items()},
        "loss": float(loss),
        "margin": margin,
        "is_mistake": is_mistake,
        "is_unclear": staged.terms.may_be_mistake(known, action) and not is_mistake,
        "good": [a for a in known if not staged.terms.may_be_mistake(known, a)],
        "reason": reason or ("" if is_comparison(lesson) else lesson),
    }
