"""When a page asks for its table anew, and when it does not: it draws what it has not shown yet, and once."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from playwright.sync_api import Request, expect
from tests.browser.held import caught, held_back
from tests.browser.people import Person, play_to_end


@contextmanager
def asked_of(person: Person) -> Iterator[Counter[str]]:
    """How often a page asks for its table anew, and how often it does something."""
    found: Counter[str] = Counter()

    def note(request: Request) -> None:
        found[urlsplit(request.url).path.rpartition("/")[2]] += 1

    person.page.on("request", note)
    yield found
    person.page.remove_listener("request", note)


def begin(ana: Person, ben: Person) -> str:
    """Let two sit down at a table of Kuhn poker, until both see their cards."""
    path = ana.open_table("kuhn-poker", "", ["open"])
    ben.join(path)
    for person in (ana, ben):
        person.wait_for_turn(0)
    return path


def test_who_acts_does_not_ask_for_what_the_answer_has_shown(ana, ben):
    begin(ana, ben)
    with asked_of(ana) as of_ana, asked_of(ben) as of_ben:
        play_to_end([ana, ben])
        for person in (ana, ben):  # whatever is still to be heard of is heard before this is shown
            person.page.get_by_role("button", name="Well played!").click()
            other = ben if person is ana else ana
            expect(other.page.locator("#panel .said-list")).to_contain_text(f"{person.name} Well played!")
    did = {"ana": of_ana["act"] + of_ana["say"], "ben": of_ben["act"] + of_ben["say"]}
    assert of_ana["act"] + of_ben["act"] >= 2
    assert of_ana["board"] <= did["ben"]
    assert of_ben["board"] <= did["ana"]


def test_what_others_do_while_an_answer_is_awaited_is_shown(ana, ben):
    path = begin(ana, ben)
    held = held_back(ana.page, f"**{path}/say")
    ana.page.get_by_role("button", name="Good luck!").click()
    early = caught(ana.page, held).fetch()
    with ana.page.expect_response(lambda x: "events" not in x.url):
        ben.page.get_by_role("button", name="Well played!").click()
        expect(ben.page.locator("#panel .said-list")).to_contain_text("Well played!")
        held[0].fulfill(response=early)
    expect(ana.page.locator("#panel .said-list")).to_contain_text("Good luck!")
    expect(ana.page.locator("#panel .said-list")).to_contain_text("Well played!")
    ana.page.unroute(f"**{path}/say")


def test_a_page_asks_again_where_what_it_did_was_not_answered(ana, ben):
    path = begin(ana, ben)
    ana.page.route(f"**{path}/say", lambda x: x.abort())
    ana.page.get_by_role("button", name="Good luck!").click()
    ben.page.get_by_role("button", name="Well played!").click()
    expect(ana.page.locator("#panel .said-list")).to_contain_text("Well played!")
    ana.page.unroute(f"**{path}/say")
    ana.complaints.clear()  # of the request that was not answered
