"""One incoming email: its seat, its commands, and the reply.

The commands are carried out in order, up to the first that is refused. The first change also claims the
email, in the same transaction, so that no other process carries it out.
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
from upcard.engine.wording import join_names
from upcard.mail import mail_commands as commands
from upcard.mail.compose_letter import HOW, LetterWriter, decision, marks_of, short_state
from upcard.mail.mail_commands import Command, read_commands
from upcard.mail.parse_letter import Letter
from upcard.mail.start_command import read_start
from upcard.play.action_words import fits, vocabulary, whole
from upcard.server import agreements, mail_consent, mail_queue, table_actions
from upcard.server.database import Conflict
from upcard.server.fair_threads import in_thread
from upcard.server.live_table import LiveTable
from upcard.server.mail_consent import limit_key
from upcard.server.mail_queue import OutgoingLetter
from upcard.server.new_table import NewSeat
from upcard.server.person_names import LONGEST_NAME, check_name, numbered
from upcard.server.seat_tokens import find_seat_address
from upcard.server.series_tables import hand_text
from upcard.server.sitters import Sitter, seat_now, sitter_of
from upcard.server.table_service import TableService

MOST_TABLES_A_DAY = 20
"""Maximum number of tables to which an address is invited in 24 hours."""

PATIENCE = 30.0
"""Maximum seconds to wait for strategies."""

NOT_UNDERSTOOD = (
    "We could not understand your email, or cannot do what it asks. Reply with the word help to see the "
    "commands."
)
"""The reply to an address that never agreed: anybody can write in its name, so nothing is quoted."""

X = TypeVar("X")
MOMENT = re.compile(r"\[upcard [^\]]*#([0-9]{1,5})\]", re.IGNORECASE)


class Conversation:
    """Handling of one email, from its first command to the reply.

    `is_known` says whether the email came before, and its commands were started.
    """

    def __init__(self, service: TableService, writer: LetterWriter, letter: Letter, is_known: bool) -> None:
        self.letter, self.is_known = letter, is_known
        self.tables, self.writer = service, writer
        self.is_claimed = is_known
        self.live: LiveTable | None = None
        self.sitter: Sitter | None = None
        self.messages: list[str] = []
        self.moved = False
        has_token = writer.tokens.has_address_token(letter.sent_to, letter.sender)
        self.proved = {letter.sender.lower()} if has_token else set[str]()  # read by their owners
        self.is_welcome: bool | None = None
        self.is_stranger = True

    @property
    def seat(self) -> int:
        """The present seat of the player who wrote, or of their invitation; -1 if there is none.

        Raises Conflict if they have lost it meanwhile.
        """
        return -1 if self.live is None or self.sitter is None else seat_now(self.live, self.sitter)

    def _sit(self, live: LiveTable, seat: int) -> None:
        """Remember the table and the seat of the player who wrote."""
        self.live, self.sitter = live, sitter_of(live, seat)

    async def _change(self, change: Callable[..., Awaitable[X]], *args: Any) -> X:
        """Make a change through the service; the first one also claims the email."""
        letter = self.letter
        if self.is_claimed:
            return await change(*args)
        outcome = await change(*args, also=lambda c: mail_queue.claim(c, letter.id, limit_key(letter.sender)))
        self.is_claimed = await self.tables.read(
            lambda c: mail_queue.is_marked(c, letter.id)
        )  # else nothing changed
        return outcome

    async def answer(self) -> bool:
        """Carry out the commands and store the reply; return False if the sender has unsubscribed.

        Raises Conflict if another process handles the email, or the table changed meanwhile.
        """
        consent = await self.tables.read(lambda c: mail_consent.consent_of(c, self.letter.sender))
        self.is_stranger = consent == mail_consent.UNKNOWN
        await self._try(self._find_place)
        if consent == mail_consent.UNWANTED and not self._is_owner:
            return False
        if not self.messages and self.is_known:
            self.messages.append("Your email had already arrived; its commands are not carried out again.")
        elif not self.messages:
            await self._try(self._run_commands, is_silent=self.is_stranger and self.live is None)
        reply = self._reply()
        letter, marks = self.letter, self._marks()

        def job(c: Connection) -> None:
            mail_queue.answer(c, letter.id, limit_key(letter.sender), reply)
            mail_queue.mark(c, *marks)
            for address in self.proved:
                if mail_consent.consent_of(c, address) == mail_consent.UNKNOWN:
                    mail_consent.store_consent(c, address, True)
            if self.is_welcome is not None:
                mail_consent.store_consent(c, letter.sender, self.is_welcome)

        await self.tables.write(job)
        return True

    async def _try(self, step: Callable[[], Awaitable[None]], is_silent: bool = False) -> None:
        """Take a step; report a refusal in the reply, without the email's words if `is_silent`."""
        try:
            await step()
        except Conflict:
            raise
        except UpcardError as fault:
            self.messages.append(NOT_UNDERSTOOD if is_silent else _sentence(str(fault)))
            if self.live is None and not self.messages[0].startswith("Your"):
                self.messages.append(HOW)

    @property
    def _is_owner(self) -> bool:
        """Whether the sender has proved that they read emails sent to their address."""
        return self.letter.sender.lower() in self.proved

    # --- the table and the seat

    async def _find_place(self) -> None:
        """Find the table and the seat that the email was sent to."""
        place = find_seat_address((*self.letter.sent_to, self.letter.subject))
        if place is None:
            return
        live = await self.tables.find(place.table_id)
        seat = self.writer.tokens.seat_with(place, live.seats)
        if seat is None:
            raise Usage(
                "there is no seat with the address that you wrote to, or somebody has accepted the "
                "invitation; reply to the last email that you got"
            )
        self._sit(live, seat)
        if live.seats[seat].address:  # nobody else knows this token
            self.proved.add(live.seats[seat].address.lower())
        await self._shuffle()
        self.tables.wake(live)
        await asyncio.to_thread(vocabulary, live.game)

    async def _shuffle(self) -> None:
        """Use the email to help shuffle, if the deal waits for this seat."""
        if self.live is not None and self.live.has_to_add(self.seat):
            await self._change(self.tables.add_to_seed, self.live.row.id, self.sitter, self.letter.id)

    def _is_action(self, words: str) -> bool:
        """Return whether words describe an action of the game, or are the number of a legal one."""
        if self.live is None or not words:
            return False
        live, known = self.live, vocabulary(self.live.game)
        if live.seats[self.seat].is_open and words in commands.COMMANDS:
            return False
        numbers = {str(x.number) for x in live.scene(self.seat).choices} if live.is_dealt else set()
        return words in numbers or any(fits(words, x) for x in known)

    # --- commands

    async def _run_commands(self) -> None:
        """Carry out the commands of the email, up to the first that is refused."""
        for n, command in enumerate(todo := self._commands()):
            try:
                if n:
                    await self._wait_for_strategies()
                await HANDLERS[command.kind](self, command)
            except Conflict:
                if not n:
                    raise
                self.messages.append(
                    f"Not done: {command}. The table has changed meanwhile; look at it again."
                )
                return
            except UpcardError as fault:
                if self.live is None:
                    raise
                rest = f" Also not done: {'; '.join(map(str, todo[n + 1 :]))}." * (n + 1 < len(todo))
                self.messages.append(f"Not done: {command}. {_sentence(str(fault))}{rest}")
                return
        await self._wait_for_strategies()

    def _commands(self) -> list[Command]:
        """Return the commands in the lines of the email; if there are none, those in its subject."""
        subject = re.sub(
            r"^\s*((re|aw|fwd?|wg)\s*:\s*)+|\[upcard[^\]]*\].*", "", self.letter.subject, flags=re.IGNORECASE
        )
        try:
            todo = read_commands(self.letter.lines, self._is_action)
        except UpcardError:
            with contextlib.suppress(UpcardError):
                if subject == self.letter.subject:
                    return read_commands((subject,), self._is_action) or [Command(commands.SHOW)]
            raise
        return todo or read_commands((subject,), self._is_action) or [Command(commands.SHOW)]

    async def _wait_for_strategies(self) -> None:
        """Wait until bots and plans have acted, but at most ``PATIENCE`` seconds."""
        if self.live is not None and self.live.driver is not None and not self.live.driver.done():
            await asyncio.wait({self.live.driver}, timeout=PATIENCE)

    async def _start(self, command: Command) -> None:
        letter = self.letter
        me = NewSeat(
            person=self.writer.tokens.person(letter.sender), name=_name_of(letter), address=letter.sender,
            added=letter.id,
        )  # fmt: skip
        new = await in_thread(read_start, command.words, me)
        await self._check_tables([x.address for x in new.seats if x.address])
        self.tables.capacity.admit()
        live = await self._change(self.tables.create_table, new)
        self._sit(live, next(x.number for x in live.seats if x.person == me.person))
        self.messages.append(f"Your table of {live.game.title} is ready; you are in seat {self.seat + 1}.")

    async def _check_tables(self, addresses: list[str]) -> None:
        """Raise Illegal if an address refuses emails, or was invited to too many tables."""
        since = time.time() - 86_400
        for address in addresses:
            is_unwanted, tables = await self.tables.read(partial(_invitations, address=address, since=since))
            if is_unwanted:
                raise Illegal(
                    f"{address} has refused emails from this server; ask them to send the word 'subscribe'"
                )
            if tables >= MOST_TABLES_A_DAY:
                raise Illegal(
                    f"{address} was invited to {MOST_TABLES_A_DAY} tables in the last 24 hours; "
                    "try again later"
                )

    async def _accept(self, command: Command) -> None:
        live = self._table()
        if not live.seats[self.seat].is_open:
            raise Illegal("you already have this seat")
        letter = self.letter
        called = re.sub(r"^as\s+", "", command.words, flags=re.IGNORECASE)
        is_chosen = command.kind == commands.ACCEPT and called
        name = called if is_chosen else numbered(_name_of(letter), [x.name for x in live.seats])
        person = self.writer.tokens.person(letter.sender)
        if live.seat_of({person}) is not None:
            raise Illegal("you already have a seat at this table; somebody else has to take this one")
        taken = await self._change(
            self.tables.take_seat, live.row.id, self.seat, person, name, letter.sender, letter.id
        )
        self._sit(live, taken)
        self.messages.append(f"You are in seat {self.seat + 1}.")

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
        await self._change(self.tables.play_action, live.row.id, self.sitter, live.turn, chosen)
        self.moved = True
        moves = [m for m in live.moves(self.seat) if m.seat == self.seat and m.words]
        self.messages.append(
            f"Done: {moves[-1].words if moves and not live.chose_ahead(self.seat) else words}."
        )

    def _check_moment(self, live: LiveTable) -> None:
        """Raise Illegal for the first action of an email that answers an earlier decision."""
        match = MOMENT.search(self.letter.subject)
        if match and not self.moved and int(match[1]) != decision(live, self.seat):
            raise Illegal(
                f"your email answers your decision {match[1]}, which is past; look at the table and reply to "
                "this email"
            )

    async def _show(self, command: Command) -> None:
        """List the games of the sender; without this command too, a reply shows the table."""
        if self.live is None:
            self.messages.append(await self._games())

    async def _games(self) -> str:
        person = self.writer.tokens.person(self.letter.sender)
        lines = ["Your games. To continue one, write to its address:", ""]
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
        await self._change(table_actions.plan, self.tables, live.row.id, self.sitter, words[1], words[0])
        self.messages.append(f"Planned: {'if ' + words[1] + ' then ' if words[1] else ''}{words[0]}.")

    async def _change_table(self, command: Command) -> None:
        change, message = CHANGES[command.kind]
        await self._change(change, self.tables, self._seated().row.id, self.sitter)
        self.messages.append(message)

    async def _agree(self, command: Command) -> None:
        """Take back, offer a draw, answer an offer, or abort."""
        change, done = AGREEMENTS[command.kind]
        live = self._seated()
        await self._change(change, self.tables, live.row.id, self.sitter)
        offer = agreements.offer_of(live)
        if offer is None:
            self.messages.append(done)
        else:
            waiting = [live.seats[p].name for p in agreements.still_to_accept(live, offer)]
            self.messages.append(f"This waits until {join_names(waiting)} agree{'s' * (len(waiting) == 1)}.")

    async def _again(self, command: Command) -> None:
        person = self._seated().seats[self.seat].person
        followed = await self._change(table_actions.rematch, self.tables, self._seated().row.id)
        live = await self.tables.find(followed)
        self._sit(live, next(x.number for x in live.seats if x.person == person))
        await self._shuffle()
        what = hand_text(live) or "the rematch"
        self.messages.append(f"This is {what}; everybody has moved to the next seat.")

    async def _help(self, command: Command) -> None:
        self.messages.append(HOW)

    async def _subscribe(self, command: Command) -> None:
        """Store whether the sender wants emails, if they have proved that they own the address."""
        sender, is_welcome = self.letter.sender, command.kind == commands.SUBSCRIBE
        if not self._is_owner:
            self.live = self.sitter = None
            self.messages.append(
                f"Somebody sent {command.kind} in the name of {sender}. If it was you, reply to this email "
                "with the same word; nobody else knows the reply address."
            )
            return
        self.is_welcome = is_welcome
        self.messages.append(
            f"Emails about your games are now sent to {sender}."
            if is_welcome
            else f"No more emails are sent to {sender}. Reply with the word subscribe to get them again."
        )

    def _table(self) -> LiveTable:
        if self.live is None:
            raise Usage("this needs a table; reply to an email about your table, or write: start GAME")
        return self.live

    def _seated(self) -> LiveTable:
        live = self._table()
        if live.seats[self.seat].is_open:
            raise Illegal("you have not taken this seat yet; write: accept")
        return live

    # --- the reply

    def _reply(self) -> OutgoingLetter:
        letter = self.letter
        parts = ("reply", letter.id)
        if self.live is None:
            reply = self.writer.plain(
                letter.sender, "your email", "\n\n".join(self.messages) + "\n", id_parts=parts
            )
        else:
            reply = self.writer.of_seat(self.live, self.seat, letter.sender, self.messages, parts)
        return replace(reply, answers=letter.message_id)

    def _marks(self) -> list[str]:
        """Return the marks of everything that the reply already reports."""
        live, seat = self.live, self.seat
        if live is None or live.seats[seat].address.lower() != self.letter.sender.lower():
            return []
        return marks_of(live, seat)


CHANGES: dict[str, tuple[Callable[..., Awaitable[None]], str]] = {
    commands.FORGET: (table_actions.forget_plans, "Your plans are deleted."),
    commands.RESIGN: (table_actions.resign, "You have resigned."),
    commands.BACK: (table_actions.come_back, "You have your seat back."),
    commands.VACATION: (table_actions.vacation, "Your vacation has begun: you have two more weeks."),
}

AGREEMENTS: dict[str, tuple[Callable[..., Awaitable[None]], str]] = {
    commands.TAKE_BACK: (agreements.take_back, "Your last move is taken back."),
    commands.DRAW: (agreements.offer_draw, "The match is a draw."),
    commands.AGREE: (agreements.accept, "You have agreed."),
    commands.DECLINE: (agreements.decline, "There is no offer any more."),
    commands.ABORT: (agreements.abort, "The match is aborted; it does not count."),
}
"""Changes that others may have to agree to, and the reply when they take effect at once."""

HANDLERS: dict[str, Callable[[Conversation, Command], Awaitable[None]]] = {
    **dict.fromkeys(CHANGES, Conversation._change_table),
    **dict.fromkeys(AGREEMENTS, Conversation._agree),
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
    """Return the name of a sender, or a default if it cannot be used."""
    try:
        return check_name(letter.name[:LONGEST_NAME])
    except UpcardError:
        return "player by mail"


def _invitations(connection: Connection, address: str, since: float) -> tuple[bool, int]:
    """Return whether an address refuses emails, and to how many tables it was invited since a time."""
    is_unwanted = mail_consent.consent_of(connection, address) == mail_consent.UNWANTED
    return is_unwanted, mail_consent.tables_with(connection, address, since)


def _sentence(text: str) -> str:
    sentence = text[:1].upper() + text[1:]
    return sentence if text.endswith((".", "!", "?")) else f"{sentence}."
