"""Long computations, such as reviews: each runs only once, in a separate process."""

import asyncio
import pickle
import time
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any

from upcard.engine.errors import Failure
from upcard.server.byte_cache import ByteCache
from upcard.server.fair_queue import FairQueue
from upcard.server.fair_workers import FairWorkers

JobFunction = Callable[[str], dict[str, Any]]
"""A computation on a text such as a record; a function of a module, so that a process can import it."""

MOST_RESULT_BYTES = 2**25
"""Maximum bytes of all results that are stored."""

PATIENCE = 4.0
"""Seconds a visitor waits before the page shows that the computation takes longer."""

PROCESSES, LIMIT = 2, 120.0
"""Number of computations at the same time, and maximum seconds of each."""

OPPONENT_SECONDS, REVIEW_SECONDS = 40.0, 75.0
"""Maximum seconds to judge decisions against the opponents of a match, and limit for the whole review."""


@dataclass(frozen=True)
class PendingJob:
    """The words for a computation in error messages."""

    words: str
    """Name of the result, such as ``the review``."""
    instead: str
    """Advice if it takes too long."""


REVIEW = PendingJob("the review", "download the record and run 'upcard review' on it")
POSITION = PendingJob("the value of each move", "a later position takes less time")
INSIGHT = PendingJob("the notes on this position", "a later position takes less time")
CELL = PendingJob("the computation", "smaller numbers take less time")


class TooLong(Failure):
    """A computation that reached its time limit; it is not repeated soon."""


class Reviewer:
    """Runs computations in processes, which start at the first request and which clients use in turns.

    At most `processes` run at the same time. After `limit` seconds, a computation is ended with its process.
    """

    def __init__(self, limit: float = LIMIT, processes: int = PROCESSES) -> None:
        self.limit = limit
        self._jobs: dict[str, asyncio.Task[dict[str, Any]]] = {}
        self._results = ByteCache[str, asyncio.Task[dict[str, Any]]](MOST_RESULT_BYTES)
        self._workers = FairWorkers(FairQueue(processes))

    async def compute(
        self, name: str, work: JobFunction, text: str, job: PendingJob
    ) -> dict[str, Any] | None:
        """Return ``work(text)``; None if it is not finished within ``PATIENCE`` seconds.

        The result is stored under `name`, and the next call with this name returns it. `job` has the words
        for errors. Raises TooLong at the time limit, Failure if the process is interrupted or too many
        computations wait, and every error of `work`.
        """
        finished = self._results.get(name)
        if finished is not None:
            return finished.result()
        if name not in self._jobs:
            self._jobs[name] = task = asyncio.create_task(self._run(name, work, text, job))
            task.add_done_callback(lambda x: self._store(name, x))
        task = self._jobs[name]
        done, _ = await asyncio.wait([task], timeout=PATIENCE)
        return task.result() if done else None

    def _store(self, name: str, task: "asyncio.Task[dict[str, Any]]") -> None:
        """Store the result of a computation, or that it takes too long; other errors are not repeated."""
        del self._jobs[name]
        if not task.cancelled() and isinstance(task.exception(), TooLong | None):
            size = len(name) if task.exception() else len(name) + len(pickle.dumps(task.result()))
            self._results.put(name, task, size)

    async def _run(self, name: str, work: JobFunction, text: str, job: PendingJob) -> dict[str, Any]:
        """Run a computation when its turn has come."""
        try:
            return await self._workers.run(work, text, limit=self.limit, item=name)
        except TimeoutError:
            raise TooLong(
                f"{job.words} took more than {self.limit:g} s and was stopped; {job.instead}"
            ) from None
        except BrokenProcessPool:
            raise Failure(f"{job.words} was interrupted; try again") from None

    def close(self) -> None:
        """End all processes and their computations."""
        for task in self._jobs.values():
            task.cancel()
        self._workers.close()


def review_record(text: str, strategies: tuple[str, ...] | None = None) -> dict[str, Any]:
    """Return the review of a record as plain values; raises UpcardError if it cannot be reviewed.

    `strategies` has the strategy of every seat, empty for a person; by default they come from the record.
    """
    from upcard.engine.record import parse_record, replay
    from upcard.report.review_report import against_lines, document, verdict
    from upcard.review.against_opponents import judge_opponents
    from upcard.review.evaluator_registry import evaluator_for, judges_for
    from upcard.review.match_review import review
    from upcard.review.opponents import opponents_of

    began, match = time.monotonic(), replay(parse_record(text))
    match_review = review(match, evaluator_for(match.game))
    left = min(OPPONENT_SECONDS, REVIEW_SECONDS - (time.monotonic() - began))
    against = judge_opponents(match, opponents_of(match, strategies), judges_for(match.game), seconds=left)
    return document(match_review, against) | {
        "verdict": verdict(match_review),
        "against_lines": against_lines(against, match.seats),
    }


def judge_position(text: str) -> dict[str, Any]:
    """Return the value of each action in the last position of a record; raises UpcardError without one."""
    from upcard.engine.record import parse_record, replay
    from upcard.report.position_report import document
    from upcard.review.evaluator_registry import evaluator_for

    match = replay(parse_record(text))
    return document(match, evaluator_for(match.game))
