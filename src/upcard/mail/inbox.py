"""Incoming emails: their commands are carried out, and the replies go into the outbox.

An email is claimed in the same transaction as its first change, so that it is carried out only once. If it
is delivered again, it gets the same reply again.
"""

import contextlib
import time

from upcard.mail.compose_letter import LetterWriter
from upcard.mail.conversation import Conversation
from upcard.mail.parse_letter import read_letter
from upcard.server import mail_queue
from upcard.server.database import Conflict
from upcard.server.mail_queue import OutgoingLetter
from upcard.server.table_service import TableService

MOST_AN_HOUR = 60
"""Maximum number of emails from one address that are answered in an hour."""

TRIES = 3
"""Attempts to carry out an email when other changes come first."""

ANSWERED, AGAIN, PASSED_OVER = "answered", "answered again", "passed over"


class MailInbox:
    """Carries out the commands of incoming emails."""

    def __init__(self, service: TableService, writer: LetterWriter) -> None:
        self.tables, self.writer = service, writer

    async def receive(self, raw: bytes, sender: str | None = None, sent_to: tuple[str, ...] = ()) -> str:
        """Carry out the commands of an email and queue the reply; return the outcome in words.

        The parameters are those of :func:`upcard.mail.parse_letter.read_letter`. Raises Failure if the
        database cannot be read or written; the email may be delivered again.
        """
        letter = read_letter(raw, sender, sent_to)
        is_ours = letter.sender.lower() == self.writer.address.lower()
        if letter.automatic or is_ours:
            return f"{PASSED_OVER}: {letter.automatic or 'this server sent it'}"
        since = time.time() - 3600
        if await self.tables.read(lambda c: mail_queue.letters_of(c, letter.sender, since)) >= MOST_AN_HOUR:
            return f"{PASSED_OVER}: {MOST_AN_HOUR} emails came from this address within an hour"
        for _ in range(TRIES):
            reply = await self.tables.read(lambda c: mail_queue.reply_to(c, letter.id))
            if reply:
                again = OutgoingLetter(**reply)
                await self.tables.write(lambda c, x=again: mail_queue.answer_again(c, letter.sender, x))  # type: ignore[misc]
                return AGAIN
            with contextlib.suppress(Conflict):
                visit = Conversation(self.tables, self.writer, letter, is_known=reply is not None)
                is_answered = await visit.answer()
                return ANSWERED if is_answered else f"{PASSED_OVER}: its sender has unsubscribed"
        raise Conflict("other changes came first several times; deliver the email again")
