"""The review of a match in words and as plain values: luck, skill and mistakes of every player."""

from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import Any

from upcard.engine.wording import counted, join_names, signed
from upcard.review.against_opponents import OpponentDecision, SeatMatchup
from upcard.review.match_review import Decision, Review
from upcard.review.score_relation import ScoreRelation

PLACES = 4
"""Decimals of a value."""

BEST_KNOWN = "Not counted as a mistake, because the simulated player might choose it too."

DECISIONS = "{}: decisions"
"""The heading of the changes by the decisions of one player."""


def document(review: Review, meetings: Sequence[SeatMatchup]) -> dict[str, Any]:
    """Return a review as plain values, with the judgements against the actual opponents by seat."""
    match, faced = review.match, faced_by_number(meetings)
    return {
        "game": match.game.name,
        "players": match.game.players,
        "options": match.game.option_words(),
        "unit": review.unit,
        "judged_by": review.source,
        "mistake_rule": review.rule or None,
        "is_team": review.relation is ScoreRelation.TEAM,
        "seats": [
            {
                "seat": p + 1,
                "player": name,
                **dict(zip(_KEYS, parts, strict=True)),
                "by_player": [float(x[p]) for x in review.by_player()],
                "against": _met(meetings[p]),
            }
            for p, (name, parts) in enumerate(zip(match.seats, _sums(review), strict=True))
        ],
        "course": [[float(x) for x in worths] for worths in review.course()],
        "decisions": [_decision(d) | {"against": _faced(d, faced.get(d.number))} for d in review.decisions],
        "is_over": match.is_over,
        "not_judged": review.missing,
    }


_KEYS = ("start", "luck", "own_decisions", "others_decisions", "result")


def _sums(review: Review) -> list[tuple[float, ...]]:
    """Return, by seat, the parts of the result and the result."""
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
        "is_mistake": bool(d.lesson),
        "is_best_known": d.is_best_known,
    }


def faced_by_number(meetings: Sequence[SeatMatchup]) -> dict[int, OpponentDecision]:
    """Return the decisions that were judged against the actual opponents, by their number."""
    return {number: d for x in meetings for number, d in x.decisions.items()}


def _met(meeting: SeatMatchup) -> dict[str, Any]:
    """Return what a seat lost against its actual opponents."""
    is_known = bool(meeting.decisions)
    return {
        "opponents": list(meeting.opponents.names),
        "unit": meeting.unit or None,
        "judged_by": meeting.source or None,
        "lost": float(meeting.lost) if is_known else None,
        "mistakes": meeting.mistakes if is_known else None,
        "why_not": meeting.why_not or None,
    }


def _faced(d: Decision, faced: OpponentDecision | None) -> dict[str, Any] | None:
    if faced is None:
        return None
    return {
        "best": d.prospects[faced.best][0],
        "loss": float(faced.loss),
        "margin": faced.margin,
        "choices": {d.prospects[a][0]: float(x.worth) for a, x in faced.prospects.items()},
        "is_mistake": faced.is_mistake,
    }


def against_lines(meetings: Sequence[SeatMatchup], seats: Sequence[str]) -> list[str]:
    """Return sentences about what every player lost against the actual opponents, or why it is unknown.

    There is no sentence for a player without opponents. `meetings` and `seats` are in the order of seats.
    """
    sentences = []
    for x in meetings:
        who, others = seats[x.opponents.seat], join_names(x.opponents.names)
        if x.decisions:
            wrong = counted(x.mistakes, "mistake")
            sentences.append(f"{who} against {others}: {wrong}, {plain(x.lost)} lost, by {x.source}.")
        if x.why_not and others:
            sentences.append(f"{who} against {others}: {x.why_not}")
    return sentences


def summary_rows(review: Review) -> list[tuple[str, ...]]:
    """Return a row of headings, and for every seat its start, luck, the decisions by player, and result."""
    names = review.match.seats
    rows: list[tuple[str, ...]] = [("", "start", "luck", *map(DECISIONS.format, names), "result")]
    luck, by_player = review.luck(), review.by_player()
    for p, name in enumerate(names):
        changes = (luck[p], *(x[p] for x in by_player))
        cells = (signed(float(x), PLACES) for x in changes)
        rows.append((name, plain(review.start[p]), *cells, plain(review.result[p])))
    return rows


def decision_rows(
    decisions: Sequence[Decision], seats: Sequence[str], meetings: Sequence[SeatMatchup]
) -> list[tuple[str, ...]]:
    """Return a row of headings, and for every decision a row with the best action, also against opponents."""
    faced = faced_by_number(meetings)
    more = ("best against them", "lost") if faced else ()
    rows: list[tuple[str, ...]] = [("", "player", "did", "best", "lost", *more, "why")]
    for d in decisions:
        best = "" if d.best == d.action else d.prospects[d.best][0]
        lost = lost_text(d.loss, d.margin) if best else ""
        against = _against_cells(d, faced.get(d.number)) if faced else ()
        why = BEST_KNOWN if d.is_best_known else d.lesson
        rows.append((str(d.number), seats[d.seat], d.words, best, lost, *against, why))
    return rows


def _against_cells(d: Decision, faced: OpponentDecision | None) -> tuple[str, str]:
    """Return the best action against the actual opponents, and the loss; empty if played or unknown."""
    if faced is None or faced.best == faced.action:
        return "", ""
    return d.prospects[faced.best][0], lost_text(faced.loss, faced.margin)


def lost_text(loss: Fraction, margin: float) -> str:
    """Return a loss, with its margin of error if that does not vanish when it is rounded."""
    return f"{plain(loss)} ± {plain(margin)}" if float(plain(margin)) else plain(loss)


def worst(review: Review, meetings: Sequence[SeatMatchup]) -> list[Decision]:
    """Return the mistakes, the worst first; then decisions that are mistakes only against these opponents."""
    wrong, faced = review.mistakes(), faced_by_number(meetings)
    known = {d.number for d in wrong}
    more = [d for d in review.decisions if d.number not in known and d.number in faced]
    more = [d for d in more if faced[d.number].is_mistake]
    return [*wrong, *sorted(more, key=lambda d: (-faced[d.number].loss, d.number))]


def verdict(review: Review, clear: Collection[int] | None = None) -> str:
    """Return a sentence with the number of mistakes of every player, or of only these decisions."""
    wrong = [d for d in review.mistakes() if clear is None or d.number in clear]
    decisions = counted(len(review.decisions), "decision")
    late = f" The time was over before {counted(review.missing, 'more was', 'more were')} judged."
    if not wrong:
        return f"No mistake in {decisions}." + late * bool(review.missing)
    by = [sum(d.seat == p for d in wrong) for p in range(len(review.match.seats))]
    who = ", ".join(f"{n} by {name}" for n, name in zip(by, review.match.seats, strict=True) if n)
    team = _team_costs(review) if review.relation is ScoreRelation.TEAM else ""
    return f"{counted(len(wrong), 'mistake')} in {decisions}: {who}.{team}" + late * bool(review.missing)


def _team_costs(review: Review) -> str:
    """Return sentences with what the mistakes of each player cost the team, each after a space."""
    costs = [-float(x[p]) for p, x in enumerate(review.by_player())]
    names = review.match.seats
    return "".join(
        f" {name}'s mistakes cost the team {plain(x)}." for name, x in zip(names, costs, strict=True) if x
    )


def plain(x: float | Fraction) -> str:
    """Return a value with ``PLACES`` decimals."""
    return f"{float(x):.{PLACES}f}"
