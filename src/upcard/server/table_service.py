"""The authority over all tables: web, mail and programs ask here, and only here things happen.

Whatever is accepted lies in the database before anybody is told. A request names the moment that it answers
to; when that has passed, because somebody else was faster, it is refused as a :class:`Conflict`.
"""

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import replace
from typing import Any, TypeVar

from sqlalchemy.engine import Connection

from upcard.engine.commitment import check_contribution
from upcard.engine.errors import Illegal, UpcardError, Usage
from upcard.server import mail_queue as post
from upcard.server import repository as rows
from upcard.server.autoplay import drive
from upcard.server.bots import Bots
from upcard.server.conditional_moves import verify_ahead
from upcard.server.database import Conflict, Store
from upcard.server.fair_deal import deal_columns
from upcard.server.live_table import LiveTable, bring_to_life, check_moment, check_present
from upcard.server.new_table import ID_LETTERS, Wish, check_name, new_table_of
from upcard.server.record_action import change_by
from upcard.server.repository import CHOSEN, PERSON, Kept, KeptSeat, KeptTable, Plan

PACE = 0.6
"""Seconds between the actions of strategies while somebody looks, so that eyes can follow."""

X = TypeVar("X")


class Unknown(Usage):
    """There is nothing of the name that an address has, no table, game or picture."""


class Hall:
    """All tables of a database.

    Parameters
    ----------
    store : Store
        The database.
    bots : Bots
        Who thinks for strategies.
    pace : float
        Seconds between the actions of strategies while somebody looks.

    Attributes
    ----------
    live : dict of str to LiveTable
        The tables in memory.
    """

    def __init__(self, store: Store, bots: Bots, pace: float = PACE) -> None:
        self.store, self.bots, self.pace = store, bots, pace
        self.live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._beside: list[Callable[[Connection], None]] = []
        self._whole = self

    def beside(self, job: Callable[[Connection], None]) -> "Hall":
        """The same hall, whose next change has something else written in the same transaction."""
        other = copy(self)
        other._beside = [job]
        return other

    async def close(self) -> None:
        """Stop; every table stays at its last action."""
        drivers = [x.driver for x in self.live.values() if x.driver is not None]
        for driver in drivers:
            driver.cancel()
        await asyncio.gather(*drivers, return_exceptions=True)
        self.bots.close()

    async def find(self, table_id: str) -> LiveTable:
        """A table by its name.

        Raises
        ------
        Unknown
            If there is none.
        Failure
            If its rules are gone.
        """
        live = self.live.get(table_id)
        if live is None:
            try:
                async with self._loading.setdefault(table_id, asyncio.Lock()):
                    live = self.live.get(table_id) or await self._loaded(table_id)
            finally:
                self._loading.pop(table_id, None)
        live.used_at = time.monotonic()
        return live

    async def make(self, wish: Wish) -> LiveTable:
        """A new table, or the one that was made before by the same request.

        Raises
        ------
        UpcardError
            If what is wished does not exist, or does not fit.
        """
        row, seats = new_table_of(wish)

        def job(c: Connection) -> str:
            """The table, and what belongs to it."""
            before = rows.table_for(c, wish.key) if wish.key else None
            if before is None:
                rows.add(c, row, seats)
            self._write_beside(c, before or row.id, () if before else seats)
            return before or row.id

        try:
            made = await self.write(job)
        except Conflict:
            if not wish.key:
                raise
            made = await self.write(job)  # another process has just made it
        self._beside = []
        live = await self.find(made)
        self.wake(live)
        return live

    async def tables_of(self, persons: "set[str] | frozenset[str]") -> list[LiveTable]:
        """The tables at which a person sits: where he is to act first, then those that changed last."""
        names = await self.read(lambda c: [t for p in sorted(persons) for t in rows.tables_of(c, p)])
        found = []
        for name in dict.fromkeys(names):
            with contextlib.suppress(UpcardError):  # one whose rules are gone keeps nobody from the others
                found.append(await self.find(name))
        mine = {x.row.id: x.seat_of(persons) for x in found}
        return sorted(found, key=lambda x: (not x.is_asked(mine[x.row.id]), -x.row.changed_at))

    async def sit(
        self, table_id: str, seat: int | None, person: str, name: str, address: str = "",
        added: str | None = None,
    ) -> int:  # fmt: skip
        """Take an open seat, the first one if none is named; gives the seat, or the one he has.

        Parameters
        ----------
        table_id, seat : str, int or None
            The table, and which seat.
        person, name, address : str
            A key of the person, what he is called, and where letters to him go.
        added : str, optional
            What he adds to the seed of the deal, if he does so at once.

        Raises
        ------
        UpcardError
            If the seat is taken, or the name is none.
        """
        live = await self.find(table_id)
        async with live.lock:
            mine = live.seat_of({person})
            if mine is not None:
                return mine
            free = [x.number for x in live.seats if x.is_open]
            chosen = seat if seat is not None else next(iter(free), -1)
            if chosen not in free:
                raise Illegal("that seat is taken; choose another one, or watch")
            if added is not None:
                check_contribution(added)
            values: dict[str, Any] = {"person": person, "name": check_name(name), "address": address}
            values["added"] = added
            seats = [replace(x, **values) if x.number == chosen else x for x in live.seats]
            columns = {} if any(x.is_open for x in seats) else deal_columns(live.row, seats)
            after = replace(live.kept, seats=tuple(seats))
            try:
                await self.change(
                    live, lambda c: rows.change_seat(c, table_id, chosen, **values), after, **columns
                )
            except Conflict:  # another process was faster, perhaps with the same request
                mine = live.seat_of({person})
                if mine is None:
                    raise
                return mine
        self.wake(live)
        return chosen

    async def add(self, table_id: str, seat: int, added: str) -> None:
        """Add a player's own text to the seed; the cards are dealt when all have, and every seat is taken.

        Raises
        ------
        UpcardError
            If it cannot be added.
        """
        check_contribution(added)
        live = await self.find(table_id)
        async with live.lock:
            if live.seats[seat].added is not None:
                return
            if not live.is_full:
                raise Illegal("seats are still open; the cards are shuffled when all are taken")
            seats = [replace(x, added=added) if x.number == seat else x for x in live.seats]
            columns = deal_columns(live.row, seats)
            await self.change(live, lambda c: rows.change_seat(c, table_id, seat, added=added), **columns)
        self.wake(live)

    async def act(self, table_id: str, seat: int, turn: int, action: int | str, by: str = PERSON) -> None:
        """Do an action, or choose one at the same moment as another.

        Parameters
        ----------
        table_id : str
            The table.
        seat : int
            Who acts.
        turn : int
            How many actions were done when he decided.
        action : int or str
            The action, or its words.
        by : str
            By whom it is done, if not by himself.

        Raises
        ------
        Conflict
            If other actions were done since.
        UpcardError
            If it is not his turn, or the action cannot be read or done.
        """
        live = await self.find(table_id)
        async with live.lock:
            if by == PERSON:
                check_present(live, seat)
            check_moment(live, seat, turn)
            if seat == live.mover:
                await self.do(live, seat, action, by)
            else:
                await self._choose_ahead(live, seat, action)
        self.wake(live)

    async def do(
        self, live: LiveTable, seat: int, action: int | str, by: str, used: Sequence[int] = ()
    ) -> None:
        """Have the next action written, then do it; the lock is held. `used`: plans that are forgotten."""
        done = change_by(live, seat, action, by, used)
        more = done.gone or done.is_seen_again or self._beside or any(x.address for x in live.seats)
        if more:
            await self.change(live, done.write, done.after, ending=done.ending, due_at=done.due_at)
        else:
            await self._written(live, rows.Step(live.row, done.action, done.ending, done.due_at), done.after)

    async def _choose_ahead(self, live: LiveTable, seat: int, action: int | str) -> None:
        """Keep what a player chooses at the same moment as the mover, until it is his turn."""
        plan = Plan(CHOSEN, live.turn_of(seat), "", str(verify_ahead(live, seat, action)))
        plans = {**live.kept.plans, seat: (*live.kept.plans.get(seat, ()), plan)}
        after = replace(live.kept, plans=plans)
        await self.change(live, lambda c: rows.add_plan(c, live.row.id, seat, plan), after)

    def wake(self, live: LiveTable) -> None:
        """Let strategies, choices made before and plans go on, if it is their turn."""
        if live.driver is not None and not live.driver.done():
            return
        if live.mover >= 0 and (live.seats[live.mover].strategy or live.kept.plans.get(live.mover)):
            live.driver = asyncio.create_task(drive(self._whole, live))

    @contextlib.contextmanager
    def listening(self, live: LiveTable) -> Iterator[asyncio.Event]:
        """An event that is set whenever the table changes, for as long as somebody listens."""
        event = asyncio.Event()
        live.listeners.add(event)
        try:
            yield event
        finally:
            live.listeners.discard(event)

    async def refresh(self, live: LiveTable) -> None:
        """Read a table again, after another process wrote; who calls holds the table's lock."""
        kept = await self.read(lambda c: rows.load(c, live.row.id))
        if kept is None:
            self._drop(live)
        elif kept.table.version > live.row.version:
            live.renew(kept)

    async def remove(self, live: LiveTable) -> None:
        """Take a table away as if it had never been; who calls holds its lock.

        Raises
        ------
        Conflict
            If another process changed it meanwhile; it has then been read again.
        """
        try:
            await self.write(lambda c: rows.remove(c, live.row))
        except Conflict:
            await self.refresh(live)
            raise
        self._drop(live)

    def _drop(self, live: LiveTable) -> None:
        """Forget a table that is no more, and tell who listens."""
        self.live.pop(live.row.id, None)
        live.tell_beside()

    async def change(
        self, live: LiveTable, job: Callable[[Connection], None], after: Kept | None = None, **columns: Any
    ) -> None:
        """Write a change of a table, then let it be seen; who calls holds the table's lock.

        Parameters
        ----------
        live : LiveTable
            The table.
        job : function
            What is written beside the columns, in the same transaction.
        after : Kept, optional
            What is kept afterwards, but for the columns; read again if not given.
        **columns
            Columns of the table that change.

        Raises
        ------
        Conflict
            If another process was faster; the table has then been read again.
        """
        seats = after.seats if after else live.seats

        def both(c: Connection) -> KeptTable:
            """Both in one transaction."""
            row = rows.change(c, live.row, columns)
            job(c)
            self._write_beside(c, row.id, seats)
            return row

        await self._written(live, both, after)

    async def _written(
        self, live: LiveTable, job: Callable[[Connection], KeptTable], after: Kept | None
    ) -> None:
        """Have a job write, and let be seen what is kept then."""
        try:
            row = await self.write(job)
        except Conflict:
            await self.refresh(live)
            raise
        self._beside = []
        kept = after or await self.read(lambda c: rows.load(c, live.row.id))
        if kept is not None:
            live.keep(replace(kept, table=row))

    def _write_beside(self, c: Connection, table_id: str, seats: Sequence[KeptSeat]) -> None:
        """What belongs to a change: that letters may have to be written, and what the caller adds."""
        post.put_news(c, table_id, seats)
        for job in self._beside:
            job(c)

    async def _loaded(self, table_id: str) -> LiveTable:
        is_name = set(table_id) <= set(ID_LETTERS)  # nothing else is asked for in the database
        kept = await self.read(lambda c: rows.load(c, table_id)) if is_name else None
        if kept is None:
            raise Unknown(f"there is no table {table_id[:20]!r}; look at the address again")
        live = self.live[table_id] = bring_to_life(kept)
        return live

    async def read(self, job: Callable[[Connection], X]) -> X:
        """What `job` finds in the database, looked up beside the event loop."""
        return await asyncio.to_thread(self.store.read, job)

    async def write(self, job: Callable[[Connection], X]) -> X:
        """What `job` gives, once what it writes lies on the disk; it changes no table in memory."""
        return await asyncio.wrap_future(self.store.write(job))
