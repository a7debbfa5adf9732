"""Computations of a review in worker processes: the next piece, and the judgement against the opponents."""

import pickle
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from upcard.engine.errors import Failure, UpcardError
from upcard.language.messages import marked
from upcard.server.worker_processes import Late, alarm

if TYPE_CHECKING:
    from upcard.engine.game import Match
    from upcard.review.against_opponents import SeatMatchup
    from upcard.review.opponents import Opponents
    from upcard.review.staged_review import StagedReview

OPPONENT_SECONDS, GRACE = 90.0, 5.0
"""Maximum seconds to judge decisions against the opponents of a match; and how much longer one step of this
may take before it is left out."""

NOT_JUDGED = marked("The decisions have not been judged against these opponents yet.")


@dataclass(frozen=True)
class ReviewRequest:
    """A request to continue the review of a match."""

    text: str
    """The record of the match."""
    viewers: tuple[tuple[int, ...], ...] = ()
    """The seats of each viewer, whose mistakes come first."""
    strategies: tuple[str, ...] | None = None
    """The strategy of every seat, empty for a person; None if the record says it."""
    state: bytes = b""
    """The results so far; empty at the beginning."""
    seconds: float = 0.0
    """Seconds after which the next results are returned; one step is always computed."""


def advance_review(request: ReviewRequest) -> tuple[bytes, dict[str, Any]]:
    """Continue the review of a match; return the new results, and all of them as plain values.

    A finished review has ``review``, the document of the command line, without the judgements against the
    actual opponents. Raises UpcardError if the match cannot be reviewed.
    """
    from upcard.report.review_progress import progress_document
    from upcard.review.staged_review import ReviewStage

    staged = _staged_review(request)
    stage = staged.advance(request.viewers, request.seconds)
    document = progress_document(staged, stage)
    document["review"] = _whole_document(staged, request, None) if stage is ReviewStage.FINISHED else None
    return pickle.dumps(staged.state), document


def prepare_review(text: str) -> None:
    """Load what the review of a match needs, so that it starts at once."""
    with suppress(UpcardError):  # reported when somebody wants to see the review
        _loaded_review(text)


def judge_opponents_of(request: ReviewRequest) -> dict[str, Any]:
    """Return the document of a whole review, with the judgements against the opponents of the match."""
    from upcard.review.staged_review import ReviewStage

    staged = _staged_review(request)
    while staged.advance(request.viewers, OPPONENT_SECONDS) is not ReviewStage.FINISHED:
        pass
    return _whole_document(staged, request, OPPONENT_SECONDS)


def _staged_review(request: ReviewRequest) -> "StagedReview":
    """Return the review of a match with the results of a request."""
    from upcard.review.staged_review import ReviewState

    staged = _loaded_review(request.text)
    staged.state = pickle.loads(request.state) if request.state else ReviewState()  # noqa: S301 - from a worker
    return staged


@lru_cache(maxsize=2)
def _loaded_review(text: str) -> "StagedReview":
    """Return the review of a match before its first step."""
    from upcard.engine.record import parse_record, replay
    from upcard.review.evaluator_registry import evaluator_for
    from upcard.review.staged_review import StagedReview

    match = replay(parse_record(text))
    return StagedReview(match, evaluator_for(match.game))


def _whole_document(staged: "StagedReview", request: ReviewRequest, seconds: float | None) -> dict[str, Any]:
    """Return the document of a finished review, judged against the opponents too if it has `seconds`."""
    from upcard.report.review_report import against_lines, document, verdict
    from upcard.review.against_opponents import SeatMatchup
    from upcard.review.opponents import opponents_of

    match, whole = staged.match, staged.review()
    clear = staged.mistakes(range(match.game.players))
    opponents = opponents_of(match, request.strategies)
    if seconds is None:
        against = tuple(SeatMatchup(x, "", "", x.why_not or NOT_JUDGED, {}) for x in opponents)
    else:
        against = _judge_in_time(match, opponents, seconds)
    return document(whole, against) | {
        "verdict": verdict(whole, clear),
        "clear_mistakes": clear,
        "against_lines": against_lines(against, match.seats),
        "can_judge_opponents": seconds is None and any(not x.why_not for x in opponents),
    }


def _judge_in_time(
    match: "Match", opponents: "Sequence[Opponents]", seconds: float
) -> "tuple[SeatMatchup, ...]":
    """Return the decisions judged against the opponents of a match; none if that takes too long.

    It comes last and is optional, so that it never costs the main review.
    """
    from upcard.review.against_opponents import TOO_LATE, SeatMatchup, judge_opponents
    from upcard.review.evaluator_registry import judges_for

    until = time.monotonic() + seconds

    def on_part() -> None:
        if time.monotonic() >= until:
            raise Failure(TOO_LATE)

    try:
        with alarm(max(0.0, seconds) + GRACE):
            return judge_opponents(match, opponents, judges_for(match.game, None, on_part), seconds)
    except Late:
        return tuple(SeatMatchup(x, "", "", x.why_not or TOO_LATE, {}) for x in opponents)
