"""Seats of pupils who come late, go away or come back: bots keep them warm."""

import time
from collections.abc import Mapping
from typing import Any

from upcard.play import kept as rows
from upcard.play.bots import usual_bot
from upcard.play.clock import due
from upcard.play.hall import Hall
from upcard.play.live import LiveTable
from upcard.play.wish import check_name

PATIENCE = 60.0
"""A phone that is gone for so many seconds, while it is waited for, is acted for until it is there again."""


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
    if gone_since is None or seat not in live.waiting_for() or live.seats[seat].strategy:
        return False
    return time.time() - max(gone_since, live.asked_since) > PATIENCE


async def stand_in(hall: Hall, table_id: str, seat: int, bot: str, forever: bool = False) -> None:
    """Have a bot act on a seat, until its player takes it again, or for ever."""
    live = await hall.find(table_id)
    async with live.lock:
        if live.is_over or (live.seats[seat].strategy and not forever):
            return
        values: dict[str, Any] = {"strategy": bot or usual_bot(live.game)}
        if forever:
            values |= {"person": "", "name": "bot"}
        await _change(hall, live, seat, values)
    hall.wake(live)


async def give_seat(hall: Hall, table_id: str, seat: int, person: str, name: str) -> None:
    """Give a bot's seat to a person."""
    live = await hall.find(table_id)
    values = {"person": person, "name": check_name(name), "strategy": ""}
    async with live.lock:
        await _change(hall, live, seat, values)
    hall.wake(live)


async def rename_seat(hall: Hall, table_id: str, seat: int, name: str) -> None:
    """Call who sits somewhere otherwise."""
    live = await hall.find(table_id)
    async with live.lock:
        await _change(hall, live, seat, {"name": check_name(name)})


async def _change(hall: Hall, live: LiveTable, seat: int, values: Mapping[str, Any]) -> None:
    """Write columns of a seat; the match, which knows the names, is then begun again from what is kept."""
    await hall.change(
        live, lambda c: rows.change_seat(c, live.row.id, seat, **values), due_at=due(live.row.clock)
    )
    if "name" in values:
        live.renew(live.kept)
