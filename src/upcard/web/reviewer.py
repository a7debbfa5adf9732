"""Who goes over matches beside the server: in a process of its own, and once for each match."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from upcard.engine.errors import Failure
from upcard.play.processes import process_pool

Work = Callable[[str], dict[str, Any]]
"""Something that a process of its own finds out about a record; a function of a module."""

KEPT, MOST_WAITING = 64, 8
PATIENCE = 4.0
"""So many seconds a visitor waits before he is told that it takes longer."""


class Reviewer:
    """Who goes over matches, in a process of its own that is started when first asked."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._asked: OrderedDict[str, asyncio.Future[dict[str, Any]]] = OrderedDict()

    async def ask(self, name: str, work: Work, text: str) -> dict[str, Any] | None:
        """What was found of a match; None while it is not finished.

        Parameters
        ----------
        name : str
            What it is kept under.
        work : function
            Of a record, such as :func:`reviewed`.
        text : str
            The record of the match.

        Raises
        ------
        UpcardError
            If it cannot be reviewed, or too many wait.
        """
        if name not in self._asked:
            self._forget()
            self._asked[name] = asyncio.get_running_loop().run_in_executor(self._processes(), work, text)
        future = self._asked[name]
        done, _ = await asyncio.wait([future], timeout=PATIENCE)
        if not done:
            return None
        try:
            return future.result()
        except BrokenProcessPool:
            self._pool = None
            raise Failure("the review came to nothing; ask for it again") from None
        finally:
            if future.cancelled() or future.exception() is not None:
                self._asked.pop(name, None)

    def close(self) -> None:
        """Send the process home."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)

    def _forget(self) -> None:
        """Make room for one more."""
        if sum(not x.done() for x in self._asked.values()) >= MOST_WAITING:
            raise Failure("too many matches are being reviewed; ask again in a minute")
        while len(self._asked) >= KEPT:
            oldest = next(name for name, x in self._asked.items() if x.done())
            del self._asked[oldest]

    def _processes(self) -> ProcessPoolExecutor:
        self._pool = self._pool or process_pool(1)
        return self._pool


def reviewed(text: str) -> dict[str, Any]:
    """The review of a record as plain values; it runs in a process of its own.

    Raises
    ------
    UpcardError
        If it cannot be reviewed.
    """
    from upcard.engine.record import parse_record, replay
    from upcard.report.review import document, verdict
    from upcard.review.find import appraiser_of
    from upcard.review.ledger import review

    match = replay(parse_record(text))
    found = review(match, appraiser_of(match.game))
    return document(found) | {"verdict": verdict(found)}


def appraised(text: str) -> dict[str, Any]:
    """What each action is worth where a record stands; it runs in a process of its own.

    Raises
    ------
    UpcardError
        If it cannot be appraised.
    """
    from upcard.engine.record import parse_record, replay
    from upcard.report.position import document
    from upcard.review.find import appraiser_of

    match = replay(parse_record(text))
    return document(match, appraiser_of(match.game))
