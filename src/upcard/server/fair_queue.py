"""A fair queue: clients take turns at scarce places, and so do the tables of each client.

The next turn belongs to the client with the fewest running turns; among those, to the client who has used
the least time since it came, as in start-time fair queueing (P. Goyal, H. M. Vin and H. Cheng, *IEEE/ACM
Transactions on Networking* 5, 1997). No client ever has all places, so that one flood leaves a place free.
A full queue refuses the newest job of whoever has most jobs in it (longest queue drop, B. Suter et al.,
*IEEE INFOCOM*, 1998).
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from upcard.engine.errors import Failure
from upcard.language.messages import gettext as _
from upcard.language.messages import marked

CLIENT: ContextVar[str] = ContextVar("client", default="")
"""The client for whom a task works: the address of the request that started it; empty for nobody."""

LEAST_RUN = 0.5
"""Seconds for which a turn runs before another client may interrupt it."""

MOST_WAITING, MOST_OF_CLIENT = 128, 32
"""Default limits of waiting turns for all clients together, and for one client, which may be a class."""


class Busy(Failure):
    """Too much waits already."""


TOO_MANY = marked("too many computations wait for your address; try again when some of them are done")
FULL = marked("the server is busy with other computations; try again in a minute")


@dataclass(eq=False)
class QueuedTurn:
    """A place in a queue."""

    client: str
    item: str
    """The table, or whatever else takes turns within a client."""
    rank: int
    """Items of a client with a lower rank go first."""
    granted: "asyncio.Future[None]"
    until: float
    """When it wants to begin, at the latest, by the clock of the loop; decides between equal clients."""
    began: float = 0.0
    interrupt: Callable[[], None] | None = None
    """Ends the work early, for another client who waits; None if it cannot be interrupted."""


@dataclass(eq=False)
class _Client:
    """A client with turns: its waiting turns by item, and what it runs and has used."""

    used: float
    waiting: dict[tuple[int, str], deque[QueuedTurn]] = field(default_factory=dict)
    running: int = 0

    def next_item(self) -> tuple[int, str]:
        """Return the item with the next turn: the lowest rank, then the longest wait."""
        return min(self.waiting, key=lambda x: x[0])

    def order(self) -> tuple[int, float, float]:
        """Return the place of the client in the order of all who wait."""
        return self.running, self.used, self.waiting[self.next_item()][0].until

    def take(self) -> QueuedTurn:
        """Remove the next turn."""
        item = self.next_item()
        turns = self.waiting.pop(item)
        turn = turns.popleft()
        if turns:
            self.waiting[item] = turns  # at the end of the line
        return turn

    def remove(self, turn: QueuedTurn) -> None:
        """Remove a turn if it waits."""
        item = (turn.rank, turn.item)
        turns = self.waiting.get(item, deque())
        if turn in turns:
            turns.remove(turn)
            if not turns:
                del self.waiting[item]

    def count(self) -> int:
        """Return how many turns wait."""
        return sum(map(len, self.waiting.values()))


class FairQueue:
    """Some places, which clients and their tables take in turns.

    Parameters
    ----------
    places : int
        Number of turns that run at the same time. One client has at most all but one of them.
    most_waiting, most_of_client : int or None
        Maximum number of waiting turns, of all clients and of one; None for no limit.
    """

    def __init__(
        self,
        places: int,
        most_waiting: int | None = MOST_WAITING,
        most_of_client: int | None = MOST_OF_CLIENT,
    ) -> None:
        self.places, self.most_each = places, max(1, places - 1)
        self.most_waiting, self.most_of_client = most_waiting, most_of_client
        self._clients: dict[str, _Client] = {}
        self._running: list[QueuedTurn] = []

    @asynccontextmanager
    async def turn(
        self, item: str = "", rank: int = 0, patience: float | None = None
    ) -> AsyncIterator[QueuedTurn]:
        """Wait for a place, and hold it inside the block; yield the turn.

        Parameters
        ----------
        item : str
            The table, or whatever else takes turns within the client of this task; see ``CLIENT``.
        rank : int
            Items of a client with a lower rank go first.
        patience : float, optional
            Seconds after which a running turn of a client who has used more is interrupted.

        Raises
        ------
        Busy
            If too many turns wait already.
        """
        loop = asyncio.get_running_loop()
        turn = QueuedTurn(CLIENT.get(), item, rank, loop.create_future(), loop.time() + (patience or 0.0))
        self._enter(turn)
        timer = None if patience is None else self._interrupt_after(turn, patience)
        try:
            await turn.granted
            yield turn
        finally:
            if timer is not None:
                timer.cancel()
            self._leave(turn)

    def _enter(self, turn: QueuedTurn) -> None:
        client = self._clients.get(turn.client)
        waiting = 0 if client is None else client.count()
        if self.most_of_client is not None and waiting >= self.most_of_client:
            raise Busy(_(TOO_MANY))
        together = sum(x.count() for x in self._clients.values())
        if self.most_waiting is not None and together >= self.most_waiting:
            self._make_room(waiting)
        if client is None:
            least = min((x.used for x in self._clients.values()), default=0.0)
            client = self._clients[turn.client] = _Client(least)
        client.waiting.setdefault((turn.rank, turn.item), deque()).append(turn)
        self._grant()

    def _make_room(self, waiting: int) -> None:
        """Refuse the newest job of the client with most waiting jobs; raises Busy if that is this client."""
        heaviest = max(self._clients.values(), key=_Client.count, default=None)
        if heaviest is None or heaviest.count() <= waiting + 1:
            raise Busy(_(FULL))
        newest = next(reversed(heaviest.waiting))
        turn = heaviest.waiting[newest][-1]
        heaviest.remove(turn)
        if not turn.granted.done():
            turn.granted.set_exception(Busy(FULL))

    def _leave(self, turn: QueuedTurn) -> None:
        """Account for a turn that has ended, or was given up while it waited."""
        client = self._clients.get(turn.client)
        if client is None:  # this turn was refused, and the client has no other one
            return
        client.remove(turn)
        if turn in self._running:
            self._running.remove(turn)
            client.running -= 1
            client.used += asyncio.get_running_loop().time() - turn.began
        if not client.waiting and not client.running:
            del self._clients[turn.client]
        self._grant()

    def _grant(self) -> None:
        """Let turns begin while there are free places."""
        while len(self._running) < self.places and (client := self._next_client()) is not None:
            turn = client.take()
            if turn.granted.done():  # cancelled a moment ago
                continue
            turn.began = asyncio.get_running_loop().time()
            self._running.append(turn)
            client.running += 1
            turn.granted.set_result(None)

    def _next_client(self) -> _Client | None:
        able = [x for x in self._clients.values() if x.waiting and x.running < self.most_each]
        return min(able, key=_Client.order, default=None)

    # --- interruptions

    def _interrupt_after(self, turn: QueuedTurn, seconds: float) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(seconds, self._interrupt_for, turn)

    def _interrupt_for(self, turn: QueuedTurn) -> None:
        """Interrupt the work of a client who has used more than the client of a turn that waits."""
        client, now = self._clients.get(turn.client), asyncio.get_running_loop().time()
        if client is None or turn.granted.done() or client.running >= self.most_each:
            return
        costs: dict[QueuedTurn, tuple[int, float]] = {}
        for x in self._running:
            other = self._clients[x.client]
            used = other.used + now - x.began
            if x.interrupt is not None and other is not client and used > client.used:
                costs[x] = (other.running, used)
        costliest = max(costs, key=costs.__getitem__, default=None)
        if costliest is None or costliest.interrupt is None:
            return
        if now - costliest.began < LEAST_RUN:
            self._interrupt_after(turn, costliest.began + LEAST_RUN - now)
        else:
            costliest.interrupt()
            costliest.interrupt = None  # once is enough
