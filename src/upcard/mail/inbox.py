"""Incoming emails: their commands are carried out, and the replies go into the outbox.

An email is claimed in the same transaction as its first change, so that it is carried out only once. If it
is delivered again, it gets the same reply again.
"""

import contextlib
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial

from upcard.language.messages import SOURCE, in_language
from upcard.mail.compose_letter import LetterWriter
from upcard.mail.conversation import Conversation
from upcard.mail.letter_reader import LetterReader
from upcard.mail.parse_letter import Letter
from upcard.server import mail_consent, mail_queue
from upcard.server.database import Conflict
from upcard.server.fair_queue import CLIENT
from upcard.server.mail_consent import limit_key
from upcard.server.mail_queue import OutgoingLetter
from upcard.server.table_service import TableService

MOST_AN_HOUR, MOST_ALTOGETHER = 60, 2_000
"""Maximum numbers of emails that are answered in an hour: from one mailbox, and from all together."""

TRIES = 3
"""Attempts to carry out an email when other changes come first."""

ANSWERED, AGAIN, PASSED_OVER = "answered", "answered again", "passed over"


ReadLetter = Callable[[bytes, str | None, tuple[str, ...]], Awaitable[Letter | None]]
"""Reads an email; returns None if it cannot be read."""


class MailInbox:
    """Carries out the commands of incoming emails."""

    def __init__(self, service: TableService, writer: LetterWriter, read: ReadLetter | None = None) -> None:
        self.tables, self.writer = service, writer
        self.reader = LetterReader()
        self.read = read or self.reader.read

    def close(self) -> None:
        """End the process that reads emails."""
        self.reader.close()

    async def receive(self, raw: bytes, sender: str | None = None, sent_to: tuple[str, ...] = ()) -> str:
        """Carry out the commands of an email and queue the reply; return the outcome in words.

        The parameters are those of :func:`upcard.mail.parse_letter.read_letter`. Raises Failure if the
        database cannot be read or written; the email may be delivered again.
        """
        letter = await self.read(raw, sender, sent_to)
        if letter is None:
            return f"{PASSED_OVER}: it cannot be read"
        is_ours = letter.sender.lower() == self.writer.address.lower()
        if letter.automatic or is_ours:
            return f"{PASSED_OVER}: {letter.automatic or 'this server sent it'}"
        letter = await self._with_safe_sender(letter)
        mailbox = limit_key(letter.sender)
        CLIENT.set(mailbox)
        if refusal := await self._limit_reached(mailbox):
            return f"{PASSED_OVER}: {refusal}"
        for _ in range(TRIES):
            reply = await self.tables.read(lambda c: mail_queue.reply_to(c, letter.id))
            if reply:
                again = OutgoingLetter(**reply)
                await self.tables.write(partial(mail_queue.answer_again, sender=mailbox, reply=again))
                return AGAIN
            with contextlib.suppress(Conflict), in_language(SOURCE):
                visit = Conversation(self.tables, self.writer, letter, is_known=reply is not None)
                is_answered = await visit.answer()
                return ANSWERED if is_answered else f"{PASSED_OVER}: its sender has unsubscribed"
        raise Conflict("other changes came first several times; deliver the email again")

    async def _with_safe_sender(self, letter: Letter) -> Letter:
        """Return an email that is answered at its From address, unless its Reply-To address has consented."""
        if not letter.writer or letter.writer.lower() == letter.sender.lower():
            return letter
        consent = await self.tables.read(lambda c: mail_consent.consent_of(c, letter.sender))
        return letter if consent == mail_consent.WELCOME else replace(letter, sender=letter.writer)

    async def _limit_reached(self, mailbox: str) -> str:
        """Return which limit of emails in an hour is reached; empty if none is."""
        since = time.time() - 3600
        if await self.tables.read(lambda c: mail_queue.letters_of(c, mailbox, since)) >= MOST_AN_HOUR:
            return f"{MOST_AN_HOUR} emails came from this address within an hour"
        if await self.tables.read(lambda c: mail_queue.letters_of(c, "", since)) >= MOST_ALTOGETHER:
            return f"{MOST_ALTOGETHER:,} emails were answered within an hour"
        return ""
