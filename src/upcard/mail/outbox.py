"""The postman: writes to players what they wait for, and carries letters out until they have arrived.

News of tables become letters: an invitation, *your move*, the end, and a reminder before a clock of days runs
out. Each is told once, whichever process looks first. A letter that cannot be delivered is tried again after
one minute, then four times as long as before up to six hours, and given up after two days or so.
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
from upcard.mail.compose_letter import Writer, decision, marks_of, message_of
from upcard.server import mail_consent as readers
from upcard.server import mail_queue as post
from upcard.server.clock import DAY, read_clock
from upcard.server.database import Conflict
from upcard.server.live_table import LiveTable
from upcard.server.mail_queue import NEWS, Outgoing, Waiting
from upcard.server.table_service import Hall

EVERY = 2.0
FIRST_DELAY, FACTOR, LONGEST_DELAY, MOST_TRIES = 60.0, 4, 6 * 3600.0, 12
HELD = 300.0
"""So many seconds a line of the outbox belongs to the process that took it."""

AWAY = 120.0
"""Who plays in a browser gets a letter only after so many seconds in which he has not acted."""

Send = Callable[[EmailMessage, str], Awaitable[None]]
"""Carries a message to an address; ``Undeliverable`` if that is in vain, ``Failure`` if it is not now."""

X = TypeVar("X")
logger = logging.getLogger(__name__)


class Undeliverable(Failure):
    """A letter that will never arrive."""


class Postman:
    """Looks after the outbox for as long as it is open.

    Parameters
    ----------
    hall : Hall
        The tables.
    writer : Writer
        Writes letters.
    send : function, optional
        Carries a message; without one, letters wait in the outbox for another process.
    """

    def __init__(self, hall: Hall, writer: Writer, send: Send | None) -> None:
        self.hall, self.writer, self.send = hall, writer, send
        self._task: asyncio.Task[None] | None = None
        self._is_open = True  # a cancellation may be lost in the last words of a mail server

    async def open(self) -> None:
        """Begin to walk."""
        await self.hall.write(post.forget_old)
        self._task = asyncio.create_task(self._walk())

    async def close(self) -> None:
        """Go home; what has not gone yet goes later."""
        self._is_open = False
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _walk(self) -> None:
        while self._is_open:
            try:
                await self.look()
            except UpcardError as fault:
                logger.warning("looking after letters: %s", fault)
            except Exception:  # whatever it was, other letters go on
                logger.exception("looking after letters")
            await asyncio.sleep(EVERY)

    async def look(self) -> None:
        """Look once: write the letters that follow from news, remind, and send what is to go."""
        await self._read_news()
        for table_id in await self.hall.read(lambda c: post.soon_due(c, time.time() + DAY)):
            with contextlib.suppress(UpcardError):  # a table whose rules are gone is not written about
                await self._remind(await self.hall.find(table_id))
        if self.send is not None:
            for line in await self._lines():
                if NEWS not in line.content:
                    await self._carry(line, self.send)

    async def _lines(self) -> list[Waiting]:
        return await self.hall.read(lambda c: post.waiting(c, time.time()))

    # --- what there is to tell

    async def _read_news(self) -> None:
        tables: dict[str, list[int]] = {}
        for line in await self._lines():
            if NEWS in line.content:
                tables.setdefault(line.content[NEWS], []).append(line.number)
        for table_id, numbers in tables.items():
            try:
                live = await self.hall.find(table_id)
                await self._refresh(live)
                await self._tell(live, numbers)
            except Conflict:  # another process told it
                continue
            except UpcardError as fault:
                logger.warning("no letters about table %s: %s", table_id, fault)
                await self.hall.write(lambda c, x=numbers: post.drop(c, x))  # type: ignore[misc]

    async def _refresh(self, live: LiveTable) -> None:
        """Read a table again, since another process may have written the news of it."""
        async with live.lock:
            await self.hall.refresh(live)
        self.hall.wake(live)

    async def _tell(self, live: LiveTable, numbers: list[int]) -> None:
        """Write what follows from the news of a table; the lines of the outbox are then done with."""
        letters: list[tuple[Outgoing, list[str]]] = []
        later = 0.0
        for seat in range(live.row.players):
            unasked = await self._unasked(live, seat)
            marks = self._marks(live, seat)
            known = [x for x in marks if await self.hall.read(lambda c, x=x: post.is_marked(c, x))]  # type: ignore[misc]
            if unasked is None or len(known) == len(marks):
                continue
            wait = self._not_before(live, seat)
            if wait > time.time():
                later = max(later, wait)
                continue
            to = live.seats[seat].address
            letter = self.writer.of_seat(live, seat, to, (), ("news", *marks))
            letters.append((letter, [*marks, *unasked]))

        def job(c: Connection) -> None:
            for letter, marks in letters:
                post.mark(c, *marks)
                post.put_letter(c, letter)
            post.drop(c, numbers)
            if later:
                post.put(c, "", {NEWS: live.row.id}, later)

        await self.hall.write(job)

    async def _unasked(self, live: LiveTable, seat: int) -> list[str] | None:
        """The marks of one more letter to a seat beside what it tells; None where none may be sent there.

        An address of which nothing is known is asked, or where its owner plays by mail is sent a few letters.
        """
        x = live.seats[seat]
        standing = await self.hall.read(lambda c: readers.standing(c, x.address)) if x.address else ""
        if standing == readers.WELCOME:
            return []
        if standing != readers.UNKNOWN:
            return None
        if readers.plays_by_mail(x, self.writer.tokens):
            mark = await self.hall.read(lambda c: readers.unasked_mark(c, live.row.id, x))
            return None if mark is None else [mark]
        if not x.strategy:
            await self._ask(live, x.address)
        return None

    async def _ask(self, live: LiveTable, address: str) -> None:
        """Ask an address whether it wants letters, unless it was asked before."""
        mark = readers.question_mark(address)
        letter = self.writer.question(live, address, ("question", mark, live.row.id))

        def job(c: Connection) -> None:
            if not post.is_marked(c, mark):
                post.mark(c, mark)
                post.put_letter(c, letter)

        with contextlib.suppress(Conflict):  # another process has just asked
            await self.hall.write(job)

    def _marks(self, live: LiveTable, seat: int) -> list[str]:
        """What is to be told to a seat now; nothing without an address, or where a strategy acts."""
        x = live.seats[seat]
        if not x.address or x.strategy:
            return []
        return [post.mark_of(live.row.id, seat, "offer")] if x.is_open else marks_of(live, seat)

    def _not_before(self, live: LiveTable, seat: int) -> float:
        """When a player may be written to: at once if he plays by mail, later if he may look by himself."""
        x = live.seats[seat]
        if readers.plays_by_mail(x, self.writer.tokens):
            return 0.0
        return live.row.changed_at + AWAY

    async def _remind(self, live: LiveTable) -> None:
        """Remind whose turn it is, once for an action: a day before the end, or at half of a single day."""
        length = read_clock(live.row.clock).seconds or 0.0
        if live.mover < 0 or (live.row.due_at or 0.0) - time.time() > min(DAY, length / 2):
            return
        seat = live.mover
        x, mark = live.seats[seat], post.mark_of(live.row.id, seat, "remind", decision(live, seat))
        if not x.address or not live.is_asked(seat):
            return
        unasked = await self._unasked(live, seat)
        if unasked is None or await self.hall.read(lambda c: post.is_marked(c, mark)):
            return
        hours = max(1, round(((live.row.due_at or 0.0) - time.time()) / 3600))
        told = [f"A reminder: your time runs out in about {counted(hours, 'hour')}."]
        letter = self.writer.of_seat(live, seat, x.address, told, ("remind", mark))

        def job(c: Connection) -> None:
            post.mark(c, mark, *unasked)
            post.put_letter(c, letter)

        with contextlib.suppress(Conflict):
            await self.hall.write(job)

    # --- carrying

    async def _carry(self, line: Waiting, send: Send) -> None:
        """Carry one letter, unless another process does."""
        if not await self.hall.write(lambda c: post.take(c, line, time.time() + HELD)):
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
            await self.hall.write(lambda c: post.postpone(c, line.number, at, sentence))
        else:
            await self.hall.write(lambda c: post.drop(c, [line.number]))

    async def _give_up(self, line: Waiting, fault: str) -> None:
        logger.warning("a letter to %s is given up: %s", line.letter.to, fault)
        await self.hall.write(lambda c: post.give_up(c, line.number, fault))


def delay_after(tries: int) -> float:
    """How many seconds a letter waits after so many tries, from 1."""
    return min(FIRST_DELAY * float(FACTOR ** (tries - 1)), LONGEST_DELAY)
