"""A class without a network: a teacher and pupils whose browsers read pages and send the forms there."""

import asyncio
import random
import re
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from bs4 import BeautifulSoup
from starlette.applications import Starlette
from starlette.testclient import TestClient
from tests.web.browsing import csrf, filled, other, soup_of

from upcard.classroom import class_repository as rows
from upcard.classroom.activity_steps import OWN_POLLS, OwnPoll, Poll, Question
from upcard.classroom.live_room import LiveRoom
from upcard.classroom.room_service import RoomService
from upcard.server.live_table import LiveTable
from upcard.web.classroom.class_requests import ClassroomService

PATIENCE = 120.0
MOST_ACTIONS = 400
"""After how many actions the matches of a class, played at random, are given up."""

SEAT = re.compile(r'<section id="table" [^>]*data-seat="(\d+)"')
"""At the table of a pupil who plays: where he sits."""


@dataclass
class Pupil:
    """A pupil with a browser."""

    name: str
    client: TestClient
    rng: random.Random

    def visit(self, code: str) -> tuple[str, str]:
        """Where the pupil belongs, and the page there as it comes."""
        answer = self.client.get(f"/c/{code}")
        assert answer.status_code == 200, answer.text
        return answer.url.path, answer.text

    def look(self, code: str) -> tuple[str, BeautifulSoup]:
        """Where the pupil belongs, and the page there as elements."""
        path, text = self.visit(code)
        return path, soup_of(text)


@dataclass
class Class:
    """A room with its teacher and its pupils."""

    teacher: TestClient
    code: str
    pupils: list[Pupil] = field(default_factory=list)

    def join(self, *names: str) -> None:
        """Have pupils join."""
        for name in names:
            client = other(self.teacher)
            client.portal = self.teacher.portal  # the same loop, in which bots go on thinking
            form = {"csrf": csrf(client, f"/c/{self.code}"), "name": name}
            answer = client.post(f"/c/{self.code}/join", data=form)
            assert answer.status_code == 200, answer.text
            self.pupils.append(Pupil(name, client, random.Random(name)))

    def lead(self, deed: str, **form: str) -> BeautifulSoup:
        """What the teacher does; gives the page after it."""
        path = f"/c/{self.code}/teach"
        answer = self.teacher.post(f"{path}/{deed}", data={"csrf": csrf(self.teacher, path), **form})
        assert answer.status_code == 200, answer.text
        return soup_of(answer.text)

    def wall(self, deed: str, **form: str) -> None:
        """What the teacher decides about the projector."""
        path = f"/c/{self.code}"
        form = {"csrf": csrf(self.teacher, f"{path}/teach"), **form}
        answer = self.teacher.post(f"{path}/wall/{deed}", data=form)
        assert answer.status_code == 200, answer.text

    def teacher_page(self) -> BeautifulSoup:
        """The page of the teacher."""
        answer = self.teacher.get(f"/c/{self.code}/teach")
        assert answer.status_code == 200, answer.text
        return soup_of(answer.text)

    def show(self) -> BeautifulSoup:
        """The projector."""
        answer = self.teacher.get(f"/c/{self.code}/show")
        assert answer.status_code == 200, answer.text
        return soup_of(answer.text)

    def go(self, step: int) -> BeautifulSoup:
        """Go to a step."""
        return self.lead("go", run=str(self.run), step=str(step))

    @property
    def service(self) -> ClassroomService:
        """The rooms of the server, and their background jobs."""
        assert isinstance(self.teacher.app, Starlette)
        service: ClassroomService = self.teacher.app.state.classes
        return service

    @property
    def rooms(self) -> RoomService:
        """All rooms of the server."""
        return self.service.rooms

    @property
    def live(self) -> LiveRoom:
        """The room in memory."""
        return self.rooms.live[self.code]

    @property
    def run(self) -> int:
        return self.live.row.run

    def call(self, asked: Callable[..., Awaitable[Any]], *given: object) -> None:
        """Have something done in the loop of the server."""
        assert self.teacher.portal is not None
        self.teacher.portal.call(asked, *given)

    def play(self, most: int | None = None) -> None:
        """Let everybody act at his table until all matches are over, or so often.

        They act in the table service: the pages that would be read before and after take far longer.
        """
        seats = []
        for x in self.pupils:
            path, text = x.visit(self.code)
            if (found := SEAT.search(text)) is not None:
                seats.append((x, self.rooms.tables.live[path.removeprefix("/t/")], int(found[1])))
        assert seats, "no pupil sits at a table"
        self.call(self._play, seats, most)

    async def _play(self, seats: list[tuple[Pupil, LiveTable, int]], most: int | None) -> None:
        done, until = 0, time.monotonic() + PATIENCE
        while (most is None or done < most) and not all(live.is_over for _, live, _ in seats):
            if await self._act(seats):
                done, until = done + 1, time.monotonic() + PATIENCE
                assert most is not None or done < MOST_ACTIONS, f"the matches go on after {done} actions"
                continue
            assert time.monotonic() < until, f"nobody can act for {PATIENCE} s, after {done} actions"
            await asyncio.sleep(0.01)  # bots think in a thread

    async def _act(self, seats: list[tuple[Pupil, LiveTable, int]]) -> bool:
        """Let the first who can do anything do it; whether somebody could."""
        for pupil, live, seat in seats:
            choices = live.scene(seat).choices
            if choices:
                action = pupil.rng.choice(choices).action
                await self.rooms.tables.play_action(live.row.id, seat, live.turn, action)
                return True
        return False

    def press_next(self, *pupils: Pupil) -> None:
        """Pupils, by default all, want to go on to the next match of their group."""
        for x in pupils or self.pupils:
            page = x.look(self.code)[1]
            if page.select("#strip form[action$=next]"):
                form = filled(page, "#strip form[action$=next]") | {"csrf": csrf(x.client)}
                assert x.client.post(f"/c/{self.code}/next", data=form).status_code == 200

    def each(self) -> Iterator[tuple[Pupil, BeautifulSoup]]:
        """Every pupil with his page."""
        for x in self.pupils:
            yield x, x.look(self.code)[1]

    def answer(self, choice: int = 0) -> None:
        """Everybody answers every question in the same way."""
        for x, page in self.each():
            for form in page.select("form.poll"):
                fields = {str(i["name"]): str(i["value"]) for i in form.select("input")}
                sent = x.client.post(f"/c/{self.code}/answer", data={**fields, "value": str(choice)})
                assert sent.status_code == 200, sent.text

    def press(self, rounds: int) -> None:
        """Everybody presses one of the two buttons, round after round."""
        for _ in range(2 * rounds):
            for x, page in self.each():
                form = page.select_one("form.two-buttons")
                if form is not None:
                    fields = {str(i["name"]): str(i["value"]) for i in form.select("input")}
                    value = str(x.rng.randrange(2))
                    sent = x.client.post(f"/c/{self.code}/answer", data={**fields, "value": value})
                    assert sent.status_code == 200, sent.text

    def write(self, pupil: Pupil, words: str, **menus: str) -> None:
        """Write the strategy of a pupil's group."""
        fields = filled(pupil.look(self.code)[1], "form.write") | {"words": words, "with-rule": "on"} | menus
        sent = pupil.client.post(f"/c/{self.code}/rule", data=fields)
        assert sent.status_code == 200, sent.text

    def wait(self, selector: str) -> BeautifulSoup:
        """The projector when it shows something that is found out beside the server."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            page = self.show()
            if page.select(selector) and not page.select("[role=status]:-soup-contains('…')"):
                return page
            time.sleep(0.2)
        raise AssertionError(f"the projector never showed {selector}: {page.select_one('main')}")


def text_at(page: BeautifulSoup, selector: str) -> str:
    """The text of the first element that fits."""
    found = page.select_one(selector)
    assert found is not None, selector
    return found.text


def new_class(client: TestClient, *names: str) -> Class:
    """A room that the client has opened."""
    answer = client.post("/rooms", data={"csrf": csrf(client)})
    assert answer.status_code == 200
    found = Class(client, answer.url.path.split("/")[2])
    found.join(*names)
    return found


def strip(page: BeautifulSoup) -> str:
    """What stands above a table."""
    found = page.select_one("#strip")
    return found.get_text(" ", strip=True) if found else ""


def ask(room: Class, after: int, title: str, questions: Sequence[Question]) -> None:
    """Store a poll of several questions with the running activity, after one of its steps."""
    room.call(_ask, room, OwnPoll(after, Poll(title, questions=questions)))


async def _ask(room: Class, poll: OwnPoll) -> None:
    async with room.rooms.locked(room.code) as live:
        assert live.run is not None
        run = live.run
        settings = {**run.settings, OWN_POLLS: [*run.settings.get(OWN_POLLS, ()), poll.stored]}
        await room.rooms.change(live, lambda c: rows.change(c, live.code, run, settings=settings))
