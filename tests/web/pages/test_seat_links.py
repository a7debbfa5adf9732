"""The private link of one seat, as letters hold it: it opens that seat, and no other of the same player."""

from bs4 import BeautifulSoup
from starlette.testclient import TestClient
from tests.web.browsing import add, attribute, csrf, new_table, other
from tests.web.conftest import SETUP

from upcard.web.http.visitor_identity import Signer, link_of


def hall_of(client: TestClient):
    return client.app.state.site.tables  # type: ignore[attr-defined]


def seat_link(client: TestClient, table: str) -> str:
    """The link that a letter to the first seat holds."""
    table_id = table.rpartition("/")[2]
    return link_of(Signer(SETUP.key), "", hall_of(client).live[table_id].seats[0].person, table_id)


def two_tables(client: TestClient) -> list[str]:
    """Two tables of one browser, whose cards are dealt."""
    form = {"players": "2", "seat-1": "me", "seat-2": "random"}
    tables = [new_table(client, game="kuhn-poker", **form) for _ in range(2)]
    for table in tables:
        add(client, table)
    return tables


def test_the_link_of_a_letter_leads_to_its_seat_and_opens_no_other(client):
    first, second = two_tables(client)
    phone = other(client)
    came = phone.get(seat_link(client, first))
    assert came.url.path == first
    assert "Notes and planned moves" in came.text
    assert "Notes and planned moves" not in phone.get(second).text
    mine = phone.get("/mine").text
    assert first in mine
    assert second not in mine


def test_who_came_by_the_link_of_a_seat_is_shown_no_link_to_more(client):
    first, second = two_tables(client)
    phone, tablet = other(client), other(client)
    desk = BeautifulSoup(phone.get(seat_link(client, first)).text, "html.parser")
    assert tablet.get(attribute(desk, "p.private a", "href")).url.path == first
    assert "Notes and planned moves" not in tablet.get(second).text
    whole = BeautifulSoup(client.get(first).text, "html.parser")
    tablet.get(attribute(whole, "p.private a", "href"))
    assert "Notes and planned moves" in tablet.get(second).text


def test_who_came_by_the_link_of_a_seat_plays_and_has_his_seat_in_the_return_match(client):
    first, _ = two_tables(client)
    phone = other(client)
    phone.get(seat_link(client, first))
    phone.post(f"{first}/resign", data={"csrf": csrf(phone, first)})
    assert "resigned;" in client.get(first).text
    again = phone.post(f"{first}/again", data={"csrf": csrf(phone, first)})
    assert again.url.path.startswith("/t/")
    assert again.url.path != first
    assert "Notes and planned moves" in again.text


def test_a_link_that_was_changed_opens_nothing(client):
    first, second = two_tables(client)
    forged = seat_link(client, first).replace(".", "x.", 1)
    assert other(client).get(forged).status_code == 404
    assert seat_link(client, first) != seat_link(client, second)


def test_the_private_link_is_shown_as_a_code_to_its_owner_only(client):
    table = new_table(client, game="lama", players="2", **{"seat-1": "me", "seat-2": "open"})
    code = client.get(f"{table}/private.svg")
    assert code.headers["content-type"].startswith("image/svg+xml")
    assert code.headers["cache-control"] == "no-store"
    refused = other(client).get(f"{table}/private.svg")
    assert refused.status_code >= 400
    assert "no private link" in refused.text
