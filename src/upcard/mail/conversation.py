"""One letter that came in: which seat it belongs to, what it asks for, and its answer.

Its commands are carried out in order, up to the first that the rules refuse. The letter is claimed in the
same transaction as the first change that it makes.
"""

import asyncio
import contextlib
import re
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from sqlalchemy.engine import Connection

from upcard.engine.errors import Illegal, UpcardError, Usage
from upcard.mail import mail_commands as commands
from upcard.mail.compose_letter import HOW, LetterWriter, decision, marks_of, short_state
from upcard.mail.mail_commands import Command, read_commands
from upcard.mail.parse_letter import Letter
from upcard.mail.start_command import read_start
from upcard.play.action_words import fits, vocabulary, whole
from upcard.server import mail_consent, mail_queue, table_actions
from upcard.server.database import Conflict
from upcard.server.live_table import LiveTable
from upcard.server.mail_queue import OutgoingLetter
from upcard.server.new_table import LONGEST_NAME, NewSeat, check_name
from upcard.server.seat_tokens import find_seat_address
from upcard.server.table_service import TableService

MOST_TABLES_A_DAY = 20
"""Maximum number of tables to which an address is invited in a day."""

PATIENCE = 30.0
"""Maximum seconds to wait for strategies."""

X = TypeVar("X")
MOMENT = re.compile(r"\[upcard [^\]]*#([0-9]{1,5})\]", re.IGNORECASE)


class Conversation:
    """One letter, from its first line to its answer.

    `is_known` is whether the letter came before, and its commands were begun.
    """

    def __init__(self, service: TableService, writer: LetterWriter, letter: Letter, is_known: bool) -> None:
        self.letter, self.is_known = letter, is_known
        self.tables, self.writer = service, writer
        self.is_claimed = is_known
        self.live: LiveTable | None = None
        self.seat = -1
        self.messages: list[str] = []
        self.moved = False
        is_own = writer.tokens.has_address_token(letter.sent_to, letter.sender)
        self.read_at = {letter.sender.lower()} if is_own else set[str]()
        self.chosen: bool | None = None

    async def _change(self, change: Callable[..., Awaitable[X]], *args: Any) -> X:
        """Have something changed. The first change claims the letter, in the same transaction."""
        letter = self.letter
        if self.is_claimed:
            return await change(*args)
        outcome = await change(*args, also=lambda c: mail_queue.claim(c, letter.id, letter.sender))
        self.is_claimed = await self.tables.read(
            lambda c: mail_queue.is_marked(c, letter.id)
        )  # else nothing changed
        return outcome

    async def answer(self) -> bool:
        """Carry out the letter and store the answer; return False if its sender has unsubscribed.

        Raises Conflict if another process did, or the table changed meanwhile.
        """
        await self._try(self._find_place)
        standing = await self.tables.read(lambda c: mail_consent.standing(c, self.letter.sender))
        if standing == mail_consent.UNWANTED and not self._is_owner:
            return False
        if not self.messages and self.is_known:
            self.messages.append("Your letter had come before; it is not played twice.")
        elif not self.messages:
            await self._try(self._run_commands)
        reply = self._reply()
        letter, marks = self.letter, self._marks()

        def job(c: Connection) -> None:
            mail_queue.answer(c, letter.id, letter.sender, reply)
            mail_queue.mark(c, *marks)
            for address in self.read_at:
                if mail_consent.standing(c, address) == mail_consent.UNKNOWN:
                    mail_consent.choose(c, address, True)
            if self.chosen is not None:
                mail_consent.choose(c, letter.sender, self.chosen)

        await self.tables.write(job)
        return True

    async def _try(self, step: Callable[[], Awaitable[None]]) -> None:
        """Take a step; report it in the answer if it is refused."""
        try:
            await step()
        except Conflict:
            raise
        except UpcardError as fault:
            self.messages.append(_sentence(str(fault)))
            if self.live is None and not self.messages[0].startswith("Your"):
                self.messages.append(HOW)

    @property
    def _is_owner(self) -> bool:
        """Whether the sender has proved that they read mail sent to their address."""
        return self.letter.sender.lower() in self.read_at

    # --- where it belongs

    async def _find_place(self) -> None:
        """Find the table and the seat that the letter was written to."""
        place = find_seat_address((*self.letter.sent_to, self.letter.subject))
        if place is None:
            return
        live = await self.tables.find(place.table_id)
        opens = self.writer.tokens.opens
        if place.seat >= live.row.players or not opens(place, live.seats[place.seat]):
            raise Usage(
                "the address that you wrote to belongs to no seat, or was an invitation that somebody has "
                "accepted; answer to the last letter that you got"
            )
        self.live, self.seat = live, place.seat
        if live.seats[place.seat].address:  # nobody else knows this token
            self.read_at.add(live.seats[place.seat].address.lower())
        await self._shuffle()
        self.tables.wake(live)
        await asyncio.to_thread(vocabulary, live.game)

    async def _shuffle(self) -> None:
        """Add the letter to the shuffle, if the deal waits for it."""
        if self.live is not None and self.live.has_to_add(self.seat):
            await self._change(self.tables.add_to_seed, self.live.row.id, self.seat, self.letter.id)

    def _is_said(self, words: str) -> bool:
        """Return whether words are an action of the game, or the number of one that is legal now."""
        if self.live is None or not words:
            return False
        live, known = self.live, vocabulary(self.live.game)
        if live.seats[self.seat].is_open and words in commands.COMMANDS:
            return False
        numbers = {str(x.number) for x in live.scene(self.seat).choices} if live.is_dealt else set()
        return words in numbers or any(fits(words, x) for x in known)

    # --- commands

    async def _run_commands(self) -> None:
        """Carry out the commands of the letter, up to the first that is refused."""
        for n, command in enumerate(todo := self._commands()):
            try:
                if n:
                    await self._wait_for_strategies()
                await HANDLERS[command.kind](self, command)
            except Conflict:
                if not n:
                    raise
                self.messages.append(f"Not done: {command}. The table has changed meanwhile.")
                return
            except UpcardError as fault:
                if self.live is None:
                    raise
                rest = f" Nor was what follows: {'; '.join(map(str, todo[n + 1 :]))}." * (n + 1 < len(todo))
                self.messages.append(f"Not done: {command}. {_sentence(str(fault))}{rest}")
                return
        await self._wait_for_strategies()

    def _commands(self) -> list[Command]:
        """Return the commands in the letter's lines, or if there are none, in its subject."""
        subject = re.sub(
            r"^\s*((re|aw|fwd?|wg)\s*:\s*)+|\[upcard[^\]]*\].*", "", self.letter.subject, flags=re.IGNORECASE
        )
        try:
            todo = read_commands(self.letter.lines, self._is_said)
        except UpcardError:
            with contextlib.suppress(UpcardError):
                if subject == self.letter.subject:
                    return read_commands((subject,), self._is_said) or [Command(commands.SHOW)]
            raise
        return todo or read_commands((subject,), self._is_said) or [Command(commands.SHOW)]

    async def _wait_for_strategies(self) -> None:
        """Wait a while until strategies and plans have acted."""
        if self.live is not None and self.live.driver is not None and not self.live.driver.done():
            await asyncio.wait({self.live.driver}, timeout=PATIENCE)

    async def _start(self, command: Command) -> None:
        letter = self.letter
        me = NewSeat(
            person=self.writer.tokens.person(letter.sender), name=_name_of(letter), address=letter.sender,
            added=letter.id,
        )  # fmt: skip
        new = read_start(command.words, me)
        await self._check_tables([x.address for x in new.seats if x.address])
        self.live = await self._change(self.tables.create_table, new)
        self.seat = next(x.number for x in self.live.seats if x.person == me.person)
        self.messages.append(f"A table of {self.live.game.title} is made; you have seat {self.seat + 1}.")

    async def _check_tables(self, addresses: list[str]) -> None:
        """Refuse to invite an address to more tables than the daily maximum."""
        since = time.time() - 86_400
        for address in addresses:
            is_unwanted, tables = await self.tables.read(partial(_invitations, address=address, since=since))
            if is_unwanted:
                raise Illegal(f"{address} wants no letters from here; ask them to write: subscribe")
            if tables >= MOST_TABLES_A_DAY:
                raise Illegal(
                    f"{address} was invited to {MOST_TABLES_A_DAY} tables within a day; wait until tomorrow"
                )

    async def _accept(self, command: Command) -> None:
        live = self._table()
        if not live.seats[self.seat].is_open:
            raise Illegal("the seat is yours already")
        letter = self.letter
        called = re.sub(r"^as\s+", "", command.words, flags=re.IGNORECASE)
        name = check_name(called) if command.kind == commands.ACCEPT and called else _name_of(letter)
        person = self.writer.tokens.person(letter.sender)
        if live.seat_of({person}) is not None:
            raise Illegal("you sit at this table already; somebody else has to take the other seat")
        await self._change(
            self.tables.take_seat, live.row.id, self.seat, person, name, letter.sender, letter.id
        )
        self.messages.append(f"You have seat {self.seat + 1}.")

    async def _move(self, command: Command) -> None:
        live = self._table()
        if live.seats[self.seat].is_open:
            await self._accept(command)
            await self._wait_for_strategies()
        self._check_moment(live)
        words, action = command.words, None
        if words.isdecimal():
            for x in live.scene(self.seat).choices if live.is_dealt else ():
                if str(x.number) == words:
                    words, action = x.words, x.action
        chosen = words if action is None else action
        await self._change(self.tables.play_action, live.row.id, self.seat, live.turn, chosen)
        self.moved = True
        moves = [m for m in live.moves(self.seat) if m.seat == self.seat and m.words]
        self.messages.append(
            f"Done: {moves[-1].words if moves and not live.chose_ahead(self.seat) else words}."
        )

    def _check_moment(self, live: LiveTable) -> None:
        """Refuse the first action of a letter that answers an earlier decision."""
        match = MOMENT.search(self.letter.subject)
        if match and not self.moved and int(match[1]) != decision(live, self.seat):
            raise Illegal(
                f"your letter answers to your decision {match[1]}, and that is past; look at the table and "
                "answer to this letter"
            )

    async def _show(self, command: Command) -> None:
        """Change nothing: the answer shows the table, or all games of the sender."""
        if self.live is None:
            self.messages.append(await self._games())

    async def _games(self) -> str:
        person = self.writer.tokens.person(self.letter.sender)
        lines = ["Your games; write to its address to play on:", ""]
        for x in await self.tables.tables_of({person}):
            seat = next(s for s in x.seats if s.person == person)
            lines += [
                f"{x.game.title}: {short_state(x, seat.number)}",
                f"  {self.writer.address_of(x, seat)}",
            ]
        return "\n".join(lines) if len(lines) > 2 else f"You have no games here yet.\n\n{HOW}"

    async def _queue(self, command: Command) -> None:
        live = self._seated()
        words = whole(live.game, command.words), whole(live.game, command.condition)
        await self._change(table_actions.plan, self.tables, live.row.id, self.seat, words[1], words[0])
        self.messages.append(f"Planned: {'if ' + words[1] + ' then ' if words[1] else ''}{words[0]}.")

    async def _change_table(self, command: Command) -> None:
        change, message = CHANGES[command.kind]
        await self._change(change, self.tables, self._seated().row.id, self.seat)
        self.messages.append(message)

    async def _again(self, command: Command) -> None:
        person = self._seated().seats[self.seat].person
        followed = await self._change(table_actions.rematch, self.tables, self._seated().row.id)
        self.live = await self.tables.find(followed)
        self.seat = next(x.number for x in self.live.seats if x.person == person)
        await self._shuffle()
        self.messages.append("A return match; everybody sits one seat on.")

    async def _help(self, command: Command) -> None:
        self.messages.append(HOW)

    async def _subscribe(self, command: Command) -> None:
        """Note whether the sender wants letters, once they have proved that they read their mail."""
        sender, is_welcome = self.letter.sender, command.kind == commands.SUBSCRIBE
        if not self._is_owner:
            self.live, self.seat = None, -1
            self.messages.append(
                f"Somebody wrote {command.kind} as {sender}. If it was you, answer this letter with the same "
                "word; your answer goes to an address that nobody else knows."
            )
            return
        self.chosen = is_welcome
        self.messages.append(
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

    def _reply(self) -> OutgoingLetter:
        letter = self.letter
        parts = ("reply", letter.id)
        if self.live is None:
            reply = self.writer.plain(
                letter.sender, "your letter", "\n\n".join(self.messages) + "\n", id_parts=parts
            )
        else:
            reply = self.writer.of_seat(self.live, self.seat, letter.sender, self.messages, parts)
        return replace(reply, answers=letter.message_id)

    def _marks(self) -> list[str]:
        """Return the marks of everything that the answer reports already."""
        live, seat = self.live, self.seat
        if live is None or live.seats[seat].address.lower() != self.letter.sender.lower():
            return []
        return marks_of(live, seat)


CHANGES: dict[str, tuple[Callable[..., Awaitable[None]], str]] = {
    commands.FORGET: (table_actions.forget_plans, "Your plans are forgotten."),
    commands.RESIGN: (table_actions.resign, "You have resigned."),
    commands.BACK: (table_actions.come_back, "The seat is yours."),
    commands.VACATION: (table_actions.vacation, "Your vacation has begun: two weeks more."),
}

HANDLERS: dict[str, Callable[[Conversation, Command], Awaitable[None]]] = {
    **dict.fromkeys(CHANGES, Conversation._change_table),
    commands.START: Conversation._start,
    commands.ACCEPT: Conversation._accept,
    commands.MOVE: Conversation._move,
    commands.SHOW: Conversation._show,
    commands.QUEUE: Conversation._queue,
    commands.AGAIN: Conversation._again,
    commands.HELP: Conversation._help,
    commands.SUBSCRIBE: Conversation._subscribe,
    commands.UNSUBSCRIBE: Conversation._subscribe,
}


def _name_of(letter: Letter) -> str:
    """Return the name of a sender who has not chosen another."""
    try:
        return check_name(letter.name[:LONGEST_NAME])
    except UpcardError:
        return "player by mail"


def _invitations(connection: Connection, address: str, since: float) -> tuple[bool, int]:
    """Return whether an address wants no letters, and the tables to which it was invited since a time."""
    is_unwanted = mail_consent.standing(connection, address) == mail_consent.UNWANTED
    return is_unwanted, mail_queue.tables_with(connection, address, since)


def _sentence(text: str) -> str:
    sentence = text[:1].upper() + text[1:]
    return sentence if text.endswith((".", "!", "?")) else f"{sentence}."
