"""Letters over the net: whole matches through a real receiver and a real carrier, on loopback."""

import asyncio
import email
import email.policy
import re
import socket
from collections.abc import Awaitable, Callable
from email.message import EmailMessage
from random import Random
from typing import Any

import aiosmtplib
import pytest
from aiosmtpd.smtp import SMTP, Envelope, Session
from tests.mail.post_office import ANA, BEN, US

from upcard.engine.errors import Failure, Usage
from upcard.mail.outbox import Undeliverable
from upcard.mail.smtp import carrier_for, listen
from upcard.report.terminal.text_scenes import plain_text
from upcard.server.bots import Bots
from upcard.server.database import Store
from upcard.server.live_table import LiveTable
from upcard.server.table_service import TableService
from upcard.web.http.visitor_identity import Signer, read_link
from upcard.web.mail_runner import Mailbox, MailSetup, check_setup, read_listen


class Sink:
    """A mail server that keeps what it is given, and refuses whom it is told to refuse."""

    def __init__(self) -> None:
        self.letters: asyncio.Queue[tuple[str, EmailMessage]] = asyncio.Queue()
        self.refusal = ""

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if self.refusal:
            return self.refusal
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        assert isinstance(envelope.content, bytes)
        letter = email.message_from_bytes(envelope.content, policy=email.policy.default)
        assert isinstance(letter, EmailMessage)
        for to in envelope.rcpt_tos:
            self.letters.put_nowait((to, letter))
        return "250 OK"


class World:
    """A mailbox that listens, and a sink that its letters go to."""

    def __init__(self, service: TableService, mailbox: Mailbox, sink: Sink) -> None:
        self.tables, self.mailbox, self.sink = service, mailbox, sink
        self.count = 0

    async def deliver(self, sender: str, to: Any, body: str, head: str = "", **how: Any) -> None:
        """Deliver a letter as a mail server does."""
        self.count += 1
        name = f"Message-ID: <{self.count}@test>\r\n"
        raw = f"From: {sender}\r\nTo: {to}\r\n{name}{head}\r\n{body}\r\n".encode()
        address = sender[sender.index("<") + 1 : -1]
        port = self.mailbox.ports[0]
        await aiosmtplib.send(
            raw, sender=address, recipients=[str(to)], hostname="127.0.0.1", port=port, **how
        )

    async def arrived(self, to: str) -> EmailMessage:
        """The next letter to an address; those to others are passed over."""
        while True:
            address, letter = await asyncio.wait_for(self.sink.letters.get(), 20)
            if address == to:
                return letter


def in_world(database: str, act: Callable[[World], Awaitable[None]], **setup: Any) -> None:
    async def visit() -> None:
        store = Store(database)
        service, sink = TableService(store, Bots(), pace=0.0), Sink()
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: SMTP(sink, hostname="sink", loop=loop), "127.0.0.1", 0)
        smtp = f"smtp://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        mailbox = Mailbox(service, "key", MailSetup(US, plain_text, smtp, None, "127.0.0.1:0", **setup))
        await mailbox.open()
        try:
            await act(World(service, mailbox, sink))
        finally:
            await mailbox.close()
            server.close()
            await server.wait_closed()
            await service.close()
            store.close()

    asyncio.run(visit())


@pytest.fixture
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("upcard.mail.outbox.EVERY", 0.01)


@pytest.mark.usefixtures("_quick")
@pytest.mark.parametrize("game", ["kuhn-poker", "leduc-poker", "beat-it-or-eat-it one-suit length=4"])
def test_a_match_is_played_between_two_addresses_over_smtp(database, game):
    async def play(world: World) -> None:
        await world.deliver(ANA, US, f"start {game} with ben@example.net")
        offer = await world.arrived("ben@example.net")
        await world.deliver(BEN, offer["Reply-To"], "accept")
        (live,) = world.tables.live.values()
        random, people = Random(5), {0: ANA, 1: BEN}
        while not live.is_over:
            seat = live.waiting_for()[0]
            words = random.choice(live.scene(seat).choices).words
            await world.deliver(people[seat], address_of(world, live, seat), words)
        over = await world.arrived("ana@example.org")
        while "is over" not in over["Subject"]:
            over = await world.arrived("ana@example.org")
        assert "The game is over" in over.get_content()
        assert over["Auto-Submitted"] in ("auto-replied", "auto-generated")

    in_world(database, play)


def address_of(world: World, live: LiveTable, seat: int) -> str:
    return world.mailbox.inbox.writer.address_of(live, live.seats[seat])


@pytest.mark.usefixtures("_quick")
def test_letters_come_as_lmtp_too(database):
    async def play(world: World) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", world.mailbox.ports[0])
        said = [
            "LHLO test", "MAIL FROM:<ana@example.org>", f"RCPT TO:<{US}>", "DATA",
            f"From: {ANA}\r\n\r\nhelp\r\n.", "QUIT",
        ]  # fmt: skip
        for line in said:
            writer.write(f"{line}\r\n".encode())
        await writer.drain()
        answers = (await asyncio.wait_for(reader.read(), 20)).decode()
        writer.close()
        assert "250 2.0.0 the email was accepted" in answers
        assert "commands" in (await world.arrived("ana@example.org")).get_content()

    in_world(database, play, is_lmtp=True)


def test_a_letter_holds_a_link_to_its_seat_where_the_server_has_an_address(database):
    async def play(world: World) -> None:
        await world.deliver(ANA, US, "start kuhn-poker with random")
        await world.mailbox.outbox.run_once()
        text = (await world.arrived("ana@example.org")).get_content()
        found = re.search(r"https://tables\.example\.org/me/(\S+)", text)
        assert found
        (live,) = world.tables.live.values()
        key, path = read_link(Signer("key"), found[1])
        assert (live.seat_of({key}), path) == (0, f"/t/{live.row.id}")

    in_world(database, play, web="https://tables.example.org")


def test_letters_to_others_are_refused_and_bounces_are_not_answered(database):
    async def play(world: World) -> None:
        for to in ("eve@example.com", "upcard@example.com", "somebody@example.org", "upcardy@example.org"):
            with pytest.raises(aiosmtplib.SMTPRecipientsRefused):
                await world.deliver(ANA, to, "help")
        await world.deliver(ANA, US, "help", head="Return-Path: <>\r\n")
        await world.mailbox.outbox.run_once()
        assert world.sink.letters.empty()

    in_world(database, play)


def test_a_letter_that_cannot_be_dealt_with_now_stays_with_the_mail_server(database, monkeypatch):
    async def fail(*_: object) -> str:
        raise Failure("the disk is full")

    async def play(world: World) -> None:
        with pytest.raises(aiosmtplib.SMTPDataError) as refused:
            await world.deliver(ANA, US, "help")
        assert refused.value.code == 451

    monkeypatch.setattr("upcard.mail.inbox.MailInbox.receive", fail)
    in_world(database, play)


@pytest.mark.parametrize(
    ("refusal", "kind"), [("550 5.1.1 nobody here", Undeliverable), ("451 4.2.1 full today", Failure)]
)
def test_what_a_mail_server_says_is_final_or_not(database, refusal, kind):
    async def play(world: World) -> None:
        world.sink.refusal = refusal
        carrier = carrier_for(world.mailbox.setup.smtp, US)
        message = EmailMessage()
        message["From"], message["To"] = US, "ana@example.org"
        with pytest.raises(Failure) as fault:
            await carrier(message, "ana@example.org")
        assert type(fault.value) is kind

    in_world(database, play)


def test_a_mail_server_that_is_away_is_told():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    message = EmailMessage()
    message["From"], message["To"] = US, "ana@example.org"
    with pytest.raises(Failure, match="cannot be used"):
        asyncio.run(carrier_for(f"smtp://127.0.0.1:{port}", US)(message, "ana@example.org"))


@pytest.mark.parametrize(
    "url", ["", "localhost", "http://x", "smtp://", "smtp://x:99999", "smtp://x/y", "smtp://u:secret@:25"]
)
def test_what_is_no_mail_server_is_refused_without_telling_a_password(url):
    with pytest.raises(Usage, match="expected smtp://") as fault:
        carrier_for(url, US)
    assert "secret" not in str(fault.value)


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("smtp://localhost", ("localhost", 25, None, None, False)),
        ("smtps://ana%40x:p%2Fw@mail.example.org", ("mail.example.org", 465, "ana@x", "p/w", True)),
        ("smtp://ana@h:587", ("h", 587, "ana", "from outside", False)),
    ],
)
def test_a_mail_server_is_read(url, expected):
    x = carrier_for(url, US, "from outside")
    assert (x.host, x.port, x.user, x.password, x.is_secure) == expected


@pytest.mark.parametrize("at", ["", "8525", "localhost", ":25", "h:x", "h:99999", "h:-1", "h:²"])
def test_what_is_nowhere_to_listen_is_refused(at):
    with pytest.raises(Usage, match="HOST:PORT"):
        read_listen(at)


def test_a_setup_is_checked():
    with pytest.raises(Usage, match="not an email address"):
        check_setup(MailSetup("nobody", plain_text))
    assert check_setup(MailSetup(US, plain_text, "smtp://h", None, "[::1]:25")).listen == "[::1]:25"


def test_a_port_that_is_taken_is_told():
    async def attempt(port: int) -> None:
        with pytest.raises(Failure, match="cannot be opened for email"):
            await listen(Any, "127.0.0.1", port)  # type: ignore[arg-type]

    with socket.create_server(("127.0.0.1", 0)) as taken:
        asyncio.run(attempt(taken.getsockname()[1]))
