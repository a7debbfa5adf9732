"""Batches of reviews: one match after the other, for as long as the visitor looks, and only a few at once."""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

import pytest

from upcard.server.fair_queue import CLIENT, Busy
from upcard.web.http import review_batches
from upcard.web.http.match_reviews import MatchReview
from upcard.web.http.review_batches import MOST_BATCHES, MOST_MATCHES, MOST_OF_ADDRESS, ReviewBatches
from upcard.web.http.review_pieces import ReviewRequest

FINISHED = {"review": {}, "is_settled": True}


class Reviews:
    """In place of the reviews of a server: each is finished at once, or never."""

    def __init__(self, is_endless: bool = False) -> None:
        self.is_endless = is_endless
        self.opened: list[str] = []
        self.reported: list[str] = []

    def open(self, name: str, request: ReviewRequest, is_awaited: bool = True) -> MatchReview:
        assert not is_awaited
        self.opened.append(name)
        review = MatchReview(document=None if self.is_endless else dict(FINISHED))
        if self.is_endless:
            review.task = asyncio.ensure_future(asyncio.sleep(600))
        return review

    async def next_results(self, review: MatchReview, seen: int, patience: float) -> None:
        assert review.task is not None
        await review.task

    async def restore(self, name: str, text_of: Callable[[], str]) -> None:
        assert text_of() == name

    async def report(self, name: str, record: str, review: MatchReview) -> None:
        self.reported.append(name)


async def request_of(name: str) -> ReviewRequest | None:
    return None if name == "closed" else ReviewRequest(name)


def batches_of(reviews: Reviews) -> ReviewBatches:
    return ReviewBatches(reviews)  # type: ignore[arg-type]


async def end_of(batches: ReviewBatches, person: str) -> Any:
    batch = batches.of(person)
    assert batch is not None
    while batch.is_running:
        await asyncio.sleep(0)
    return batch


def test_at_most_so_many_matches_are_reviewed_and_a_closed_one_is_counted():
    async def play() -> None:
        reviews = Reviews()
        batches = batches_of(reviews)
        batches.start("ana", ["closed", *map(str, range(30))], request_of)
        batch = await end_of(batches, "ana")
        assert (batch.done, batch.failed) == (MOST_MATCHES, 1)
        assert reviews.opened == reviews.reported == [str(n) for n in range(MOST_MATCHES - 1)]
        batches.start("ben", [], request_of)
        assert batches.of("ben") is None

    asyncio.run(play())


def test_a_batch_stops_when_nobody_looks_any_more(monkeypatch):
    async def play() -> None:
        reviews = Reviews()
        batches = batches_of(reviews)
        monkeypatch.setattr(review_batches, "UNATTENDED", 0.0)
        batches.start("ana", ["a", "b"], request_of)
        assert (await end_of(batches, "ana")).done == 0
        assert reviews.opened == []

    asyncio.run(play())


def test_only_some_batches_run_for_an_address_and_for_all():
    async def play() -> None:
        batches = batches_of(Reviews(is_endless=True))

        def start(client: str, person: str) -> None:
            CLIENT.set(client)
            batches.start(person, ["a"], request_of)

        for n in range(MOST_OF_ADDRESS):
            start("x", f"x{n}")
        start("x", "x0")  # runs already, so that nothing happens
        with pytest.raises(Busy, match="from your network"):
            start("x", "more")
        for n in range(MOST_BATCHES - MOST_OF_ADDRESS):
            start(f"y{n}", f"y{n}")
        with pytest.raises(Busy, match="of many players"):
            start("z", "z")
        tasks = [x.task for n in range(MOST_OF_ADDRESS) if (x := batches.of(f"x{n}")) and x.task]
        batches.close()
        for task in tasks:
            with contextlib.suppress(asyncio.CancelledError):
                await task
        await asyncio.sleep(0)
        start("x", "more")  # there is room again
        batches.close()

    asyncio.run(play())
