"""Addresses at which there is nothing, and requests for no more than the head of an answer."""

import pytest
from bs4 import BeautifulSoup
from tests.web.browsing import attribute, csrf, new_table, other

MATCH = {"game": "lama", "players": "2", "seat-1": "me", "seat-2": "random"}


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("/nothing", "There is no such page"),
        ("/t/nothing", "There is no table 'nothing'"),
        ("/t/nothing/replay", "There is no table 'nothing'"),
        ("/t/nothing/dance", "There is no such page"),
        ("/new/chess", "There is no game 'chess'"),
        ("/analysis/chess", "There is no game 'chess'"),
        ("/analysis/chess/worths", "There is no game 'chess'"),
        ("/cards/classic/chess/1.svg", "There is no game 'chess'"),
        ("/cards/classic/lama/99.svg", "has no card 99"),
        ("/cards/classic/lama/x.svg", "Nothing has this address"),
        ("/cards/golden/lama/1.svg", "There is no card style 'golden'"),
        ("/art/nothing.svg", "There is no drawing 'nothing'"),
        ("/me/forged", "This private link is not valid here"),
    ],
)
def test_what_there_is_not_is_told_on_a_page(client, path, sentence):
    answer = client.get(path)
    assert answer.status_code == 404
    page = BeautifulSoup(answer.text, "html.parser")
    assert [x.text for x in page.select("h1")] == ["Page not found"]
    assert sentence in page.text
    assert attribute(page, "main p a", "href") == "/"


@pytest.mark.parametrize("path", ["nothing", "tables/nothing", "tables/NO", "tables/nothing/events"])
def test_programs_are_told_what_there_is_not(client, path):
    answer = client.get(f"/api/v1/{path}")
    assert answer.status_code == 404
    assert set(answer.json()) == {"error", "detail"}


def test_what_is_asked_wrongly_is_told_in_a_sentence(client):
    table = new_table(client, **MATCH)
    refused = client.get(f"{table}/match.upc")
    assert refused.status_code == 403
    page = BeautifulSoup(refused.text, "html.parser")
    assert [x.text for x in page.select("h1")] == ["Sorry, that did not work"]
    assert attribute(page, "main a.button", "href") == table
    assert client.get(f"{table}/replay").status_code == 403
    assert client.get("/analysis/lama?players=99").status_code == 422
    assert client.get(f"{table}/resign").status_code == 405
    assert client.post(f"{table}/dance", data={"csrf": csrf(client, table)}).status_code == 404
    assert other(client).post(f"{table}/resign", data={"csrf": ""}).status_code == 403


def test_the_head_of_an_answer_is_that_of_the_whole(client):
    table = new_table(client, **MATCH)
    for path in ("/", "/mine", table, "/new/lama", "/art/back.svg", "/static/site.js", "/nothing",
                 f"/api/v1/tables/{table[3:]}", f"{table}/replay"):  # fmt: skip
        whole, head = client.get(path), client.head(path)
        assert (head.status_code, head.content) == (whole.status_code, b""), path
        assert head.headers["content-type"] == whole.headers["content-type"]
        assert head.headers["content-length"] == whole.headers["content-length"]
    assert client.head(f"{table}/events").status_code == 405
