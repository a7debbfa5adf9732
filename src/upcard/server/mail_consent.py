"""Who wants letters: an address is asked once, and nothing more is sent there before it has said yes.

Whoever names an address need not be who reads there. So a player who plays in a browser and names one has a
question sent to it, and letters only after it was answered; who plays by mail shows with his second letter
that he reads what is sent to him, and is sent little before. Whoever wants no more letters says so, and gets
none, whoever names his address.
"""

import re
import time

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from upcard.server import mail_queue as post
from upcard.server.repository import KeptSeat
from upcard.server.schema import ADDRESSES, LETTERS, SEATS, TABLES
from upcard.server.seat_tokens import Tokens

ADDRESS = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,118}[A-Za-z0-9])?")
"""What an address of mail looks like."""

UNKNOWN, WELCOME, UNWANTED = "unknown", "welcome", "unwanted"
"""What is known of an address: nothing, that it wants letters, that it wants none."""

MOST_UNASKED = 2
"""So many letters of one seat go to who plays by mail before he has shown that he reads them."""

AGAIN = 86_400.0
"""After so many seconds an address may be asked once more, if somebody names it again."""

MOST_TABLES = 100


def standing(connection: Connection, address: str) -> str:
    """What is known of an address."""
    found = sa.select(ADDRESSES.c.is_welcome).where(ADDRESSES.c.address == address.lower())
    is_welcome = connection.execute(found).scalar_one_or_none()
    return UNKNOWN if is_welcome is None else WELCOME if is_welcome else UNWANTED


def choose(connection: Connection, address: str, is_welcome: bool) -> None:
    """Keep that an address wants letters or none; who wants some is told what has happened meanwhile."""
    key = address.lower()
    row = {"is_welcome": is_welcome, "at": time.time()}
    changed = connection.execute(sa.update(ADDRESSES).where(ADDRESSES.c.address == key).values(row))
    if not changed.rowcount:
        connection.execute(sa.insert(ADDRESSES), row | {"address": key})
    if is_welcome:
        where = (sa.func.lower(SEATS.c.address) == key) & (TABLES.c.ending == "")
        found = sa.select(TABLES.c.id).select_from(TABLES.join(SEATS)).where(where).limit(MOST_TABLES)
        for (table_id,) in connection.execute(found).unique():
            post.put(connection, "", {post.NEWS: table_id})


def question_mark(address: str) -> str:
    """The mark of an address that was asked whether it wants letters."""
    return post.mark_of("asked", address.lower())


def forget_question(connection: Connection, address: str) -> None:
    """Let an address be asked once more, if it was not asked of late."""
    old = (LETTERS.c.id == question_mark(address)) & (LETTERS.c.at < time.time() - AGAIN)
    connection.execute(sa.delete(LETTERS).where(old))


def plays_by_mail(seat: KeptSeat, tokens: Tokens) -> bool:
    """Whether a seat belongs, or is offered, to who writes from its address."""
    return seat.is_open or seat.person == tokens.person(seat.address)


def unasked_mark(connection: Connection, table_id: str, seat: KeptSeat) -> str | None:
    """The mark of one more letter to a seat whose address may be read by nobody; None if enough went."""
    marks = (post.mark_of(table_id, seat.number, "unasked", seat.address, n) for n in range(MOST_UNASKED))
    return next((x for x in marks if not post.is_marked(connection, x)), None)
