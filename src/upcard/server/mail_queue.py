"""The repository of emails: incoming ones with their replies, and outgoing ones.

If a player has an email address, every change of their table puts *news* into the outbox, in the same
transaction. Which emails follow from the news is decided later, from the stored tables. Functions that take
a connection are run by :meth:`Store.read` or :meth:`Store.write`.
"""

import hashlib
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from upcard.server.repository import StoredSeat
from upcard.server.schema import LETTERS, OUTBOX, SEATS, TABLES

NEWS = "news"
STORED_DAYS = 90
"""Days after which answered and unsent emails are deleted."""


@dataclass(frozen=True)
class OutgoingLetter:
    """An email to be sent."""

    to: str
    subject: str
    text: str
    reply_to: str
    id: str
    """Its Message-ID, the same in every attempt to send it."""
    answers: str = ""
    """The Message-ID of the email that it answers; empty for none."""


@dataclass(frozen=True)
class OutboxLine:
    """A line of the outbox: its number, its content, and the number of attempts."""

    number: int
    content: Mapping[str, Any]
    tries: int

    @property
    def letter(self) -> OutgoingLetter:
        """The email, if the line does not contain news."""
        return OutgoingLetter(**self.content)


def mark_of(*parts: object) -> str:
    """Return the key of something that is sent only once: 64 characters."""
    return hashlib.sha256("\n".join(map(str, parts)).encode()).hexdigest()


def put_news(connection: Connection, table_id: str, seats: Sequence[StoredSeat]) -> None:
    """Put news of a table into the outbox, if any of its seats has an address."""
    if any(x.address for x in seats):
        put(connection, "", {NEWS: table_id})


def put_letter(connection: Connection, letter: OutgoingLetter) -> None:
    """Put an email into the outbox."""
    put(connection, letter.to, asdict(letter))


def put(connection: Connection, to: str, content: Mapping[str, Any], at: float = 0.0) -> None:
    """Put a line into the outbox, due at `at` in seconds since 1970; 0 for now."""
    line = {"to": to, "letter": dict(content), "tries": 0, "at": at or time.time()}
    connection.execute(sa.insert(OUTBOX), line)


def waiting(connection: Connection, moment: float, most: int = 200) -> list[OutboxLine]:
    """Return at most `most` lines that are due at a time, the oldest first."""
    query = (
        sa.select(OUTBOX.c.number, OUTBOX.c.letter, OUTBOX.c.tries)
        .where(OUTBOX.c.at <= moment, OUTBOX.c.given_up_at.is_(None))
        .order_by(OUTBOX.c.number)
        .limit(most)
    )
    return [OutboxLine(*row) for row in connection.execute(query)]


def letters_left(connection: Connection) -> list[str]:
    """Return the addresses of the unsent emails, the oldest first."""
    query = sa.select(OUTBOX.c.to).where(OUTBOX.c.to != "", OUTBOX.c.given_up_at.is_(None))
    return [row[0] for row in connection.execute(query.order_by(OUTBOX.c.number))]


def take(connection: Connection, line: OutboxLine, until: float) -> bool:
    """Reserve a line for this process until a time; return False if another process was faster."""
    where = (OUTBOX.c.number == line.number) & (OUTBOX.c.tries == line.tries)
    values = {"tries": line.tries + 1, "at": until}
    return connection.execute(sa.update(OUTBOX).where(where).values(values)).rowcount == 1


def postpone(connection: Connection, number: int, at: float, fault: str) -> None:
    """Store why an email could not be sent, and when to try again."""
    connection.execute(sa.update(OUTBOX).where(OUTBOX.c.number == number).values(at=at, fault=fault[:200]))


def give_up(connection: Connection, number: int, fault: str) -> None:
    """Store why an email cannot be sent; it is not tried again."""
    values = {"given_up_at": time.time(), "fault": fault[:200]}
    connection.execute(sa.update(OUTBOX).where(OUTBOX.c.number == number).values(values))


def drop(connection: Connection, numbers: Sequence[int]) -> None:
    """Remove lines from the outbox."""
    connection.execute(sa.delete(OUTBOX).where(OUTBOX.c.number.in_(list(numbers))))


def reply_to(connection: Connection, letter_id: str) -> dict[str, Any] | None:
    """Return the reply to an email, empty if there is none yet; None if the email never came."""
    row = connection.execute(sa.select(LETTERS.c.reply).where(LETTERS.c.id == letter_id)).first()
    return None if row is None else dict(row[0])


def claim(connection: Connection, letter_id: str, sender: str = "") -> None:
    """Insert the id of an email that came, or a mark; the database refuses the same one again."""
    connection.execute(
        sa.insert(LETTERS), {"id": letter_id, "reply": {}, "at": time.time(), "sender": sender}
    )


def answer(connection: Connection, letter_id: str, sender: str, reply: OutgoingLetter) -> None:
    """Store the reply to an email, and put it into the outbox."""
    if reply_to(connection, letter_id) is None:
        claim(connection, letter_id, sender)
    connection.execute(sa.update(LETTERS).where(LETTERS.c.id == letter_id).values(reply=asdict(reply)))
    put_letter(connection, reply)


def answer_again(connection: Connection, sender: str, reply: OutgoingLetter) -> None:
    """Send the reply to an email again, which was delivered again and counts as another email."""
    claim(connection, mark_of("again", reply.id, time.time_ns()), sender)
    put_letter(connection, reply)


def is_marked(connection: Connection, mark: str) -> bool:
    """Return whether a mark, or the id of an email, is stored."""
    return reply_to(connection, mark) is not None


def mark(connection: Connection, *marks: str) -> None:
    """Store marks of things that were sent."""
    for x in marks:
        if not is_marked(connection, x):
            claim(connection, x)


def letters_of(connection: Connection, mailbox: str, since: float) -> int:
    """Return how many emails a mailbox has sent since a time, repeated deliveries included.

    `mailbox` is a key of :func:`upcard.server.mail_consent.limit_key`, as senders are stored; empty for the
    emails of all.
    """
    where = (LETTERS.c.sender == mailbox) if mailbox else (LETTERS.c.sender != "")
    query = sa.select(sa.func.count()).select_from(LETTERS).where(where, LETTERS.c.at >= since)
    return int(connection.execute(query).scalar_one())


def addresses_since(connection: Connection, since: float, pattern: str) -> list[str]:
    """Return the seats' addresses that fit a pattern of ``LIKE``, at tables made since a time."""
    address = sa.func.lower(SEATS.c.address)
    where = address.like(pattern, escape="\\") & (TABLES.c.made_at >= since)
    return [
        row[0] for row in connection.execute(sa.select(address).select_from(TABLES.join(SEATS)).where(where))
    ]


def soon_due(connection: Connection, moment: float) -> list[str]:
    """Return the correspondence tables whose clock will run out before a time."""
    where = (TABLES.c.due_at <= moment) & (TABLES.c.due_at > time.time()) & TABLES.c.clock.like("days%")
    return [row[0] for row in connection.execute(sa.select(TABLES.c.id).where(where, TABLES.c.ending == ""))]


def forget_old(connection: Connection) -> None:
    """Delete emails that are older than :data:`STORED_DAYS`."""
    before = time.time() - STORED_DAYS * 86_400
    connection.execute(sa.delete(LETTERS).where(LETTERS.c.at < before))
    connection.execute(sa.delete(OUTBOX).where(OUTBOX.c.at < before))
