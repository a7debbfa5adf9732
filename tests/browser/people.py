"""People before a browser: one types, another taps; what their browsers complain of is kept."""

import random
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import (
    APIResponse,
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Position,
    Request,
    Response,
)
from tests.browser.server import Server

DESKTOP, PHONE, WALL = (1280, 900), (390, 844), (1920, 1080)
PATIENCE = 30_000.0
THINKING = 180_000.0
"""For so long something may be found out beside the server where others use the processors too."""

CSRF = re.compile(r'name="csrf" value="([^"]*)"')
ALONE = {"Connection": "close"}
"""A request without a page uses no kept connection: the server may be ending it at that very moment."""

CORNER: Position = {"x": 8, "y": 12}
"""Where a card is touched: in a hand the next one may lie on all the rest of it."""
STATE = """() => {
  const table = document.getElementById("table");
  return {
    turn: Number(table?.dataset.turn ?? -1),
    isOver: Boolean(table?.classList.contains("over")),
    choices: [...document.querySelectorAll("#table .choice")].map((c) => [c.value, c.dataset.number]),
  };
}"""
CHOOSE = """(action) => document.querySelector(`#table .choice[value="${action}"]`).click()"""
"""Chooses by the list, of which a touch screen hides what a card stands for."""

MOVED = """(turn) => {
  const table = document.getElementById("table");
  if (!table || table.dataset.turn === undefined) return false;
  if (Number(table.dataset.turn) > turn || table.classList.contains("over")) return true;
  return !table.querySelector(".choice");
}"""
SHOWS = """(version) => Number(document.querySelector(".table-page")?.dataset.version ?? -1) >= version"""
FOCUSED = """() => {
  const card = document.activeElement;
  return card.matches("#table .card.can") ? card.dataset.actions.split(" ") : [];
}"""
TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
IDLE = """() => !document.querySelector("#new-table.htmx-request, #new-table .htmx-request")"""
REACHED = """([turn, mine]) => {
  const table = document.getElementById("table");
  if (!table || table.dataset.turn === undefined || Number(table.dataset.turn) < turn) return false;
  return !mine || table.classList.contains("over") || Boolean(table.querySelector(".choice"));
}"""


@dataclass(frozen=True)
class State:
    """What a browser shows.

    Parameters
    ----------
    turn : int
        So many actions were done; -1 before the deal.
    is_over : bool
        Whether the match has ended.
    choices : sequence of (str, str)
        Action and number of what can be done.
    """

    turn: int
    is_over: bool
    choices: Sequence[tuple[str, str]]


class Person:
    """Somebody with a browser of his own.

    Parameters
    ----------
    name : str
        What he is called.
    context : BrowserContext
        His browser.
    address : str
        Where the server is.
    types : bool
        Whether he has only a keyboard.
    taps : bool
        Whether he has a touch screen.
    """

    def __init__(
        self, name: str, context: BrowserContext, address: str, types: bool = False, taps: bool = False
    ) -> None:
        self.name, self.context, self.address, self.types, self.taps = name, context, address, types, taps
        self.page: Page = context.new_page()
        self.complaints: list[str] = []
        self.rng, self.is_keen, self._csrf = random.Random(name), False, ""
        self.page.on("pageerror", lambda fault: self.complaints.append(f"script: {fault}"))
        self.page.on("console", self._note)
        context.on("request", self._check_host)
        context.on("response", self._check_status)

    def _note(self, said: ConsoleMessage) -> None:
        if said.type == "error":
            self.complaints.append(f"{said.text}: {said.location['url']}")

    def _check_host(self, request: Request) -> None:
        if urlsplit(request.url).netloc != urlsplit(self.address).netloc and request.url[:5] != "data:":
            self.complaints.append(f"a request to another host: {request.url}")

    def _check_status(self, response: Response) -> None:
        if response.status >= 400:
            self.complaints.append(f"{response.status} for {response.url}")

    # --- pages

    def go(self, path: str) -> Page:
        """Look at a page."""
        self.page.goto(self.address + path)
        return self.page

    def ask(self, path: str) -> APIResponse:
        """What the server answers this person, beside the page."""
        return self.context.request.get(self.address + path, headers=ALONE)

    def open_table(
        self, game: str, preset: str, seats: Sequence[str], hands: str = "1", **options: str
    ) -> str:
        """Make a table by what the form for it sends, which takes less than to fill it in; gives its path."""
        form: dict[str, Any] = {"csrf": self._token(), "name": self.name, "game": game, "preset": preset}
        form |= {"players": str(1 + len(seats)), "seat-1": "me", "hands": hands}
        form |= {f"seat-{p}": who for p, who in enumerate(seats, 2)}
        form |= {f"option-{name}": value for name, value in options.items()}
        made = self.context.request.post(f"{self.address}/tables", form=form, headers=ALONE, max_redirects=0)
        assert made.status == 303, made.text()
        path = urlsplit(made.headers["location"]).path
        self.go(path)
        return path

    def _token(self) -> str:
        """What a form of this person holds, so that the server knows it."""
        if not self._csrf:
            self._csrf = str(CSRF.findall(self.ask("/mine").text())[0])
        return self._csrf

    def fill_in_table(self, game: str, preset: str, seats: Sequence[str], **options: str) -> str:
        """Make a table by the form with everything to choose; gives its path."""
        page = self.go(f"/new/{game}?preset={preset}&players={1 + len(seats)}")
        page.fill("form.sheet #name", self.name)
        for p, who in enumerate(seats, 2):
            is_shown = page.locator(f"#seat-{p} option[value='{who}']").count() == 1
            page.select_option(f"#seat-{p}", who if is_shown else "other")
            if not is_shown:
                page.select_option(f"#exact-{p}", who)
            page.wait_for_function(IDLE)  # the form follows what is chosen
        if options:
            page.click("form.sheet details.rules summary")
        for name, value in options.items():
            field = page.locator(f"#option-{name}")
            if field.evaluate("x => x.tagName") == "SELECT":
                field.select_option(value)
            else:
                field.fill(value)
        self.press(page.get_by_role("button", name="Open the table"))
        page.wait_for_url("**/t/*")
        return urlsplit(page.url).path

    def join(self, path: str) -> None:
        """Follow a link and take a seat."""
        page = self.go(path)
        page.fill("#name", self.name)
        self.press(page.get_by_role("button", name="Take a seat"))

    def press(self, button: Locator, at: Position | None = None) -> None:
        """Press a button in this person's way."""
        if self.types:
            button.press("Enter")
        elif self.taps:
            button.tap(position=at)
        else:
            button.click(position=at)

    # --- the table

    def state(self) -> State:
        """What the browser shows now."""
        found = self.page.evaluate(STATE)
        return State(found["turn"], found["isOver"], [(a, n) for a, n in found["choices"]])

    def wait_for_turn(self, turn: int, mine: bool = False) -> None:
        """Wait until so many actions were done, and, if asked, until this person can act."""
        self.page.wait_for_function(REACHED, arg=[turn, mine])

    def catch_up(self, other: "Person") -> None:
        """Wait until the browser shows the table as another's does now, or later."""
        version = other.page.locator(".table-page").get_attribute("data-version")
        self.page.wait_for_function(SHOWS, arg=int(version or 0))

    def act(self) -> None:
        """Do anything that can be done, and wait until it is done, which nothing at the table denies."""
        before = self.state()
        action, number = before.choices[-1] if self.is_keen else self.rng.choice(before.choices)
        if not self.types:
            self.touch(action)
        elif self.is_keen or not self._walk():
            self.type(number)
        self.page.wait_for_function(MOVED, arg=before.turn)
        notice = self.page.locator("#notice").inner_text()
        assert not notice, f"{self.name} could not do {action} at turn {before.turn}: {notice}"

    def touch(self, action: str) -> None:
        """Touch a card or a place that does an action, or else its button."""
        touchable = self.page.locator(f"#table .can[data-actions~='{action}']").first
        if not touchable.count():
            self.press(self.page.locator(f"#table .choice[value='{action}']"))
            return
        meant = str(touchable.get_attribute("data-actions")).split()
        self.press(touchable, CORNER)
        if len(meant) > 1:
            self.press(self.page.locator(".menu button").first)

    def choose(self, words: str) -> None:
        """Do what the list calls so, by touching its card or its button."""
        choice = self.page.locator("#table .choice").filter(has_text=words).first
        self.touch(str(choice.get_attribute("value")))

    def type(self, number: str) -> None:
        """Type the number of a choice; Enter ends it where longer ones begin with it."""
        is_part = any(n != number and n.startswith(number) for _, n in self.state().choices)
        self.page.keyboard.type(number)
        if is_part:
            self.page.keyboard.press("Enter")

    def _walk(self) -> bool:
        """Where a card has the focus, walk to another one by the arrows and press Enter there."""
        if not self.page.evaluate(FOCUSED):
            return False
        for _ in range(self.rng.randrange(3)):
            self.page.keyboard.press("ArrowRight")
        meant = self.page.evaluate(FOCUSED)
        if not meant:
            return False
        self.page.keyboard.press("Enter")
        if len(meant) > 1:
            self.page.wait_for_selector(".menu")
            self.page.keyboard.press("Enter")
        return True


def play_to_end(people: Sequence[Person], between: Callable[[], object] = int, most: int = 400) -> State:
    """Let people act until the match has ended; gives what the first one is shown then.

    Before every action `between` is called.
    """
    for person in people:
        person.wait_for_turn(0, mine=len(people) == 1)
    for _ in range(most):
        between()
        states = [x.state() for x in people]
        if all(x.is_over for x in states):
            return states[0]
        ready = [x for x, s in zip(people, states, strict=True) if s.choices]
        assert ready, f"nobody can act: {states}"
        ready[0].act()
        turn = ready[0].state().turn
        for other in people:
            if other is not ready[0]:
                other.wait_for_turn(turn)
        if len(people) == 1:
            ready[0].wait_for_turn(turn, mine=True)
    raise AssertionError(f"the match was not over after {most} actions")


@contextmanager
def opened(
    browser: Browser,
    server: Server,
    name: str,
    size: tuple[int, int],
    types: bool = False,
    pause: str = "no",
    **others: Any,
) -> Iterator[Person]:
    """Somebody with a new browser; on a phone they tap, at a desk they have a mouse, or only a keyboard.

    By default no round's end is shown over the table, which would hide it from the next action.
    """
    is_phone = size == PHONE
    settings: dict[str, Any] = {
        "viewport": {"width": size[0], "height": size[1]},
        "has_touch": is_phone,
        "is_mobile": is_phone,
        "reduced_motion": "reduce",
        "service_workers": "block",  # they hide requests from a test that answers them itself
    }
    with closing(browser.new_context(**(settings | others))) as context:
        context.set_default_timeout(PATIENCE)
        context.add_cookies([{"name": "pause", "value": pause, "url": server.address}])
        yield Person(name, context, server.address, types, taps=is_phone)
