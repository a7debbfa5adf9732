"""All that plays by mail in one process: the office, the postman, and a door for letters that come."""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from upcard.engine.errors import Usage
from upcard.mail.compose_letter import Draw, Writer
from upcard.mail.inbox import Office
from upcard.mail.outbox import Postman
from upcard.mail.smtp import Inbox, carrier_for, listen
from upcard.server.seat_tokens import Tokens
from upcard.server.table_service import Hall
from upcard.web.http.visitor_identity import Signer, link_of
from upcard.web.pages.mail_consent_page import choice_link

SMTP_PORT = 8525


@dataclass(frozen=True)
class MailSetup:
    """How letters go and come."""

    address: str
    """The address that letters to the tables go to, ``upcard@example.org``."""
    draw: Draw
    """Draws a scene as text."""
    smtp: str = ""
    """The mail server that carries letters, ``smtp://USER@HOST:PORT``; empty to leave them in the outbox."""
    password: str | None = None
    """Its password."""
    listen: str = ""
    """Where letters come in, ``HOST:PORT``; empty for nowhere."""
    is_lmtp: bool = False
    """Whether they come in as LMTP."""
    web: str = ""
    """Where the tables are reached in a browser, for links in letters; empty where they are not."""


class Mailbox:
    """The parts that play by mail.

    Parameters
    ----------
    hall : Hall
        The tables.
    key : str
        The server's key.
    setup : MailSetup
        How letters go and come.

    Raises
    ------
    Usage
        If an address cannot be understood.
    """

    def __init__(self, hall: Hall, key: str, setup: MailSetup) -> None:
        self.setup = setup
        link = partial(link_of, Signer(key), setup.web) if setup.web else None
        choice = partial(choice_link, Signer(key), setup.web) if setup.web else None
        writer = Writer(Tokens(key), setup.address, setup.draw, link, choice)
        carrier = carrier_for(setup.smtp, setup.address, setup.password) if setup.smtp else None
        self.office = Office(hall, writer)
        self.postman = Postman(hall, writer, carrier)
        self._door: asyncio.Server | None = None
        self._at = read_listen(setup.listen) if setup.listen else None

    async def open(self) -> None:
        """Receive letters, and carry them."""
        if self._at is not None:
            inbox = Inbox(self.office.receive, self.setup.address)
            self._door = await listen(inbox, *self._at, is_lmtp=self.setup.is_lmtp)
        await self.postman.open()

    async def close(self) -> None:
        """Stop both."""
        if self._door is not None:
            self._door.close()
            await self._door.wait_closed()
        await self.postman.close()

    @property
    def ports(self) -> Sequence[int]:
        """Where letters are received now."""
        return [x.getsockname()[1] for x in self._door.sockets] if self._door is not None else []


def check_setup(setup: MailSetup) -> MailSetup:
    """The same, once it is seen that its addresses can be understood.

    Raises
    ------
    Usage
        If one cannot.
    """
    Writer(Tokens(""), setup.address, setup.draw)
    if setup.smtp:
        carrier_for(setup.smtp, setup.address)
    if setup.listen:
        read_listen(setup.listen)
    return setup


def read_listen(text: str) -> tuple[str, int]:
    """A host and a port.

    Raises
    ------
    Usage
        If it is none.
    """
    host, _, port = text.rpartition(":")
    if not host or not re.fullmatch("[0-9]{1,5}", port) or int(port) > 65_535:
        raise Usage(
            f"{text[:60]!r} is nowhere to listen at; expected HOST:PORT, such as 127.0.0.1:{SMTP_PORT}"
        )
    return host.strip("[]"), int(port)
