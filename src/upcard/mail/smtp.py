"""Emails over the network: sent through an SMTP server, received by SMTP or LMTP."""

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
from upcard.server.open_count import OpenCount
from upcard.server.rare_log import RareLog

logger = logging.getLogger(__name__)
rare = RareLog(logger)

PORTS = {"smtp": 25, "smtps": 465}
TIMEOUT = 30.0
MOST_CONNECTIONS, MOST_OF_ONE, IDLE_SECONDS = 50, 10, 60.0
"""Maximum connections that bring emails, in all and from one address, and maximum seconds of silence."""

PERMANENT = 500
"""Reply codes of a mail server from this one on mean that another attempt is useless."""

Receive = Callable[[bytes, str | None, tuple[str, ...]], Awaitable[str]]
"""Handle an email: its bytes, and the sender and recipients on the envelope; return the outcome."""


@dataclass(frozen=True)
class Carrier:
    """Sends messages through one SMTP server."""

    host: str
    port: int
    user: str | None
    password: str | None
    """Our account at the mail server; None without one."""
    is_secure: bool
    """Whether to use TLS from the first byte; otherwise TLS is used if the server offers it."""
    sender: str
    """The sender on the envelope."""

    async def __call__(self, message: EmailMessage, to: str) -> None:
        """Send a message; raises Undeliverable if the server refuses it for good, else Failure."""
        try:
            await aiosmtplib.send(
                message, sender=self.sender, recipients=[to], hostname=self.host, port=self.port,
                username=self.user, password=self.password, use_tls=self.is_secure, timeout=TIMEOUT,
            )  # fmt: skip
        except aiosmtplib.SMTPRecipientsRefused as fault:
            kind = Undeliverable if all(x.code >= PERMANENT for x in fault.recipients) else Failure
            raise kind(f"{self.host} does not accept email to {to}: {fault.recipients[0].message}") from fault
        except (aiosmtplib.SMTPDataError, aiosmtplib.SMTPSenderRefused) as fault:
            kind = Undeliverable if fault.code >= PERMANENT else Failure
            raise kind(f"{self.host} does not accept the email: {fault.code} {fault.message}") from fault
        except (aiosmtplib.SMTPException, OSError, ssl.SSLError, TimeoutError) as fault:
            raise Failure(f"the mail server {self.host}:{self.port} cannot be used: {fault}") from fault


def carrier_for(url: str, sender: str, password: str | None = None) -> Carrier:
    """Return the carrier for a mail server at `url`; raises Usage if the URL cannot be understood.

    The URL is ``smtp://USER@HOST:PORT`` or ``smtps://...``; user and port may be left out. `password` is
    used if the URL has none. `sender` is our own email address.
    """
    parts = urlsplit(url)
    port = _port_of(parts)
    if parts.scheme not in PORTS or not parts.hostname or port is None or parts.path not in ("", "/"):
        shown = url.rpartition("@")[2][:60]  # without user and password
        raise Usage(f"--smtp is {shown!r}; expected smtp://USER@HOST:PORT or smtps://...")
    user = unquote(parts.username) if parts.username else None
    secret = unquote(parts.password) if parts.password else password
    return Carrier(parts.hostname, port, user, secret if user else None, parts.scheme == "smtps", sender)


def _port_of(parts: SplitResult) -> int | None:
    try:
        return parts.port or PORTS.get(parts.scheme)
    except ValueError:
        return None


class MailHandler:
    """Handler of the emails that aiosmtpd receives.

    It refuses emails to other addresses than ours, so that the server is not an open relay.
    """

    def __init__(self, receive: Receive, address: str) -> None:
        self.receive = receive
        local, _, self.domain = address.lower().rpartition("@")
        self.locals = (local, f"{local}+")

    async def handle_RCPT(  # noqa: N802 - the name that aiosmtpd calls
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Accept emails to our address only."""
        local, _, domain = address.lower().rpartition("@")
        if domain != self.domain or not (local == self.locals[0] or local.startswith(self.locals[1])):
            return "550 5.1.1 this address does not accept email"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        """Handle an email before its arrival is confirmed."""
        raw = envelope.content if isinstance(envelope.content, bytes) else b""
        try:
            await self.receive(raw, envelope.mail_from, tuple(envelope.rcpt_tos))
        except Exception as fault:  # the sending server keeps the email, and tries again
            if not isinstance(fault, UpcardError):
                logger.exception("an email could not be handled")
            return "451 4.3.0 the email cannot be handled now; deliver it again later"
        return "250 2.0.0 the email was accepted"


def _limited(kind: type[SMTP], open_count: OpenCount) -> type[SMTP]:
    """Return a protocol that counts its connections, and refuses more than the maximum."""

    class LimitedSMTP(kind):  # type: ignore[misc, valid-type]
        counted: str | None = None
        """The address of a connection that is counted; empty if the other side has gone already."""

        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            peer = str((transport.get_extra_info("peername") or ("",))[0])
            if open_count.reason(peer):
                rare.warning("too many connections bring emails; the last one, from %s, has to wait", peer)
                if isinstance(transport, asyncio.Transport):
                    transport.write(b"421 4.7.0 too many connections; try again later\r\n")
                transport.close()
                return
            open_count.add(peer)
            self.counted = peer
            super().connection_made(transport)

        def connection_lost(self, error: Exception | None) -> None:
            if self.counted is not None:
                open_count.remove(self.counted)
                super().connection_lost(error)

    return LimitedSMTP


async def listen(inbox: MailHandler, host: str, port: int, is_lmtp: bool = False) -> asyncio.Server:
    """Return a running server that receives emails; raises Failure if the port cannot be opened."""
    loop = asyncio.get_running_loop()
    kind = _limited(LMTP if is_lmtp else SMTP, OpenCount(MOST_OF_ONE, MOST_CONNECTIONS))

    def protocol() -> SMTP:
        """Return the protocol of a connection."""
        return kind(
            inbox,
            data_size_limit=10 * LONGEST,
            timeout=IDLE_SECONDS,
            ident="Upcard",
            hostname="upcard",
            loop=loop,
        )

    try:
        return await loop.create_server(protocol, host, port)
    except OSError as fault:
        raise Failure(
            f"{host} port {port} cannot be opened for email: {fault.strerror or fault}; choose another"
        ) from None
