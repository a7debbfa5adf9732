"""The review of a match in words and as plain values: who was lucky, who played well, and what went wrong."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from upcard.engine.words import counted
from upcard.review.ledger import Decision, Review

PLACES = 4
"""Decimals of a worth."""

PARTS = ("start", "luck", "own decisions", "others' decisions", "result")


def document(review: Review) -> dict[str, Any]:
    """A review as plain values.

    Parameters
    ----------
    review : Review
        What :func:`upcard.review.ledger.review` gave.
    """
    match = review.match
    return {
        "game": match.game.name,
        "players": match.game.players,
        "options": match.game.option_words(),
        "unit": review.unit,
        "judged_by": review.source,
        "seats": [
            {"seat": p + 1, "player": name, **dict(zip(_KEYS, parts, strict=True))}
            for p, (name, parts) in enumerate(zip(match.seats, _sums(review), strict=True))
        ],
        "course": [[float(x) for x in worths] for worths in review.course()],
        "decisions": [_decision(d) for d in review.decisions],
        "is_over": match.is_over,
    }


_KEYS = ("start", "luck", "own_decisions", "others_decisions", "result")


def _sums(review: Review) -> list[tuple[float, ...]]:
    """By seat, the parts of the result and the result."""
    parts = (review.start, review.luck(), review.skill(), review.gifts(), review.result)
    return [tuple(float(x[p]) for x in parts) for p in range(len(review.start))]


def _decision(d: Decision) -> dict[str, Any]:
    return {
        "number": d.number,
        "seat": d.seat + 1,
        "action": d.words,
        "best": d.prospects[d.best][0],
        "loss": float(d.loss),
        "margin": d.margin,
        "choices": {words: float(x.worth) for words, x in d.prospects.values()},
        "luck_hidden": [float(x) for x in d.hidden],
        "luck_drawn": [float(x) for x in d.drawn],
        "lesson": d.lesson or None,
    }


def summary_rows(review: Review) -> list[tuple[str, ...]]:
    """A head and a line for every seat: where the result came from.

    Parameters
    ----------
    review : Review
        What was gone over.
    """
    rows: list[tuple[str, ...]] = [("", *PARTS)]
    for name, (start, *changes, result) in zip(review.match.seats, _sums(review), strict=True):
        rows.append((name, plain(start), *(signed(x) for x in changes), plain(result)))
    return rows


def decision_rows(decisions: Sequence[Decision], seats: Sequence[str]) -> list[tuple[str, ...]]:
    """A head and a line for every decision.

    Parameters
    ----------
    decisions : sequence of Decision
        Which ones.
    seats : sequence of str
        Who sits where.
    """
    rows: list[tuple[str, ...]] = [("", "player", "did", "best", "lost", "why")]
    for d in decisions:
        best = "" if d.best == d.action else d.prospects[d.best][0]
        lost = plain(d.loss) if d.loss else ""
        rows.append((str(d.number), seats[d.seat], d.words, best, lost, d.lesson))
    return rows


def verdict(review: Review) -> str:
    """How many mistakes were made, and by whom, as a sentence.

    Parameters
    ----------
    review : Review
        What was gone over.
    """
    wrong = review.mistakes()
    told = counted(len(review.decisions), "decision")
    if not wrong:
        return f"No mistake in {told}."
    by = [sum(d.seat == p for d in wrong) for p in range(len(review.match.seats))]
    who = ", ".join(f"{n} by {name}" for n, name in zip(by, review.match.seats, strict=True) if n)
    return f"{counted(len(wrong), 'mistake')} in {told}: {who}."


def plain(x: float | Fraction) -> str:
    """A worth with its usual decimals."""
    return f"{float(x):.{PLACES}f}"


def signed(x: float | Fraction) -> str:
    """A change with its sign; nothing is 0."""
    return f"{float(x):+.{PLACES}f}" if round(float(x), PLACES) else "0"
