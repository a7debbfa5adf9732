"""Consent to emails: an address gets one question, and nothing more before its owner has said yes.

People may enter an address that is not theirs. If a player in a browser enters one, it gets a question, and
emails only after the answer yes. Players who write emails prove with their second one that they own the
address; before, they get only a few. Anyone can unsubscribe, and then gets no emails, whoever enters the
address.
"""

import re
import time

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from upcard.server import mail_queue
from upcard.server.repository import StoredSeat
from upcard.server.schema import ADDRESSES, LETTERS, SEATS, TABLES
from upcard.server.seat_tokens import SeatTokens

ADDRESS = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,118}[A-Za-z0-9])?")
"""Pattern of an email address."""

GMAIL = ("gmail.com", "googlemail.com")
"""Domains at which dots in an address mean nothing, and which are the same."""

UNKNOWN, WELCOME, UNWANTED = "unknown", "welcome", "unwanted"
"""The consent of an address: no answer yet, it wants emails, or it wants none."""

MOST_UNCONFIRMED = 2
"""Maximum number of emails about one seat to an address whose owner has not answered any."""

AGAIN = 86_400.0
"""Seconds after which an address may get the question once more, if somebody enters it again."""

MOST_TABLES = 100


def limit_key(address: str) -> str:
    """Return the mailbox of an address, by which limits count: without capitals, tags and Gmail's dots."""
    local, _, domain = address.lower().rpartition("@")
    local = local.partition("+")[0] or local
    if domain in GMAIL:
        local, domain = local.replace(".", "") or local, GMAIL[0]
    return f"{local}@{domain}"


def is_plain_name(name: str) -> bool:
    """Return whether a name has nothing like a link in it, so that it may be sent to strangers."""
    return not re.search(r"[/\\:@<>]|\.\S|www", name, re.IGNORECASE)


def consent_of(connection: Connection, address: str) -> str:
    """Return the consent of an address: ``UNKNOWN``, ``WELCOME`` or ``UNWANTED``."""
    query = sa.select(ADDRESSES.c.is_welcome).where(ADDRESSES.c.address == address.lower())
    is_welcome = connection.execute(query).scalar_one_or_none()
    return UNKNOWN if is_welcome is None else WELCOME if is_welcome else UNWANTED


def store_consent(connection: Connection, address: str, is_welcome: bool) -> None:
    """Store whether an address wants emails; if it does, queue news of all its running tables."""
    key = address.lower()
    row = {"is_welcome": is_welcome, "at": time.time()}
    changed = connection.execute(sa.update(ADDRESSES).where(ADDRESSES.c.address == key).values(row))
    if not changed.rowcount:
        connection.execute(sa.insert(ADDRESSES), row | {"address": key})
    if is_welcome:
        where = (sa.func.lower(SEATS.c.address) == key) & (TABLES.c.ending == "")
        query = sa.select(TABLES.c.id).select_from(TABLES.join(SEATS)).where(where).limit(MOST_TABLES)
        for (table_id,) in connection.execute(query).unique():
            mail_queue.put(connection, "", {mail_queue.NEWS: table_id})


def tables_with(connection: Connection, address: str, since: float) -> int:
    """Return how many seats of tables made since a time belong to a mailbox, in any spelling."""
    key = limit_key(address)
    first = re.sub(r"([%_\\])", r"\\\1", key[:1])  # these mean something to LIKE
    domains = GMAIL if key.endswith(f"@{GMAIL[0]}") else (key.rpartition("@")[2],)
    spellings = [x for d in domains for x in mail_queue.addresses_since(connection, since, f"{first}%@{d}")]
    return sum(limit_key(x) == key for x in spellings)


def question_mark(address: str) -> str:
    """Return the mark of the question to an address."""
    return mail_queue.mark_of("asked", address.lower())


def forget_question(connection: Connection, address: str) -> None:
    """Let an address get the question once more, unless it got it recently."""
    old = (LETTERS.c.id == question_mark(address)) & (LETTERS.c.at < time.time() - AGAIN)
    connection.execute(sa.delete(LETTERS).where(old))


def plays_by_mail(seat: StoredSeat, tokens: SeatTokens) -> bool:
    """Return whether a seat belongs, or is offered, to the person who writes from its address."""
    return seat.is_open or seat.person == tokens.person(seat.address)


def next_unconfirmed_mark(connection: Connection, table_id: str, seat: StoredSeat) -> str | None:
    """Return the mark of the next email to an unconfirmed address; None if the maximum was sent."""
    marks = (
        mail_queue.mark_of(table_id, seat.number, "unasked", seat.address, n) for n in range(MOST_UNCONFIRMED)
    )
    return next((x for x in marks if not mail_queue.is_marked(connection, x)), None)
