"""A class without a network: a teacher and pupils whose browsers read pages and send the forms there."""

import random
import re
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from bs4 import BeautifulSoup
from starlette.testclient import TestClient
from tests.web.browsing import csrf, filled, form_of, other, soup_of

from upcard.classroom.room import LiveRoom
from upcard.classroom.rooms import Rooms

PATIENCE = 120.0
OVER = re.compile(r'<section id="table" class="[^"]*\bover\b')
"""At a table whose match is over."""


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

    def act(self, path: str, text: str) -> bool:
        """Do something at a table with such a page; whether anything could be done."""
        form = form_of(text, "acts")
        if form is None:
            return False
        fields = {str(x["name"]): str(x["value"]) for x in form.select("input")}
        button = self.rng.choice(form.select("button.choice"))
        sent = self.client.post(f"{path}/act", data={**fields, "action": str(button["value"])})
        assert sent.status_code in (200, 409), sent.text
        return True


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

    def show(self) -> BeautifulSoup:
        """The projector."""
        answer = self.teacher.get(f"/c/{self.code}/show")
        assert answer.status_code == 200, answer.text
        return soup_of(answer.text)

    def go(self, step: int) -> BeautifulSoup:
        """Go to a step."""
        return self.lead("go", run=str(self.run), step=str(step))

    @property
    def rooms(self) -> Rooms:
        """All rooms of the server."""
        found: Rooms = self.teacher.app.state.classes.rooms  # type: ignore[attr-defined]  # of our own application
        return found

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

    def play(self, most: int = 400) -> None:
        """Let everybody act at his table until all matches are over, or so often."""
        for _ in range(most):
            seen = [(x, *x.visit(self.code)) for x in self.pupils]
            if not any(x.act(path, text) for x, path, text in seen):
                if all(OVER.search(text) for _, _, text in seen):
                    return
                time.sleep(0.01)  # bots think in a thread

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
