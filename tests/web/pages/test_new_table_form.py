"""Forms that are refused keep what was filled in, and say beside it why."""

from dataclasses import replace

import pytest
from bs4 import BeautifulSoup
from starlette.testclient import TestClient
from tests.web.browsing import add, attribute, csrf, filled, new_table, other, soup_of

from upcard.classroom.pseudonyms import ANIMALS
from upcard.web.pages.new_table_form import SEAT


def refused(client: TestClient, table: str, form: str, **fields: str) -> BeautifulSoup:
    """The page that answers a form which is refused."""
    answer = client.post(f"{table}/{form}", data={"csrf": csrf(client, table), **fields})
    assert answer.status_code in (400, 403, 409, 422)
    page = BeautifulSoup(answer.text, "html.parser")
    assert [x["id"] for x in page.select(".fault")] == [f"fault-{form}"]
    assert page.select_one("#table")
    assert page.select_one("noscript") is None, "what is written would be lost when the page is loaded anew"
    return page


def test_what_was_written_and_refused_stays_in_its_field_with_the_reason_beside_it(client):
    seats = {"seat-1": "me", "seat-2": "random", "clock": "days 3"}
    table = new_table(client, game="leduc-poker", players="2", **seats)
    page = refused(client, table, "add", added="x" * 65)
    assert attribute(page, "#added", "value") == "x" * 65
    add(client, table)
    page = refused(client, table, "plan", condition="Raise", then="castle <b>")
    assert "'castle <b>' is not an action of this game" in page.select(".fault")[0].text
    assert attribute(page, "#then", "value") == "castle <b>"
    assert attribute(page, "#then", "aria-describedby") == "fault-plan"
    assert attribute(page, "#condition", "value") == "Raise"
    assert page.select_one("details.desk[open]")
    page = refused(client, table, "note", notes="n" * 10_001)
    assert page.select("#notes")[0].text == "n" * 10_001
    assert "aria-invalid" not in page.select("#then")[0].attrs
    client.app.state.site = replace(client.app.state.site, mail="upcard@example.org")
    page = refused(client, table, "address", address="ana at home")
    assert attribute(page, "#address", "value") == "ana at home"


def test_a_name_that_is_refused_stays_where_one_takes_a_seat(client):
    table = new_table(client, invite="smallsum")
    page = refused(other(client), table, "sit", name="B" * 41)
    assert attribute(page, "#name", "value") == "B" * 41
    assert "a name of 41 characters is too long" in page.select(".fault")[0].text.lower()
    late = other(client)
    token = csrf(late, table)
    ben = other(client)
    ben.post(f"{table}/sit", data={"csrf": csrf(ben, table), "name": "Ben"})
    answer = late.post(f"{table}/sit", data={"csrf": token, "name": "Cleo"})
    assert "That seat is taken" in answer.text


def test_without_scripts_a_page_looks_again_by_itself_where_nobody_writes(client):
    table = new_table(client, game="leduc-poker", players="2", **{"seat-1": "me", "seat-2": "open"})
    assert "noscript" not in other(client).get(table).text
    again = attribute(BeautifulSoup(client.get(table).text, "html.parser"), "noscript meta", "content")
    assert again == f"5; url={table}"


def opened(client: TestClient, game: str, **chosen: str) -> dict[str, str]:
    """The form for a table as a browser would send it, with some things chosen."""
    return filled(soup_of(client.get(f"/new/{game}").text), "#new-table") | {"name": "Ana"} | chosen


def seats_of(page: BeautifulSoup) -> dict[str, str]:
    """Who is chosen for every seat of the form."""
    return {
        k: x for k, x in filled(page, "#new-table").items() if k.startswith("seat-") and k.count("-") == 1
    }


def test_the_form_as_it_stands_opens_a_table(client):
    answer = client.post("/tables", data=opened(client, "stoppers"))
    assert answer.url.path.startswith("/t/")
    assert "Seat 4" in answer.text


def test_bots_are_chosen_with_their_settings(client):
    form = opened(client, "stoppers", players="3", **{"seat-3": "other", "exact-3": "swap-at-most"})
    form.pop("seat-4")
    page = soup_of(client.post("/new/stoppers", data=form).text)
    field = page.select("[name=seat-3-swap-at-most-t]")[0]
    assert [str(field[x]) for x in ("value", "min", "max", "step")] == ["6", "0", "13", "1"]
    assert "Swaps cards of at most the value t, keeps higher ones." in page.select(".bot-words")[0].text
    form = filled(page, "#new-table")
    for written, strategy in (("6", "swap-at-most"), ("7", "swap-at-most:t=7")):
        table = client.post("/tables", data={**form, "seat-3-swap-at-most-t": written}).url.path
        live = client.app.state.site.tables.live[table.removeprefix("/t/")]
        assert live.seats[2].strategy == strategy


def test_settings_that_are_refused_stay_beside_their_seat(client):
    form = opened(
        client, "stoppers", **{"seat-3": "other", "exact-3": "swap-at-most", "seat-3-swap-at-most-t": "6.5"}
    )
    form |= {"name": "Anastasia", "clock": "days 3", "confirm": "on", "option-lives": "2", "thinking": "3"}
    answer = client.post("/tables", data=form)
    assert answer.status_code == 422
    page = soup_of(answer.text)
    fault = page.select(".choice-of-seat #fault-seat-3")[0].text
    assert "'6.5'; expected a whole number from 0 to 13" in fault
    assert page.select("details.bot-settings[open] [name=seat-3-swap-at-most-t]")
    sent = filled(page, "#new-table")
    ours = {k: x for k, x in form.items() if k != "csrf" and not k.startswith("seat-3-ismcts")}
    assert {k: sent.get(k) for k in ours} == ours
    assert client.post("/tables", data={**sent, "seat-3-swap-at-most-t": "9"}).url.path.startswith("/t/")


def test_whatever_else_is_refused_stays_in_the_form(client):
    for wrong, sentence in (
        ({"name": "x" * 41}, "A name of 41 characters"),
        ({"option-lives": "99"}, "lives"),
        ({"seat-2": "me"}, "You already have seat 1"),
        ({"seat-2": "folding"}, "not stoppers"),
        ({"clock": "sundial"}, "sundial"),
    ):
        form = opened(client, "stoppers", **wrong)
        answer = client.post("/tables", data=form)
        assert answer.status_code in (400, 422)
        page = soup_of(answer.text)
        assert sentence in page.select(".fault")[0].text
        sent = filled(page, "#new-table")
        assert all(sent[k] == x for k, x in wrong.items() if k.startswith(("name", "option")) or x == "me")


def test_a_table_of_another_size_than_its_seats_is_not_opened_before_they_were_seen(client):
    for players, shown in (("5", 5), ("2", 2)):
        form = opened(client, "lama", **{"seat-1": "open", "seat-2": "me", "players": players})
        before = sum(bool(SEAT.fullmatch(k)) for k in form)
        assert before != shown
        answer = client.post("/tables", data=form)
        assert answer.status_code == 422
        page = soup_of(answer.text)
        assert f"he form has {before} seats for {players} players" in page.select("#fault-table")[0].text
        seats = seats_of(page)
        assert len(seats) == shown
        assert list(seats.values())[:2] == ["open", "me"]
        made = client.post("/tables", data=filled(page, "#new-table"))
        assert f"Seat {shown}:" in made.text
        assert f"Seat {shown + 1}:" not in made.text


def test_rules_of_another_variant_are_not_played_before_they_were_seen(client):
    form = opened(client, "lama", preset="paper")
    answer = client.post("/tables", data=form)
    assert answer.status_code == 422
    page = soup_of(answer.text)
    assert "You chose another variant" in page.select("#fault-table")[0].text
    new = filled(page, "#new-table")
    assert {k for k in form if k.startswith("option-") and form[k] != new[k]}
    assert client.post("/tables", data=new).url.path.startswith("/t/")


def test_bots_are_called_by_names_for_people_and_the_strong_kinds_come_first(client):
    page = soup_of(client.get("/new/le-her").text)
    chosen = attribute(page, "#seat-2 option[selected]", "value")
    assert [str(x["value"]) for x in page.select("#seat-2 optgroup option")] == [
        "level-beginner", "level-casual", "level-strong", "level-perfect", "other",
    ]  # fmt: skip
    assert (chosen, page.select_one("#exact-2")) == ("level-casual", None)  # strategies are out of the way
    form = filled(page, "#new-table") | {"seat-2": "other"}
    folded = soup_of(client.post("/new/le-her", data=form).text)
    kinds = [str(x["label"]) for x in folded.select("#exact-2 optgroup")]
    assert kinds == [
        "Solved",
        "They think ahead",
        "They follow a rule of thumb",
        "Random",
    ]
    bots = zip(page.select("dl.bots dt"), page.select("dl.bots dd"), strict=True)
    told = {title.text: words.text for title, words in bots}
    assert told["Trial games"].startswith("Tries every action with the hidden cards dealt again")
    assert told["Trial games"].endswith("flat-monte-carlo")


def test_who_has_no_name_yet_is_offered_one_with_which_play_begins_at_once(client):
    check = "/learn/smallsum/first?step=check"
    pages = (("/", "form.gallery-form"), ("/new/smallsum", "#new-table"), (check, "form.ready"))
    forms = [filled(soup_of(client.get(path).text), form) for path, form in (*pages, *pages)]
    offered = forms[0]
    assert offered["name"] in ANIMALS
    assert {x["name"] for x in forms} == {offered["name"]}, "the same on every page"
    sent = client.post("/tables", data={"csrf": offered["csrf"], "name": offered["name"], "play": "smallsum"})
    assert sent.url.path.startswith("/t/")
    page = soup_of(client.get("/").text)
    assert attribute(page, "#name", "value") == offered["name"]
    assert "Take this one" not in page.text


@pytest.mark.parametrize(("path", "deed"), [("/tables", {"play": "smallsum"}), ("/name", {})])
def test_without_a_name_the_start_page_says_so_at_its_field(client, path, deed):
    answer = client.post(path, data={"csrf": csrf(client), "name": " ", **deed})
    page = soup_of(answer.text)
    assert answer.status_code == 422
    assert "A name is missing; type one" in page.select(".fault")[0].text
    assert attribute(page, "#name", "aria-describedby") == "fault-name"
    assert page.select("#name[autofocus]")
    assert page.select("button[name=play]")


def test_rules_of_a_table_are_said_in_words_with_what_is_not_as_usual(client):
    form = filled(soup_of(client.get("/new/lama").text), "#new-table") | {"name": "Ana"}
    page = soup_of(client.get("/new/lama").text)
    assert [x.text for x in page.select("#option-count option")] == ["each kind", "every card"]
    assert form["option-count"] == "each_kind"
    sent = client.post("/tables", data=form | {"option-target": "20", "option-give_back": "none"})
    told = [x.text for x in soup_of(sent.text).select(".how p")]
    assert told[-2:] == [
        "An empty hand returns a chip (10 or 1), or nothing. Here: none.",
        "Points that end the game: 20.",
    ]
    for game in ("smallsum", "beat-it-or-eat-it"):
        assert "=" not in soup_of(client.get(f"/new/{game}").text).select(".how")[0].text
