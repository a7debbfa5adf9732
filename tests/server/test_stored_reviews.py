"""Finished reviews in the database: for their record only, bounded in bytes, and gone with their table."""

from functools import partial
from typing import Any

import pytest
from tests.server.database_copies import IN_POSTGRES_LATE
from tests.server.test_table_service import ANA, BEN

from upcard.server import repository as rows
from upcard.server import stored_reviews
from upcard.server.new_table import NewTable
from upcard.server.stored_reviews import load_document, origin_of, packed, store_document, unpacked
from upcard.server.table_service import TableService

DOCUMENT: dict[str, Any] = {
    "unit": "points",
    "decisions": {3: {"words": {0: "fold", 7: "call"}, "good": [0], "margin": None, "loss": 0.1}},
    "worths": {},
    "review": {"choices": {"3": 1.5}},
}


@pytest.fixture
def url(database: str) -> str:
    return database


def test_numbers_stay_numbers_in_the_keys_of_a_document():
    assert unpacked(packed(DOCUMENT)) == DOCUMENT
    assert unpacked(packed({"seats": (1, (2.5, "x"))})) == {"seats": [1, [2.5, "x"]]}


def test_another_record_format_or_upcard_is_another_origin(monkeypatch):
    origins = {origin_of("a record"), origin_of("another record")}
    monkeypatch.setattr(stored_reviews, "FORMAT", stored_reviews.FORMAT + 1)
    origins.add(origin_of("a record"))
    monkeypatch.setattr(stored_reviews, "version", lambda name: "another")
    origins.add(origin_of("a record"))
    assert len(origins) == 4


@IN_POSTGRES_LATE
def test_the_oldest_reviews_make_room_and_each_goes_with_its_table(service):
    async def play(service: TableService) -> None:
        tables = [await service.create_table(NewTable("kuhn-poker", [ANA, BEN])) for _ in range(3)]
        content, names = packed(DOCUMENT), [x.row.id for x in tables]

        async def store(name: str, most: int = 2 * len(content)) -> None:
            await service.write(lambda c: store_document(c, name, "o", content, most))

        async def stored(origin: str = "o") -> list[bool]:
            documents = [await service.read(partial(load_document, table_id=x, origin=origin)) for x in names]
            assert all(x in (None, DOCUMENT) for x in documents)
            return [x is not None for x in documents]

        for name in names:
            await store(name)
        assert await stored() == [False, True, True]
        assert await stored("of another record") == [False] * 3
        await store(names[1])  # again, which makes it the newest
        await store(names[0])
        assert await stored() == [True, True, False]
        await store(names[0], len(content) - 1)  # too large: the old one is of no use either
        assert await stored() == [False, True, False]
        await service.write(lambda c: rows.remove_table(c, tables[1].row))
        await store(names[1])
        assert await stored() == [False] * 3

    service(play)
