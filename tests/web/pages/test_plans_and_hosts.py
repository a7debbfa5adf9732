"""Plans that appear at once where the table is drawn anew; hosts that are no names; names at one table."""

import pytest
from tests.web.browsing import add, attribute, csrf, new_table, other, soup_of


def seated(client, friend, **form):
    """A table of two people, which is dealt."""
    table = new_table(client, game="leduc-poker", players="2", **{"seat-1": "me", "seat-2": "open"}, **form)
    path = table.split("?")[0]
    friend.post(f"{path}/sit", data={"csrf": csrf(friend, path), "name": "Ben"})
    return path


def test_a_plan_is_shown_wherever_the_table_is_drawn_anew(client):
    friend = other(client)
    path = seated(client, friend, clock="days 3")
    before = soup_of(client.get(f"{path}/board").text)
    assert attribute(before, "#plans", "hx-swap-oob") == "true"
    # the page has the form already, and shows it after the deal
    assert attribute(before, "#plans", "data-playing") == "no"
    assert soup_of(client.get(path).text).select_one("#plans[data-playing=no] + .plan-form")
    for one in (client, friend):
        add(one, path)
    after = soup_of(client.get(f"{path}/board").text)
    assert attribute(after, "#plans", "data-playing") == "yes"
    players = [client, friend]
    waiting = next(x for x in players if not soup_of(x.get(path).text).select("#acts"))
    drawn = soup_of(waiting.get(f"{path}/board").text)
    assert attribute(drawn, "#plans [hx-get]", "hx-get") == f"{path}/plans"
    assert not soup_of(waiting.get(path).text).select("#plans form.planned")  # not before the form is opened
    opened = soup_of(waiting.get(f"{path}/plans", headers={"hx-request": "true"}).text)
    assert not opened.select("[hx-swap-oob], [hx-get]")
    assert soup_of(waiting.get(f"{path}/plans").text).select("#at-table + .beside #plans form.planned")
    forms = soup_of(waiting.get(f"{path}/board").text).select("#plans form.planned")
    assert len(forms) == len(opened.select("form.planned"))
    listed = {
        attribute(x, "[name=condition]", "value"): [y.text for y in x.select("option")[1:]] for x in forms
    }
    assert listed["raise"] == ["call", "fold", "raise"]
    waiting.post(f"{path}/plan", data={"csrf": csrf(waiting, path), "condition": "raise", "then": "fold"})
    shown = soup_of(waiting.get(f"{path}/board").text).select_one("#plans")
    assert shown is not None
    assert [x.text for x in shown.select("li")] == ["if “raise”, fold"]
    (acting,) = [x for x in players if x is not waiting]
    assert not soup_of(acting.get(f"{path}/board").text).select("#plans li")
    assert soup_of(other(client).get(f"{path}/board").text).select("#plans") == []


def test_the_second_of_a_name_reads_what_to_do_beside_the_form(client):
    table = new_table(client, game="le-her", players="2", **{"seat-1": "me", "seat-2": "open", "name": "Ana"})
    path, friend = table.split("?")[0], other(client)
    answer = friend.post(f"{path}/sit", data={"csrf": csrf(friend, path), "name": "ANA"})
    assert "choose another name, such as ANA 2" in answer.text
    assert attribute(soup_of(answer.text), "#name", "value") == "ANA"


@pytest.mark.parametrize("path", ["/", "/mine", "/t/none/qr.svg", "/c/ABCDE/qr.svg", "/api/v1/games"])
@pytest.mark.parametrize("length", [300, 2400])
def test_a_host_that_is_longer_than_any_name_is_refused(client, path, length):
    answer = client.get(path, headers={"host": "x" * length})
    assert answer.status_code == 400
    assert "longer than 260 characters; check the address" in answer.text


def test_a_removed_browser_cannot_come_back_under_another_name_until_the_host_undoes_it(client):
    ben, path = other(client), new_table(client, invite="kuhn-poker")
    ben.post(f"{path}/sit", data={"csrf": csrf(ben, path), "name": "Ben"})
    client.post(f"{path}/remove", data={"csrf": csrf(client, path), "removed": "1"})
    page = ben.get(path).text
    assert "Ana removed you from this table" in page
    assert soup_of(page).select_one("input#name") is None
    answer = ben.post(f"{path}/sit", data={"csrf": csrf(ben), "name": "Zoe"})
    assert (answer.status_code, "Zoe" in client.get(path).text) == (403, False)
    back = soup_of(client.get(path).text).select_one('form[action$="/let-back"]')
    assert back is not None
    fields = {str(x["name"]): str(x["value"]) for x in back.select("input")}
    assert fields["person"] == "Ben"
    assert client.post(f"{path}/let-back", data=fields).status_code == 200
    ben.post(f"{path}/sit", data={"csrf": csrf(ben), "name": "Zoe"})
    assert "Zoe" in client.get(path).text


def test_what_somebody_adds_counts_only_for_the_commitment_that_their_page_shows(client):
    """The host changes the rules while another page still shows the old commitment."""
    friend = other(client)
    table = new_table(client, game="lama", players="2", **{"seat-1": "me", "seat-2": "open"}).split("?")[0]
    page = soup_of(friend.get(table).text)
    fields = {str(x["name"]): str(x["value"]) for x in page.select("form[action$='/sit'] input")}
    client.post(
        f"{table}/rules", data={"csrf": csrf(client, table), "seat": "0", "preset": "paper", "players": "2"}
    )
    friend.post(f"{table}/sit", data={**fields, "name": "Ben", "added": "x2"})
    assert soup_of(friend.get(table).text).select("form.shuffle")


def test_an_invitation_is_for_one_friend_and_the_host_adds_seats_for_more(client):
    path, ben = new_table(client, invite="stoppers").split("?")[0], other(client)
    assert "1 of 2 are here" in client.get(path).text
    for words, seats in (("Add a seat", 3), ("Add a seat", 4), ("Remove an open seat", 3)):
        page = soup_of(client.get(path).text)
        assert len(page.select(".seats-acts button")) == (1 if "1 of 2 are here" in page.text else 2)
        (form,) = [x for x in page.select(".seats-acts form") if x.button and x.button.text == words]
        client.post(f"{path}/rules", data={str(x["name"]): str(x["value"]) for x in form.select("input")})
        assert f"1 of {seats} are here" in client.get(path).text
    assert not soup_of(ben.get(path).text).select(".seats-acts")


def test_a_host_reads_when_they_can_start_before_anybody_has_joined(client):
    path, ben = (
        new_table(client, game="lama", players="3", **{"seat-1": "me", "seat-2": "open", "seat-3": "open"}),
        other(client),
    )
    path = path.split("?")[0]
    (start,) = soup_of(client.get(path).text).select(".host-acts button[disabled]")
    assert start.text == "Start with those who are here"
    assert "You can start with 2 players." in client.get(path).text
    ben.post(f"{path}/sit", data={"csrf": csrf(ben, path), "name": "Ben"})
    soup = soup_of(client.get(path).text)
    assert soup.select('form[action$="/start"] button')
    assert not soup.select(".host-acts button[disabled]")
