"""Finished reviews in the database, so that they are there at once after a restart.

A review belongs to the record from which it was computed, and to the version of Upcard that computed it: a
review of another record or version is computed again. All reviews together have a limit in bytes, beyond
which the oldest are deleted; each goes with its table.
"""

import hashlib
import json
import time
import zlib
from collections.abc import Mapping
from importlib.metadata import version
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from upcard.engine.record import parse_record
from upcard.server.schema import REVIEW_DOCUMENTS, SEATS, TABLES

FORMAT = 1
"""Raised whenever the documents of reviews change within one version of Upcard."""

MOST_BYTES, MOST_OF_ONE = 2**26, 2**22
"""Maximum bytes of all stored reviews, and of one; a larger one is not stored."""

PAIRS = "pairs"
"""The only key of a JSON object that stands for a dictionary whose keys are no texts."""


def origin_of(record: str) -> str:
    """Return a text that differs for every other record, format and version of Upcard."""
    return hashlib.sha256(f"{FORMAT}\n{version('upcard')}\n{record}".encode()).hexdigest()


def packed(document: Mapping[str, Any]) -> bytes:
    """Return the document of a review as bytes; lists stand for tuples."""
    return zlib.compress(json.dumps(_with_pairs(document)).encode())


def unpacked(content: bytes) -> dict[str, Any]:
    """Return the document that :func:`packed` has packed."""
    document: dict[str, Any] = json.loads(
        zlib.decompress(content), object_hook=lambda x: dict(x[PAIRS]) if x.keys() == {PAIRS} else x
    )
    return document


def _with_pairs(value: Any) -> Any:
    """Return a value for JSON, whose objects have texts as keys only."""
    if isinstance(value, Mapping):
        if all(isinstance(x, str) for x in value):
            return {key: _with_pairs(x) for key, x in value.items()}
        return {PAIRS: [[key, _with_pairs(x)] for key, x in value.items()]}
    return [_with_pairs(x) for x in value] if isinstance(value, (list, tuple)) else value


def store_document(
    connection: Connection, table_id: str, origin: str, content: bytes, most: int = MOST_BYTES
) -> None:
    """Store a packed review in place of an older one; nothing if the table is gone, or it is too large."""
    here = REVIEW_DOCUMENTS.c.table_id == table_id
    connection.execute(sa.delete(REVIEW_DOCUMENTS).where(here))
    is_there = connection.execute(sa.select(TABLES.c.id).where(TABLES.c.id == table_id)).first() is not None
    if not is_there or len(content) > min(most, MOST_OF_ONE):
        return
    line = {"origin": origin, "content": content, "size": len(content), "at": time.time()}
    connection.execute(sa.insert(REVIEW_DOCUMENTS), {"table_id": table_id} | line)
    sizes = sa.select(REVIEW_DOCUMENTS.c.table_id, REVIEW_DOCUMENTS.c.size)
    total = 0
    surplus: list[str] = []
    for x in connection.execute(sizes.order_by(REVIEW_DOCUMENTS.c.at.desc())):
        total += x.size
        if total > most:
            surplus.append(x.table_id)
    if surplus:
        connection.execute(sa.delete(REVIEW_DOCUMENTS).where(REVIEW_DOCUMENTS.c.table_id.in_(surplus)))


def has_names_of(connection: Connection, table_id: str, record: str) -> bool:
    """Return whether the seats of a table still have the names in a record of its match.

    They do not after a person's data was deleted while the record was being reviewed: nothing that was
    computed from it may be stored.
    """
    query = sa.select(SEATS.c.name).where(SEATS.c.table_id == table_id).order_by(SEATS.c.number)
    names = [" ".join(x.split()) for x in connection.scalars(query)]
    written = [text for _, text in sorted(parse_record(record).seats.items())]
    if len(names) != len(written):
        return False
    return all(text == x or text.startswith(f"{x} (") for x, text in zip(names, written, strict=True))


def stored_origin(connection: Connection, table_id: str) -> str | None:
    """Return the origin of the stored review of a table; None if there is none."""
    return connection.scalar(sa.select(REVIEW_DOCUMENTS.c.origin).filter_by(table_id=table_id))


def load_document(connection: Connection, table_id: str, origin: str) -> dict[str, Any] | None:
    """Return the stored review of a table; None if there is none of this origin."""
    query = sa.select(REVIEW_DOCUMENTS.c.content).filter_by(table_id=table_id, origin=origin)
    content = connection.execute(query).scalar_one_or_none()
    return None if content is None else unpacked(content)
