"""Long computations, such as reviews: each runs only once, in a separate process."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any

from upcard.engine.errors import Failure
from upcard.server.worker_processes import end_pool, process_pool

JobFunction = Callable[[str], dict[str, Any]]
"""A computation on a text such as a record; a function of a module, so that a process can import it."""

MOST_RESULTS, MOST_WAITING = 64, 8
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
    """Runs computations in processes, which start at the first request.

    At most `processes` run at the same time. After `limit` seconds, a computation is ended with its process.
    """

    def __init__(self, limit: float = LIMIT, processes: int = PROCESSES) -> None:
        self.limit = limit
        self._jobs: OrderedDict[str, asyncio.Future[dict[str, Any]]] = OrderedDict()
        self._turn = asyncio.Semaphore(processes)
        self._idle: list[ProcessPoolExecutor] = []
        self._busy: set[ProcessPoolExecutor] = set()

    async def compute(
        self, name: str, work: JobFunction, text: str, job: PendingJob
    ) -> dict[str, Any] | None:
        """Return ``work(text)``; None if it is not finished within ``PATIENCE`` seconds.

        The result is stored under `name`, and the next call with this name returns it. `job` has the words
        for errors. Raises TooLong at the time limit, Failure if the process is interrupted or too many
        computations wait, and every error of `work`.
        """
        if name not in self._jobs:
            self._forget()
            self._jobs[name] = asyncio.create_task(self._run(work, text, job))
        future = self._jobs[name]
        done, _ = await asyncio.wait([future], timeout=PATIENCE)
        if not done:
            return None
        if future.cancelled() or not isinstance(future.exception(), TooLong | None):
            self._jobs.pop(name, None)
        return future.result()

    async def _run(self, work: JobFunction, text: str, job: PendingJob) -> dict[str, Any]:
        """Run a computation when a process is free."""
        async with self._turn:
            pool = self._idle.pop() if self._idle else process_pool(1)
            self._busy.add(pool)
            is_alive = True
            try:
                async with asyncio.timeout(self.limit):
                    return await asyncio.get_running_loop().run_in_executor(pool, work, text)
            except TimeoutError:
                is_alive = False
                raise TooLong(
                    f"{job.words} took more than {self.limit:g} s and was stopped; {job.instead}"
                ) from None
            except BrokenProcessPool:
                is_alive = False
                raise Failure(f"{job.words} was interrupted; try again") from None
            finally:
                self._busy.discard(pool)
                if is_alive:
                    self._idle.append(pool)
                else:
                    end_pool(pool)

    def close(self) -> None:
        """End all processes and their computations."""
        for future in self._jobs.values():
            future.cancel()
        for pool in (*self._idle, *self._busy):
            end_pool(pool)

    def _forget(self) -> None:
        """Make room for one more result; raises Failure if too many computations wait."""
        if sum(not x.done() for x in self._jobs.values()) >= MOST_WAITING:
            raise Failure("the server is busy with other computations; try again in a minute")
        while len(self._jobs) >= MOST_RESULTS:
            oldest = next(name for name, x in self._jobs.items() if x.done())
            del self._jobs[oldest]


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
