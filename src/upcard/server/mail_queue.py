"""What the database keeps of letters: those that came with their answers, and those that are to go.

Whatever happens at a table where somebody has an address puts *news* into the outbox in the same transaction;
which letters follow from it is worked out afterwards, from what is kept. Functions that take a connection are
run by :meth:`Store.read` or :meth:`Store.write`.
"""

import hashlib
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from upcard.server.repository import KeptSeat
from upcard.server.schema import LETTERS, OUTBOX, SEATS, TABLES

NEWS = "news"
KEPT_DAYS = 90
"""For so long it is known that a letter was answered, and what could not be sent is kept."""


@dataclass(frozen=True)
class Outgoing:
    """A letter that is to go."""

    to: str
    """The address it goes to."""
    subject: str
    text: str
    """What it says."""
    reply_to: str
    """The address at which it is answered."""
    id: str
    """Its name among all letters, the same however often it is sent."""
    answers: str = ""
    """The name of the letter that it answers; empty for none."""


@dataclass(frozen=True)
class Waiting:
    """A line of the outbox: its number, what is to go, and how often that was tried."""

    number: int
    content: Mapping[str, Any]
    tries: int

    @property
    def letter(self) -> Outgoing:
        """The letter."""
        return Outgoing(**self.content)


def mark_of(*parts: object) -> str:
    """A key for something that is told once only: 64 characters."""
    return hashlib.sha256("\n".join(map(str, parts)).encode()).hexdigest()


def put_news(connection: Connection, table_id: str, seats: Sequence[KeptSeat]) -> None:
    """Keep that something has happened at a table, if any of its seats is written to."""
    if any(x.address for x in seats):
        put(connection, "", {NEWS: table_id})


def put_letter(connection: Connection, letter: Outgoing) -> None:
    """Keep a letter that is to go."""
    put(connection, letter.to, asdict(letter))


def put(connection: Connection, to: str, content: Mapping[str, Any], at: float = 0.0) -> None:
    """Keep a line of the outbox, to be looked at from `at` on."""
    line = {"to": to, "letter": dict(content), "tries": 0, "at": at or time.time()}
    connection.execute(sa.insert(OUTBOX), line)


def waiting(connection: Connection, moment: float, most: int = 200) -> list[Waiting]:
    """What is to be looked at by a moment, the oldest first."""
    found = (
        sa.select(OUTBOX.c.number, OUTBOX.c.letter, OUTBOX.c.tries)
        .where(OUTBOX.c.at <= moment, OUTBOX.c.given_up_at.is_(None))
        .order_by(OUTBOX.c.number)
        .limit(most)
    )
    return [Waiting(*row) for row in connection.execute(found)]


def letters_left(connection: Connection) -> list[str]:
    """The addresses of the letters that are still to go, the oldest first; one of each letter."""
    found = sa.select(OUTBOX.c.to).where(OUTBOX.c.to != "", OUTBOX.c.given_up_at.is_(None))
    return [row[0] for row in connection.execute(found.order_by(OUTBOX.c.number))]


def take(connection: Connection, line: Waiting, until: float) -> bool:
    """Take a line, so that no other process does before a moment; False where one was faster."""
    where = (OUTBOX.c.number == line.number) & (OUTBOX.c.tries == line.tries)
    values = {"tries": line.tries + 1, "at": until}
    return connection.execute(sa.update(OUTBOX).where(where).values(values)).rowcount == 1


def postpone(connection: Connection, number: int, at: float, fault: str) -> None:
    """Keep that a letter could not be sent, and when that is tried again."""
    connection.execute(sa.update(OUTBOX).where(OUTBOX.c.number == number).values(at=at, fault=fault[:200]))


def give_up(connection: Connection, number: int, fault: str) -> None:
    """Keep that a letter cannot be sent, and why; it is not tried again."""
    values = {"given_up_at": time.time(), "fault": fault[:200]}
    connection.execute(sa.update(OUTBOX).where(OUTBOX.c.number == number).values(values))


def drop(connection: Connection, numbers: Sequence[int]) -> None:
    """Take lines out of the outbox."""
    connection.execute(sa.delete(OUTBOX).where(OUTBOX.c.number.in_(list(numbers))))


def reply_to(connection: Connection, letter_id: str) -> dict[str, Any] | None:
    """What a letter was answered with, empty while it is not; None for one that never came."""
    row = connection.execute(sa.select(LETTERS.c.reply).where(LETTERS.c.id == letter_id)).first()
    return None if row is None else dict(row[0])


def claim(connection: Connection, letter_id: str, sender: str = "") -> None:
    """Keep that a letter came, or that something was told; refused where it is known."""
    connection.execute(
        sa.insert(LETTERS), {"id": letter_id, "reply": {}, "at": time.time(), "sender": sender}
    )


def answer(connection: Connection, letter_id: str, sender: str, reply: Outgoing) -> None:
    """Keep what a letter is answered with, and have it sent."""
    if reply_to(connection, letter_id) is None:
        claim(connection, letter_id, sender)
    connection.execute(sa.update(LETTERS).where(LETTERS.c.id == letter_id).values(reply=asdict(reply)))
    put_letter(connection, reply)


def answer_again(connection: Connection, sender: str, reply: Outgoing) -> None:
    """Send the answer to a letter that was delivered once more, which counts as one more letter."""
    claim(connection, mark_of("again", reply.id, time.time_ns()), sender)
    put_letter(connection, reply)


def is_marked(connection: Connection, mark: str) -> bool:
    """Whether something has been told."""
    return reply_to(connection, mark) is not None


def mark(connection: Connection, *marks: str) -> None:
    """Keep that something has been told."""
    for x in marks:
        if not is_marked(connection, x):
            claim(connection, x)


def letters_of(connection: Connection, sender: str, since: float) -> int:
    """How many letters have come from somebody since a moment, those that came once more among them."""
    where = (LETTERS.c.sender == sender) & (LETTERS.c.at >= since)
    return int(connection.execute(sa.select(sa.func.count()).select_from(LETTERS).where(where)).scalar_one())


def tables_with(connection: Connection, address: str, since: float) -> int:
    """At how many tables made since a moment an address is used."""
    where = (SEATS.c.address == address) & (TABLES.c.made_at >= since)
    found = sa.select(sa.func.count()).select_from(TABLES.join(SEATS)).where(where)
    return int(connection.execute(found).scalar_one())


def soon_due(connection: Connection, moment: float) -> list[str]:
    """The tables by correspondence whose clock runs out before a moment, and has not run out."""
    where = (TABLES.c.due_at <= moment) & (TABLES.c.due_at > time.time()) & TABLES.c.clock.like("days%")
    return [row[0] for row in connection.execute(sa.select(TABLES.c.id).where(where, TABLES.c.ending == ""))]


def forget_old(connection: Connection) -> None:
    """Forget what is older than :data:`KEPT_DAYS`."""
    before = time.time() - KEPT_DAYS * 86_400
    connection.execute(sa.delete(LETTERS).where(LETTERS.c.at < before))
    connection.execute(sa.delete(OUTBOX).where(OUTBOX.c.at < before))
