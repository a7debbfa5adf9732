"""The office: a letter comes in, what it asks for is done by the hall, and its answer is put into the outbox.

A letter is claimed in the same transaction as the first thing that it changes, so that it is played once
however often it is delivered; delivered again, it gets the same answer again.
"""

import asyncio
import contextlib
import re
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

from sqlalchemy.engine import Connection

from upcard.engine.errors import Illegal, UpcardError, Usage
from upcard.play import manners, post
from upcard.play import orders as said
from upcard.play.hall import Hall
from upcard.play.letters import Letter, read_letter
from upcard.play.live import LiveTable
from upcard.play.offers import read_offer
from upcard.play.orders import Order, read_orders
from upcard.play.post import Outgoing
from upcard.play.store import Conflict
from upcard.play.tokens import Place, find_place
from upcard.play.vocabulary import fits, vocabulary, whole
from upcard.play.wish import LONGEST_NAME, SeatWish, check_name
from upcard.play.writing import HOW, Writer, decision, marks_of, short_state

MOST_AN_HOUR, MOST_TABLES_A_DAY = 60, 20
"""Letters of one address that are answered in an hour, and tables to which it is asked in a day."""

TRIES, PATIENCE = 3, 30.0
"""How often a letter is begun anew after somebody was faster; seconds that strategies are waited for."""

MOMENT = re.compile(r"\[upcard [^\]]*#([0-9]{1,5})\]", re.IGNORECASE)

ANSWERED, AGAIN, PASSED_OVER = "answered", "answered again", "passed over"


class Office:
    """Does what letters ask for.

    Parameters
    ----------
    hall : Hall
        The tables.
    writer : Writer
        Writes the answers.
    """

    def __init__(self, hall: Hall, writer: Writer) -> None:
        self.hall, self.writer = hall, writer

    async def receive(self, raw: bytes, sender: str | None = None, sent_to: tuple[str, ...] = ()) -> str:
        """Do what a letter asks for, and have the answer sent; gives what became of it.

        Parameters
        ----------
        raw : bytes
            The letter as it came.
        sender : str, optional
            Who the envelope says sent it; empty for a bounce.
        sent_to : tuple of str
            To whom the envelope is.

        Raises
        ------
        Failure
            If the database cannot be read or written; the letter may be delivered again.
        """
        letter = read_letter(raw, sender, sent_to)
        mine = letter.sender.lower() == self.writer.address.lower()
        if letter.automatic or mine:
            return f"{PASSED_OVER}: {letter.automatic or 'it comes from here'}"
        since = time.time() - 3600
        if await self.hall.read(lambda c: post.letters_of(c, letter.sender, since)) >= MOST_AN_HOUR:
            return f"{PASSED_OVER}: {MOST_AN_HOUR} letters came from this address within an hour"
        for _ in range(TRIES):
            known = await self.hall.read(lambda c: post.reply_to(c, letter.id))
            if known:
                again = Outgoing(**known)
                await self._write(lambda c, x=again: post.put_letter(c, x))  # type: ignore[misc]
                return AGAIN
            with contextlib.suppress(Conflict):
                visit = Visit(self, letter, is_known=known is not None)
                await visit.answer()
                return ANSWERED
        raise Conflict("somebody else was faster several times; the letter can be delivered again")

    async def _write(self, job: Callable[[Connection], Any]) -> Any:
        return await asyncio.wrap_future(self.hall.store.write(job))


class Visit:
    """One letter, from its first line to its answer.

    Parameters
    ----------
    office : Office
        Where it came.
    letter : Letter
        The letter.
    is_known : bool
        Whether it came before, and what it asks for was begun.
    """

    def __init__(self, office: Office, letter: Letter, is_known: bool) -> None:
        self.office, self.letter, self.is_known = office, letter, is_known
        self.hall = office.hall if is_known else office.hall.beside(self._claim)
        self.writer = office.writer
        self.live: LiveTable | None = None
        self.seat = -1
        self.told: list[str] = []
        self.moved = False

    def _claim(self, c: Connection) -> None:
        post.claim(c, self.letter.id, self.letter.sender)

    async def answer(self) -> None:
        """Do what the letter asks for, and keep the answer.

        Raises
        ------
        Conflict
            If another process did, or the table changed meanwhile.
        """
        try:
            await self._find_place()
            if self.is_known:
                self.told.append("Your letter had come before; it is not played twice.")
            else:
                await self._do_all()
        except Conflict:
            raise
        except UpcardError as fault:
            self.told.append(_sentence(str(fault)))
            if self.live is None and not self.told[0].startswith("Your"):
                self.told.append(HOW)
        reply = self._reply()
        letter, marks = self.letter, self._marks()

        def job(c: Connection) -> None:
            """The reply, and that it was written."""
            post.answer(c, letter.id, letter.sender, reply)
            post.mark(c, *marks)

        await self.office._write(job)

    # --- where it belongs

    async def _find_place(self) -> None:
        """Find the table and the seat that the letter was written to."""
        place = find_place((*self.letter.sent_to, self.letter.subject))
        if place is None:
            return
        live = await self.hall.find(place.table_id)
        if place.seat >= live.row.players or not self._opens(live, place):
            raise Usage(
                "the address that you wrote to belongs to no seat, or was an invitation that somebody has "
                "accepted; answer to the last letter that you got"
            )
        self.live, self.seat = live, place.seat
        await self._shuffle()
        self.hall.wake(live)
        await asyncio.to_thread(vocabulary, live.game)

    async def _shuffle(self) -> None:
        """A letter adds itself to the shuffle that waits for it."""
        if self.live is not None and self.live.has_to_add(self.seat):
            await self.hall.add(self.live.row.id, self.seat, self.letter.id)

    def _opens(self, live: LiveTable, place: Place) -> bool:
        return self.writer.tokens.opens(place, live.seats[place.seat])

    def _is_said(self, words: str) -> bool:
        """Whether words are an action of the game at the table, or the number of one that can be done now."""
        if self.live is None or not words:
            return False
        live, known = self.live, vocabulary(self.live.game)
        if live.seats[self.seat].is_open and words in said.COMMANDS:
            return False
        numbers = {str(x.number) for x in live.scene(self.seat).choices} if live.is_dealt else set()
        return words in numbers or any(fits(words, x) for x in known)

    # --- doing

    async def _do_all(self) -> None:
        """Do the commands of the letter, up to the first that is refused."""
        for n, order in enumerate(orders := self._orders()):
            try:
                if n:
                    await self._settle()
                await DEEDS[order.kind](self, order)
            except Conflict:
                if not n:
                    raise
                self.told.append(f"Not done: {order}. The table has changed meanwhile.")
                return
            except UpcardError as fault:
                if self.live is None:
                    raise
                rest = f" Nor was what follows: {'; '.join(map(str, orders[n + 1 :]))}." * (
                    n + 1 < len(orders)
                )
                self.told.append(f"Not done: {order}. {_sentence(str(fault))}{rest}")
                return
        await self._settle()

    def _orders(self) -> list[Order]:
        """What the letter asks for: in its lines, or where they ask for nothing, in its subject."""
        subject = re.sub(
            r"^\s*((re|aw|fwd?|wg)\s*:\s*)+|\[upcard[^\]]*\].*", "", self.letter.subject, flags=re.IGNORECASE
        )
        try:
            orders = read_orders(self.letter.lines, self._is_said)
        except UpcardError:
            with contextlib.suppress(UpcardError):
                if subject == self.letter.subject:
                    return read_orders((subject,), self._is_said) or [Order(said.SHOW)]
            raise
        return orders or read_orders((subject,), self._is_said) or [Order(said.SHOW)]

    async def _settle(self) -> None:
        """Wait until strategies and plans have gone on, for a while."""
        if self.live is not None and self.live.driver is not None and not self.live.driver.done():
            await asyncio.wait({self.live.driver}, timeout=PATIENCE)

    async def _start(self, order: Order) -> None:
        letter = self.letter
        me = SeatWish(
            person=self.writer.tokens.person(letter.sender), name=_name_of(letter), address=letter.sender,
            added=letter.id,
        )  # fmt: skip
        wish = read_offer(order.words, me)
        await self._check_tables([x.address for x in wish.seats if x.address])
        self.live = await self.hall.make(wish)
        self.seat = next(x.number for x in self.live.seats if x.person == me.person)
        self.told.append(f"A table of {self.live.game.title} is made; you have seat {self.seat + 1}.")

    async def _check_tables(self, addresses: list[str]) -> None:
        """Refuse to make more tables with an address than anybody wants letters of."""
        since = time.time() - 86_400
        for x in addresses:
            if await self.hall.read(lambda c, x=x: post.tables_with(c, x, since)) >= MOST_TABLES_A_DAY:  # type: ignore[misc]
                raise Illegal(
                    f"{x} was asked to {MOST_TABLES_A_DAY} tables within a day; wait until tomorrow"
                )

    async def _accept(self, order: Order) -> None:
        live = self._table()
        if not live.seats[self.seat].is_open:
            raise Illegal("the seat is yours already")
        letter = self.letter
        called = re.sub(r"^as\s+", "", order.words, flags=re.IGNORECASE)
        name = check_name(called) if order.kind == said.ACCEPT and called else _name_of(letter)
        person = self.writer.tokens.person(letter.sender)
        if live.seat_of({person}) is not None:
            raise Illegal("you sit at this table already; somebody else has to take the other seat")
        await self.hall.sit(live.row.id, self.seat, person, name, letter.sender, letter.id)
        self.told.append(f"You have seat {self.seat + 1}.")

    async def _move(self, order: Order) -> None:
        live = self._table()
        if live.seats[self.seat].is_open:
            await self._accept(order)
            await self._settle()
        self._check_moment(live)
        words, action = order.words, None
        if words.isdecimal():
            for x in live.scene(self.seat).choices if live.is_dealt else ():
                if str(x.number) == words:
                    words, action = x.words, x.action
        await self.hall.act(live.row.id, self.seat, live.turn, words if action is None else action)
        self.moved = True
        own = [m for m in live.moves(self.seat) if m.seat == self.seat and m.words]
        self.told.append(f"Done: {own[-1].words if own and not live.chose_ahead(self.seat) else words}.")

    def _check_moment(self, live: LiveTable) -> None:
        """Refuse the first action of a letter that answers to a decision of before."""
        found = MOMENT.search(self.letter.subject)
        if found and not self.moved and int(found[1]) != decision(live, self.seat):
            raise Illegal(
                f"your letter answers to your decision {found[1]}, and that is past; look at the table and "
                "answer to this letter"
            )

    async def _show(self, order: Order) -> None:
        """Nothing is done; the answer shows the table, or all games of who asks."""
        if self.live is None:
            self.told.append(await self._games())

    async def _games(self) -> str:
        person = self.writer.tokens.person(self.letter.sender)
        lines = ["Your games; write to its address to play on:", ""]
        for x in await self.hall.tables_of({person}):
            seat = next(s for s in x.seats if s.person == person)
            lines += [
                f"{x.game.title}: {short_state(x, seat.number)}",
                f"  {self.writer.address_of(x, seat)}",
            ]
        return "\n".join(lines) if len(lines) > 2 else f"You have no games here yet.\n\n{HOW}"

    async def _queue(self, order: Order) -> None:
        live = self._seated()
        words = whole(live.game, order.words), whole(live.game, order.condition)
        await manners.plan(self.hall, live.row.id, self.seat, words[1], words[0])
        self.told.append(f"Planned: {'if ' + words[1] + ' then ' if words[1] else ''}{words[0]}.")

    async def _forget(self, order: Order) -> None:
        await manners.forget_plans(self.hall, self._seated().row.id, self.seat)
        self.told.append("Your plans are forgotten.")

    async def _resign(self, order: Order) -> None:
        await manners.resign(self.hall, self._seated().row.id, self.seat)
        self.told.append("You have resigned.")

    async def _back(self, order: Order) -> None:
        await manners.come_back(self.hall, self._seated().row.id, self.seat)
        self.told.append("The seat is yours.")

    async def _vacation(self, order: Order) -> None:
        await manners.vacation(self.hall, self._seated().row.id, self.seat)
        self.told.append("Your vacation has begun: two weeks more.")

    async def _again(self, order: Order) -> None:
        person = self._seated().seats[self.seat].person
        self.live = await self.hall.find(await manners.play_again(self.hall, self._seated().row.id))
        self.seat = next(x.number for x in self.live.seats if x.person == person)
        await self._shuffle()
        self.told.append("A return match; everybody sits one seat on.")

    async def _help(self, order: Order) -> None:
        self.told.append(HOW)

    def _table(self) -> LiveTable:
        if self.live is None:
            raise Usage("this needs a table; answer to a letter of your table, or write: start GAME")
        return self.live

    def _seated(self) -> LiveTable:
        live = self._table()
        if live.seats[self.seat].is_open:
            raise Illegal("the seat is open; accept it first")
        return live

    # --- the answer

    def _reply(self) -> Outgoing:
        letter = self.letter
        parts = ("reply", letter.id)
        if self.live is None:
            reply = self.writer.plain(
                letter.sender, "your letter", "\n\n".join(self.told) + "\n", id_parts=parts
            )
        else:
            reply = self.writer.of_seat(self.live, self.seat, letter.sender, self.told, parts)
        return replace(reply, answers=letter.message_id)

    def _marks(self) -> list[str]:
        """What need not be told once more, since the answer tells it."""
        live, seat = self.live, self.seat
        if live is None or live.seats[seat].address.lower() != self.letter.sender.lower():
            return []
        return marks_of(live, seat)


DEEDS: dict[str, Callable[[Visit, Order], Awaitable[None]]] = {
    said.START: Visit._start,
    said.ACCEPT: Visit._accept,
    said.MOVE: Visit._move,
    said.SHOW: Visit._show,
    said.QUEUE: Visit._queue,
    said.FORGET: Visit._forget,
    said.RESIGN: Visit._resign,
    said.BACK: Visit._back,
    said.VACATION: Visit._vacation,
    said.AGAIN: Visit._again,
    said.HELP: Visit._help,
}


def _name_of(letter: Letter) -> str:
    """What somebody is called who said nothing else."""
    try:
        return check_name(letter.name[:LONGEST_NAME])
    except UpcardError:
        return "player by mail"


def _sentence(text: str) -> str:
    return (
        f"{text[:1].upper()}{text[1:]}."
        if not text.endswith((".", "!", "?"))
        else text[:1].upper() + text[1:]
    )
