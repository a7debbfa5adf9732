"""Pupils and a teacher as browsers of their own, for ``benchmarks/classroom.py``.

A phone listens to its class and to its table, as a page does. It shows how a round ended until its pupil has
pressed Next, waits until the others of its group have pressed too, and acts when it is its turn.
"""

import asyncio
import html
import json
import random
import re
import time
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from urllib.parse import urlencode, urlsplit

VALUE = r'name="{}" value="([^"]*)"'
CHOICE = re.compile(r'class="choice[^"]*" type="submit" name="action" value="(\d+)"')
TURN = re.compile(r'id="table"[^>]* data-turn="(\d+)"')
ROUND = re.compile(r'id="table"[^>]* data-round="(\d+)"')
GO_ON = re.compile(r'<form id="go-on"[^>]*data-pressed="(-?\d+)" data-readers="([^"]*)"')
AGAIN = re.compile(r"try again in (\d+) s")
ACTS = re.compile(r'<form id="acts".*?</form>', re.DOTALL)
STRIP = re.compile(r'<section id="strip".*?</section>', re.DOTALL)
TABLE, OVER, ENDED = 'id="table"', 'class="board over', "data-ended="
PLAYING = ("The rules are playing", "The rules are still playing")

RETRY, PATIENCE = 0.2, 20.0
"""Seconds between two attempts to reach a server that does not answer, and for all of them."""


@dataclass
class Measured:
    """Milliseconds of actions, of presses of Next, of sights, and of requests by board and projector.

    `stored` has every action that the server has confirmed, as table and number; `refused` counts refusals
    while the class plays: a press that comes after the teacher has gone on is rightly refused.
    """

    actions: list[float] = field(default_factory=list)
    presses: list[float] = field(default_factory=list)
    sights: list[float] = field(default_factory=list)
    boards: list[float] = field(default_factory=list)
    stored: set[tuple[str, int]] = field(default_factory=set)
    refused: Counter[str] = field(default_factory=Counter)
    is_playing: bool = True

    def refuse(self, words: str) -> None:
        """Count a refusal."""
        if self.is_playing:
            self.refused[words] += 1

    def clear_times(self) -> None:
        """Begin a new part."""
        for values in (self.actions, self.presses, self.sights, self.boards):
            values.clear()


def value_of(page: str, name: str) -> str:
    """Return the value of a hidden field; empty if the page has none."""
    found = re.search(VALUE.format(name), page)
    return html.unescape(found[1]) if found else ""


def sentence(page: str) -> str:
    """Return the sentence with which a page refuses something."""
    found = re.search(r'role="alert"[^>]*>(.*?)</', page, re.DOTALL)
    return html.unescape(found[1] if found else page[:100]).strip()


def since(began: float) -> float:
    """Return how many milliseconds have passed."""
    return (time.perf_counter() - began) * 1e3


@dataclass
class Answer:
    """Answer of a server: status, page, and where it sends the browser."""

    status: int
    page: str
    place: str


class Browser:
    """A browser with cookies: one connection for requests, and others to listen."""

    def __init__(self, port: int, measured: Measured) -> None:
        self.port, self.cookie, self.measured = port, "", measured
        self.line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self.lock = asyncio.Lock()

    async def ask(
        self, path: str, form: dict[str, str] | None = None, is_part: bool = False, may_wait: bool = False
    ) -> Answer:
        """Request a page or send a form; again, if the server stopped meanwhile.

        A refusal counts, unless the server says when to try again and the pupil `may_wait`.
        """
        async with self.lock:
            until = time.monotonic() + PATIENCE
            while True:
                try:
                    answer = await self._ask(path, form, is_part)
                    if answer.status >= 400 and not (may_wait and AGAIN.search(answer.page)):
                        self.measured.refuse(f"{answer.status} {sentence(answer.page)}")
                    return answer
                except (OSError, asyncio.IncompleteReadError):
                    self.line = None
                    if time.monotonic() > until:
                        raise
                    await asyncio.sleep(RETRY)

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
        return Answer(int(head[9:12]), body.decode(), urlsplit(place[1]).path if place else "")

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
        """Yield once after each event of a stream; connect again if the stream breaks, as browsers do."""
        while True:
            try:
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
            except OSError:
                await asyncio.sleep(RETRY)
                continue
            try:
                writer.write(self._request(path, None, False))
                status = (await reader.readline()).decode()[9:12]
                if status and status != "200":
                    self.measured.refuse(f"{status} {path.rpartition('/')[2]}")
                    return
                while line := await reader.readline():
                    if line.startswith(b"event:"):
                        yield
            except OSError:
                pass
            finally:
                writer.close()
            await asyncio.sleep(RETRY)


class Phone(Browser):
    """A pupil.

    Attributes
    ----------
    strip, table : str
        The latest parts of the page above the table and of the table itself.
    news : asyncio.Event
        Set when one of them has changed.
    """

    def __init__(self, port: int, number: int, code: str, think: float, measured: Measured) -> None:
        super().__init__(port, measured)
        self.name, self.code, self.think = f"pupil {number}", code, think
        self.rng, self.place = random.Random(number), ""
        self.strip, self.table, self.news = "", "", asyncio.Event()
        self.at_table: tuple[asyncio.Task[None], ...] = ()
        self.following: asyncio.Task[None] | None = None
        self.waits = 0

    async def join(self) -> bool:
        """Join the class, again after the seconds that the server says, and follow it; False if refused."""
        _, page = await self.follow(f"/c/{self.code}")
        form = {"csrf": value_of(page, "csrf"), "name": self.name}
        until = time.monotonic() + PATIENCE * 10
        while time.monotonic() < until:
            answer = await self.ask(f"/c/{self.code}/join", form, may_wait=True)
            if answer.place:
                self.place, page = await self.follow(answer.place)
                self.following = asyncio.create_task(self.live())
                return True
            wait = AGAIN.search(answer.page)
            if wait is None:
                return False
            self.waits += 1
            await asyncio.sleep(int(wait[1]))
        return False

    async def live(self) -> None:
        """Follow the class wherever it goes."""
        async for _ in self.events(f"/c/{self.code}/events"):
            answer = await self.ask(f"/c/{self.code}/place?at={self.place}", None, is_part=True)
            if answer.place:
                await self.go(answer.place)
            else:
                self.see(answer.page)

    async def go(self, place: str) -> None:
        """Open another page, and play if it is a table."""
        if place == self.place:
            return
        self.place, page = await self.follow(place)
        for task in self.at_table:
            if task is not asyncio.current_task():
                task.cancel()
        self.at_table, self.strip, self.table = (), "", ""
        self.see(page)
        if "/t/" in self.place:
            self.at_table = asyncio.create_task(self.watch()), asyncio.create_task(self.play(self.place))

    def see(self, page: str) -> None:
        """Take the parts of an answer into the page."""
        strip = STRIP.search(page)
        self.strip = strip[0] if strip else self.strip
        self.table = page if TABLE in page else self.table
        self.news.set()

    async def watch(self) -> None:
        """Request the table after every change."""
        place = self.place
        async for _ in self.events(f"{place}/events"):
            began = time.perf_counter()
            page = (await self.ask(f"{place}/board", None, is_part=True)).page
            self.measured.sights.append(since(began))
            self.see(page)

    async def play(self, place: str) -> None:
        """Read, press Next, and act at a table until the match has ended and the next one begins."""
        while self.place == place:
            await self.news.wait()
            self.news.clear()
            while (deed := self.deed()) is not None:
                await asyncio.sleep(self.rng.expovariate(1 / self.think))
                if self.deed() == deed and self.place == place:
                    await (self.press(deed) if deed[0] == "next" else self.act(place))

    def deed(self) -> tuple[str, str] | None:
        """Return what the pupil can do now: press Next, with the number of the round, or act at a turn."""
        if OVER in self.table:
            return ("next", "") if ">Next match" in self.strip else None
        form, number = GO_ON.search(self.strip), ROUND.search(self.table)
        if form is not None and number is not None and ENDED in self.table:
            if int(form[1]) < int(number[1]):
                return "next", number[1]
            if any(pressed < int(number[1]) for _, pressed in json.loads(html.unescape(form[2]))):
                return None  # the dialog covers the table until the others have pressed
        turn = TURN.search(self.table)
        return ("act", turn[1]) if turn is not None and CHOICE.search(self.table) else None

    async def press(self, deed: tuple[str, str]) -> None:
        """Press Next after a round or after the match."""
        form = {x: value_of(self.strip, x) for x in ("csrf", "match")} | (
            {"turn": deed[1]} if deed[1] else {}
        )
        began = time.perf_counter()
        answer = await self.ask(f"/c/{self.code}/next", form, is_part=True)
        if answer.status < 400:
            self.measured.presses.append(since(began))
        if answer.place:
            await self.go(answer.place)
        else:
            self.see(answer.page)

    async def act(self, place: str) -> None:
        """Play an action, with the same probability each."""
        acts = ACTS.search(self.table)
        choices = CHOICE.findall(acts[0]) if acts else []
        if acts is None or not choices:
            return
        form = {x: value_of(acts[0], x) for x in ("csrf", "turn", "seat")} | {
            "action": self.rng.choice(choices)
        }
        before, began = TURN.search(self.table), time.perf_counter()
        answer = await self.ask(f"{place}/act", form, is_part=True)
        self.measured.actions.append(since(began))
        if answer.status == 200:
            after = TURN.search(answer.page)
            if before and after and int(after[1]) > int(before[1]):
                self.measured.stored.add((place.rpartition("/")[2], int(before[1])))
            self.see(answer.page)
        else:
            await asyncio.sleep(1.0)
            self.see((await self.ask(f"{place}/board", None, is_part=True)).page)

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
        """Open a class; return its code."""
        _, page = await self.follow("/")
        place, _ = await self.follow("/rooms", {"csrf": value_of(page, "csrf")})
        return place.split("/")[2]

    async def lead(self, code: str, deed: str, **form: str) -> None:
        """Begin an activity, or go to a step of it."""
        _, page = await self.follow("/")
        await self.follow(f"/c/{code}/teach/{deed}", {"csrf": value_of(page, "csrf"), **form})

    async def watch(self, code: str, path: str) -> None:
        """Request the board or the projector after every change."""
        async for _ in self.events(f"/c/{code}/events?all"):
            began = time.perf_counter()
            await self.ask(f"/c/{code}/{path}/part", None, is_part=True)
            self.measured.boards.append(since(began))

    async def wait_for_contest(self, code: str, limit: float) -> bool:
        """Wait for the result of a contest; return False if it takes too long."""
        until = time.monotonic() + limit
        while time.monotonic() < until:
            answer = await self.ask(f"/c/{code}/show/part", None, True)
            if answer.status < 400 and not any(x in answer.page for x in PLAYING):
                return True
            await asyncio.sleep(0.5)
        return False
