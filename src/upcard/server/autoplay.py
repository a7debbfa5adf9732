"""How a table goes on by itself: strategies think, and what players chose or planned before is done."""

import asyncio
import logging
import time
from typing import TYPE_CHECKING

from upcard.play.stale_rules import Edited
from upcard.server import repository as rows
from upcard.server.conditional_moves import next_step
from upcard.server.database import Conflict
from upcard.server.live_table import LiveTable
from upcard.server.repository import AHEAD, STRATEGY

if TYPE_CHECKING:
    from upcard.server.table_service import Hall

logger = logging.getLogger(__name__)


async def drive(hall: "Hall", live: LiveTable) -> None:
    """Let a table go on until it waits for a player, or the match has ended."""
    while live.mover >= 0:
        seat, turn = live.mover, live.turn
        try:
            if live.seats[seat].strategy:
                await _let_think(hall, live, seat, turn)
            elif not await _follow_plan(hall, live, seat, turn):
                return
        except Conflict:  # another process went on with this table; it has been read again
            continue
        except Edited as fault:
            _halt(live, str(fault))
            return


def _halt(live: LiveTable, why: str) -> None:
    """Say once, at the table and in the log, why it does not go on; the warden looks whether it can again."""
    if live.halted != why:
        live.halt = (live.turn, why)
        live.tell_beside()
        logger.warning("table %s waits: %s", live.row.id, why)


async def _let_think(hall: "Hall", live: LiveTable, seat: int, turn: int) -> None:
    """One action of a strategy."""
    began, sitter = time.monotonic(), live.seats[seat]
    a = await hall.bots.decide(live.match, sitter.strategy, sitter.thinking)
    live.halt = (-1, "")
    if live.listeners:
        await asyncio.sleep(max(0.0, hall.pace - (time.monotonic() - began)))
    async with live.lock:
        if (live.mover, live.turn) == (seat, turn) and live.seats[seat].strategy:  # or he came back
            await hall.do(live, seat, a, STRATEGY)


async def _follow_plan(hall: "Hall", live: LiveTable, seat: int, turn: int) -> bool:
    """Do what a player chose before; False where he chose nothing that fits."""
    async with live.lock:
        if (live.mover, live.turn) != (seat, turn) or live.seats[seat].strategy:  # while it was waited
            return True
        step = next_step(live, seat)
        if step.action >= 0:
            await hall.do(live, seat, step.action, AHEAD, step.used)
        elif step.used:
            await hall.change(live, lambda c: rows.drop_plans(c, live.row.id, seat, step.used))
    return step.action >= 0
