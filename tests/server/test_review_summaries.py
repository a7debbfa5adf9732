"""Summaries of reviews: what persons decided, what it cost, and whose they are."""

from typing import Any

import pytest
from tests.server.database_copies import IN_POSTGRES_LATE
from tests.server.test_table_service import ANA, dealt, play_on

from upcard.server import repository as rows
from upcard.server.new_table import NewSeat
from upcard.server.repository import seat_key
from upcard.server.review_summaries import (
    ReviewedMatch,
    ReviewSummary,
    reviewed_matches,
    store_review,
    summaries_of_review,
)
from upcard.server.table_service import TableService


@pytest.fixture
def url(database: str) -> str:
    return database


def review_of(movers: list[int], losses: list[float]) -> dict[str, Any]:
    """A finished review with the losses of the decisions; those above 0.01 are mistakes."""
    decisions = {
        n: {"seat": seat, "loss": loss, "is_mistake": loss > 0.01}
        for n, (seat, loss) in enumerate(zip(movers, losses, strict=True), 1)
    }
    seats = [{"luck": 0.5}, {"luck": -0.5}]
    return {"unit": "points", "decisions": decisions, "review": {"seats": seats}}


def test_only_decisions_of_the_person_count():
    review = review_of([0, 1, 0, 0], [0.25, 0.5, 0.005, 0.125])
    assert summaries_of_review("t", review, {(0, 0), (0, 2)}) == [
        ReviewSummary("t", 0, "points", 2, 1, 0.25, 0.5)
    ]
    assert summaries_of_review("t", review, {(0, 0), (0, 3), (1, 1)}) == [
        ReviewSummary("t", 0, "points", 2, 2, 0.375, 0.5),
        ReviewSummary("t", 1, "points", 1, 1, 0.5, -0.5),
    ]


@IN_POSTGRES_LATE
def test_a_summary_belongs_to_the_person_and_goes_with_the_table(service):
    async def play(service: TableService) -> None:
        live = await dealt(service, "kuhn-poker", ANA, NewSeat(strategy="random"))
        await play_on(service, live)
        actions = live.snapshot.actions
        review = review_of([x.seat for x in actions], [0.25] * len(actions))
        for _ in range(2):
            await service.write(lambda c: store_review(c, live.row.id, review))
        ana = live.seats[0].person

        async def matches_of(*persons: str) -> list[ReviewedMatch]:
            return await service.read(lambda c: reviewed_matches(c, persons))

        for persons in ((ana,), (seat_key(ana, live.row.id), "x")):
            (match,) = await matches_of(*persons)
            assert (match.game, match.summary.seat, match.summary.unit) == ("kuhn-poker", 0, "points")
            mine = sum(x.seat == 0 for x in actions)
            assert (match.summary.decisions, match.summary.loss) == (mine, 0.25 * mine)
        for person in ("ben", seat_key(ana, "other")):
            assert await matches_of(person) == []
        await service.write(lambda c: rows.remove_table(c, live.row))
        assert await matches_of(ana) == []
        await service.write(
            lambda c: store_review(c, live.row.id, review)
        )  # the table is gone: nothing happens

    service(play)
