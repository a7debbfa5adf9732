"""A class of forty before one server: ``python benchmarks/classroom.py``.

Forty phones join, play Smallsum in groups of three, write rules, and let them play, in all its three parts,
as browsers do: each listens to the room and to its table, and asks for the table after every change; a board
and a projector listen to everything. An action counts from the moment it is sent until its answer is there, a
sight from the moment a phone is notified of a change until it has the table. The server runs as a process of
its own beside this client, with its limits: all forty lie behind one address, as in many schools.
"""

import argparse
import asyncio
import random
import re
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import ClassVar
from urllib.parse import urlencode, urlsplit

import uvloop
from served import MARK_MS, cpu_seconds, percentile, serving

VALUE = r'name="{}" value="([^"]*)"'
CHOICE = re.compile(r'class="choice" type="submit" name="action" value="(\d+)"')
PLAYS = (0, 3, 6)
"""The steps at which groups play; the next two are for writing and for the contest."""


@dataclass
class Measured:
    """Milliseconds of actions, of sights, and of requests by board and projector."""

    actions: list[float] = field(default_factory=list)
    sights: list[float] = field(default_factory=list)
    boards: list[float] = field(default_factory=list)


def value_of(page: str, name: str) -> str:
    found = re.search(VALUE.format(name), page)
    return found[1] if found else ""


@dataclass
class Answer:
    """Answer of a server: status, page, and where it sends the browser."""

    status: int
    page: str
    place: str


class Browser:
    """A browser with cookies: one connection for requests, and others to listen.

    Refused requests of all browsers are collected in `refused`.
    """

    refused: ClassVar[list[str]] = []

    def __init__(self, port: int) -> None:
        self.port, self.cookie = port, ""
        self.line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self.lock = asyncio.Lock()

    async def ask(self, path: str, form: dict[str, str] | None = None, is_part: bool = False) -> Answer:
        """Request a page or send a form; if the connection broke, on another one."""
        async with self.lock:
            for _ in range(2):
                try:
                    return await self._ask(path, form, is_part)
                except (OSError, asyncio.IncompleteReadError):
                    self.line = None
            raise ConnectionError(path)

    async def _ask(self, path: str, form: dict[str, str] | None, is_part: bool) -> Answer:
        self.line = self.line or await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.line
        writer.write(self._request(path, form, is_part))
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        length = re.search(r"content-length: (\d+)", head, re.IGNORECASE)
        body = await reader.readexactly(int(length[1])) if length else b""
        cookie = re.search(r"set-cookie: ([^;]+)", head, re.IGNORECASE)
        self.cookie = cookie[1] if cookie else self.cookie
        place = re.search(r"\r\n(?:location|hx-redirect): (\S+)", head, re.IGNORECASE)
        answer = Answer(int(head[9:12]), body.decode(), urlsplit(place[1]).path if place else "")
        if answer.status >= 400:
            self.refused.append(f"{answer.status} {path}: {answer.page[:100]}")
        return answer

    def _request(self, path: str, form: dict[str, str] | None, is_part: bool) -> bytes:
        body = urlencode(form).encode() if form is not None else b""
        head = f"{'GET' if form is None else 'POST'} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
        head += f"Cookie: {self.cookie}\r\n" if self.cookie else ""
        head += "HX-Request: true\r\n" if is_part else ""
        if form is not None:
            head += f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n"
        return head.encode() + b"\r\n" + body

    async def follow(self, path: str, form: dict[str, str] | None = None) -> tuple[str, str]:
        """Return a page and its address, after all redirects."""
        answer = await self.ask(path, form)
        while answer.place:
            path = answer.place
            answer = await self.ask(path)
        return path, answer.page

    async def events(self, path: str) -> AsyncIterator[None]:
        """Yield once after each event of a stream."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            writer.write(self._request(path, None, False))
            status = (await reader.readline()).decode()[9:12]
            if status != "200":
                self.refused.append(f"{status} {path}")
                return
            while True:
                line = await reader.readline()
                if not line:
                    return
                if line.startswith(b"event:"):
                    yield
        finally:
            writer.close()


class Phone(Browser):
    """A pupil."""

    def __init__(self, port: int, number: int, code: str, think: float, measured: Measured) -> None:
        super().__init__(port)
        self.name, self.code, self.think, self.measured = f"pupil {number}", code, think, measured
        self.rng, self.place, self.page = random.Random(number), "", ""
        self.watching: asyncio.Task | None = None

    async def join(self) -> None:
        _, page = await self.follow(f"/c/{self.code}")
        form = {"csrf": value_of(page, "csrf"), "name": self.name}
        self.place, self.page = await self.follow(f"/c/{self.code}/join", form)

    async def live(self) -> None:
        """Follow the room wherever it goes."""
        async for _ in self.events(f"/c/{self.code}/events"):
            answer = await self.ask(f"/c/{self.code}/place?at={self.place}", None, is_part=True)
            if answer.place:
                self.place, self.page = await self.follow(answer.place)
                if self.watching is not None:
                    self.watching.cancel()
                self.watching = asyncio.create_task(self.sit()) if "/t/" in self.place else None
            elif answer.page:
                self.page = answer.page

    async def sit(self) -> None:
        """Play at a table: look after every change, think, act."""
        place, acting = self.place, None
        async for _ in self.events(f"{place}/events"):
            began = time.perf_counter()
            page = (await self.ask(f"{place}/board", None, is_part=True)).page
            self.measured.sights.append((time.perf_counter() - began) * 1e3)
            if CHOICE.search(page) and (acting is None or acting.done()):
                acting = asyncio.create_task(self.act(place, page))
            elif f'action="/c/{self.code}/next"' in page:
                form = {"csrf": value_of(page, "csrf"), "match": value_of(page, "match")}
                await self.ask(f"/c/{self.code}/next", form, is_part=True)

    async def act(self, place: str, page: str) -> None:
        await asyncio.sleep(self.rng.expovariate(1 / self.think))
        while CHOICE.search(page):
            form = {x: value_of(page, x) for x in ("csrf", "turn", "seat")}
            form["action"] = self.rng.choice(CHOICE.findall(page))
            began = time.perf_counter()
            answer = await self.ask(f"{place}/act", form, is_part=True)
            self.measured.actions.append((time.perf_counter() - began) * 1e3)
            page = answer.page
            if CHOICE.search(page):
                await asyncio.sleep(self.rng.expovariate(1 / self.think))

    async def write(self) -> None:
        """Write a rule."""
        page = (await self.follow(f"/c/{self.code}"))[1]
        menus = re.findall(r'<select name="(menu-[a-z_]+)"', page)
        form = {x: value_of(page, x) for x in ("csrf", "at")} | {"words": "low sums", "with-rule": "on"}
        for name in menus:
            form[name] = {"menu-bet_at": str(self.rng.randrange(10, 24)), "menu-bet": "3"}.get(name, "0")
        await self.ask(f"/c/{self.code}/rule", form)


class Teacher(Browser):
    """The teacher, with the board and the projector."""

    async def open(self) -> str:
        _, page = await self.follow("/")
        place, _ = await self.follow("/rooms", {"csrf": value_of(page, "csrf")})
        return place.split("/")[2]

    async def lead(self, code: str, deed: str, **form: str) -> None:
        _, page = await self.follow("/")
        await self.follow(f"/c/{code}/teach/{deed}", {"csrf": value_of(page, "csrf"), **form})

    async def watch(self, code: str, path: str, measured: Measured) -> None:
        """Request the board or the projector after every change."""
        async for _ in self.events(f"/c/{code}/events?all"):
            began = time.perf_counter()
            await self.ask(f"/c/{code}/{path}/part", None, is_part=True)
            measured.boards.append((time.perf_counter() - began) * 1e3)


async def lesson(port: int, pid: int, pupils: int, seconds: float, think: float) -> None:
    teacher, wall, measured = Teacher(port), Teacher(port), Measured()
    code = await teacher.open()
    phones = [Phone(port, i, code, think, measured) for i in range(pupils)]
    began = time.perf_counter()
    await asyncio.gather(*(x.join() for x in phones))
    print(f"{pupils} pupils joined within {time.perf_counter() - began:.2f} s")
    wall.cookie = teacher.cookie
    tasks = [asyncio.create_task(x.live()) for x in phones]
    tasks += [
        asyncio.create_task(x.watch(code, p, measured)) for x, p in ((teacher, "teach"), (wall, "show"))
    ]
    await teacher.lead(code, "begin/smallsum")
    for step in PLAYS:
        await part(teacher, phones, code, step, seconds, pid, measured)
    for x in [*tasks, *(p.watching for p in phones if p.watching)]:
        x.cancel()
    refused = Browser.refused
    holds = percentile(measured.actions) < MARK_MS and not refused
    print(f"refused: {len(refused)} {refused[:3]}; {'holds' if holds else 'does not hold'}")


async def part(
    teacher: Teacher, phones: list[Phone], code: str, step: int, seconds: float, pid: int, measured: Measured
) -> None:
    """One part: play for a while, write, and the contest, while nobody waits for it."""
    for values in (measured.actions, measured.sights, measured.boards):
        values.clear()
    if step:
        await teacher.lead(code, "go", run="0", step=str(step))
    cpu, began = cpu_seconds(pid), time.perf_counter()
    await asyncio.sleep(seconds)
    spent = (cpu_seconds(pid) - cpu) / (time.perf_counter() - began)
    await teacher.lead(code, "go", run="0", step=str(step + 1))
    await asyncio.gather(*(x.write() for x in phones[::3]))
    begun = time.perf_counter()
    await teacher.lead(code, "go", run="0", step=str(step + 2))
    while "100,000 matches" not in (await teacher.ask(f"/c/{code}/show/part", None, True)).page:
        await asyncio.sleep(0.5)
    print(
        f"step {step}: {len(measured.actions):,} actions, 99 % within {percentile(measured.actions):.1f} ms; "
        f"sights {percentile(measured.sights):.1f} ms; boards {percentile(measured.boards):.1f} ms; "
        f"{spent:.0%} of one core; contest {time.perf_counter() - begun:.1f} s",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pupils", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=20.0, help="length of each part")
    parser.add_argument("--think", type=float, default=2.0, help="mean number of seconds before an action")
    asked = parser.parse_args()
    with serving(limits=True) as (port, pid):
        uvloop.run(lesson(port, pid, asked.pupils, asked.seconds, asked.think))


if __name__ == "__main__":
    main()
