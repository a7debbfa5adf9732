"""The pages around the table are shown in the language of their reader."""

import re
import time

import pytest
from bs4 import BeautifulSoup
from starlette.testclient import TestClient
from tests.language.pseudo_language import untranslated_texts
from tests.web.browsing import add, new_table
from tests.web.pages.test_review_page import gone_over
from tests.web.pages.test_table_pages import play_out

CSRF = re.compile(r'name="csrf" value="([^"]+)"')
BRAND = "· Upcard"

OF_CLASSES = ("Name of the class", "8b, Monday (optional)")


def left(html: str, *allowed: str) -> list[str]:
    """Return the texts of a page that are not translated, without the allowed ones."""
    return [x for x in untranslated_texts(html) if x not in (BRAND, *allowed)]


def computed(client: TestClient, path: str) -> str:
    """Return a part of a page once its computation is finished."""
    while "hx-trigger" in (part := client.get(path, headers={"HX-Request": "true"}).text):
        time.sleep(0.1)
    return part


def post(client: TestClient, path: str, fields: dict[str, str]) -> str:
    """Send a form, and return the text of the page that follows."""
    (token, *_) = CSRF.findall(client.get("/").text)
    return client.post(path, data={"csrf": token, "name": "Ana"} | fields).text


@pytest.mark.usefixtures("pseudo")
@pytest.mark.parametrize("path", ["/privacy", "/mine", "/verify", "/offline", "/nowhere", "/new/lama"])
def test_a_page_for_a_new_visitor_is_translated(client: TestClient, path: str):
    assert left(client.get(path).text) == []


@pytest.mark.usefixtures("pseudo")
def test_the_pages_of_a_waiting_game_are_translated(client: TestClient):
    assert left(client.get("/").text, *OF_CLASSES) == []
    seats = {"players": "2", "seat-1": "me", "seat-2": "open"}
    room = post(client, "/tables", {"game": "leduc-poker", "hands": "5"} | seats)
    (whole,) = BeautifulSoup(room, "html.parser").select("#table")
    assert left(str(whole)) == []
    twice = post(client, "/tables", {"game": "lama"} | seats | {"seat-2": "me"})
    assert left(twice) == []
    assert left(post(client, "/name", {"name": "x" * 41}), *OF_CLASSES) == []
    assert left(client.get("/mine").text) == []
    assert left(client.get("/").text, *OF_CLASSES) == []


@pytest.mark.usefixtures("pseudo")
def test_the_pages_of_a_finished_match_are_translated(client: TestClient):
    table = new_table(client, game="kuhn-poker", **{"seat-2": "random"})
    add(client, table)
    assert left(client.get(f"{table}/review").text) == []
    play_out(client, table)
    assert left(str(gone_over(client, table))) == []
    assert left(client.get(f"{table}/replay?at=0").text) == []
    assert left(client.get(f"{table}/verify").text) == []
    assert left(client.get("/mine").text) == []
    lesson = client.get(f"{table}/review/decision?at=1&try=1").text
    assert left(lesson) == []


@pytest.mark.usefixtures("pseudo")
@pytest.mark.parametrize(
    "path",
    [
        "/puzzles",
        "/puzzles/smallsum/1?answer=1",
        "/analysis",
        "/analysis/kuhn-poker",
        "/analysis/kuhn-poker/cards",
        "/analysis/kuhn-poker/places",
        "/study",
    ],
)
def test_puzzles_and_analysis_are_translated(client: TestClient, path: str):
    assert left(client.get(path).text) == []


@pytest.mark.usefixtures("pseudo")
def test_the_values_of_a_position_are_translated(client: TestClient):
    parts = [computed(client, f"/analysis/{x}/worths") for x in ("kuhn-poker", "beat-it-or-eat-it")]
    assert [left(x) for x in parts] == [[], []]
