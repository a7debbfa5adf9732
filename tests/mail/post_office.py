"""A post office for tests: letters go in as text, and what would be carried is collected."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from email.message import EmailMessage

from upcard.mail.compose_letter import LetterWriter
from upcard.mail.inbox import MailInbox
from upcard.mail.outbox import Outbox
from upcard.report.terminal.text_scenes import plain_text
from upcard.server.bots import Bots
from upcard.server.database import Store
from upcard.server.live_table import LiveTable
from upcard.server.seat_tokens import SeatTokens
from upcard.server.table_service import TableService

US, KEY = "upcard@example.org", "the key of a test"
ANA, BEN = "Ana <ana@example.org>", "Ben <ben@example.net>"


class PostOffice:
    """Inbox and outbox over a service; `sent` collects the letters that were sent."""

    def __init__(self, service: TableService) -> None:
        writer = LetterWriter(SeatTokens(KEY), US, plain_text)
        self.tables, self.inbox = service, MailInbox(service, writer)
        self.outbox = Outbox(service, writer, self.carry)
        self.sent: list[EmailMessage] = []
        self.count = 0

    async def carry(self, message: EmailMessage, to: str) -> None:
        assert message["To"] == to
        self.sent.append(message)

    async def raw(self, raw: bytes, sender: str | None = None) -> str:
        """Hand in a letter as it is; gives what became of it."""
        became = await self.inbox.receive(raw, sender)
        await self.outbox.run_once()
        return became

    async def write(
        self, sender: str, to: "str | EmailMessage", body: str, subject: str = "", head: str = ""
    ) -> EmailMessage:
        """Write a letter, to an address or as an answer to another; gives the answer."""
        self.count += 1
        if isinstance(to, EmailMessage):
            subject, to = f"Re: {to['Subject']}", str(to["Reply-To"])
        text = (
            f"From: {sender}\nTo: {to}\nSubject: {subject}\nMessage-ID: <{self.count}@test>\n{head}\n{body}"
        )
        first = len(self.sent)
        assert await self.raw(text.encode()) == "answered"
        name = f"<{self.count}@test>"
        return next(x for x in self.sent[first:] if x["In-Reply-To"] == name)

    def last(self, address: str) -> EmailMessage:
        """The last letter to an address."""
        return [x for x in self.sent if x["To"] == address][-1]


def text_of(message: EmailMessage) -> str:
    """What a letter says."""
    return str(message.get_content())


def only_table(post: PostOffice) -> LiveTable:
    """The one table there is."""
    (live,) = post.tables.live.values()
    return live


async def begin(post: PostOffice, game: str = "leduc-poker") -> LiveTable:
    """Ana and Ben at a table, by mail."""
    await post.write(ANA, US, f"start {game} with ben@example.net")
    await post.write(BEN, post.last("ben@example.net"), "accept")
    return only_table(post)


def in_post_office(url: str, act: Callable[[PostOffice], Awaitable[None]]) -> None:
    """Open a post office, do something in it, and close it."""

    async def visit() -> None:
        with _store(url) as store:
            service = TableService(store, Bots(), pace=0.0)
            try:
                await act(PostOffice(service))
            finally:
                await service.close()

    asyncio.run(visit())


@contextmanager
def _store(url: str) -> Iterator[Store]:
    store = Store(url)
    try:
        yield store
    finally:
        store.close()
