"""Incoming mail: the table service does what a letter asks for, and the answer goes into the outbox.

A letter is claimed in the same transaction as the first thing that it changes, so that it is played once
however often it is delivered; delivered again, it gets the same answer again.
"""

import contextlib
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial

from upcard.mail.compose_letter import LetterWriter
from upcard.mail.conversation import Conversation
from upcard.mail.letter_reader import LetterReader
from upcard.mail.parse_letter import Letter
from upcard.server import mail_consent, mail_queue
from upcard.server.database import Conflict
from upcard.server.mail_consent import limit_key
from upcard.server.mail_queue import OutgoingLetter
from upcard.server.table_service import TableService

MOST_AN_HOUR, MOST_ALTOGETHER = 60, 2_000
"""Maximum numbers of letters that are answered in an hour: of one mailbox, and of all together."""

TRIES = 3
"""Attempts at a letter when somebody else is faster."""

ANSWERED, AGAIN, PASSED_OVER = "answered", "answered again", "passed over"


ReadLetter = Callable[[bytes, str | None, tuple[str, ...]], Awaitable[Letter | None]]
"""Reads a letter; returns None if it cannot be read."""


class MailInbox:
    """Carries out the commands of letters that come in."""

    def __init__(self, service: TableService, writer: LetterWriter, read: ReadLetter | None = None) -> None:
        self.tables, self.writer = service, writer
        self.reader = LetterReader()
        self.read = read or self.reader.read

    def close(self) -> None:
        """End the process that reads letters."""
        self.reader.close()

    async def receive(self, raw: bytes, sender: str | None = None, sent_to: tuple[str, ...] = ()) -> str:
        """Carry out the commands of a letter and have the answer sent; return what became of it.

        The parameters are those of :func:`upcard.mail.parse_letter.read_letter`. Raises Failure if the
        database cannot be read or written; the letter may be delivered again.
        """
        letter = await self.read(raw, sender, sent_to)
        if letter is None:
            return f"{PASSED_OVER}: it cannot be read"
        mine = letter.sender.lower() == self.writer.address.lower()
        if letter.automatic or mine:
            return f"{PASSED_OVER}: {letter.automatic or 'it comes from here'}"
        letter = await self._with_safe_sender(letter)
        mailbox = limit_key(letter.sender)
        if refusal := await self._limit_reached(mailbox):
            return f"{PASSED_OVER}: {refusal}"
        for _ in range(TRIES):
            known = await self.tables.read(lambda c: mail_queue.reply_to(c, letter.id))
            if known:
                again = OutgoingLetter(**known)
                await self.tables.write(partial(mail_queue.answer_again, sender=mailbox, reply=again))
                return AGAIN
            with contextlib.suppress(Conflict):
                visit = Conversation(self.tables, self.writer, letter, is_known=known is not None)
                is_answered = await visit.answer()
                return ANSWERED if is_answered else f"{PASSED_OVER}: its sender wants no letters from here"
        raise Conflict("somebody else was faster several times; the letter can be delivered again")

    async def _with_safe_sender(self, letter: Letter) -> Letter:
        """Return a letter, answered where it was written from unless its Reply-To has agreed to letters."""
        if not letter.writer or letter.writer.lower() == letter.sender.lower():
            return letter
        standing = await self.tables.read(lambda c: mail_consent.standing(c, letter.sender))
        return letter if standing == mail_consent.WELCOME else replace(letter, sender=letter.writer)

    async def _limit_reached(self, mailbox: str) -> str:
        """Return which limit of letters in an hour is reached; empty if none is."""
        since = time.time() - 3600
        if await self.tables.read(lambda c: mail_queue.letters_of(c, mailbox, since)) >= MOST_AN_HOUR:
            return f"{MOST_AN_HOUR} letters came from this address within an hour"
        if await self.tables.read(lambda c: mail_queue.letters_of(c, "", since)) >= MOST_ALTOGETHER:
            return f"{MOST_ALTOGETHER:,} letters were answered within an hour"
        return ""
