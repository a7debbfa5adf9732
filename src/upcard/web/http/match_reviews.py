"""Reviews of matches, computed piece by piece while somebody looks at them.

Every piece is a short computation in a worker process, which returns all results so far. So other clients
get their turns between two pieces, no time limit ends a long review, and one that stopped continues where it
was.
"""

import asyncio
import logging
import pickle
import time
from collections.abc import Awaitable, Callable
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from upcard.engine.errors import Failure, UpcardError
from upcard.language.messages import english_context
from upcard.server.byte_cache import ByteCache
from upcard.server.fair_queue import Busy
from upcard.server.fair_workers import FairWorkers
from upcard.web.http.review_pieces import ReviewRequest, advance_review, prepare_review

MOST_BYTES = 2**25
"""Maximum bytes of all reviews in memory."""

FIRST_PIECE, PIECE = 0.5, 2.0
"""Seconds of each piece until the first mistakes are known, and after that."""

UNAWAITED_RANK = 2
"""Rank of the pieces that nobody waits for: after everything else of the same client."""

UNATTENDED = 600.0
"""Seconds for which a review continues although nobody asks for it."""

PIECE_LIMIT = 120.0
"""Seconds after which one piece is ended with its process: a single decision that takes far too long."""


@dataclass
class MatchReview:
    """The review of one match as far as it is known."""

    version: int = 0
    """Number of results so far."""
    document: dict[str, Any] | None = None
    """The results as plain values; None before the first ones."""
    fault: UpcardError | None = None
    """Why it stopped; None if it did not."""
    state: bytes = b""
    """The results for the next piece; empty before the first one, and for a review of an earlier server."""
    viewers: tuple[tuple[int, ...], ...] = ()
    """The seats of each viewer, whose mistakes come first."""
    is_awaited: bool = False
    """Whether somebody has opened its page; if nobody has, its pieces come last."""
    is_opposed: bool = False
    """Whether somebody wants the judgements against the opponents, too."""
    text: str = ""
    """The record of which it is the review; empty for a review of an earlier server."""
    requested_at: float = 0.0
    task: "asyncio.Task[None] | None" = None
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def is_finished(self) -> bool:
        """Whether everything is computed."""
        return self.document is not None and self.document["review"] is not None

    @property
    def is_settled(self) -> bool:
        """Whether the costliest mistakes are known, or the review has stopped."""
        return self.fault is not None or (self.document is not None and self.document["is_settled"])

    @property
    def size(self) -> int:
        """Bytes of its results."""
        return len(self.text) + len(self.state) + len(pickle.dumps(self.document))

    def publish(self) -> None:
        """Wake everybody who waits for the next results."""
        self.version += 1
        self.changed.set()
        self.changed = asyncio.Event()


logger = logging.getLogger(__name__)


class MatchReviews:
    """The reviews of matches by their names, which worker processes compute in turns.

    `on_finished` is called with the name, the record and the results of every finished review. `load` returns
    the results of a review that an earlier server has finished, None if it has not; its second argument
    returns the record.
    """

    def __init__(self, workers: FairWorkers) -> None:
        self.limit = PIECE_LIMIT
        self.on_finished: Callable[[str, str, dict[str, Any]], Awaitable[None]] | None = None
        self.load: Callable[[str, Callable[[], str]], Awaitable[dict[str, Any] | None]] | None = None
        self._workers = workers
        self._stored = ByteCache[str, MatchReview](MOST_BYTES)
        self._running: dict[str, MatchReview] = {}
        self._prepared: set[asyncio.Task[None]] = set()

    def open(self, name: str, request: ReviewRequest, is_awaited: bool = True) -> MatchReview:
        """Return the review of a match, which continues if it is not finished and has not stopped.

        Parameters
        ----------
        name : str
            Name of the table.
        request : ReviewRequest
            The record of the match, and the seats of the viewer, whose mistakes come first.
        is_awaited : bool
            Whether somebody looks at its page.
        """
        review = self._running.get(name) or self._stored.get(name) or MatchReview()
        if review.text not in ("", request.text):  # the name of a player has changed
            self.renew(name)
            review = MatchReview()
        review.text = request.text
        review.requested_at = time.monotonic()
        review.is_awaited |= is_awaited
        review.viewers = tuple(dict.fromkeys((*review.viewers, *request.viewers)))
        if name not in self._running and not review.is_finished and review.fault is None:
            self._running[name] = review
            review.task = asyncio.create_task(self._run(name, review, request), context=english_context())
        return review

    async def restore(self, name: str, text_of: Callable[[], str]) -> None:
        """Take over the review that an earlier server has finished; ``text_of()`` is the record."""
        review = self._running.get(name) or self._stored.get(name)
        is_begun = review is not None and (review.document is not None or review.fault is not None)
        if self.load is None or is_begun or name in self._running:
            return
        document = await self.load(name, text_of)
        if document is not None and name not in self._running:
            restored = MatchReview(version=1, document=document)
            self._stored.put(name, restored, restored.size)

    def renew(self, name: str) -> None:
        """Stop a review and forget its results, so that the next :meth:`open` computes it again."""
        self._stored.remove(name)
        running = self._running.pop(name, None)
        if running is not None and running.task is not None:
            running.task.cancel()

    @property
    def is_preparing(self) -> bool:
        """Whether a process loads what a review will need."""
        return bool(self._prepared)

    async def next_results(self, review: MatchReview, seen: int, patience: float) -> None:
        """Wait until a review has results after version `seen`, for at most `patience` seconds."""
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                while review.version <= seen and review.task is not None:
                    await review.changed.wait()

    def known(self, name: str) -> dict[str, Any] | None:
        """Return what is known of the review of a match; None if nothing is."""
        review = self._running.get(name) or self._stored.get(name)
        return None if review is None else review.document

    def retry(self, name: str) -> None:
        """Let a review that has stopped continue when it is opened again."""
        review = self._stored.get(name)
        if review is not None:
            review.fault = None

    def prepare(self, name: str, text: str) -> None:
        """Load in a process what the review of a match will need, once for each match that has just ended."""
        if name in self._running or self._stored.get(name) is not None:
            return
        self._stored.put(name, MatchReview(), len(name))
        task = asyncio.create_task(self._prepare(name, text), context=english_context())
        self._prepared.add(task)
        task.add_done_callback(self._prepared.discard)

    async def _prepare(self, name: str, text: str) -> None:
        with suppress(TimeoutError, BrokenProcessPool, Busy):  # the review itself reports what is wrong
            await self._workers.run(prepare_review, text, limit=self.limit, item=name, rank=1)

    async def _run(self, name: str, review: MatchReview, request: ReviewRequest) -> None:
        """Compute piece by piece until the review is finished or stops, or nobody looks at it any more."""
        try:
            while not review.is_finished and time.monotonic() - review.requested_at < UNATTENDED:
                await self._advance(name, review, request)
                review.publish()
            await self.report(name, request.text, review)
        except UpcardError as fault:
            review.fault = fault
        except Exception:  # a mistake in a program: pages must not wait for a review that fails each time
            logger.exception("the review of table %s", name)
            review.fault = Failure("its review failed; the log of the server says why")
        finally:
            if self._running.get(name) is review:  # otherwise somebody has renewed it
                del self._running[name]
                self._stored.put(name, review, review.size)
            review.task = None
            review.publish()

    async def report(self, name: str, record: str, review: MatchReview) -> None:
        """Pass on a finished review; the review is fine even if it cannot be stored."""
        if self.on_finished is None or review.document is None or not review.is_finished:
            return
        try:
            await self.on_finished(name, record, review.document)
        except UpcardError as fault:
            logger.warning("the review of table %s is not stored: %s", name, fault)

    async def _advance(self, name: str, review: MatchReview, request: ReviewRequest) -> None:
        """Compute the next piece of a review; raises Failure if it takes too long or its process ends."""
        seconds, rank = (PIECE, 1) if review.is_settled else (FIRST_PIECE, 0)
        if not review.is_awaited:
            seconds, rank = PIECE, UNAWAITED_RANK
        piece = replace(request, viewers=review.viewers, state=review.state, seconds=seconds)
        try:
            review.state, review.document = await self._workers.run(
                advance_review, piece, limit=self.limit, item=name, rank=rank
            )
        except TimeoutError:
            raise Failure(f"one move took more than {self.limit:g} s to review") from None
        except BrokenProcessPool:
            raise Failure("the review was interrupted") from None

    def close(self) -> None:
        """Stop all reviews."""
        for task in [*self._prepared, *(x.task for x in self._running.values() if x.task)]:
            task.cancel()
