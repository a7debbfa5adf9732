"""Substitutes: bots that act for pupils who are away, until they come back."""

import secrets
import time
from collections.abc import Callable

from sqlalchemy.engine import Connection

from upcard.play.bot_levels import usual_level
from upcard.server import repository as rows
from upcard.server.clock import due
from upcard.server.fair_threads import in_thread
from upcard.server.live_table import LiveTable
from upcard.server.person_names import check_name, numbered
from upcard.server.table_service import TableService

PATIENCE = 60.0
"""A bot acts for a pupil whose turn it is after this many seconds without a sign of their phone."""

NOBODY = "nobody"
"""Name on a seat whose player has left the match."""


def is_left(live: LiveTable, seat: int, gone_since: float | None) -> bool:
    """Return whether a bot has to act on a seat: on its turn, the phone was silent for ``PATIENCE`` seconds.

    `gone_since` is the time of the phone's last sign. It is None while a page of the pupil is open: then they
    are never replaced, however long they think.
    """
    if seat not in live.waiting_for() or live.seats[seat].strategy:
        return False
    return is_gone(gone_since, live.waiting_since)


def is_gone(gone_since: float | None, waiting_since: float) -> bool:
    """Return whether a phone was silent, while others waited for it, for longer than ``PATIENCE`` seconds."""
    return gone_since is not None and time.time() - max(gone_since, waiting_since) > PATIENCE


async def stand_in(service: TableService, table_id: str, seat: int, bot: str) -> None:
    """Let a bot act on a seat until its player comes back; an empty `bot` is that of the usual level."""
    async with service.locked(table_id) as live:
        if live.is_over or live.seats[seat].strategy:
            return
        strategy = bot or (await in_thread(usual_level, live.game)).strategy
        await _change(service, live, lambda c: rows.change_seat(c, table_id, seat, strategy=strategy))
    service.wake(live)


async def give_to_bot(service: TableService, table_id: str, seat: int, bot: str) -> int | None:
    """Give a seat to a bot for good; return the number of actions before, as :func:`give_seat` does."""
    live = await service.find(table_id)
    strategy = bot or (await in_thread(usual_level, live.game)).strategy
    return await _pass_on(service, table_id, seat, person="", name="bot", strategy=strategy)


async def give_seat(service: TableService, table_id: str, seat: int, person: str, name: str) -> int | None:
    """Give a seat to the person with this secret key and name, without private data of the former player.

    Returns the number of actions before; None if the match is over, because then all seats stay.
    """
    return await _pass_on(service, table_id, seat, person=person, name=check_name(name), strategy="")


async def leave_seat(service: TableService, table_id: str, seat: int) -> int | None:
    """Leave a seat empty, so that the match stops; return as :func:`give_seat` does."""
    return await _pass_on(service, table_id, seat, person=secrets.token_urlsafe(16), name=NOBODY, strategy="")


async def rename_seat(service: TableService, table_id: str, seat: int, name: str) -> None:
    """Rename the player of a seat."""
    live, called = await service.find(table_id), check_name(name)
    async with live.lock:
        await _change(service, live, lambda c: rows.change_seat(c, table_id, seat, name=called))
        live.reload(live.snapshot)


async def _pass_on(service: TableService, table_id: str, seat: int, **values: str) -> int | None:
    """Change the owner of a seat, unless the match is over; return as :func:`give_seat` does."""
    async with service.locked(table_id) as live:
        if live.is_over:  # checked here, since it may end while this waits for the lock
            return None
        turn = live.turn
        others = [x.name for x in live.seats if x.number != seat and x.name != NOBODY]
        values["name"] = values["name"] if values["name"] == NOBODY else numbered(values["name"], others)
        await _change(service, live, lambda c: rows.pass_on(c, table_id, seat, **values))
        live.reload(live.snapshot)
    service.wake(live)
    return turn


async def _change(service: TableService, live: LiveTable, job: Callable[[Connection], None]) -> None:
    """Store a change of a seat; the clock of the player to move starts again."""
    await service.change(live, job, due_at=due(live.row.clock))
