"""A series of hands in a browser without scripts: the form, the end of a hand, the next one, and My games."""

import time

from starlette.testclient import TestClient
from tests.web.browsing import add, attribute, csrf, new_table, other, page_of, soup_of

from upcard.web.http.request_context import VERSION


def act(client: TestClient, table: str) -> bool:
    """Choose the first action, if the visitor can act."""
    text = client.get(f"{table}/board").text
    if 'id="acts"' not in text:
        return False
    page = soup_of(text)
    fields = {x: attribute(page, f"#acts [name={x}]", "value") for x in ("turn", "seat", "csrf")}
    action = attribute(page, "#acts .choice", "value")
    assert client.post(f"{table}/act", data={**fields, "action": action}).status_code == 200
    return True


def play(table: str, *clients: TestClient) -> None:
    """Play a hand to its end."""
    while 'class="board over' not in clients[0].get(f"{table}/board").text:
        if not any(act(x, table) for x in clients):
            time.sleep(0.02)  # a computer thinks


def next_hand(client: TestClient, table: str) -> str:
    return client.post(f"{table}/again", data={"csrf": csrf(client, table)}).url.path


def texts(page, selector: str) -> list[str]:
    return [" ".join(x.get_text(" ").split()) for x in page.select(selector)]


def test_two_people_play_two_hands(client):
    ben = other(client)
    form = soup_of(client.get("/new/kuhn-poker").text)
    assert texts(form, "label[for=hands]") == ["Number of hands"]
    assert texts(form, "#hands option")[:2] == ["1 hand", "5 hands, added up"]
    table = new_table(client, game="kuhn-poker", players="2", hands="2", **{"seat-1": "me", "seat-2": "open"})
    ben.post(f"{table}/sit", data={"csrf": csrf(ben, table), "name": "Ben", "added": "of Ben"})
    add(client, table)
    start = page_of(client, table)
    assert texts(start, ".table-title .of-series") == ["hand 1 of 2"]
    assert texts(start, ".side .series tbody tr") == ["Ana (you) 0 0", "Ben 0 0"]
    assert texts(start, ".side .worth") == [
        "With perfect play, Ana expects −1/18 and Ben +1/18 from this hand."
    ]
    play(table, client, ben)
    end = page_of(client, table)
    assert texts(end, ".finale .of-series") == ["Hand 1 of 2"]
    assert texts(end, ".finale thead th") == ["Player", "this hand", "total", "value"]
    (mine, theirs) = texts(end, ".finale tbody tr")
    assert mine.endswith("−1/18")
    assert theirs.endswith("+1/18")
    assert "Next hand" in texts(end, ".finale button")
    assert not end.select("[data-next]")
    assert texts(page_of(client, "/mine"), "ul.tables em") == ["next hand"]
    second = next_hand(ben, table)
    fragment = client.get(f"{table}/board", headers={"HX-Request": "true"})
    assert attribute(soup_of(fragment.text), "[data-next]", "data-next") == second
    assert int(fragment.headers[VERSION]) > 0
    assert "Go to hand 2" in texts(soup_of(fragment.text), ".finale button")
    assert next_hand(client, table) == second
    add(client, second)
    add(ben, second)
    play(second, client, ben)
    last = page_of(client, second)
    assert texts(last, ".table-title .of-series") == ["hand 2 of 2"]
    ends = ("You win the series!", "You lose the series.", "The series is a draw.")
    assert texts(last, ".finale .headline")[0] in ends
    assert "Rematch (a new series)" in texts(last, ".finale button")
    games = page_of(client, "/mine")
    assert texts(games, "ul.tables strong") == ["Kuhn poker, 2 hands"]
    assert " the series " in f" {texts(games, 'ul.tables em')[0]} "
    assert texts(games, ".results li")[0].startswith("Kuhn poker : ")
    assert texts(games, ".results li")[0].endswith(" of 1 won")


def test_a_watcher_follows_and_a_private_link_leads_to_the_same_seat(client):
    table = new_table(
        client,
        game="high-card",
        players="3",
        hands="5",
        **{"seat-1": "me", "seat-2": "random", "seat-3": "random"},
    )
    add(client, table)
    play(table, client)
    watcher, phone = other(client), other(client)
    assert texts(page_of(watcher, table), ".finale thead th") == ["Player", "this hand", "total"]
    private = attribute(page_of(client, table), "a[href*='/me/']", "href")
    phone.get(private)
    second = next_hand(client, table)
    page = page_of(watcher, table)
    assert attribute(page, "[data-next]", "data-next") == second
    assert attribute(page, ".finale a.main", "href") == second
    add(client, second)
    link = attribute(page_of(phone, table), "[data-next]", "data-next")
    assert texts(page_of(phone, link), ".series tbody tr")[0].startswith("Ana (you)")


def test_one_click_opens_ten_short_hands_and_the_host_changes_their_number(client):
    tile = next(x for x in soup_of(client.get("/").text).select(".tile") if x.select("[value=kuhn-poker]"))
    assert texts(tile, ".players") == ["2 players · 10 hands"]
    for game, title in (("kuhn-poker", ["hand 1 of 10"]), ("goofspiel", []), ("lama", [])):
        assert texts(page_of(client, new_table(client, play=game)), ".table-title .of-series") == title
    table = new_table(client, invite="le-her")
    page = page_of(client, table)
    assert texts(page, ".rules-change summary") == ["Change the number of deals"]
    assert attribute(page, "#hands [selected]", "value") == "10"
    fields = {str(x["name"]): str(x["value"]) for x in page.select(".rules-change input")}
    for hands, shown in (("1", []), ("20", ["deal 1 of 20"]), ("", ["deal 1 of 20"])):
        client.post(f"{table}/rules", data={**fields, "hands": hands})
        assert texts(page_of(client, table), ".table-title .of-series") == shown
    refused = client.post(f"{table}/rules", data={**fields, "hands": "101"}).text
    assert "A series has 101 deals; expected 1 to 100" in refused


def test_a_game_with_rounds_has_no_number_of_hands(client):
    form = {"csrf": csrf(client), "name": "Ana", "game": "four-cell", "hands": "5"}
    refused = client.post("/tables", data=form).text
    assert "match of Four-Cell has rounds of its own" in refused
    assert 'id="hands"' not in refused
