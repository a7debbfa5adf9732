"""A review belongs to one record: nothing of a record with an old name is shown or stored."""

import asyncio
from typing import Any

from upcard.web.http.match_reviews import MatchReviews
from upcard.web.http.review_pieces import ReviewRequest


class Workers:
    """In place of processes: each piece waits until it may end, and finishes the review of its record."""

    def __init__(self) -> None:
        self.may_end = asyncio.Event()

    async def run(self, work: object, piece: ReviewRequest, **_: object) -> tuple[bytes, dict[str, Any]]:
        await self.may_end.wait()
        return b"state", {"review": {"of": piece.text}, "is_settled": True}


async def finish(reviews: MatchReviews, record: str) -> dict[str, Any] | None:
    """What is known of a review of a record when it has ended."""
    review = reviews.open("table", ReviewRequest(record))
    if review.task is not None:
        await review.task
    return reviews.known("table")


def test_a_review_that_runs_is_stopped_when_it_is_renewed():
    async def play() -> None:
        workers, stored = Workers(), list[str]()

        async def store(name: str, record: str, document: object) -> None:
            stored.append(record)

        reviews = MatchReviews(workers)  # type: ignore[arg-type]
        reviews.on_finished = store
        task = reviews.open("table", ReviewRequest("with Zoe")).task
        assert task is not None
        await asyncio.sleep(0)
        reviews.renew("table")
        workers.may_end.set()
        await asyncio.gather(task, return_exceptions=True)
        assert reviews.known("table") is None
        assert await finish(reviews, "with nobody") == {"review": {"of": "with nobody"}, "is_settled": True}
        assert stored == ["with nobody"]

    asyncio.run(play())


def test_the_review_of_a_record_with_an_old_name_is_not_shown_for_the_new_one():
    async def play() -> None:
        workers = Workers()
        workers.may_end.set()
        reviews = MatchReviews(workers)  # type: ignore[arg-type]
        for record in ("with Zoe", "with nobody", "with nobody"):
            known = await finish(reviews, record)
            assert known is not None
            assert known["review"] == {"of": record}

    asyncio.run(play())
