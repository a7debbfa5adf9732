"""Reviews of a visitor's matches, computed one after the other while the visitor looks at their page."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from upcard.language.messages import english_context, marked
from upcard.server.fair_queue import CLIENT, Busy
from upcard.server.open_count import OpenCount
from upcard.web.http.match_reviews import UNATTENDED, MatchReviews
from upcard.web.http.review_pieces import ReviewRequest

MOST_MATCHES = 20
"""Maximum number of matches that one request may have reviewed."""

MOST_OF_ADDRESS, MOST_BATCHES, MOST_REMEMBERED = 4, 20, 200
"""Maximum number of batches that run for one address, and for all; and how many are remembered."""

PATIENCE = 30.0
"""Seconds between two looks at a review that runs."""

REFUSALS = {
    "address": marked(
        "matches of several players from your network are being reviewed; try again in some minutes"
    ),
    "all": marked("the server reviews the matches of many players; try again in some minutes"),
}

RequestOf = Callable[[str], Awaitable[ReviewRequest | None]]
"""Returns the request for the review of a table; None if it cannot be reviewed now."""


@dataclass
class ReviewBatch:
    """The matches of one visitor that are being reviewed."""

    names: tuple[str, ...]
    done: int = 0
    """Number of matches that are done, with those that have no review."""
    failed: int = 0
    """Number of matches that could not be reviewed."""
    seen_at: float = 0.0
    """When the visitor last looked at it, by ``time.monotonic``."""
    task: "asyncio.Task[None] | None" = None

    @property
    def is_running(self) -> bool:
        """Whether matches are being reviewed."""
        return self.task is not None


class ReviewBatches:
    """The batches of all visitors, one for each, by the key of the person."""

    def __init__(self, reviews: MatchReviews) -> None:
        self._reviews = reviews
        self._batches: OrderedDict[str, ReviewBatch] = OrderedDict()
        self._running = OpenCount(MOST_OF_ADDRESS, MOST_BATCHES)

    def of(self, person: str) -> ReviewBatch | None:
        """Return the batch of a person, and note that they look at it; None if there is none."""
        batch = self._batches.get(person)
        if batch is not None:
            batch.seen_at = time.monotonic()
        return batch

    def start(self, person: str, names: Sequence[str], request_of: RequestOf) -> None:
        """Begin to review some tables of a person, at most ``MOST_MATCHES``; nothing if a batch runs already.

        Raises Busy if too many batches run for the client of this task, or for all.
        """
        before = self.of(person)
        if not names or (before is not None and before.is_running):
            return
        client = CLIENT.get()
        reason = self._running.reason(client)
        if reason:
            raise Busy(REFUSALS[reason])
        batch = ReviewBatch(tuple(names[:MOST_MATCHES]), seen_at=time.monotonic())
        self._batches[person] = batch
        self._batches.move_to_end(person)
        self._forget()
        self._running.add(client)
        batch.task = asyncio.create_task(self._run(batch, request_of), context=english_context())
        batch.task.add_done_callback(lambda _: self._end(batch, client))

    def _end(self, batch: ReviewBatch, client: str) -> None:
        """Note that a batch has ended."""
        batch.task = None
        self._running.remove(client)

    def _forget(self) -> None:
        """Forget the oldest batches that have ended."""
        old = [person for person, batch in self._batches.items() if not batch.is_running]
        for person in old[: max(0, len(self._batches) - MOST_REMEMBERED)]:
            del self._batches[person]

    async def _run(self, batch: ReviewBatch, request_of: RequestOf) -> None:
        """Review one match after the other, until the visitor has not looked for a while."""
        for name in batch.names:
            if time.monotonic() - batch.seen_at >= UNATTENDED:
                return
            request = await request_of(name)
            batch.failed += request is None or not await self._review(name, request)
            batch.done += 1

    async def _review(self, name: str, request: ReviewRequest) -> bool:
        """Review one match; return whether the review was finished."""
        await self._reviews.restore(name, lambda: request.text)
        review = self._reviews.open(name, request, is_awaited=False)
        if review.is_finished:
            await self._reviews.report(name, request.text, review)
        while review.task is not None:
            await self._reviews.next_results(review, review.version, PATIENCE)
        return review.is_finished

    def close(self) -> None:
        """Stop all batches."""
        for batch in self._batches.values():
            if batch.task is not None:
                batch.task.cancel()
