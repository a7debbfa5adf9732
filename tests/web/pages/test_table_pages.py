"""The pages, asked as a browser without scripts would."""

import re
from dataclasses import replace

import pytest
from bs4 import BeautifulSoup
from starlette.testclient import TestClient
from tests.web.browsing import add, attribute, csrf, new_table, other

from upcard.certificates.record_check import check_text
from upcard.engine.errors import Failure
from upcard.engine.registry import valid_games
from upcard.play.bot_levels import OpponentLevel
from upcard.server import table_actions as manners
from upcard.web.http.visitor_identity import Signer, cookie_name
from upcard.web.pages.game_gallery import about

SEATS = {"players": "2", "seat-1": "me", "seat-2": "open"}


def play(client: TestClient, table: str) -> bool:
    """Do the first thing that can be done; whether there was one."""
    soup = BeautifulSoup(client.get(table).text, "html.parser")
    form = soup.select_one("form#acts")
    if form is None:
        return False
    fields = {str(x["name"]): str(x["value"]) for x in form.select("input")}
    button = form.select("button.choice")[0]
    answer = client.post(f"{table}/act", data={**fields, "action": str(button["value"])})
    assert answer.status_code == 200
    return True


def play_out(client: TestClient, table: str) -> None:
    """Do whatever can be done until the match is over; strategies may take their time."""
    for _ in range(2000):
        if not play(client, table) and BeautifulSoup(client.get(table).text, "html.parser").select(
            "#table.over"
        ):
            return
    raise AssertionError("the match did not end")


def test_a_form_of_another_site_does_not_take_away_who_one_is(client):
    client.get("/")
    (own,) = client.cookies.jar
    stranger = other(client)
    for path in ("/nosuch", "/tables", "/t/nosuch/sit"):
        answer = stranger.post(path, data={"name": "Eve"})
        assert answer.status_code >= 400
        assert "set-cookie" not in answer.headers
    assert client.post("/nosuch").status_code >= 400
    assert [x.value for x in client.cookies.jar] == [own.value]


def test_two_servers_on_one_host_have_cookies_of_their_own():
    assert cookie_name(Signer("a" * 64)) == cookie_name(Signer("a" * 64)) != cookie_name(Signer("b" * 64))


def test_a_seat_with_a_number_of_any_length_is_refused_or_ignored(client):
    table = new_table(client, game="kuhn-poker", **{"seat-2": "open"})
    guest = other(client)
    form = {"csrf": csrf(guest, table), "name": "Bob", "seat": "1" * 5000}
    assert guest.post(f"{table}/sit", data=form).status_code < 500


def test_what_cannot_be_added_takes_no_seat(client):
    table = new_table(client, game="kuhn-poker", **{"seat-2": "open"})
    guest = other(client)
    form = {"csrf": csrf(guest, table), "name": "Bob", "added": "x" * 65}
    assert "65 characters long" in guest.post(f"{table}/sit", data=form).text
    assert "<em>open</em>" in client.get(table).text


@pytest.mark.parametrize("game", ["smallsum", "lama"])
def test_the_rules_are_told_where_a_game_is_chosen_and_played(client, game):
    goal = {"smallsum": "Win all the pennies", "lama": "Get rid of your cards"}[game]
    table = new_table(client, game=game, **{"seat-2": "open"})
    for path in (f"/new/{game}", table):
        (told,) = BeautifulSoup(client.get(path).text, "html.parser").select("details.how")
        assert goal in told.text


def test_a_link_that_others_cannot_open_says_so(client):
    for address, is_told in (("http://127.0.0.1:8570", True), ("http://10.0.0.7:8570", False)):
        visitor = TestClient(client.app, base_url=address, client=("127.0.0.1", 5))
        table = new_table(
            visitor, game="lama", players="3", **{"seat-1": "me", "seat-2": "open", "seat-3": "open"}
        )
        assert ("Only this computer" in visitor.get(table).text) == is_told
        phone = TestClient(client.app, base_url=address, client=("10.0.0.9", 5))
        phone.post(f"{table}/sit", data={"csrf": csrf(phone, table), "name": "Bob"})
        page = phone.get(table).text
        assert "(you)" in page
        assert "Only this computer" not in page


@pytest.mark.parametrize(("port", "flag"), [(8570, ""), (8766, " --port 8766")])
def test_how_others_can_open_a_link_is_told_with_the_port_of_this_server(client, port, flag):
    visitor = TestClient(client.app, base_url=f"http://127.0.0.1:{port}", client=("127.0.0.1", 5))
    table = new_table(visitor, game="kuhn-poker", **{"seat-2": "open"})
    told = f"upcard serve --host 0.0.0.0{flag} --address http://THIS-COMPUTER:{port}<"
    assert told in visitor.get(table).text


def test_what_chance_did_when_the_time_was_up_is_told_as_such(client):
    table = new_table(client, game="leduc-poker", **{"seat-2": "random"})
    add(client, table)
    service, name = client.app.state.site.tables, table.rpartition("/")[2]
    live = service.live[name]
    while not live.can_act(0):
        client.get(table)
    assert "time was up" not in client.get(table).text
    client.portal.call(service.play_action, name, 0, live.turn, live.match.legal()[0], "clock")
    assert "(time was up)" in client.get(table).text


def test_a_random_action_of_a_bot_that_failed_is_shown_as_such(client):
    table = new_table(client, game="leduc-poker", **{"seat-2": "random"})
    service, name = client.app.state.site.tables, table.rpartition("/")[2]
    live = service.live[name]

    async def fail(*_: object) -> int:
        raise Failure("it broke")

    service.bots._apply_rule = fail
    add(client, table)
    while not live.can_act(0):
        client.get(table)
    client.portal.call(service.play_action, name, 0, live.turn, live.match.legal()[0])
    while live.turn < 2:
        client.get(table)
    assert "(chosen at random, because the computer player failed)" in client.get(table).text


def test_the_start_page_shows_every_game(client):
    soup = BeautifulSoup(client.get("/").text, "html.parser")
    assert {x["value"] for x in soup.select("button[name=play]")} == set(valid_games()[0])


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("Nim, or Fan-Tan: take the last one.", "Take the last one."),
        ("Nim, a game of taking.", "A game of taking."),
        ("Nim.", ""),
        ("", ""),
    ],
)
def test_a_tile_says_what_a_game_is_about_and_not_its_name_again(line, words):
    assert about("Nim", line) == words


def test_enter_in_the_field_of_the_name_keeps_it_and_opens_no_table(client):
    form = BeautifulSoup(client.get("/").text, "html.parser").select("form.gallery-form")[0]
    first = attribute(form, "button, input[type=submit]", "formaction")
    answer = client.post(first, data={"csrf": csrf(client), "name": "Ana"})
    assert answer.url.path == "/"
    assert attribute(BeautifulSoup(answer.text, "html.parser"), "#name", "value") == "Ana"
    assert "You have no games yet" in client.get("/mine").text


def test_who_plans_by_correspondence_reads_what_can_be_said(client):
    seats = {"seat-1": "me", "seat-2": "random", "clock": "days 3"}
    table = new_table(client, game="leduc-poker", players="2", **seats)
    add(client, table)
    page = BeautifulSoup(client.get(table).text, "html.parser")
    assert {"call", "fold", "raise"} <= {x.text for x in page.select("#then option")}


def test_tiles_say_how_many_play(client):
    soup = BeautifulSoup(client.get("/").text, "html.parser")
    assert "2 to 8 players" in {x.text for x in soup.select(".tile .size")}


def test_tiles_show_what_is_played_with(client):
    page = client.get("/").text
    assert "/cards/classic/lama/6.svg" in page
    tile = BeautifulSoup(page, "html.parser").select("li:has(button[value=liars-dice])")[0]
    pictures = [str(x["src"]) for x in tile.select("img")]
    assert len(pictures) == 2
    assert all(re.fullmatch("/art/die-[1-6].svg", x) for x in pictures)


def test_the_start_page_names_only_a_few_of_the_games_that_wait(client):
    for _ in range(6):
        add(
            client,
            new_table(client, game="kuhn-poker", **{"players": "2", "seat-1": "me", "seat-2": "random"}),
        )
    soup = BeautifulSoup(client.get("/").text, "html.parser")
    assert len(soup.select(".waiting-games li")) == 4
    assert "And 2 more" in soup.text


def test_a_match_between_two_browsers_ends_and_its_deal_is_verified(client):
    ben = other(client)
    table = new_table(client, game="kuhn-poker", players="2", **{"seat-1": "me", "seat-2": "open"})
    page = BeautifulSoup(client.get(table).text, "html.parser")
    assert not page.select(".phrases")
    assert attribute(page, "input.link", "value") == f"http://testserver{table}"
    answer = ben.post(f"{table}/sit", data={"csrf": csrf(ben, table), "name": "Ben", "added": "of Ben"})
    assert "Waiting for Ana to open the table." in answer.text
    add(client, table, "of Ana")
    assert "Good luck!" in client.get(table).text
    for _ in range(4):
        play(client, table)
        play(ben, table)
    assert "Replay the match" in client.get(table).text
    record = other(client).get(f"{table}/match.upc").text
    assert "added 1 of Ana" in record
    assert "added 2 of Ben" in record
    assert check_text(record)
    verified = client.get(f"{table}/verify").text
    assert "Not accepted" not in verified
    assert "This record is correct" in verified
    tampered = re.sub("of Ben", "of Bob", record)
    refused = client.post("/verify", data={"csrf": csrf(client), "record": tampered}).text
    assert "Not accepted" in refused
    assert "This record is correct" not in refused
    for at in range(4):
        assert client.get(f"{table}/replay?at={at}").status_code == 200
    again = client.post(f"{table}/again", data={"csrf": csrf(client, table)})
    assert again.url.path != table
    lists = [x.get("/mine").text for x in (client, ben)]
    assert sum("you won" in text for text in lists) == 1
    assert sum("Ana won" in text or "Ben won" in text for text in lists) == 1


def test_who_resigns_loses_and_nobody_is_told_to_go_on(client):
    ben = other(client)
    table = new_table(client, invite="smallsum")
    ben.post(f"{table}/sit", data={"csrf": csrf(ben, table), "name": "Ben", "added": "of Ben"})
    add(client, table, "of Ana")
    ben.post(f"{table}/resign", data={"csrf": csrf(ben, table)})
    for path in (table, f"{table}/replay"):
        page = BeautifulSoup(client.get(path).text, "html.parser")
        assert page.select("h2.turn")[0].text == "Ben resigned; Ana wins."
        assert not page.select(".seat.turn, .says, form#acts")
    assert page.select_one(".over") is not None
    assert "You are" not in client.get(f"{table}/replay?at=0").text
    assert "you won" in client.get("/mine").text
    assert "Ana won" in ben.get("/mine").text


def test_who_has_left_his_seat_to_a_bot_comes_back_when_he_says_so_and_not_by_looking(client, monkeypatch):
    monkeypatch.setattr(manners, "usual_level", lambda game: OpponentLevel("Casual", "random"))
    seats = {"seat-1": "me", "seat-2": "random", "seat-3": "open"}
    ben, table = other(client), new_table(client, game="lama", players="3", **seats)
    ben.post(f"{table}/sit", data={"csrf": csrf(ben, table), "name": "Ben", "added": "of Ben"})
    add(client, table, "of Ana")
    client.post(f"{table}/resign", data={"csrf": csrf(client, table)})
    for _ in range(2):
        assert "A bot is playing for you" in client.get(table).text
    back = client.post(f"{table}/back", data={"csrf": csrf(client, table)})
    assert "A bot is playing for you" not in back.text
    assert "A bot is playing for you" not in ben.get(table).text


def test_a_page_names_who_has_yet_to_agree_that_a_bot_acts(client, monkeypatch):
    seats = {f"seat-{p}": "open" for p in range(2, 5)}
    table = new_table(client, game="lama", players="4", **{"seat-1": "me", **seats})
    people = {"Ana": client} | {name: other(client) for name in ("Ben", "Cleo", "Dan")}
    for name, person in list(people.items())[1:]:
        person.post(f"{table}/sit", data={"csrf": csrf(person, table), "name": name, "added": name})
    for name in ("Ben", "Cleo", "Ana"):
        add(people[name], table, name)
    monkeypatch.setattr(manners, "PATIENCE", -1.0)
    pages = {name: person.get(table).text for name, person in people.items()}
    away = next(name for name, text in pages.items() if "is away" not in text)
    first, second, third = [name for name in people if name != away]
    assert f"A bot plays for {away} if you and {second} and {third} agree." in pages[first]
    for one, left in ((first, f"{second} and {third}"), (second, third)):
        form = {"csrf": csrf(people[one], table), "absent": str(list(people).index(away))}
        for _ in range(2):
            answer = people[one].post(f"{table}/consent", data=form).text
            assert f"Waiting for {left} to agree that a bot plays for {away}." in answer
            assert f"Let a bot play for {away}" not in answer
    assert f"Let a bot play for {away}" in people[third].get(table).text


@pytest.mark.parametrize("game", sorted(valid_games()[0]))
def test_every_game_begins_by_one_click_and_can_be_watched(client, game):
    table = new_table(client, game=game, **{"players": "2", "seat-1": "me", "seat-2": "random"})
    add(client, table)
    mine = client.get(table).text
    assert 'id="table"' in mine
    assert "Good luck!" not in mine
    assert "Notes and planned moves" in mine
    seen = other(client).get(table).text
    assert 'form id="acts"' not in seen
    assert client.get(f"/new/{game}").status_code == 200
    for image in BeautifulSoup(mine, "html.parser").select("#table img")[:5]:
        assert client.get(str(image["src"])).headers["content-type"] == "image/svg+xml"


def test_forms_of_other_sites_do_nothing(client):
    table = new_table(client, game="lama", **{"players": "2", "seat-1": "me", "seat-2": "random"})
    for token in ("", "made up", csrf(other(client))):
        answer = client.post(f"{table}/resign", data={"csrf": token})
        assert answer.status_code == 403
        assert "out of date" in answer.text
    stolen = client.post(
        f"{table}/resign", data={"csrf": csrf(client, table)}, headers={"sec-fetch-site": "cross-site"}
    )
    assert stolen.status_code == 403


def test_a_private_link_makes_another_browser_the_same_player(client):
    table = new_table(client, game="lama", **{"players": "2", "seat-1": "me", "seat-2": "random"})
    add(client, table)
    link = attribute(BeautifulSoup(client.get(table).text, "html.parser"), "p.private a", "href")
    phone = other(client)
    assert "Notes and planned moves" not in phone.get(table).text
    assert phone.get(link).status_code == 200
    assert "Notes and planned moves" in phone.get(table).text
    assert other(client).get("/me/forged").status_code == 404
    mine = attribute(BeautifulSoup(client.get("/mine").text, "html.parser"), ".sheet p a", "href")
    tablet = other(client)
    tablet.get(mine)
    assert "Notes and planned moves" in tablet.get(table).text


def test_who_has_two_seats_acts_for_the_one_that_is_asked(client):
    ben, table = other(client), new_table(client, game="goofspiel", preset="fixed", **SEATS)
    ben.post(f"{table}/sit", data={"csrf": csrf(ben, table), "name": "Ben"})
    client.get(attribute(BeautifulSoup(ben.get(table).text, "html.parser"), "p.private a", "href"))
    for mine, also in (("1, Ana", "2, Ben"), ("2, Ben", "1, Ana")):
        page = BeautifulSoup(client.get(table).text, "html.parser")
        assert page.select(".acting")[0].text == f"You are playing seat {mine}. You also have seat {also}."
        form = {str(x["name"]): str(x["value"]) for x in page.select("form.shuffle input")}
        client.post(f"{table}/add", data={**form, "added": mine})
    seats: list[str] = []
    stale: dict[str, str] = {}
    while (page := BeautifulSoup(client.get(table).text, "html.parser")).select("form#acts"):
        seats.append(attribute(page, "#acts [name=seat]", "value"))
        assert f"You are playing seat {int(seats[-1]) + 1}, " in page.select(".acting")[0].text
        form = {str(x["name"]): str(x["value"]) for x in page.select("#acts input")}
        form["action"] = attribute(page, "button.choice", "value")
        if stale:
            assert client.post(f"{table}/act", data=stale).status_code == 409
        stale = form
        assert client.post(f"{table}/act", data=form).status_code == 200
    assert seats == ["0", "1"] * (len(seats) // 2)
    assert len(seats) > 4
    assert not BeautifulSoup(client.get(table).text, "html.parser").select(".acting")
    assert "you won" in client.get("/mine").text or "you share the win" in client.get("/mine").text
    earlier = BeautifulSoup(client.get(f"{table}/moves?before=3").text, "html.parser")
    assert [x["data-move"] for x in earlier.select(".moves [data-move]")] == ["1", "2", "3"]
    assert client.post(f"{table}/say", data={"csrf": csrf(client), "seat": "2"}).status_code == 403


def test_a_page_for_two_seats_shows_the_hand_of_one(client):
    ben, table = other(client), new_table(client, game="kuhn-poker", **SEATS)
    ben.post(f"{table}/sit", data={"csrf": csrf(ben, table), "name": "Ben", "added": "of Ben"})
    link = attribute(BeautifulSoup(ben.get(table).text, "html.parser"), "p.private a", "href")
    add(client, table)
    client.get(link)
    page = BeautifulSoup(client.get(table).text, "html.parser")
    assert len(page.select("#table .own .card.can, #table .own .card[data-key]")) == 1
    assert not page.select("#table .seats .card[data-key]")


def test_answers_carry_headers_that_keep_other_sites_out(client):
    headers = client.get("/").headers
    policy = headers["content-security-policy"]
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    cookie = headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie


def test_pages_hold_no_script_or_style_of_their_own(client):
    table = new_table(client, invite="smallsum")
    for path in ("/", "/mine", "/new/smallsum", "/verify", table):
        soup = BeautifulSoup(client.get(path).text, "html.parser")
        assert all(str(x.get("src")).startswith("/static/") for x in soup.select("script"))
        assert not soup.select("style, [style], [onclick], [hx-on]")
        for link in soup.select("link[href], img[src], script[src]"):
            assert str(link.get("href") or link.get("src")).startswith("/")


def test_too_much_is_refused(client):
    answer = client.post("/verify", content=b"x" * 100_000, headers={"content-type": "text/plain"})
    assert answer.status_code == 413


def test_what_is_sent_in_pieces_without_a_length_is_cut_off(client):
    pieces = (b"x" * 10_000 for _ in range(10))
    answer = client.post(
        "/verify", content=pieces, headers={"content-type": "application/x-www-form-urlencoded"}
    )
    assert answer.status_code == 413
    assert "the request has more than" in answer.text


def test_the_code_for_a_camera_is_a_picture_by_itself(client):
    table = new_table(client, invite="lama")
    drawing = client.get(f"{table}/qr.svg")
    assert 'xmlns="http://www.w3.org/2000/svg"' in drawing.text


def test_a_player_is_told_by_mail_where_the_server_sends_any(client):
    table = new_table(client, game="lama", players="2", **{"seat-1": "me", "seat-2": "random"})
    add(client, table)
    asked = {"csrf": csrf(client, table), "address": "ana@example.org"}
    assert "my move" not in client.get(table).text
    assert client.post(f"{table}/address", data=asked).status_code == 422
    client.app.state.site = replace(client.app.state.site, mail="upcard@example.org")
    assert client.post(f"{table}/address", data={**asked, "address": "ana@"}).status_code == 422
    assert client.post(f"{table}/address", data=asked).status_code == 200
    page = BeautifulSoup(client.get(table).text, "html.parser")
    assert attribute(page, "#address", "value") == "ana@example.org"
    assert "ana@example.org" not in other(client).get(table).text
