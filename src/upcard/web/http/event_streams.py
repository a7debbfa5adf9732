"""Event streams that report when something has changed; clients then request the new state themselves."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator

from starlette.responses import StreamingResponse

from upcard.server.live_table import LiveTable
from upcard.server.table_service import TableService

SIGN_OF_LIFE = 15.0
"""Seconds without an event after which a comment is sent, to detect a broken connection."""

LISTENING, STILL_HERE = b": listening\n\n", b": still here\n\n"
EVENT_STREAM = "text/event-stream"
EVENTS = r"^(event: (change|beside)\nid: [0-9]+\ndata: [0-9]+\n\n|: [a-z ]+\n\n)*$"
"""Pattern of the text of a stream, which may stop after any empty line."""


def stream_of(events: AsyncIterator[bytes]) -> StreamingResponse:
    """Return a response that sends events immediately; proxies must not buffer it."""
    return StreamingResponse(events, media_type=EVENT_STREAM, headers={"X-Accel-Buffering": "no"})


def event(name: bytes, number: int) -> bytes:
    """Return an event with a number, such as the current version of a table."""
    return b"event: %b\nid: %d\ndata: %d\n\n" % (name, number, number)


async def wait_for_change(changed: asyncio.Event) -> bool:
    """Wait for a change and clear `changed`; return False if a sign of life is due first."""
    try:
        async with asyncio.timeout(SIGN_OF_LIFE):  # unlike wait_for, this needs no task
            await changed.wait()
    except TimeoutError:
        return False
    changed.clear()
    return True


async def changes(service: TableService, live: LiveTable, seen: int = -1) -> AsyncGenerator[bytes]:
    """Yield an event ``change`` with the current version of a table, and one after every change.

    A client that has `seen` the current version gets nothing before the next change: a new page is not
    drawn again while somebody types there. An event ``beside`` reports what does not change the table:
    the player to act is away, or the table was removed.
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
