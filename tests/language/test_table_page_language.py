"""Table pages show no text outside the reader's language, in all states of a match."""

from types import SimpleNamespace

import pytest
from bs4 import BeautifulSoup
from starlette.testclient import TestClient
from tests.language.pseudo_language import CLOSE, OPEN, untranslated_texts
from tests.web.browsing import csrf, filled, new_table, other

from upcard.language.messages import game_words
from upcard.web.templates import fill_template

PARTS = "header .table-title, header .goal, #at-table, #panel, .desk"
SEATS = {"players": "2", "seat-1": "me", "seat-2": "open"}

pytestmark = pytest.mark.usefixtures("pseudo")


class TwoPlayers:
    """Two browsers at one table."""

    def __init__(self, client: TestClient, game: str, **form: str) -> None:
        self.browsers = (client, other(client))
        self.path = new_table(client, game=game, **SEATS, **form).split("?")[0]
        self.post(1, "sit", name="Ben", added="x")
        self.post(0, "add", added="y")

    def post(self, who: int, place: str, **fields: str) -> str:
        """Send a form, and return the answer."""
        browser = self.browsers[who]
        answer = browser.post(f"{self.path}/{place}", data={"csrf": csrf(browser, self.path), **fields})
        assert answer.status_code in (200, 403, 422), answer.text
        return answer.text

    def page(self, who: int, part: str = "") -> str:
        """Return a page, or a part of one."""
        return self.browsers[who].get(self.path + part).text

    def play(self, count: int) -> None:
        """Play the first possible action, at most `count` times."""
        for _ in range(2 * count):
            for who in (0, 1):
                soup = BeautifulSoup(self.page(who), "html.parser")
                if button := soup.select_one("#acts button.choice"):
                    self.post(who, "act", **(filled(soup, "#acts") | {"action": str(button["value"])}))
                    count -= 1
                if not count:
                    return

    def untranslated(self) -> set[str]:
        """Return the untranslated texts of the pages of both players and of a watcher."""
        pages = [self.page(0), self.page(1), other(self.browsers[0]).get(self.path).text]
        assert all(f"{OPEN}Moves so far{CLOSE}" in page for page in pages)
        return {text for page in pages for text in untranslated_parts(page)}


def untranslated_parts(page: str) -> list[str]:
    """Return the untranslated texts of the parts of a table page."""
    soup = BeautifulSoup(page, "html.parser")
    return untranslated_texts("".join(str(x) for x in soup.select(PARTS)))


@pytest.mark.parametrize("game", ["smallsum", "lama", "four-cell"])
def test_a_match_and_its_end_are_in_the_language_of_the_reader(client: TestClient, game: str):
    table = TwoPlayers(client, game)
    assert table.untranslated() == set()
    table.play(4)
    assert table.untranslated() == set()
    table.post(0, "resign")
    assert table.untranslated() == set()


def test_a_short_match_is_played_out(client: TestClient):
    table = TwoPlayers(client, "kuhn-poker")
    table.play(6)
    assert 'class="board over' in table.page(0)
    assert table.untranslated() == set()


def test_offers_and_refusals(client: TestClient):
    table = TwoPlayers(client, "lama")
    table.play(2)
    table.post(0, "take-back")
    table.post(0, "say", phrase="2")
    assert table.untranslated() == set()
    table.post(1, "decline")
    assert table.untranslated() == set()
    table.post(1, "draw")
    assert table.untranslated() == set()
    table.post(0, "accept")
    assert table.untranslated() == set()


def test_plans_of_a_slow_match(client: TestClient):
    table = TwoPlayers(client, "leduc-poker", clock="days 3")
    waiting = next(who for who in (0, 1) if '<form id="acts"' not in table.page(who))
    assert not untranslated_parts(table.page(waiting, "/plans"))
    soup = BeautifulSoup(table.page(waiting), "html.parser")
    words = soup.select("#then option[value]")[1]["value"]
    table.post(waiting, "plan", condition="", then=str(words))
    assert '<ol class="plans">' in table.page(waiting)
    assert table.untranslated() == set()


def test_a_series_of_hands(client: TestClient):
    table = TwoPlayers(client, "kuhn-poker", hands="5")
    assert table.untranslated() == set()
    table.play(6)
    assert table.untranslated() == set()


def test_earlier_moves_and_positions_in_frames(client: TestClient):
    table = TwoPlayers(client, "lama")
    table.play(3)
    for path in (f"{table.path}/moves?before=3", "/embed/smallsum", "/embed/four-cell"):
        soup = BeautifulSoup(client.get(path).text, "html.parser")
        assert untranslated_texts(str(soup.select_one("main"))) == []


@pytest.mark.parametrize("path", ["stoppers/cards", "smallsum/cards", "lama/places", "stoppers/places"])
def test_the_editors_of_positions(client: TestClient, path: str):
    soup = BeautifulSoup(client.get(f"/analysis/{path}").text, "html.parser")
    assert soup.select("main h1")
    assert untranslated_texts(str(soup.select_one("main"))) == []


@pytest.mark.parametrize("worths", [(0.5,), (0.75, 0.25), (0.5, 0.495), (0.7, 0.7)])
def test_a_hint(worths: tuple[float, ...]):
    names = ("play 7", "bet 2")
    choices = [
        SimpleNamespace(words=names[i], action=i, worth=x, margin=0.01, played=0.5 * (worths[0] == 0.7))
        for i, x in enumerate(worths)
    ]
    result = SimpleNamespace(choices=choices, unit="chance to win")
    part = fill_template(
        "hint.html.jinja", fault="", result=result, reasons=["because"], is_part=True, suits=game_words
    )
    assert OPEN in part
    assert untranslated_texts(part) == []
