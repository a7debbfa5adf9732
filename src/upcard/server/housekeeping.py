"""Background job, run every second: expired clocks, changes by other processes, idle tables."""

import asyncio
import contextlib
import logging
import time
from collections import deque

from upcard.engine.errors import UpcardError
from upcard.play.bot_catalogue import RANDOM
from upcard.server import repository as rows
from upcard.server.live_table import LiveTable
from upcard.server.repository import CLOCK, Abandoned
from upcard.server.series_tables import has_next_hand
from upcard.server.shared_replays import replay_changes
from upcard.server.shared_studies import remove_old_studies
from upcard.server.table_actions import is_away, rematch, run_out
from upcard.server.table_service import TableService

EVERY = 1.0
MOST_BYTES, IDLE_SECONDS = 2**28, 600.0
"""Maximum bytes of tables in memory, and seconds for which they stay there after the last visit."""

EXPIRY_SECONDS = 600.0
"""Seconds between two looks for abandoned tables in the database."""

RESUMED_TABLES = 20
"""Maximum number of tables that are loaded in a second after a start, though nobody watches them."""

"""The strategy that acts for a player whose clock has run out."""

logger = logging.getLogger(__name__)


class Housekeeping:
    """Background job for the tables of a service; removes abandoned ones, if `abandoned` says which."""

    def __init__(self, service: TableService, abandoned: Abandoned | None = None) -> None:
        self.tables, self.abandoned = service, abandoned
        self._expire_at = 0.0
        self._task: asyncio.Task[None] | None = None
        self._measuring: asyncio.Task[None] | None = None
        self._awaited: deque[str] = deque()

    async def open(self) -> None:
        """Note which tables have to continue unwatched, and start the background job."""
        self._awaited = deque(await self.tables.read(rows.awaited_tables))
        self._task = asyncio.create_task(self._loop())
        self._measuring = asyncio.create_task(self.tables.capacity.run())

    async def close(self) -> None:
        """Stop the background job, and close the service."""
        for task in (self._task, self._measuring):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
        await self.tables.close()

    async def _loop(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.run_once()
            except UpcardError as fault:
                logger.warning("housekeeping: %s", fault)
            except Exception:  # whatever it was, clocks must still run
                logger.exception("housekeeping")

    async def run_once(self) -> None:
        """Do the work of one second."""
        await self._resume()
        names = sorted(self.tables.live)
        stored = await self.tables.read(lambda c: rows.versions(c, names))
        for table_id, version in stored.items():
            await self._catch_up(table_id, version)
        for table_id in names:
            if table_id not in stored and table_id in self.tables.live:  # another process removed it
                self.tables.drop(self.tables.live[table_id])
        for table_id in await self.tables.read(lambda c: rows.overdue(c, time.time())):
            with contextlib.suppress(UpcardError):  # somebody acted at the last moment
                await self._run_out(await self.tables.find(table_id))
        for live in list(self.tables.live.values()):
            _notify_of_absence(live)
            with contextlib.suppress(UpcardError):  # another process was faster
                await self._continue_series(live)
        await self._follow_replays()
        self._forget()
        if time.monotonic() >= self._expire_at:
            await self._expire()

    async def _expire(self) -> None:
        """Delete tables that were abandoned long ago; the next look comes soon if there may be more."""
        names: list[str] = []
        if self.abandoned is not None:
            days, used = self.abandoned, {x.row.id for x in self.tables.live.values() if x.is_in_use}
            names = await self.tables.write(lambda c: rows.remove_abandoned(c, time.time(), days, used))
            await self.tables.write(lambda c: remove_old_studies(c, time.time(), days.of_studies))
        for name in names:
            if name in self.tables.live:
                self.tables.drop(self.tables.live[name])
        if not names:
            self._expire_at = time.monotonic() + EXPIRY_SECONDS

    async def _resume(self) -> None:
        """Load some of the tables where persons wait for a bot since the server stopped."""
        for _ in range(min(RESUMED_TABLES, len(self._awaited))):
            with contextlib.suppress(UpcardError):  # a table whose rules are gone stays as it is
                self.tables.wake(await self.tables.find(self._awaited.popleft()))

    async def _catch_up(self, table_id: str, version: int) -> None:
        """Read what another process wrote, and wake the table if a strategy could not act."""
        live = self.tables.live.get(table_id)
        if live is None:
            return
        if version > live.row.version:
            async with live.lock:
                if version > live.row.version:  # another process wrote it: our changes hold the lock
                    await self.tables.refresh(live)
        elif not live.halted and not _has_failed(live):
            return
        self.tables.wake(live)

    async def _follow_replays(self) -> None:
        """Notify those who watch a finished match here of what its leader shows at another process."""
        watched = [x for x in self.tables.live.values() if x.is_over and x.listeners]
        names = [x.key for x in watched]
        changes = await self.tables.read(lambda c: replay_changes(c, names)) if names else {}
        for live in watched:
            live.notify_of_replay(changes.get(live.key, 0.0))

    async def _continue_series(self, live: LiveTable) -> None:
        """Start the next hand of a series of strategies, which no player starts, while somebody watches."""
        if has_next_hand(live) and not live.row.followed and live.is_for_bots_only and not live.is_resting:
            await rematch(self.tables, live.key)

    async def _run_out(self, live: LiveTable) -> None:
        """Act for a person whose clock has run out: at random, or by a bot if the whole match has a clock."""
        if live.mover < 0 or live.seats[live.mover].strategy:
            self.tables.wake(live)
            return
        if live.match_time is not None:
            await run_out(self.tables, live)
            return
        seat, turn = live.mover, live.turn
        a = await self.tables.bots.decide(live.match, RANDOM, 0.0)
        await self.tables.play_action(live.row.id, seat, turn, a, CLOCK)

    def _forget(self) -> None:
        """Unload tables that nobody watches."""
        now, tables = time.monotonic(), self.tables.live
        idle = [x for x in tables.values() if not x.listeners and (x.driver is None or x.driver.done())]
        idle.sort(key=lambda x: x.used_at)
        surplus = sum(x.size for x in tables.values()) - MOST_BYTES
        for live in idle:
            if (surplus > 0 or now - live.used_at > IDLE_SECONDS) and not live.lock.locked():
                surplus -= live.size
                del tables[live.row.id]


def _notify_of_absence(live: LiveTable) -> None:
    """Notify watchers once that the mover is away, so that the others can consent to a bot."""
    if live.listeners and live.away_at != live.turn and live.mover >= 0 and is_away(live, live.mover):
        live.away_at = live.turn
        live.notify_extra()


def _has_failed(live: LiveTable) -> bool:
    """Return whether the driver of a table has failed."""
    driver = live.driver
    if driver is None or not driver.done() or driver.cancelled() or driver.exception() is None:
        return False
    logger.warning("table %s is tried again: %s", live.row.id, driver.exception())
    return True
