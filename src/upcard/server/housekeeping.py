"""Who walks through the hall every second: clocks that ran out, news of other processes, empty tables."""

import asyncio
import contextlib
import logging
import time

from upcard.engine.errors import UpcardError
from upcard.server import repository as rows
from upcard.server.clock import read_clock
from upcard.server.live_table import LiveTable
from upcard.server.repository import CLOCK
from upcard.server.table_actions import is_away
from upcard.server.table_service import Hall

EVERY = 1.0
KEPT_TABLES, KEPT_SECONDS = 2000, 600.0
"""So many tables stay in memory, and for so long after somebody looked."""

STAND_IN = "random"
"""Who acts where a clock has run out."""

logger = logging.getLogger(__name__)


class Warden:
    """Looks after the tables of a hall for as long as it is open.

    Parameters
    ----------
    hall : Hall
        The tables.
    """

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Go on with what was going on, and begin to walk."""
        for table_id in await self.hall.read(rows.going_on):
            with contextlib.suppress(UpcardError):  # a table whose rules are gone stays as it is
                self.hall.wake(await self.hall.find(table_id))
        self._task = asyncio.create_task(self._walk())

    async def close(self) -> None:
        """Go home, and close the hall."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self.hall.close()

    async def _walk(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.look()
            except UpcardError as fault:
                logger.warning("looking after the tables: %s", fault)
            except Exception:  # whatever it was, clocks run on
                logger.exception("looking after the tables")

    async def look(self) -> None:
        """Look once."""
        names = sorted(self.hall.live)
        for table_id, version in (await self.hall.read(lambda c: rows.versions(c, names))).items():
            await self._catch_up(table_id, version)
        for table_id in await self.hall.read(lambda c: rows.overdue(c, time.time())):
            with contextlib.suppress(UpcardError):  # somebody acted in the last moment
                await self._run_out(await self.hall.find(table_id))
        for live in list(self.hall.live.values()):
            _tell_who_is_away(live)
        self._forget()

    async def _catch_up(self, table_id: str, version: int) -> None:
        """Read what another process wrote, and go on where a strategy was kept from acting."""
        live = self.hall.live.get(table_id)
        if live is None:
            return
        if version > live.row.version:
            async with live.lock:
                if version > live.row.version:  # it was another process, and no action of ours on its way
                    await self.hall.refresh(live)
        elif not live.halted and not _has_failed(live):
            return
        self.hall.wake(live)

    async def _run_out(self, live: LiveTable) -> None:
        """A person's clock has run out: for one action chance acts; with days, the others may decide."""
        if read_clock(live.row.clock).kind != "move" or live.mover < 0 or live.seats[live.mover].strategy:
            return
        seat, turn = live.mover, live.turn
        a = await self.hall.bots.decide(live.match, STAND_IN, 0.0)
        await self.hall.act(live.row.id, seat, turn, a, CLOCK)

    def _forget(self) -> None:
        """Let go of tables that nobody looks at."""
        now, tables = time.monotonic(), self.hall.live
        idle = [x for x in tables.values() if not x.listeners and (x.driver is None or x.driver.done())]
        idle.sort(key=lambda x: x.used_at)
        surplus = len(tables) - KEPT_TABLES
        for i, live in enumerate(idle):
            if (i < surplus or now - live.used_at > KEPT_SECONDS) and not live.lock.locked():
                del tables[live.row.id]


def _tell_who_is_away(live: LiveTable) -> None:
    """Tell once who looks that the player whose turn it is stays away: they may agree on a bot."""
    if live.listeners and live.away_at != live.turn and live.mover >= 0 and is_away(live, live.mover):
        live.away_at = live.turn
        live.tell_beside()


def _has_failed(live: LiveTable) -> bool:
    """Whether what goes on by itself has stopped because something could not be written or thought of."""
    driver = live.driver
    if driver is None or not driver.done() or driver.cancelled() or driver.exception() is None:
        return False
    logger.warning("table %s is tried again: %s", live.row.id, driver.exception())
    return True
