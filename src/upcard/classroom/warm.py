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
"""Who has not acted for so many seconds is acted for, until he takes the seat again."""


def is_left(live: LiveTable, patience: float = PATIENCE) -> list[int]:
    """The seats of persons who are waited for and have not acted for long."""
    actions = live.kept.actions
    since = actions[-1].at if actions else live.row.changed_at
    if time.time() - since <= patience:
        return []
    return [p for p in live.waiting_for() if live.seats[p].person and not live.seats[p].strategy]


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
