"""A stream that says when a table has changed; what has changed is asked for by who may see it."""

import asyncio
from collections.abc import AsyncIterator

from upcard.play.hall import Hall
from upcard.play.live import LiveTable

SIGN_OF_LIFE = 15.0
"""A comment is sent after so many quiet seconds, so that a line that broke is noticed."""

EVENT_STREAM = "text/event-stream"
EVENTS = r"^(event: change\nid: [0-9]+\ndata: [0-9]+\n\n|: [a-z ]+\n\n)*$"
"""What is sent is such a text, whole or broken off after an empty line."""


async def changes(hall: Hall, live: LiveTable, seen: int = -1) -> AsyncIterator[bytes]:
    """One event ``change`` with the table's version now, and one after every change.

    Who has seen this very version is told nothing before the next change: a page that has just been
    drawn is not drawn again while somebody types there.
    """
    with hall.listening(live) as changed:
        yield b": listening\n\n" if live.row.version == seen else _event(live)
        while True:
            try:
                async with asyncio.timeout(SIGN_OF_LIFE):  # which needs no task of its own
                    await changed.wait()
            except TimeoutError:
                yield b": still here\n\n"
                continue
            changed.clear()
            yield _event(live)


def _event(live: LiveTable) -> bytes:
    return b"event: change\nid: %d\ndata: %d\n\n" % (live.row.version, live.row.version)
