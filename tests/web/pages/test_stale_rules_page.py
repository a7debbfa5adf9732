"""The page of a table whose rules file is edited while the server runs."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from starlette.testclient import TestClient
from tests.server.test_stale_rules import raise_version
from tests.web.browsing import add, attribute, csrf, new_table

from upcard.web.pages.game_gallery import tiles


@pytest.fixture(autouse=True)
def start_page() -> Iterator[None]:
    """Let the start page forget which games there are, before and after."""
    tiles.cache_clear()
    yield
    tiles.cache_clear()


def page_of(client: TestClient, table: str) -> BeautifulSoup:
    return BeautifulSoup(client.get(table).text, "html.parser")


def test_the_page_says_that_the_server_has_to_be_started_again(client, my_poker: Path):
    seats = {"seat-1": "me", "seat-2": "ismcts", "thinking": "1"}
    table = new_table(client, game="my-poker", **seats)
    add(client, table)
    raise_version(my_poker)
    page = page_of(client, table)
    form = {str(x["name"]): str(x["value"]) for x in page.select("#acts input")}
    client.post(f"{table}/act", data={**form, "action": attribute(page, "button.choice", "value")})
    until = time.monotonic() + 10
    while not (told := page_of(client, table).select("#table .notice")):
        assert time.monotonic() < until
    assert told[0].text.startswith(
        "The rules file my_poker.py has changed since this server started; start the server"
    )
    assert "thinking" not in page_of(client, table).select("#table")[0].text
    refused = client.post("/tables", data={"csrf": csrf(client), "name": "Ana", "game": "my-poker", **seats})
    assert refused.status_code == 503
    assert "start the server again" in refused.text
