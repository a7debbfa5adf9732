"""A class before its browsers: a projector, a teacher, and pupils with phones."""

import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import count
from urllib.parse import urlsplit

import requests
from playwright.sync_api import Browser, Page, expect
from tests.browser.people import ALONE, CHOOSE, CSRF, DESKTOP, PHONE, THINKING, WALL, Person, opened
from tests.browser.server import Server
from tests.browser.test_browser_pages import ASKED, FLAT, SHOTS, check_access, check_edges

NAMES = ("Otter", "Lynx", "Heron", "Badger", "Falcon", "Raven")
LEAST_PX = 28
STILL = re.compile("Computing the results|are (still )?playing …")
WATCHES = re.compile("You are (the referee|watching)")
"""What is said as long as it is found out."""
SMALL = """(least) => [...document.querySelectorAll("main *")]
  .filter((x) => x.offsetParent && !x.closest(".visually-hidden"))
  .filter((x) => [...x.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()))
  .filter((x) => parseFloat(getComputedStyle(x).fontSize) < least)
  .map((x) => x.textContent.trim().slice(0, 40))"""
TOO_LONG = "() => document.documentElement.scrollHeight - innerHeight"
CAN_ACT = """() => {
  const table = document.getElementById("table");
  return Boolean(table?.querySelector(".choice") || table?.classList.contains("over"));
}"""
WAITS = "() => document.getElementById('notice')?.textContent.includes('must press Next')"
MOST_TRIES = 100

PRESS_NEXT = "setInterval(() => document.querySelector('.next-round:not([disabled])')?.click(), 50)"
"""A group starts a round when all of its phones have pressed."""

HAS_TABLE = """() => document.getElementById("table")?.dataset.turn !== undefined"""
ACTED = """(turn) => {
  const table = document.getElementById("table");
  if (!table) return true;
  const isDone = table.classList.contains("over") || !table.querySelector(".choice");
  return isDone || Number(table.dataset.turn) > turn;
}"""


@dataclass
class Class:
    """A room with those who are in it."""

    teacher: Person
    projector: Person
    phones: list[Person]
    code: str

    @property
    def people(self) -> list[Person]:
        return [self.teacher, self.projector, *self.phones]

    def join(self, phone: Person) -> None:
        """Two taps: the code of the camera leads to the page, then Join."""
        page = phone.go(f"/c/{self.code}")
        page.fill("#name", phone.name)
        phone.press(page.get_by_role("button", name="Join"))
        expect(page.locator(".whoami")).to_contain_text(f"You are {phone.name}")

    def begin(self, title: str, **settings: str) -> None:
        """The teacher begins an activity; everybody comes to its first step."""
        page = self.teacher.page
        page.locator(".activities").get_by_role("link", name=title, exact=True).click()
        for name, value in settings.items():
            field = page.locator(f"#{name}")
            if field.evaluate("x => x.tagName") == "SELECT":
                field.select_option(value)
            else:
                field.fill(value)
        page.get_by_role("button", name="Start", exact=True).click()
        expect(page.locator(".now h2")).to_have_text(title)
        expect(self.wall.locator(".wall-head")).to_have_count(1)
        self.gather()

    def gather(self) -> None:
        """Wait until all show the step that the projector shows: each browser hears of it by itself."""
        title = self.wall.locator(".wall-title").inner_text()
        expect(self.teacher.page.locator(".all-steps summary")).to_contain_text(f": {title}")
        for phone in self.phones:
            phone.page.wait_for_url(self.place_of(phone))
            if phone.page.url.endswith(f"/c/{self.code}"):
                expect(phone.page.locator("#place h1")).to_have_text(title)

    def place_of(self, phone: Person) -> str:
        """Where a pupil belongs now, as the server knows."""
        return phone.ask(f"/c/{self.code}").url

    def tables(self) -> dict[str, list[Person]]:
        """Who is at which table."""
        found: dict[str, list[Person]] = {}
        for phone in self.phones:
            found.setdefault(urlsplit(phone.page.url).path, []).append(phone)
        assert all(path.startswith("/t/") for path in found), found.keys()
        return found

    def go_on(self, title: str) -> None:
        """The teacher goes to the next step; everybody follows, and what has to be found out is told."""
        page = self.teacher.page
        page.locator(".now").get_by_role("button", name="Next: " + title, exact=True).click()
        expect(self.wall.locator(".wall-title")).to_have_text(title)
        self.gather()
        expect(self.wall.locator("[role=status]").filter(has_text=STILL)).to_have_count(0, timeout=THINKING)

    @property
    def wall(self) -> Page:
        return self.projector.page

    def look(self, name: str, phone: Person | None = None) -> None:
        """Check what projector, teacher and a phone show; keep pictures of it where they are asked for."""
        seen = [(self.projector, "wall"), (self.teacher, "teacher"), (phone or self.phones[0], "phone")]
        for person, look in seen:
            look_with(person, f"{name}-{look}")
        self.check_wall(name)

    def check_wall(self, name: str) -> None:
        """Everything on the projector is large enough and needs no scrolling, on all pages of the step."""
        for number in count(1):
            assert self.wall.evaluate(SMALL, LEAST_PX) == [], name
            assert self.wall.evaluate(TOO_LONG) <= 0, f"{name}, page {number}"
            if not self.turn("Next page", 1):
                return
            if ASKED:
                shot = SHOTS / f"class-{name}-wall-page-{number + 1}.png"
                self.wall.screenshot(path=shot, full_page=True)

    def reveal(self) -> None:
        """The teacher shows the results of the step on the projector."""
        self.teacher.press(self.teacher.page.get_by_role("button", name="Show the results", exact=True))
        expect(self.teacher.page.get_by_role("button", name="Hide the results", exact=True)).to_be_visible()

    def turn_back(self) -> None:
        """The first page of the step on the projector again."""
        while self.turn("Previous page", -1):
            pass

    def turn(self, words: str, by: int) -> bool:
        """Turn the page by a button of the teacher, if it is there; so many pages further.

        Both have to show the new page: until the teacher's is drawn anew, it has the buttons of the old one.
        """
        button = self.teacher.page.get_by_role("button", name=words)
        if not button.count():
            return False
        number = int(self.wall.locator(".wall-page").inner_text().split()[0]) + by
        button.click()
        expect(self.wall.locator(".wall-page")).to_contain_text(f"{number} of")
        expect(self.teacher.page.locator(".turning")).to_contain_text(f"shows page {number} of")
        return True

    def fill(self, *names: str) -> None:
        """Let more pupils join, whose browsers nobody looks at."""
        place = f"{self.teacher.address}/c/{self.code}"
        for name in names:
            with requests.Session() as phone:
                phone.trust_env = False
                (token,) = CSRF.findall(phone.get(place, headers=ALONE).text)
                assert phone.post(f"{place}/join", {"csrf": token, "name": name}, headers=ALONE).ok

    def check(self) -> None:
        """Nothing went wrong in any browser."""
        for person in self.people:
            assert person.complaints == [], (person.name, person.complaints)


def look_with(person: Person, name: str) -> None:
    """Check what somebody is shown; keep pictures of it where they are asked for."""
    before = list(person.complaints)
    for scheme in ("light", "dark") if ASKED else ():
        person.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        shot = SHOTS / f"class-{name}-{scheme}.png"
        person.page.screenshot(path=shot, full_page=True, style=FLAT)
    check_edges(person.page)
    check_access(person.page)
    person.complaints[:] = before  # of the style that the picture was taken with


@contextmanager
def class_of(
    browser: Browser, server: Server, names: Sequence[str] = NAMES, press_next: bool = True
) -> Iterator[Class]:
    """A room that a teacher has opened, and which pupils have joined; they press Next at once."""
    with ExitStack() as stack:
        teacher, wall = (
            stack.enter_context(opened(browser, server, name, size))
            for name, size in (("Teacher", DESKTOP), ("Projector", WALL))
        )
        phones = [stack.enter_context(opened(browser, server, name, PHONE)) for name in names]
        for phone in phones if press_next else ():
            phone.context.add_init_script(PRESS_NEXT)
        teacher.go("/").get_by_role("button", name="Open a classroom").click()
        teacher.page.wait_for_url("**/teach")
        code = urlsplit(teacher.page.url).path.split("/")[2]
        wall.go(f"/c/{code}/show")
        found = Class(teacher, wall, phones, code)
        for phone in phones:
            found.join(phone)
        expect(wall.page.locator(".names li")).to_have_count(len(phones))
        yield found
        found.check()


def players(people: Sequence[Person]) -> list[Person]:
    """Those of a table who play; the others watch."""
    for person in people:
        person.page.wait_for_load_state()
    return [x for x in people if not x.page.locator("#strip").get_by_text(WATCHES).count()]


def act(person: Person, action: str, turn: int) -> None:
    """Choose an action, again if others of the group have not pressed Next yet."""
    for _ in range(MOST_TRIES):
        person.page.evaluate(CHOOSE, action)
        person.page.wait_for_function(f"(turn) => ({ACTED})(turn) || ({WAITS})()", arg=turn)
        if person.page.evaluate(ACTED, turn):
            return
        person.page.evaluate("document.getElementById('notice').textContent = ''")
        person.page.wait_for_timeout(200)
    raise AssertionError("the others never pressed Next")


def play_out(people: Sequence[Person], most: int = 300, to_end: bool = True) -> None:
    """Play a match to its end, or so many rounds of it; whoever can acts, by any of the choices.

    After every action all wait until they are shown it: nobody is passed over who is to act.
    """
    for i in range(most):
        for person in people:
            person.page.wait_for_function(CAN_ACT if len(people) == 1 else HAS_TABLE)
            state = person.state()
            if state.is_over:
                break
            if state.choices:
                act(person, state.choices[i % len(state.choices)][0], state.turn)
                for other in people:
                    other.wait_for_turn(person.state().turn)
        else:
            continue
        break
    for person in people if to_end else ():
        person.page.wait_for_selector("#table.over")
