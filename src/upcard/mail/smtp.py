"""Letters over the net: carried to any SMTP server, and received as SMTP or LMTP."""

import asyncio
import logging
import ssl
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from email.message import EmailMessage
from urllib.parse import SplitResult, unquote, urlsplit

import aiosmtplib
from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session

from upcard.engine.errors import Failure, UpcardError, Usage
from upcard.mail.outbox import Undeliverable
from upcard.mail.parse_letter import LONGEST

logger = logging.getLogger(__name__)

PORTS = {"smtp": 25, "smtps": 465}
TIMEOUT = 30.0
PERMANENT = 500
"""Answers of a mail server from here on are final."""

Receive = Callable[[bytes, str | None, tuple[str, ...]], Awaitable[str]]
"""Does what a letter asks for: all of it, its sender and its recipients by the envelope."""


@dataclass(frozen=True)
class Carrier:
    """Carries messages to one SMTP server."""

    host: str
    """The server."""
    port: int
    """Its port."""
    user: str | None
    password: str | None
    """Who we are there."""
    is_secure: bool
    """Whether it speaks TLS from the first byte on; otherwise TLS is begun where the server offers it."""
    sender: str
    """Who sends, by the envelope."""

    async def __call__(self, message: EmailMessage, to: str) -> None:
        """Carry a message to an address.

        Raises
        ------
        Undeliverable
            If the server will never take it.
        Failure
            If it does not take it now, or cannot be reached.
        """
        try:
            await aiosmtplib.send(
                message, sender=self.sender, recipients=[to], hostname=self.host, port=self.port,
                username=self.user, password=self.password, use_tls=self.is_secure, timeout=TIMEOUT,
            )  # fmt: skip
        except aiosmtplib.SMTPRecipientsRefused as fault:
            kind = Undeliverable if all(x.code >= PERMANENT for x in fault.recipients) else Failure
            raise kind(f"{self.host} does not take letters to {to}: {fault.recipients[0].message}") from fault
        except (aiosmtplib.SMTPDataError, aiosmtplib.SMTPSenderRefused) as fault:
            kind = Undeliverable if fault.code >= PERMANENT else Failure
            raise kind(f"{self.host} does not take the letter: {fault.code} {fault.message}") from fault
        except (aiosmtplib.SMTPException, OSError, ssl.SSLError, TimeoutError) as fault:
            raise Failure(f"the mail server {self.host}:{self.port} cannot be used: {fault}") from fault


def carrier_for(url: str, sender: str, password: str | None = None) -> Carrier:
    """Who carries letters by a mail server's address.

    Parameters
    ----------
    url : str
        ``smtp://USER@HOST:PORT`` or ``smtps://...``; all but the host may be left out.
    sender : str
        Our own address.
    password : str, optional
        The password, where it does not stand in the address.

    Raises
    ------
    Usage
        If it is no such address.
    """
    parts = urlsplit(url)
    port = _port_of(parts)
    if parts.scheme not in PORTS or not parts.hostname or port is None or parts.path not in ("", "/"):
        raise Usage(f"--smtp was given {_hidden(url)!r}; expected smtp://USER@HOST:PORT or smtps://...")
    user = unquote(parts.username) if parts.username else None
    secret = unquote(parts.password) if parts.password else password
    return Carrier(parts.hostname, port, user, secret if user else None, parts.scheme == "smtps", sender)


def _port_of(parts: SplitResult) -> int | None:
    try:
        return parts.port or PORTS.get(parts.scheme)
    except ValueError:
        return None


def _hidden(url: str) -> str:
    """An address without what may be a password."""
    return url.rpartition("@")[2][:60]


class Inbox:
    """What aiosmtpd asks about letters that come.

    Parameters
    ----------
    receive : function
        Does what a letter asks for.
    address : str
        Our address; letters to others are refused, so that nobody sends mail through us.
    """

    def __init__(self, receive: Receive, address: str) -> None:
        self.receive = receive
        local, _, self.domain = address.lower().rpartition("@")
        self.locals = (local, f"{local}+")

    async def handle_RCPT(  # noqa: N802 - the name that aiosmtpd calls
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Take letters to us, and to no other."""
        local, _, domain = address.lower().rpartition("@")
        if domain != self.domain or not (local == self.locals[0] or local.startswith(self.locals[1])):
            return "550 5.1.1 no letters are taken for this address"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        """Do what a letter asks for before it is said to have arrived."""
        raw = envelope.content if isinstance(envelope.content, bytes) else b""
        try:
            await self.receive(raw, envelope.mail_from, tuple(envelope.rcpt_tos))
        except Exception as fault:  # whoever sent the letter keeps it, and tries again
            if not isinstance(fault, UpcardError):
                logger.exception("a letter was not dealt with")
            return "451 4.3.0 the letter cannot be dealt with now; deliver it again later"
        return "250 2.0.0 it is dealt with"


async def listen(inbox: Inbox, host: str, port: int, is_lmtp: bool = False) -> asyncio.Server:
    """Receive letters in the running event loop, until the server is closed.

    Raises
    ------
    Failure
        If the address cannot be listened at.
    """
    loop = asyncio.get_running_loop()
    kind = LMTP if is_lmtp else SMTP

    def protocol() -> SMTP:
        """One for each line."""
        return kind(
            inbox, data_size_limit=10 * LONGEST, timeout=300, ident="Upcard", hostname="upcard", loop=loop
        )

    try:
        return await loop.create_server(protocol, host, port)
    except OSError as fault:
        raise Failure(
            f"{host} port {port} cannot be listened at for letters: {fault.strerror or fault}; name another"
        ) from None
