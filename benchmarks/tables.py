"""How many live tables one server holds: ``python benchmarks/tables.py``, for SQLite and PostgreSQL.

At every table a player acts once a second through the interface for programs, and two listeners follow the
events. An action counts from the moment it is sent until its answer is there, an event from then until both
listeners have it. The server runs in its own process beside this client, as people start it: with its
limits. So the players come from many addresses, ten tables from each. Other systems than Linux need
``--one-address``, which switches the limits off. Past its capacity the server refuses new tables. The
promise holds if 99 of 100 actions and events of the tables that it has come within 250 ms, and nothing but
new tables is refused. With ``--all``, larger numbers of tables are measured even after one that does not
hold. On a machine that others use too, look at the processor's time for each action: an action is one table
for one second.
"""

import argparse
import asyncio
import contextlib
import json
import random
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import median
from typing import Any

import uvloop
from served import cpu_seconds, percentile, serving

LISTENERS = 2
MARK_MS = 250.0
"""Milliseconds within which 99 of 100 actions and events of the tables in use have to arrive."""

TABLES_EACH = 10
"""Number of tables from one address."""

GAMES = (("lama", 2), ("smallsum", 2))
API = "/api/v1/tables"
LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)


@dataclass
class Measured:
    """Milliseconds of every action and event, what was refused, and the processors' seconds.

    `turned_away` counts the tables that were refused.
    """

    actions: list[float] = field(default_factory=list)
    events: list[float] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    turned_away: int = 0
    server: float = 0.0
    client: float = 0.0
    lasted: float = 0.0

    def p99(self) -> tuple[float, float]:
        return percentile(self.actions), percentile(self.events)


class Line(asyncio.Protocol):
    """One connection to the server, kept open; one request at a time."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self.transport, self.come = transport, b""
        self.answer: asyncio.Future[tuple[int, Any]]

    def data_received(self, come: bytes) -> None:
        self.come += come
        head, end, body = self.come.partition(b"\r\n\r\n")
        length = LENGTH.search(head)
        if end and length is not None and len(body) == int(length[1]):
            self.come = b""
            self.answer.set_result((int(head[9:12]), json.loads(body)))

    async def ask(self, method: str, path: str, body: object = None, token: str = "") -> tuple[int, Any]:
        content = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: x\r\n"
        head += f"Authorization: Bearer {token}\r\n" if token else ""
        if content:
            head += f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n"
        if self.transport.is_closing():
            raise ConnectionError("the server has closed the line")
        self.answer = asyncio.get_running_loop().create_future()
        self.transport.write(head.encode() + b"\r\n" + content)
        return await self.answer

    def connection_lost(self, fault: Exception | None) -> None:
        if hasattr(self, "answer") and not self.answer.done():
            self.answer.set_exception(fault or ConnectionError("the server has closed the line"))


class Listener(asyncio.Protocol):
    """One stream of events; notes how long after its action each event comes."""

    def __init__(self, path: str, sent: dict[int, float], measured: Measured) -> None:
        self.path, self.sent, self.measured, self.come = path, sent, measured, b""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self.transport = transport
        transport.write(f"GET {self.path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())

    def data_received(self, come: bytes) -> None:
        *events, self.come = (self.come + come).split(b"\n\n")
        for event in events:
            _, told, version = event.partition(b"\ndata: ")
            began = self.sent.get(int(version)) if told else None
            if began is not None:
                self.measured.events.append((time.perf_counter() - began) * 1e3)


class Player:
    """One table with its listeners."""

    def __init__(self, port: int, number: int, measured: Measured, has_own_address: bool) -> None:
        self.port, self.measured, self.chance = port, measured, random.Random(number)
        group = number // TABLES_EACH
        self.address = (f"127.0.{1 + group // 250}.{1 + group % 250}", 0) if has_own_address else None
        self.game, self.players = GAMES[number % len(GAMES)]
        self.listeners: list[Listener] = []
        self.line: Any = None
        self.seen: Any = None
        self.sent: dict[int, float] = {}

    async def sit(self) -> bool:
        """Begin a new match, with its own streams; return False if the server has no place for it."""
        self.leave()
        self.line = await self.connected(Line)
        seats = [{"name": f"player {p}"} for p in range(self.players)]
        status, made = await self.line.ask("POST", API, {"game": self.game, "seats": seats})
        if status == 503:
            self.measured.turned_away += 1
            self.leave()
            return False
        self.table, self.tokens = made["table"], [x["token"] for x in made["seats"]]
        for token in self.tokens:
            _, self.seen = await self.line.ask("POST", f"{API}/{self.table}/seed", {"added": "x"}, token)
        self.known = [0] * self.players
        self.sent = {}
        path = f"{API}/{self.table}/events"
        for _ in range(LISTENERS):
            self.listeners.append(await self.connected(lambda: Listener(path, self.sent, self.measured)))
        return True

    async def connected(self, kind: Callable[[], Any]) -> Any:
        loop = asyncio.get_running_loop()
        made = await loop.create_connection(kind, "127.0.0.1", self.port, local_addr=self.address)
        return made[1]

    async def play(self, until: float, offset: float) -> None:
        await asyncio.sleep(offset)
        while time.perf_counter() < until:
            began = time.perf_counter()
            await self.act(until)
            await asyncio.sleep(max(0.0, began + 1.0 - time.perf_counter()))

    async def act(self, until: float) -> None:
        """Look at the news as the player to move, and choose an action.

        After a match, wait for a new table, but not longer than `until`.
        """
        if self.seen["phase"] == "over":
            while not await self.sit():
                if time.perf_counter() > until:
                    return
                await asyncio.sleep(1.0)
        seat = self.seen["waiting_for"][0]
        path = f"{API}/{self.table}?since={self.known[seat]}"
        mine = await self.look(path, self.tokens[seat])
        asked = {"turn": mine["turn"], "action": self.chance.choice(mine["choices"])["action"]}
        began = self.sent[mine["version"] + 1] = time.perf_counter()
        status, self.seen = await self.line.ask(
            "POST", f"{API}/{self.table}/actions", asked, self.tokens[seat]
        )
        self.measured.actions.append((time.perf_counter() - began) * 1e3)
        self.known[seat] = self.seen.get("turn", 0)
        if status != 200:
            self.measured.refused.append(str(self.seen))

    async def look(self, path: str, token: str) -> Any:
        """Return the table; reconnect if the server has closed a connection that was quiet for too long."""
        while True:
            with contextlib.suppress(ConnectionError):
                return (await self.line.ask("GET", path, None, token))[1]
            self.line = await self.connected(Line)

    def leave(self) -> None:
        for line in (self.line, *self.listeners):
            if line is not None:
                line.transport.close()
        self.listeners, self.line = [], None


async def measure(port: int, pid: int, tables: int, seconds: float, is_limited: bool) -> Measured:
    measured = Measured()
    players = [Player(port, i, measured, is_limited) for i in range(tables)]
    seated: list[bool] = []
    for i in range(0, tables, 20):
        seated += await asyncio.gather(*(x.sit() for x in players[i : i + 20]))
    players = [x for x, is_seated in zip(players, seated, strict=True) if is_seated]
    began = (time.perf_counter(), cpu_seconds(pid), time.process_time())
    until = began[0] + seconds
    await asyncio.gather(*(x.play(until, i / len(players)) for i, x in enumerate(players)))
    ended = (time.perf_counter(), cpu_seconds(pid), time.process_time())
    measured.lasted, measured.server, measured.client = (b - a for a, b in zip(began, ended, strict=True))
    for x in players:
        x.leave()
    return measured


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, nargs="+", default=[100, 200, 300, 400, 600, 800, 1000])
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument(
        "--database", default=None, help="address of a database; SQLite in a new folder by default"
    )
    parser.add_argument("--all", action="store_true", help="go on when the server does not hold the tables")
    parser.add_argument(
        "--one-address", action="store_true", help="all tables from one address, at a server without limits"
    )
    asked = parser.parse_args()
    is_limited = not asked.one_address
    print(
        "tables  turned away  actions  p50, p99 action  p99 event  server's core  server, client per action"
        "  refused  99 % within 250 ms"
    )
    for tables in asked.tables:
        with serving(asked.database, limits=is_limited) as (port, pid):
            measured = uvloop.run(measure(port, pid, tables, asked.seconds, is_limited))
        action, event = measured.p99()
        holds = max(action, event) < MARK_MS and not measured.refused
        acted = max(1, len(measured.actions))
        server, client = (x / acted * 1e3 for x in (measured.server, measured.client))
        busy = measured.server / measured.lasted
        print(
            f"{tables:6} {measured.turned_away:12} {acted:8,} "
            f"{median(measured.actions):6.1f}, {action:6.1f} ms {event:7.1f} ms {busy:13.0%} "
            f"{server:12.2f} ms, {client:.2f} ms "
            f"{len(measured.refused):8}  {'holds' if holds else 'does not hold'}",
            flush=True,
        )
        if not holds and not asked.all:
            break


if __name__ == "__main__":
    main()
