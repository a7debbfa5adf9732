"""Summaries of reviewed matches, stored for every person: decisions, mistakes, what they cost, and luck.

:mod:`upcard.server.stored_reviews` stores the reviews themselves, but not for ever.
"""

import time
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from upcard.server.repository import AT, actions_of_persons
from upcard.server.schema import REVIEWS, SEATS, TABLES, value_of

MOST_SUMMARIES = 1_000
"""Maximum number of summaries that are read for one visitor, the latest matches first."""


@dataclass(frozen=True)
class ReviewSummary:
    """The review of one seat of a match."""

    table_id: str
    seat: int
    """The seat, from 0."""
    unit: str
    """The unit of the values, such as ``points``."""
    decisions: int
    """Number of decisions that the person made."""
    mistakes: int
    loss: float
    """Sum of the losses by the mistakes, at least 0."""
    luck: float
    """Sum of the changes of the value by chance."""


@dataclass(frozen=True)
class ReviewedMatch:
    """The summary of a visitor's seat, with its game and when the table was made, in seconds since 1970."""

    game: str
    made_at: float
    summary: ReviewSummary


def summaries_of_review(
    table_id: str, document: Mapping[str, Any], chosen: Collection[tuple[int, int]]
) -> list[ReviewSummary]:
    """Return the summaries of a finished review, for every seat with decisions of a person.

    `document` is that of :func:`upcard.report.review_progress.progress_document`, and `chosen` has the seat
    and the number, from 0, of every action that a person chose.
    """
    summaries = []
    for seat in sorted({seat for seat, _ in chosen}):
        mine = [d for n, d in document["decisions"].items() if (seat, n - 1) in chosen]
        wrong = [d for d in mine if d["is_mistake"]]
        loss, luck = sum(d["loss"] for d in wrong), document["review"]["seats"][seat]["luck"]
        summaries.append(
            ReviewSummary(table_id, seat, document["unit"], len(mine), len(wrong), float(loss), float(luck))
        )
    return summaries


def store_review(connection: Connection, table_id: str, document: Mapping[str, Any]) -> None:
    """Store the summaries of a finished review in place of older ones; nothing if the table is gone."""
    if connection.execute(sa.select(TABLES.c.id).where(TABLES.c.id == table_id)).first() is None:
        return
    chosen = {(seat, number) for _, seat, number in actions_of_persons(connection, [table_id])}
    connection.execute(sa.delete(REVIEWS).where(REVIEWS.c.table_id == table_id))
    now = time.time()
    lines = [asdict(x) | {"at": now} for x in summaries_of_review(table_id, document, chosen)]
    if lines:
        connection.execute(sa.insert(REVIEWS), lines)


def reviewed_matches(connection: Connection, persons: Collection[str]) -> list[ReviewedMatch]:
    """Return the summaries of the seats of some persons, the oldest match first.

    A key that opens a seat at one table only has no others.
    """
    seats = REVIEWS.join(
        SEATS, (SEATS.c.table_id == REVIEWS.c.table_id) & (SEATS.c.number == REVIEWS.c.seat)
    ).join(TABLES, TABLES.c.id == REVIEWS.c.table_id)
    query = sa.select(REVIEWS, TABLES.c.game, TABLES.c.made_at).select_from(seats)
    query = query.where(sa.or_(*map(_has_seat_of, sorted(persons))))
    query = query.order_by(TABLES.c.made_at.desc(), REVIEWS.c.seat).limit(MOST_SUMMARIES)
    matches = [
        ReviewedMatch(x["game"], x["made_at"], value_of(ReviewSummary, x))
        for x in connection.execute(query).mappings()
    ]
    return matches[::-1]


def _has_seat_of(person: str) -> sa.ColumnElement[bool]:
    """Return whether a seat belongs to a key, for use in a query."""
    whole, _, table_id = person.partition(AT)
    return (SEATS.c.person == whole) & ((SEATS.c.table_id == table_id) if table_id else sa.true())
