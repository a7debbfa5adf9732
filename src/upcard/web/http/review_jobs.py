"""Long computations, such as reviews: each runs only once, in a separate process."""

import asyncio
import pickle
import time
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any

from upcard.engine.errors import Failure
from upcard.language.messages import english_context, marked
from upcard.server.byte_cache import ByteCache
from upcard.server.fair_queue import FairQueue
from upcard.server.fair_workers import FairWorkers
from upcard.web.http.match_reviews import MatchReviews
from upcard.web.http.review_batches import ReviewBatches

JobFunction = Callable[[str], dict[str, Any]]
"""A computation on a text such as a record; a function of a module, so that a process can import it."""

MOST_RESULT_BYTES = 2**25
"""Maximum bytes of all results that are stored."""

PATIENCE = 4.0
"""Seconds a visitor waits before the page shows that the computation takes longer."""

PROCESSES, LIMIT = 2, 120.0
"""Number of computations at the same time, and maximum seconds of each."""

FORGET_SECONDS = 600.0
"""Seconds after which a computation that took too long may run again by itself."""


@dataclass(frozen=True)
class PendingJob:
    """The sentences about a computation that fails; pages translate them."""

    too_long: str
    """If it takes too long; the placeholder is the limit in seconds."""
    interrupted: str
    """If its process ends."""
    is_study: bool = False
    """Whether it plays many games: one study at a time, in a process of its own, so that no review waits."""


OPPONENTS = PendingJob(
    marked(
        "judging against these opponents took more than {0} s and was stopped; "
        "download the record and run 'upcard review' on it"
    ),
    marked("judging against these opponents was interrupted; try again"),
)
POSITION = PendingJob(
    marked("the value of each move took more than {0} s and was stopped; a later position takes less time"),
    marked("the value of each move was interrupted; try again"),
)
INSIGHT = PendingJob(
    marked(
        "writing the notes on this position took more than {0} s and was stopped; "
        "a later position takes less time"
    ),
    marked("writing the notes on this position was interrupted; try again"),
)
CELL = PendingJob(
    marked("the computation took more than {0} s and was stopped; smaller numbers take less time"),
    marked("the computation was interrupted; try again"),
)


class TooLong(Failure):
    """A computation that reached its time limit; it is repeated if a visitor asks, or after some time."""


class Reviewer:
    """Runs computations in processes, which start at the first request and which clients use in turns.

    At most `processes` run at the same time, and one study of many games beside them. After `limit` seconds,
    a computation is ended with its process.
    """

    def __init__(self, limit: float = LIMIT, processes: int = PROCESSES) -> None:
        self.limit = limit
        self._jobs: dict[str, asyncio.Task[dict[str, Any]]] = {}
        self._finished = ByteCache[str, tuple[asyncio.Task[dict[str, Any]], float]](MOST_RESULT_BYTES)
        self._workers, self._studies = FairWorkers(FairQueue(processes)), FairWorkers(FairQueue(1))
        self.matches = MatchReviews(self._workers)
        self.batches = ReviewBatches(self.matches)

    async def compute(
        self, name: str, work: JobFunction, text: str, job: PendingJob
    ) -> dict[str, Any] | None:
        """Return ``work(text)``; None if it is not finished within ``PATIENCE`` seconds.

        The result is stored under `name`, and the next call with this name returns it. `job` has the words
        for errors. Raises TooLong at the time limit, Failure if the process is interrupted or too many
        computations wait, and every error of `work`.
        """
        self.retry(name, FORGET_SECONDS)
        finished = self._finished.get(name)
        task = finished[0] if finished is not None else self._jobs.get(name)
        if task is None:
            task = asyncio.create_task(self._run(name, work, text, job), context=english_context())
            self._jobs[name] = task
            task.add_done_callback(lambda x: self._store(name, x))
        done, _ = await asyncio.wait([task], timeout=PATIENCE)
        if not done:
            return None
        if task.cancelled() or not isinstance(task.exception(), TooLong | None):
            self._finished.remove(name)  # reported now; the next request computes it again
        return task.result()

    def retry(self, name: str, after: float = 0.0) -> None:
        """Forget that a computation took too long, if that was at least `after` seconds ago."""
        task, at = self._finished.get(name) or (None, 0.0)
        if task is not None and isinstance(task.exception(), TooLong) and time.monotonic() - at >= after:
            self._finished.remove(name)

    def forget(self, name: str) -> None:
        """Stop a computation and forget its result."""
        self._finished.remove(name)
        task = self._jobs.pop(name, None)
        if task is not None:
            task.cancel()

    def _store(self, name: str, task: "asyncio.Task[dict[str, Any]]") -> None:
        """Store a result or an error, so that the next request gets it; nothing if it was forgotten."""
        if self._jobs.get(name) is not task:
            return
        del self._jobs[name]
        if not task.cancelled():
            size = len(name) if task.exception() else len(name) + len(pickle.dumps(task.result()))
            self._finished.put(name, (task, time.monotonic()), size)

    async def _run(self, name: str, work: JobFunction, text: str, job: PendingJob) -> dict[str, Any]:
        """Run a computation when its turn has come."""
        workers = self._studies if job.is_study else self._workers
        try:
            return await workers.run(work, text, limit=self.limit, item=name)
        except TimeoutError:
            raise TooLong(job.too_long.format(f"{self.limit:g}")) from None
        except BrokenProcessPool:
            raise Failure(job.interrupted) from None

    def close(self) -> None:
        """End all processes and their computations."""
        self.batches.close()
        self.matches.close()
        for task in self._jobs.values():
            task.cancel()
        self._workers.close()
        self._studies.close()


def opponents_name(table_id: str) -> str:
    """Return the name of the computation of judgements against the opponents."""
    return f"opponents {table_id}"


def judge_position(text: str) -> dict[str, Any]:
    """Return the value of each action in the last position of a record; raises UpcardError without one."""
    from upcard.engine.record import parse_record, replay
    from upcard.report.position_report import document
    from upcard.review.evaluator_registry import evaluator_for

    match = replay(parse_record(text))
    return document(match, evaluator_for(match.game))
