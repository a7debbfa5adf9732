"""The office: a letter comes in, what it asks for is done by the hall, and its answer is put into the outbox.

A letter is claimed in the same transaction as the first thing that it changes, so that it is played once
however often it is delivered; delivered again, it gets the same answer again.
"""

import contextlib
import time

from upcard.mail.compose_letter import Writer
from upcard.mail.conversation import Visit
from upcard.mail.parse_letter import read_letter
from upcard.server import mail_queue as post
from upcard.server.database import Conflict
from upcard.server.mail_queue import Outgoing
from upcard.server.table_service import Hall

MOST_AN_HOUR = 60
"""Letters of one address that are answered in an hour."""

TRIES = 3
"""How often a letter is begun anew after somebody was faster."""

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
                await self.hall.write(lambda c, x=again: post.answer_again(c, letter.sender, x))  # type: ignore[misc]
                return AGAIN
            with contextlib.suppress(Conflict):
                visit = Visit(self.hall, self.writer, letter, is_known=known is not None)
                is_answered = await visit.answer()
                return ANSWERED if is_answered else f"{PASSED_OVER}: its sender wants no letters from here"
        raise Conflict("somebody else was faster several times; the letter can be delivered again")
