"""Who works things out beside the server, such as reviews: in processes of their own, and once for each."""

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
"""Something that a process of its own finds out about a record; a function of a module."""

KEPT, MOST_WAITING = 64, 8
PATIENCE = 4.0
"""So many seconds a visitor waits before he is told that it takes longer."""

PROCESSES, LIMIT = 2, 120.0
"""So many matches are gone over at once, and each for so many seconds at most."""

MET, MOST_FOR_ALL = 40.0, 75.0
"""For so many seconds decisions are judged against the very opponents of a match, and up to when."""


@dataclass(frozen=True)
class PendingJob:
    """What is being found out, in the words of who waits for it."""

    words: str
    """What it is, such as ``the review``."""
    instead: str
    """What else can be done where it takes too long."""


REVIEW = PendingJob("the review", "download the record and run 'upcard review' on it")
POSITION = PendingJob("the value of each move", "a later position takes less time")
INSIGHT = PendingJob("the notes on this position", "a later position takes less time")
CELL = PendingJob("the computation", "smaller numbers take less time")


class TooLong(Failure):
    """What was asked for was given up when its time was over; it is not tried again soon."""


class Reviewer:
    """Who goes over matches, in processes that are started when first asked.

    Parameters
    ----------
    limit : float
        Seconds after which one match is given up, and its process ended.
    processes : int
        How many matches are gone over at once; the others wait for their turn.
    """

    def __init__(self, limit: float = LIMIT, processes: int = PROCESSES) -> None:
        self.limit = limit
        self._asked: OrderedDict[str, asyncio.Future[dict[str, Any]]] = OrderedDict()
        self._turn = asyncio.Semaphore(processes)
        self._idle: list[ProcessPoolExecutor] = []
        self._busy: set[ProcessPoolExecutor] = set()

    async def ask(self, name: str, work: JobFunction, text: str, errand: PendingJob) -> dict[str, Any] | None:
        """What was found of a match; None while it is not finished.

        Parameters
        ----------
        name : str
            What it is kept under.
        work : function
            Of a record, such as :func:`reviewed`.
        text : str
            The record of the match.
        errand : PendingJob
            What faults call it.

        Raises
        ------
        TooLong
            If its time was over before it was finished.
        Failure
            If its process ended before it was finished, or too many wait.
        UpcardError
            If it cannot be found out.
        """
        if name not in self._asked:
            self._forget()
            self._asked[name] = asyncio.create_task(self._found(work, text, errand))
        future = self._asked[name]
        done, _ = await asyncio.wait([future], timeout=PATIENCE)
        if not done:
            return None
        if future.cancelled() or not isinstance(future.exception(), TooLong | None):
            self._asked.pop(name, None)
        return future.result()

    async def _found(self, work: JobFunction, text: str, errand: PendingJob) -> dict[str, Any]:
        """What a process finds, when one is free."""
        async with self._turn:
            pool = self._idle.pop() if self._idle else process_pool(1)
            self._busy.add(pool)
            goes_on = True
            try:
                async with asyncio.timeout(self.limit):
                    return await asyncio.get_running_loop().run_in_executor(pool, work, text)
            except TimeoutError:
                goes_on = False
                raise TooLong(
                    f"{errand.words} took more than {self.limit:g} s and was stopped; {errand.instead}"
                ) from None
            except BrokenProcessPool:
                goes_on = False
                raise Failure(f"{errand.words} was interrupted; try again") from None
            finally:
                self._busy.discard(pool)
                if goes_on:
                    self._idle.append(pool)
                else:
                    end_pool(pool)

    def close(self) -> None:
        """Send the processes home; what they do is given up."""
        for future in self._asked.values():
            future.cancel()
        for pool in (*self._idle, *self._busy):
            end_pool(pool)

    def _forget(self) -> None:
        """Make room for one more."""
        if sum(not x.done() for x in self._asked.values()) >= MOST_WAITING:
            raise Failure("the server is busy with other computations; try again in a minute")
        while len(self._asked) >= KEPT:
            oldest = next(name for name, x in self._asked.items() if x.done())
            del self._asked[oldest]


def reviewed(text: str, strategies: tuple[str, ...] | None = None) -> dict[str, Any]:
    """The review of a record as plain values; it runs in a process of its own.

    Parameters
    ----------
    text : str
        The record.
    strategies : tuple of str, optional
        The strategy of every seat, empty for a person; by default as the seats are called.

    Raises
    ------
    UpcardError
        If it cannot be reviewed.
    """
    from upcard.engine.record import parse_record, replay
    from upcard.report.review_report import against_lines, document, verdict
    from upcard.review.against_opponents import judge_opponents
    from upcard.review.evaluator_registry import evaluator_for, judges_for
    from upcard.review.match_review import review
    from upcard.review.opponents import opponents_of

    began, match = time.monotonic(), replay(parse_record(text))
    found = review(match, evaluator_for(match.game))
    left = min(MET, MOST_FOR_ALL - (time.monotonic() - began))
    met = judge_opponents(match, opponents_of(match, strategies), judges_for(match.game), seconds=left)
    return document(found, met) | {
        "verdict": verdict(found),
        "against_lines": against_lines(met, match.seats),
    }


def appraised(text: str) -> dict[str, Any]:
    """What each action is worth where a record stands; it runs in a process of its own.

    Raises
    ------
    UpcardError
        If it cannot be appraised.
    """
    from upcard.engine.record import parse_record, replay
    from upcard.report.position_report import document
    from upcard.review.evaluator_registry import evaluator_for

    match = replay(parse_record(text))
    return document(match, evaluator_for(match.game))
