"""A stream that says when a table has changed; what has changed is asked for by who may see it."""

import asyncio
from collections.abc import AsyncGenerator

from upcard.play.hall import Hall
from upcard.play.live import LiveTable

SIGN_OF_LIFE = 15.0
"""A comment is sent after so many quiet seconds, so that a line that broke is noticed."""

EVENT_STREAM = "text/event-stream"
EVENTS = r"^(event: (change|beside)\nid: [0-9]+\ndata: [0-9]+\n\n|: [a-z ]+\n\n)*$"
"""What is sent is such a text, whole or broken off after an empty line."""


async def changes(hall: Hall, live: LiveTable, seen: int = -1) -> AsyncGenerator[bytes]:
    """One event ``change`` with the table's version now, and one after every change.

    Who has seen this very version is told nothing before the next change: a page that has just been
    drawn is not drawn again while somebody types there. An event ``beside`` tells of what is no change
    of the table: the player whose turn it is stays away, or the table is no more.
    """
    with hall.listening(live) as changed:
        version, beside = live.row.version, live.told_beside
        yield b": listening\n\n" if version == seen else _event(live, b"change")
        while True:
            try:
                async with asyncio.timeout(SIGN_OF_LIFE):  # which needs no task of its own
                    await changed.wait()
            except TimeoutError:
                yield b": still here\n\n"
                continue
            changed.clear()
            if live.row.version != version:
                version = live.row.version
                yield _event(live, b"change")
            if live.told_beside != beside:
                beside = live.told_beside
                yield _event(live, b"beside")


def _event(live: LiveTable, name: bytes) -> bytes:
    return b"event: %b\nid: %d\ndata: %d\n\n" % (name, live.row.version, live.row.version)
