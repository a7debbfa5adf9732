"""Play by email in one process: the inbox, the outbox, and a server for incoming emails."""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from upcard.engine.errors import Usage
from upcard.mail.compose_letter import Draw, LetterWriter
from upcard.mail.inbox import MailInbox
from upcard.mail.outbox import Outbox
from upcard.mail.smtp import MailHandler, carrier_for, listen
from upcard.server.seat_tokens import SeatTokens
from upcard.server.table_service import TableService
from upcard.web.http.visitor_identity import Signer, link_of
from upcard.web.pages.mail_consent_page import choice_link

SMTP_PORT = 8525


@dataclass(frozen=True)
class MailSetup:
    """Settings for sending and receiving emails."""

    address: str
    """The email address of the tables, such as ``upcard@example.org``."""
    draw: Draw
    """Function that draws a scene as text."""
    smtp: str = ""
    """The mail server for sending, ``smtp://USER@HOST:PORT``; empty to leave emails in the outbox."""
    password: str | None = None
    listen: str = ""
    """Where to receive emails, ``HOST:PORT``; empty to receive none."""
    is_lmtp: bool = False
    web: str = ""
    """The address of the tables in a browser, for links in emails; empty if there is none."""


class Mailbox:
    """Inbox, outbox and mail server of one process; raises Usage if an address in `setup` is not valid.

    `key` is the server's key, which signs seat tokens and links.
    """

    def __init__(self, service: TableService, key: str, setup: MailSetup) -> None:
        self.setup = setup
        link = partial(link_of, Signer(key), setup.web) if setup.web else None
        choice = partial(choice_link, Signer(key), setup.web) if setup.web else None
        writer = LetterWriter(SeatTokens(key), setup.address, setup.draw, link, choice)
        carrier = carrier_for(setup.smtp, setup.address, setup.password) if setup.smtp else None
        self.inbox = MailInbox(service, writer)
        self.outbox = Outbox(service, writer, carrier)
        self._server: asyncio.Server | None = None
        self._listen_at = read_listen(setup.listen) if setup.listen else None

    async def open(self) -> None:
        """Start receiving and sending emails."""
        if self._listen_at is not None:
            inbox = MailHandler(self.inbox.receive, self.setup.address)
            self._server = await listen(inbox, *self._listen_at, is_lmtp=self.setup.is_lmtp)
        await self.outbox.open()

    async def close(self) -> None:
        """Stop receiving and sending emails."""
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()
        self.inbox.close()
        await self.outbox.close()

    @property
    def ports(self) -> Sequence[int]:
        """Ports on which emails are received."""
        return [x.getsockname()[1] for x in self._server.sockets] if self._server is not None else []


def check_setup(setup: MailSetup) -> MailSetup:
    """Return the setup; raises Usage if one of its addresses is not valid."""
    LetterWriter(SeatTokens(""), setup.address, setup.draw)
    if setup.smtp:
        carrier_for(setup.smtp, setup.address)
    if setup.listen:
        read_listen(setup.listen)
    return setup


def read_listen(text: str) -> tuple[str, int]:
    """Return the host and the port in a text; raises Usage if the text is not ``HOST:PORT``."""
    host, _, port = text.rpartition(":")
    if not host or not re.fullmatch("[0-9]{1,5}", port) or int(port) > 65_535:
        raise Usage(
            f"{text[:60]!r} is not an address to listen on; expected HOST:PORT, such as 127.0.0.1:{SMTP_PORT}"
        )
    return host.strip("[]"), int(port)
