"""The outbox: writes emails about the news of tables, and sends them until they have arrived.

An email is an invitation, *your move*, the end of the match, or a reminder before a clock of days runs out.
Each is sent once, even by several processes. If an email cannot be delivered, it is tried again after one
minute. Each further wait is four times longer, up to six hours, and the last try comes after about two days.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from email.message import EmailMessage
from typing import TypeVar

from sqlalchemy.engine import Connection

from upcard.engine.errors import Failure, UpcardError
from upcard.engine.wording import counted
from upcard.language.messages import english_context
from upcard.mail.compose_letter import LetterWriter, decision, marks_of, message_of
from upcard.server import mail_consent, mail_queue
from upcard.server.clock import DAY, read_clock
from upcard.server.database import Conflict
from upcard.server.live_table import LiveTable
from upcard.server.mail_queue import NEWS, OutboxLine, OutgoingLetter
from upcard.server.table_service import TableService

EVERY = 2.0
FIRST_DELAY, FACTOR, LONGEST_DELAY, MOST_TRIES = 60.0, 4, 6 * 3600.0, 12
HELD = 300.0
"""Seconds for which a process reserves a line of the outbox."""

AWAY = 120.0
"""Seconds without a change of the table before a player in a browser gets an email."""

Send = Callable[[EmailMessage, str], Awaitable[None]]
"""Send a message to an address; raises ``Undeliverable`` if another try is useless, else ``Failure``."""

X = TypeVar("X")
logger = logging.getLogger(__name__)


class Undeliverable(Failure):
    """The email can never be delivered."""


class Outbox:
    """Background job that writes and sends emails; without `send` they wait for another process."""

    def __init__(self, service: TableService, writer: LetterWriter, send: Send | None) -> None:
        self.tables, self.writer, self.send = service, writer, send
        self._task: asyncio.Task[None] | None = None
        self._is_open = True  # a cancellation may get lost in a mail library

    async def open(self) -> None:
        """Start the background job."""
        await self.tables.write(mail_queue.forget_old)
        self._task = asyncio.create_task(self._loop(), context=english_context())

    async def close(self) -> None:
        """Stop the background job; unsent emails are sent later."""
        self._is_open = False
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _loop(self) -> None:
        while self._is_open:
            try:
                await self.run_once()
            except UpcardError as fault:
                logger.warning("sending emails: %s", fault)
            except Exception:  # whatever it was, other emails are still sent
                logger.exception("sending emails")
            await asyncio.sleep(EVERY)

    async def run_once(self) -> None:
        """Write the emails that follow from news, remind players, and send emails that are due."""
        await self._read_news()
        for table_id in await self.tables.read(lambda c: mail_queue.soon_due(c, time.time() + DAY)):
            with contextlib.suppress(UpcardError):  # no reminder for a table whose rules are gone
                await self._remind(await self.tables.find(table_id))
        if self.send is not None:
            for line in await self._lines():
                if NEWS not in line.content:
                    await self._send_line(line, self.send)

    async def _lines(self) -> list[OutboxLine]:
        return await self.tables.read(lambda c: mail_queue.waiting(c, time.time()))

    # --- writing

    async def _read_news(self) -> None:
        tables: dict[str, list[int]] = {}
        for line in await self._lines():
            if NEWS in line.content:
                tables.setdefault(line.content[NEWS], []).append(line.number)
        for table_id, numbers in tables.items():
            try:
                live = await self.tables.find(table_id)
                async with live.lock:  # another process may have written its news
                    await self.tables.refresh(live)
                self.tables.wake(live)
                await self._write_letters(live, numbers)
            except Conflict:  # another process has reported it
                continue
            except UpcardError as fault:
                logger.warning("no emails about table %s: %s", table_id, fault)
                await self.tables.write(lambda c, x=numbers: mail_queue.drop(c, x))  # type: ignore[misc]

    async def _write_letters(self, live: LiveTable, numbers: list[int]) -> None:
        """Write the emails that follow from the news of a table, and remove the news from the outbox."""
        letters: list[tuple[OutgoingLetter, list[str]]] = []
        later = 0.0
        for seat in range(live.row.players):
            extra = await self._extra_marks(live, seat)
            marks = self._marks(live, seat)
            sent = [x for x in marks if await self.tables.read(lambda c, x=x: mail_queue.is_marked(c, x))]  # type: ignore[misc]
            if extra is None or len(sent) == len(marks):
                continue
            wait = live.row.changed_at + AWAY  # for a player in a browser
            if wait > time.time() and not mail_consent.plays_by_mail(live.seats[seat], self.writer.tokens):
                later = max(later, wait)
                continue
            to = live.seats[seat].address
            letter = self.writer.of_seat(live, seat, to, (), ("news", *marks))
            letters.append((letter, [*marks, *extra]))

        def job(c: Connection) -> None:
            for letter, marks in letters:
                mail_queue.mark(c, *marks)
                mail_queue.put_letter(c, letter)
            mail_queue.drop(c, numbers)
            if later:
                mail_queue.put(c, "", {NEWS: live.row.id}, later)

        await self.tables.write(job)

    async def _extra_marks(self, live: LiveTable, seat: int) -> list[str] | None:
        """Return the extra marks to store with the next email to a seat; None if no email may be sent.

        An unknown address first gets a question. If its owner already plays by mail, a limited number of
        emails is sent without asking.
        """
        x = live.seats[seat]
        consent = await self.tables.read(lambda c: mail_consent.consent_of(c, x.address)) if x.address else ""
        if consent == mail_consent.WELCOME:
            return []
        if consent != mail_consent.UNKNOWN:
            return None
        if mail_consent.plays_by_mail(x, self.writer.tokens):
            mark = await self.tables.read(lambda c: mail_consent.next_unconfirmed_mark(c, live.row.id, x))
            return None if mark is None else [mark]
        if not x.strategy:
            await self._send_question(live, x.address)
        return None

    async def _send_question(self, live: LiveTable, address: str) -> None:
        """Send an address the question whether it wants emails, unless it has had the question."""
        mark = mail_consent.question_mark(address)
        await self._put_once(self.writer.question(live, address, ("question", mark, live.row.id)), mark)

    async def _put_once(self, letter: OutgoingLetter, mark: str, *more: str) -> None:
        """Put an email into the outbox and store its marks, unless the first mark is stored already."""

        def job(c: Connection) -> None:
            if not mail_queue.is_marked(c, mark):
                mail_queue.mark(c, mark, *more)
                mail_queue.put_letter(c, letter)

        with contextlib.suppress(Conflict):  # another process has just done so
            await self.tables.write(job)

    def _marks(self, live: LiveTable, seat: int) -> list[str]:
        """Return the marks of the news for a seat; none for a strategy or without an address."""
        x = live.seats[seat]
        if not x.address or x.strategy:
            return []
        return [mail_queue.mark_of(live.row.id, seat, "offer")] if x.is_open else marks_of(live, seat)

    async def _remind(self, live: LiveTable) -> None:
        """Remind the player to move once: a day before the deadline, or after half of a single day."""
        length = read_clock(live.row.clock).seconds or 0.0
        if live.mover < 0 or (live.row.due_at or 0.0) - time.time() > min(DAY, length / 2):
            return
        seat = live.mover
        x, mark = live.seats[seat], mail_queue.mark_of(live.row.id, seat, "remind", decision(live, seat))
        if not x.address or not live.can_act(seat):
            return
        extra = await self._extra_marks(live, seat)
        if extra is None or await self.tables.read(lambda c: mail_queue.is_marked(c, mark)):
            return
        hours = max(1, round(((live.row.due_at or 0.0) - time.time()) / 3600))
        messages = [f"A reminder: your time runs out in about {counted(hours, 'hour')}."]
        letter = self.writer.of_seat(live, seat, x.address, messages, ("remind", mark))
        await self._put_once(letter, mark, *extra)

    # --- sending

    async def _send_line(self, line: OutboxLine, send: Send) -> None:
        """Send one email, unless another process sends it."""
        if not await self.tables.write(lambda c: mail_queue.take(c, line, time.time() + HELD)):
            return
        letter = line.letter
        try:
            await send(message_of(letter, self.writer.address), letter.to)
        except Undeliverable as fault:
            await self._give_up(line, str(fault))
        except Failure as fault:
            if line.tries + 1 >= MOST_TRIES:
                await self._give_up(line, str(fault))
                return
            at, sentence = time.time() + delay_after(line.tries + 1), str(fault)
            await self.tables.write(lambda c: mail_queue.postpone(c, line.number, at, sentence))
        else:
            await self.tables.write(lambda c: mail_queue.drop(c, [line.number]))

    async def _give_up(self, line: OutboxLine, fault: str) -> None:
        logger.warning("the email to %s cannot be sent: %s", line.letter.to, fault)
        await self.tables.write(lambda c: mail_queue.give_up(c, line.number, fault))


def delay_after(tries: int) -> float:
    """Return the seconds to wait for the next attempt after `tries` failed ones."""
    return min(FIRST_DELAY * float(FACTOR ** (tries - 1)), LONGEST_DELAY)
