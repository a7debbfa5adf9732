"""One letter at the office: where it belongs, what it asks for, and its answer.

What it asks for is done by the hall, up to the first thing that the rules refuse. The letter is claimed in
the same transaction as the first thing that it changes.
"""

import asyncio
import contextlib
import re
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace

from sqlalchemy.engine import Connection

from upcard.engine.errors import Illegal, UpcardError, Usage
from upcard.mail import mail_commands as said
from upcard.mail.compose_letter import HOW, Writer, decision, marks_of, short_state
from upcard.mail.mail_commands import Order, read_orders
from upcard.mail.parse_letter import Letter
from upcard.mail.start_command import read_offer
from upcard.play.action_words import fits, vocabulary, whole
from upcard.server import mail_consent as readers
from upcard.server import mail_queue as post
from upcard.server import table_actions as manners
from upcard.server.database import Conflict
from upcard.server.live_table import LiveTable
from upcard.server.mail_queue import Outgoing
from upcard.server.new_table import LONGEST_NAME, SeatWish, check_name
from upcard.server.seat_tokens import Place, find_place
from upcard.server.table_service import Hall

MOST_TABLES_A_DAY = 20
"""Tables to which an address is asked in a day."""

PATIENCE = 30.0
"""Seconds that strategies are waited for."""

MOMENT = re.compile(r"\[upcard [^\]]*#([0-9]{1,5})\]", re.IGNORECASE)


class Visit:
    """One letter, from its first line to its answer.

    Parameters
    ----------
    hall : Hall
        The tables.
    writer : Writer
        Writes the answer.
    letter : Letter
        The letter.
    is_known : bool
        Whether it came before, and what it asks for was begun.
    """

    def __init__(self, hall: Hall, writer: Writer, letter: Letter, is_known: bool) -> None:
        self.letter, self.is_known = letter, is_known
        self.hall = hall if is_known else hall.beside(self._claim)
        self.writer = writer
        self.live: LiveTable | None = None
        self.seat = -1
        self.told: list[str] = []
        self.moved = False
        is_own = writer.tokens.owns(letter.sent_to, letter.sender)
        self.read_at = {letter.sender.lower()} if is_own else set[str]()
        self.chosen: bool | None = None

    def _claim(self, c: Connection) -> None:
        post.claim(c, self.letter.id, self.letter.sender)

    async def answer(self) -> bool:
        """Do what the letter asks for, and keep the answer; False where its sender wants no letters.

        Raises
        ------
        Conflict
            If another process did, or the table changed meanwhile.
        """
        await self._try(self._find_place)
        standing = await self.hall.read(lambda c: readers.standing(c, self.letter.sender))
        if standing == readers.UNWANTED and not self._is_owner:
            return False
        if not self.told and self.is_known:
            self.told.append("Your letter had come before; it is not played twice.")
        elif not self.told:
            await self._try(self._do_all)
        reply = self._reply()
        letter, marks = self.letter, self._marks()

        def job(c: Connection) -> None:
            """The reply, that it was written, and who has shown that he reads what is sent to him."""
            post.answer(c, letter.id, letter.sender, reply)
            post.mark(c, *marks)
            for address in self.read_at:
                if readers.standing(c, address) == readers.UNKNOWN:
                    readers.choose(c, address, True)
            if self.chosen is not None:
                readers.choose(c, letter.sender, self.chosen)

        await self.hall.write(job)
        return True

    async def _try(self, step: Callable[[], Awaitable[None]]) -> None:
        """Take a step; what is refused is told."""
        try:
            await step()
        except Conflict:
            raise
        except UpcardError as fault:
            self.told.append(_sentence(str(fault)))
            if self.live is None and not self.told[0].startswith("Your"):
                self.told.append(HOW)

    @property
    def _is_owner(self) -> bool:
        """Whether the sender has shown that he reads what is sent to his address."""
        return self.letter.sender.lower() in self.read_at

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
        if live.seats[place.seat].address:  # nobody else was told this token
            self.read_at.add(live.seats[place.seat].address.lower())
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
            if await self.hall.read(lambda c, x=x: readers.standing(c, x)) == readers.UNWANTED:  # type: ignore[misc]
                raise Illegal(f"{x} wants no letters from here; ask him to write: subscribe")
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

    async def _subscribe(self, order: Order) -> None:
        self._choose(order.kind == said.SUBSCRIBE)

    def _choose(self, is_welcome: bool) -> None:
        """Keep whether the sender wants letters; first let him show that he reads there."""
        sender = self.letter.sender
        if not self._is_owner:
            self.live, self.seat = None, -1
            word = said.SUBSCRIBE if is_welcome else said.UNSUBSCRIBE
            self.told.append(
                f"Somebody wrote {word} as {sender}. If it was you, answer this letter with the same word; "
                "your answer goes to an address that nobody else knows."
            )
            return
        self.chosen = is_welcome
        self.told.append(
            f"Letters about your games are sent to {sender}."
            if is_welcome
            else f"No more letters are sent to {sender}. Answer with the word subscribe to get them again."
        )

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
    said.SUBSCRIBE: Visit._subscribe,
    said.UNSUBSCRIBE: Visit._subscribe,
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
