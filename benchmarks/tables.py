"""How many live tables one server holds: ``python benchmarks/tables.py``, for SQLite and PostgreSQL.

At every table a player acts once a second through the interface for programs, and two listeners follow the
events. An action counts from the moment it is sent until its answer is there, an event from then until both
listeners have it. The server runs as a process of its own on one core, and this client on another. It holds
as many tables as there are with 99 of 100 actions and events within 100 ms and nothing refused.
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

MARK_MS, LISTENERS = 100.0, 2
GAMES = (("lama", 2), ("smallsum", 2))
API = "/api/v1/tables"


@dataclass
class Measured:
    """Milliseconds of every action and of every event, and what was refused."""

    actions: list[float] = field(default_factory=list)
    events: list[float] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    def p99(self) -> tuple[float, float]:
        return percentile(self.actions), percentile(self.events)


def percentile(values: list[float]) -> float:
    return statistics.quantiles(values, n=100)[98] if len(values) > 1 else float("inf")


class Line:
    """One connection to the server, kept open."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.reader: asyncio.StreamReader
        self.writer: asyncio.StreamWriter

    async def open(self) -> None:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)

    async def ask(self, method: str, path: str, body: object = None, token: str = "") -> tuple[int, dict]:
        content = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: x\r\nContent-Length: {len(content)}\r\n"
        head += "Content-Type: application/json\r\n" if content else ""
        head += f"Authorization: Bearer {token}\r\n" if token else ""
        self.writer.write(head.encode() + b"\r\n" + content)
        answer = await self.reader.readuntil(b"\r\n\r\n")
        length = int(re.search(rb"content-length: (\d+)", answer, re.IGNORECASE)[1])
        return int(answer[9:12]), json.loads(await self.reader.readexactly(length))

    def close(self) -> None:
        self.writer.close()


class Player:
    """One table with its listeners."""

    def __init__(self, port: int, number: int, measured: Measured) -> None:
        self.port, self.measured, self.chance = port, measured, random.Random(number)
        self.game, self.players = GAMES[number % len(GAMES)]
        self.line = Line(port)
        self.sent: dict[int, float] = {}
        self.waiting: set[asyncio.Task[None]] = set()

    async def sit(self) -> None:
        if not hasattr(self.line, "writer"):
            await self.line.open()
        seats = [{"name": f"player {p}"} for p in range(self.players)]
        _, made = await self.line.ask("POST", API, {"game": self.game, "seats": seats})
        self.table, self.tokens = made["table"], [x["token"] for x in made["seats"]]
        for token in self.tokens:
            _, seen = await self.line.ask("POST", f"{API}/{self.table}/seed", {"added": "x"}, token)
        self.seen = seen
        for task in self.waiting:
            task.cancel()
        self.waiting = {asyncio.create_task(self.listen()) for _ in range(LISTENERS)}

    async def listen(self) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            writer.write(f"GET {API}/{self.table}/events HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            await reader.readuntil(b"\r\n\r\n")
            while True:
                line = await reader.readline()
                if line.startswith(b"data: "):
                    began = self.sent.get(int(line[6:]))
                    if began is not None:
                        self.measured.events.append((time.perf_counter() - began) * 1e3)
        finally:
            writer.close()

    async def play(self, until: float, offset: float) -> None:
        await asyncio.sleep(offset)
        while time.perf_counter() < until:
            began = time.perf_counter()
            await self.act(began)
            await asyncio.sleep(max(0.0, began + 1.0 - time.perf_counter()))

    async def act(self, began: float) -> None:
        if self.seen["phase"] == "over":
            await self.sit()
        seat = self.seen["waiting_for"][0]
        _, mine = await self.line.ask("GET", f"{API}/{self.table}", None, self.tokens[seat])
        action = self.chance.choice(mine["choices"])["action"]
        began = time.perf_counter()
        self.sent[mine["version"] + 1] = began
        asked = {"turn": mine["turn"], "action": action}
        status, self.seen = await self.line.ask(
            "POST", f"{API}/{self.table}/actions", asked, self.tokens[seat]
        )
        self.measured.actions.append((time.perf_counter() - began) * 1e3)
        if status != 200:
            self.measured.refused.append(str(self.seen))

    def leave(self) -> None:
        for task in self.waiting:
            task.cancel()
        self.line.close()


@contextlib.contextmanager
def serving(database: str | None) -> Iterator[tuple[int, int]]:
    """A server on one core; gives its port and its process."""
    cores = sorted(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "upcard", "serve", "--port", "0", "--no-open", "--no-limits"]
        command += ["--folder", folder, *(["--database", database] if database else [])]
        os.sched_setaffinity(0, {cores[0]})  # what is started stays there
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            os.sched_setaffinity(0, {cores[-1]})
            port = int(re.search(r":(\d+)/", process.stdout.readline())[1])
            try:
                yield port, process.pid
            finally:
                process.kill()
                os.sched_setaffinity(0, set(cores))


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def measure(port: int, pid: int, tables: int, seconds: float) -> tuple[Measured, float]:
    measured = Measured()
    players = [Player(port, i, measured) for i in range(tables)]
    for i in range(0, tables, 20):
        await asyncio.gather(*(x.sit() for x in players[i : i + 20]))
    measured.actions.clear()
    busy, began = cpu_seconds(pid), time.perf_counter()
    until = began + seconds
    await asyncio.gather(*(x.play(until, i / tables) for i, x in enumerate(players)))
    load = (cpu_seconds(pid) - busy) / (time.perf_counter() - began)
    for x in players:
        x.leave()
    return measured, load


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, nargs="+", default=[100, 200, 300, 400, 600, 800, 1000])
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument(
        "--database", default=None, help="address of a database; SQLite in a new folder by default"
    )
    asked = parser.parse_args()
    print("tables  actions  p99 action  p99 event  server's core  refused")
    for tables in asked.tables:
        with serving(asked.database) as (port, pid):
            measured, load = asyncio.run(measure(port, pid, tables, asked.seconds))
        action, event = measured.p99()
        holds = max(action, event) < MARK_MS and not measured.refused
        print(
            f"{tables:6} {len(measured.actions):8,} {action:8.1f} ms {event:7.1f} ms {load:13.0%} "
            f"{len(measured.refused):8}  {'holds' if holds else 'does not hold'}",
            flush=True,
        )
        if not holds:
            break


if __name__ == "__main__":
    main()
