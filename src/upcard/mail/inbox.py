"""Incoming mail: the table service does what a letter asks for, and the answer goes into the outbox.

A letter is claimed in the same transaction as the first thing that it changes, so that it is played once
however often it is delivered; delivered again, it gets the same answer again.
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
"""Maximum number of letters of one address that are answered in an hour."""

TRIES = 3
"""Attempts at a letter when somebody else is faster."""

ANSWERED, AGAIN, PASSED_OVER = "answered", "answered again", "passed over"


class MailInbox:
    """Carries out the commands of letters that come in."""

    def __init__(self, service: TableService, writer: LetterWriter) -> None:
        self.tables, self.writer = service, writer

    async def receive(self, raw: bytes, sender: str | None = None, sent_to: tuple[str, ...] = ()) -> str:
        """Carry out the commands of a letter and have the answer sent; return what became of it.

        The parameters are those of :func:`upcard.mail.parse_letter.read_letter`. Raises Failure if the
        database cannot be read or written; the letter may be delivered again.
        """
        letter = read_letter(raw, sender, sent_to)
        mine = letter.sender.lower() == self.writer.address.lower()
        if letter.automatic or mine:
            return f"{PASSED_OVER}: {letter.automatic or 'it comes from here'}"
        since = time.time() - 3600
        if await self.tables.read(lambda c: mail_queue.letters_of(c, letter.sender, since)) >= MOST_AN_HOUR:
            return f"{PASSED_OVER}: {MOST_AN_HOUR} letters came from this address within an hour"
        for _ in range(TRIES):
            known = await self.tables.read(lambda c: mail_queue.reply_to(c, letter.id))
            if known:
                again = OutgoingLetter(**known)
                await self.tables.write(lambda c, x=again: mail_queue.answer_again(c, letter.sender, x))  # type: ignore[misc]
                return AGAIN
            with contextlib.suppress(Conflict):
                visit = Conversation(self.tables, self.writer, letter, is_known=known is not None)
                is_answered = await visit.answer()
                return ANSWERED if is_answered else f"{PASSED_OVER}: its sender wants no letters from here"
        raise Conflict("somebody else was faster several times; the letter can be delivered again")
