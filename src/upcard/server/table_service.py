"""The service that owns all tables: pages, emails and the API play through it.

An action names the number of actions after which it was chosen. If others were faster, it raises
:class:`Conflict`. :mod:`upcard.server.service_base` describes how changes are stored.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from sqlalchemy.engine import Connection

from upcard.engine.commitment import check_contribution
from upcard.engine.errors import Illegal, Unknown, UpcardError
from upcard.language.messages import english_context
from upcard.language.messages import gettext as _
from upcard.play.stale_rules import Edited
from upcard.server import mail_queue
from upcard.server import repository as rows
from upcard.server.bots import Bots
from upcard.server.capacity import Capacity
from upcard.server.conditional_moves import due_plan, verify_ahead
from upcard.server.database import Conflict, Store
from upcard.server.fair_deal import deal_columns
from upcard.server.fair_queue import CLIENT, FairQueue
from upcard.server.live_table import LiveTable, check_admitted, check_moment, check_present, revive
from upcard.server.new_table import ID_LETTERS, NewTable, prepare_table
from upcard.server.person_names import check_free
from upcard.server.record_action import record_action
from upcard.server.repository import (
    AHEAD,
    CHOSEN,
    PERSON,
    STAND_IN,
    STRATEGY,
    PlannedMove,
    StoredSeat,
    StoredTable,
    TableSnapshot,
)
from upcard.server.service_base import ServiceBase, WriteJob
from upcard.server.sitters import Sitter, seat_now

PACE = 0.6
"""Seconds between the actions of strategies while somebody watches, so that eyes can follow."""

PREPARED_TOGETHER = 2
"""Number of new tables that are prepared at the same time."""

logger = logging.getLogger(__name__)


def no_reason(live: LiveTable, seat: int) -> str:
    """Return that a seat may act at once."""
    return ""


class TableService(ServiceBase[TableSnapshot, LiveTable]):
    """All tables of a database.

    The parameter `also` of its methods, and of :mod:`upcard.server.table_actions`, is a function that writes
    more in the transaction of a change. If nothing changes, it is not called.

    Parameters
    ----------
    bots : Bots
        Computes the actions of strategies.
    pace : float
        Seconds between the actions of strategies while somebody watches, or where nobody else plays.
    """

    def __init__(self, store: Store, bots: Bots, pace: float = PACE) -> None:
        super().__init__(store)
        self.bots, self.pace = bots, pace
        self._preparing = FairQueue(PREPARED_TOGETHER, None, None)
        self.capacity = Capacity(self.live)
        self.why_waits: Callable[[LiveTable, int], str] = no_reason
        """Returns why a seat may not act yet, such as that others read how a round ended; empty if it may."""

    async def close(self) -> None:
        """Stop all bots; every table stays at its last action."""
        drivers = [x.driver for x in self.live.values() if x.driver is not None]
        for driver in drivers:
            driver.cancel()
        await asyncio.gather(*drivers, return_exceptions=True)
        self.bots.close()

    def load(self, connection: Connection, key: str) -> TableSnapshot | None:
        """Return the snapshot of a stored table; None if there is none."""
        is_name = set(key) <= set(ID_LETTERS)  # the database is searched for nothing else
        return rows.load(connection, key) if is_name else None

    def revive(self, key: str, snapshot: TableSnapshot | None) -> LiveTable:
        """Return a stored table with its match."""
        if snapshot is None:
            raise Unknown(_("there is no table {name}; check the address", name=repr(key[:20])))
        return revive(snapshot)

    def drop(self, live: LiveTable) -> None:
        """Forget a table that was removed, and notify everybody who watches it."""
        super().drop(live)
        live.notify_extra()

    # --- new tables and seats

    async def create_table(self, new: NewTable, also: WriteJob | None = None) -> LiveTable:
        """Return a new table, or the one that an earlier request with the same key made.

        Raises
        ------
        UpcardError
            If the game, an option, a strategy or a name does not exist, or does not fit.
        """
        row, seats = await self.prepare(new)

        def job(c: Connection) -> str:
            before = rows.table_for(c, new.key) if new.key else None
            if before is None:
                rows.add_table(c, row, seats)
                mail_queue.put_news(c, row.id, seats)
            if also is not None:
                also(c)
            return before or row.id

        try:
            table_id = await self.write(job)
        except Conflict:
            if not new.key:
                raise
            table_id = await self.write(job)  # another process has just made it
        live = await self.watch(table_id)
        live.client = CLIENT.get() if table_id == row.id else live.client
        return live

    async def prepare(self, new: NewTable) -> tuple[StoredTable, tuple[StoredSeat, ...]]:
        """Return what :func:`prepare_table` returns, from a thread: strategies of a new game take a while.

        Clients take turns, and nobody is refused, since a class opens many tables at once.
        """
        async with self._preparing.turn():
            return await asyncio.to_thread(prepare_table, new)

    @asynccontextmanager
    async def locked_seat(self, table_id: str, sitter: int | Sitter) -> AsyncIterator[tuple[LiveTable, int]]:
        """Find a table, and hold its lock inside the block; yield it with the present seat of a player.

        Raises what :meth:`find` and :func:`upcard.server.sitters.seat_now` raise.
        """
        async with self.locked(table_id) as live:
            yield live, seat_now(live, sitter)

    async def watch(self, table_id: str) -> LiveTable:
        """Return a table for somebody who looks at it; bots without other players continue for a while.

        Raises
        ------
        UpcardError
            If there is no such table, or its rules are gone.
        """
        live = await self.find(table_id)
        live.watched_at = time.monotonic()
        self.wake(live)
        return live

    async def tables_of(self, persons: "set[str] | frozenset[str]") -> list[LiveTable]:
        """Return the tables of a person: first those where they can act, then by the latest change."""
        names = await self.read(lambda c: [t for p in sorted(persons) for t in rows.tables_of(c, p)])
        tables = []
        for name in dict.fromkeys(names):
            with contextlib.suppress(UpcardError):  # a table whose rules are gone does not hide the others
                tables.append(await self.find(name))
        return sorted(tables, key=lambda x: (not x.can_act(x.seat_of(persons)), -x.row.changed_at))

    async def take_seat(
        self, table_id: str, seat: int | None, person: str, name: str, address: str = "",
        added: str | None = None, also: WriteJob | None = None,
    ) -> int:  # fmt: skip
        """Take an open seat; return its number, or that of the seat that the person already has.

        Parameters
        ----------
        seat : int or None
            Which seat; None for the first open one.
        person, name, address : str
            A key of the person, their name, and their email address.
        added : str, optional
            The text that the person adds to the seed of the deal, if they add it at once.
        also : function, optional
            Writes more in the same transaction.

        Raises
        ------
        UpcardError
            If the seat is taken, or the name cannot be used.
        """
        async with self.locked(table_id) as live:
            present = live.seat_of({person})
            if present is not None:
                return present
            check_admitted(live, {person})
            free = [x.number for x in live.seats if x.is_open]
            chosen = seat if seat is not None else next(iter(free), -1)
            if chosen not in free:
                raise Illegal(_("that seat is taken; choose another one, or watch"))
            if added is not None:
                check_contribution(added)
            values: dict[str, Any] = {
                "person": person,
                "name": check_free(name, [x.name for x in live.seats]),
                "address": address,
            }
            values["added"] = added
            seats = [replace(x, **values) if x.number == chosen else x for x in live.seats]
            columns = {} if any(x.is_open for x in seats) else deal_columns(live.row, seats)
            after = replace(live.snapshot, seats=tuple(seats))
            try:
                await self.change(
                    live, lambda c: rows.change_seat(c, table_id, chosen, **values), after, also, **columns
                )
            except Conflict:  # another process was faster, perhaps with the same request
                present = live.seat_of({person})
                if present is None:
                    raise
                return present
        self.wake(live)
        return chosen

    async def add_to_seed(
        self, table_id: str, sitter: int | Sitter, added: str, also: WriteJob | None = None
    ) -> None:
        """Add a player's text to the seed. The cards are dealt when all seats are taken and all have added.

        Raises
        ------
        UpcardError
            If the text cannot be added.
        """
        check_contribution(added)
        async with self.locked_seat(table_id, sitter) as (live, seat):
            if live.seats[seat].added is not None:
                return
            if not live.is_full:
                raise Illegal(_("some seats are still open; wait until all are taken"))
            seats = [replace(x, added=added) if x.number == seat else x for x in live.seats]
            columns = deal_columns(live.row, seats)
            await self.change(
                live, lambda c: rows.change_seat(c, table_id, seat, added=added), also=also, **columns
            )
        self.wake(live)

    # --- actions

    async def play_action(
        self, table_id: str, sitter: int | Sitter, turn: int, action: int | str, by: str = PERSON,
        also: WriteJob | None = None,
    ) -> None:  # fmt: skip
        """Play an action, or store it if it is chosen while it is another player's turn.

        Parameters
        ----------
        sitter : int or Sitter
            The seat that acts, or its player.
        turn : int
            How many actions had been played when the action was chosen.
        action : int or str
            The action, or its words.
        by : str
            The source of the choice; ``PERSON`` for the player.
        also : function, optional
            Writes more in the same transaction.

        Raises
        ------
        Conflict
            If other actions have been played since.
        UpcardError
            If it is not the seat's turn, or the action cannot be read or is not legal.
        """
        async with self.locked_seat(table_id, sitter) as (live, seat):
            if by == PERSON:
                check_present(live, seat)
            check_moment(live, seat, turn)
            if seat == live.mover:
                if reason := self.why_waits(live, seat):
                    raise Illegal(reason)
                await self._store_action(live, seat, action, by, also=also)
            else:
                await self._store_choice(live, seat, action, also)
        self.wake(live)

    async def _store_action(
        self, live: LiveTable, seat: int, action: int | str, by: str, used: Sequence[int] = (),
        also: WriteJob | None = None,
    ) -> None:  # fmt: skip
        """Store the next action, then show it; the plans with numbers in `used` are deleted."""
        write, after, columns = record_action(live, seat, action, by, used)
        await self.change(live, write, after, also, **columns)

    async def _store_choice(
        self, live: LiveTable, seat: int, action: int | str, also: WriteJob | None
    ) -> None:
        """Store the choice of a player who is not to move, until it is their turn."""
        plan = PlannedMove(CHOSEN, live.turn_of(seat), "", str(verify_ahead(live, seat, action)))
        plans = {**live.snapshot.plans, seat: (*live.snapshot.plans.get(seat, ()), plan)}
        after = replace(live.snapshot, plans=plans)
        await self.change(live, lambda c: rows.add_plan(c, live.row.id, seat, plan), after, also)

    # --- strategies and plans

    def wake(self, live: LiveTable) -> None:
        """Let bots, earlier choices and plans act, if it is their turn and the table does not rest.

        The client of the current task is charged for their thinking; see :mod:`upcard.server.fair_queue`.
        """
        if live.driver is not None and not live.driver.done():
            return
        if live.is_resting or self.why_waits(live, live.mover):
            return
        if live.mover >= 0 and (live.seats[live.mover].strategy or live.snapshot.plans.get(live.mover)):
            live.driver = asyncio.create_task(self._drive(live), context=english_context())

    async def _drive(self, live: LiveTable) -> None:
        """Let a table continue until it waits for a player, rests, or the match has ended."""
        while live.mover >= 0 and not live.is_resting and not self.why_waits(live, live.mover):
            seat, turn = live.mover, live.turn
            try:
                if live.seats[seat].strategy:
                    await self._play_strategy(live, seat, turn)
                elif not await self._play_plan(live, seat, turn):
                    return
            except Conflict:  # another process continued this table; it has been read again
                continue
            except Edited as fault:
                if live.halted != str(fault):  # housekeeping tries again every second
                    live.halt = (live.turn, str(fault))
                    live.notify_extra()
                    logger.warning("table %s waits: %s", live.row.id, fault)
                return

    async def _play_strategy(self, live: LiveTable, seat: int, turn: int) -> None:
        """Play one action of a strategy."""
        began, player, taken_back = time.monotonic(), live.seats[seat], live.row.taken_back
        faults = list[str]()
        action = await self.bots.decide(
            live.match, player.strategy, player.thinking, live.row.id, faults.append
        )
        if faults:
            logger.warning("table %s, seat %d: %s", live.row.id, seat + 1, faults[0])
        live.halt = (-1, "")
        if (live.listeners or live.is_for_bots_only) and not live.is_skipping:
            await asyncio.sleep(max(0.0, self.pace - (time.monotonic() - began)))
        async with live.lock:
            is_same = (live.mover, live.turn, live.row.taken_back) == (seat, turn, taken_back)
            if is_same and live.seats[seat].strategy:  # else the player is back
                await self._store_action(live, seat, action, STAND_IN if faults else STRATEGY)

    async def _play_plan(self, live: LiveTable, seat: int, turn: int) -> bool:
        """Play an earlier choice or plan of a player; return False if none fits."""
        async with live.lock:
            if (live.mover, live.turn) != (seat, turn) or live.seats[seat].strategy:
                return True  # something has changed while this waited for the lock
            plan = due_plan(live, seat)
            if plan.action >= 0:
                await self._store_action(live, seat, plan.action, AHEAD, plan.used)
            elif plan.used:
                live.unused_plans[seat] = turn, tuple(live.plans_of(seat))
                await self.change(live, lambda c: rows.drop_plans(c, live.row.id, seat, plan.used))
        return plan.action >= 0

    # --- changes

    async def change(
        self, live: LiveTable, write: WriteJob, after: TableSnapshot | None = None,
        also: WriteJob | None = None, **columns: Any,
    ) -> None:  # fmt: skip
        """Store a change of a table, then show it; the caller holds the table's lock.

        Parameters
        ----------
        write : function
            Writes all other changes, in the same transaction.
        after : TableSnapshot, optional
            The snapshot after the change, except for the columns; by default it is read from the database.
        also : function, optional
            Writes more in the same transaction.
        **columns
            Columns of the table that change.

        Raises
        ------
        Conflict
            If another process was faster; the table has then been read again.
        """
        seats = after.seats if after else live.seats

        def job(c: Connection) -> StoredTable:
            row = rows.update_table(c, live.row, columns)
            write(c)
            mail_queue.put_news(c, row.id, seats)
            if also is not None:
                also(c)
            return row

        await self.store_change(live, job, after, live.update)

    async def remove(self, live: LiveTable) -> None:
        """Remove a table; the caller holds its lock.

        Raises
        ------
        Conflict
            If another process changed it meanwhile; it has then been read again.
        """
        try:
            await self.write(lambda c: rows.remove_table(c, live.row))
        except Conflict:
            await self.refresh(live)
            raise
        self.drop(live)
