"""Seats of pupils who come late, go away or come back: bots keep them warm."""

import secrets
import time
from collections.abc import Callable

from sqlalchemy.engine import Connection

from upcard.server import repository as rows
from upcard.server.bots import usual_bot
from upcard.server.clock import due
from upcard.server.live_table import LiveTable
from upcard.server.new_table import check_name
from upcard.server.table_service import Hall

PATIENCE = 60.0
"""A phone that is gone for so many seconds, while it is waited for, is acted for until it is there again."""

NOBODY = "nobody"
"""What is called who sits where a match was left."""


def is_left(live: LiveTable, seat: int, gone_since: float | None) -> bool:
    """Whether a bot is to act on a seat: for ``PATIENCE`` its player is waited for, and his phone gone.

    Who sits before an open page is never left, however long he thinks.

    Parameters
    ----------
    live : LiveTable
        The table.
    seat : int
        The seat of a pupil.
    gone_since : float or None
        Since when nothing was heard of his phone; None while a page of his is open.
    """
    if seat not in live.waiting_for() or live.seats[seat].strategy:
        return False
    return is_gone(gone_since, live.asked_since)


def is_gone(gone_since: float | None, asked_since: float) -> bool:
    """Whether a phone has been silent, and waited for, for longer than ``PATIENCE``."""
    return gone_since is not None and time.time() - max(gone_since, asked_since) > PATIENCE


async def stand_in(hall: Hall, table_id: str, seat: int, bot: str) -> None:
    """Have a bot act on a seat, until its player takes it again."""
    live = await hall.find(table_id)
    async with live.lock:
        if live.is_over or live.seats[seat].strategy:
            return
        strategy = bot or usual_bot(live.game)
        await _change(hall, live, lambda c: rows.change_seat(c, table_id, seat, strategy=strategy))
    hall.wake(live)


async def give_to_bot(hall: Hall, table_id: str, seat: int, bot: str) -> int | None:
    """Give a seat to a bot for ever; tells what :func:`give_seat` tells."""
    strategy = bot or usual_bot((await hall.find(table_id)).game)
    return await _pass_on(hall, table_id, seat, person="", name="bot", strategy=strategy)


async def give_seat(hall: Hall, table_id: str, seat: int, person: str, name: str) -> int | None:
    """Give a seat to a person, with nothing that was the own of who sat there.

    Returns
    -------
    int or None
        After how many actions it was given; None where the match is over, and everybody stays.
    """
    return await _pass_on(hall, table_id, seat, person=person, name=check_name(name), strategy="")


async def leave_seat(hall: Hall, table_id: str, seat: int) -> int | None:
    """Give a seat to nobody: no bot acts there, and the match stays as it stands."""
    return await _pass_on(hall, table_id, seat, person=secrets.token_urlsafe(16), name=NOBODY, strategy="")


async def rename_seat(hall: Hall, table_id: str, seat: int, name: str) -> None:
    """Call who sits somewhere otherwise."""
    live, called = await hall.find(table_id), check_name(name)
    async with live.lock:
        await _change(hall, live, lambda c: rows.change_seat(c, table_id, seat, name=called))
        live.renew(live.kept)


async def _pass_on(hall: Hall, table_id: str, seat: int, **values: str) -> int | None:
    """Give a seat to another one, as columns say, unless the match is over."""
    live = await hall.find(table_id)
    async with live.lock:
        if live.is_over:  # asked here, since it may end while the lock is waited for
            return None
        turn = live.turn
        await _change(hall, live, lambda c: rows.pass_on(c, table_id, seat, **values))
        live.renew(live.kept)
    hall.wake(live)
    return turn


async def _change(hall: Hall, live: LiveTable, job: Callable[[Connection], None]) -> None:
    """Write who sits where; who is asked may think anew."""
    await hall.change(live, job, due_at=due(live.row.clock))
