"""Streams that say when something has changed; what has changed is asked for by who may see it."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator

from starlette.responses import StreamingResponse

from upcard.server.live_table import LiveTable
from upcard.server.table_service import TableService

SIGN_OF_LIFE = 15.0
"""A comment is sent after so many quiet seconds, so that a line that broke is noticed."""

LISTENING, STILL_HERE = b": listening\n\n", b": still here\n\n"
EVENT_STREAM = "text/event-stream"
EVENTS = r"^(event: (change|beside)\nid: [0-9]+\ndata: [0-9]+\n\n|: [a-z ]+\n\n)*$"
"""What is sent is such a text, whole or broken off after an empty line."""


def stream_of(events: AsyncIterator[bytes]) -> StreamingResponse:
    """The answer that sends events as they come, which no proxy may hold back."""
    return StreamingResponse(events, media_type=EVENT_STREAM, headers={"X-Accel-Buffering": "no"})


def event(name: bytes, number: int) -> bytes:
    """An event with a number, such as the version that something has now."""
    return b"event: %b\nid: %d\ndata: %d\n\n" % (name, number, number)


async def wait_for_change(changed: asyncio.Event) -> bool:
    """Wait until something changes; False where a sign of life is due before. Clears `changed`."""
    try:
        async with asyncio.timeout(SIGN_OF_LIFE):  # which needs no task of its own
            await changed.wait()
    except TimeoutError:
        return False
    changed.clear()
    return True


async def changes(service: TableService, live: LiveTable, seen: int = -1) -> AsyncGenerator[bytes]:
    """One event ``change`` with the table's version now, and one after every change.

    Who has seen this very version is told nothing before the next change: a page that has just been
    drawn is not drawn again while somebody types there. An event ``beside`` tells of what is no change
    of the table: the player whose turn it is stays away, or the table is no more.
    """
    with live.listening() as changed:
        version, beside = live.row.version, live.extra_notifications
        yield LISTENING if version == seen else event(b"change", version)
        while True:
            if not await wait_for_change(changed):
                yield STILL_HERE
                continue
            if live.row.version != version:
                version = live.row.version
                yield event(b"change", version)
            if live.extra_notifications != beside:
                beside = live.extra_notifications
                yield event(b"beside", live.row.version)
