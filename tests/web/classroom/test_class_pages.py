"""Rooms of classes, asked as browsers without scripts would."""

import csv
import io
import random
import re

import pytest
from bs4 import BeautifulSoup
from starlette.testclient import TestClient
from tests.web.browsing import attribute, csrf, other, soup_of
from tests.web.classes import PATIENCE, Class, Pupil, new_class, strip, text_at

from upcard.classroom.activity_registry import activities
from upcard.games.four_cell.activity import PLAY
from upcard.lessons.chapter_registry import chapters


def role(page: BeautifulSoup) -> str:
    found = re.search(r"You: (\w+)", strip(page))
    return found[1] if found else ""


def newcomer(room: Class) -> TestClient:
    """A browser that has not joined."""
    client = other(room.teacher)
    client.portal = room.teacher.portal
    return client


def tables(room: Class) -> dict[str, str]:
    """Where each pupil is."""
    return {x.name: x.look(room.code)[0] for x in room.pupils}


def test_two_taps_lead_into_the_class_under_a_pseudonym_that_is_offered(client):
    room = new_class(client)
    phone = newcomer(room)
    page = soup_of(phone.get(f"/c/{room.code.lower()}").text)
    name = attribute(page, "#name", "value")
    answer = phone.post(f"/c/{room.code}/join", data={"csrf": csrf(phone, f"/c/{room.code}"), "name": name})
    assert "You have joined" in answer.text
    assert name in text_at(room.show(), ".names")
    assert room.code in phone.get(f"/class?code={room.code}").url.path


def test_a_name_that_is_taken_is_refused_and_stays_in_its_field(client):
    room = new_class(client, "Otter")
    phone = newcomer(room)
    form = {"csrf": csrf(phone, f"/c/{room.code}"), "name": "otter"}
    answer = phone.post(f"/c/{room.code}/join", data=form)
    assert answer.status_code == 422
    page = soup_of(answer.text)
    assert "taken" in text_at(page, ".fault")
    assert attribute(page, "#name", "value") == "otter"


@pytest.mark.parametrize(
    ("host", "is_told"), [("127.0.0.1:8570", True), ("[::1]:8570", True), ("10.0.0.5", False)]
)
def test_the_teacher_is_told_where_no_phone_reaches_the_address(client, host, is_told):
    room = new_class(client)
    page = client.get(f"/c/{room.code}/teach", headers={"host": host})
    assert ("Preview only" in page.text) == is_told
    start = client.get("/", headers={"host": host})
    assert ("phones cannot reach this computer" in start.text) == is_told


def test_only_the_teacher_leads(client):
    room = new_class(client, "Otter")
    pupil = room.pupils[0].client
    for path in ("teach", "report", "decisions.csv", "teach/part", "teach/pupil/0"):
        assert pupil.get(f"/c/{room.code}/{path}").status_code == 401
    form = {"csrf": csrf(pupil)}
    for deed in ("begin/smallsum", "go", "finish", "close", "pupil/0/remove"):
        assert pupil.post(f"/c/{room.code}/teach/{deed}", data=form).status_code == 401
    assert client.get(f"/c/{room.code}/teach").status_code == 200


def test_the_teachers_link_leads_from_another_device(client):
    room = new_class(client, "Otter")
    link = attribute(soup_of(client.get(f"/c/{room.code}/teach").text), "details a[href*='/me/']", "href")
    desk = newcomer(room)
    assert desk.get(link).url.path == f"/c/{room.code}/teach"
    assert newcomer(room).get(link[:-2]).status_code == 401


def test_groups_of_three_have_a_referee_and_roles_go_round(client):
    room = new_class(client, "Ana", "Ben", "Cleo")
    room.lead("begin/smallsum", rounds="6")
    had: dict[str, set[str]] = {x.name: set() for x in room.pupils}
    for match in range(3):
        room.play()
        for x, page in room.each():
            had[x.name].add(role(page))
            assert f"match {match + 1}" in strip(page)
        phone = room.pupils[match]
        page = phone.look(room.code)[1]
        form = {"match": attribute(page, "#strip [name=match]", "value")}
        for x in (*room.pupils, phone):  # a second request makes no second match
            form["csrf"] = csrf(x.client)
            assert x.client.post(f"/c/{room.code}/next", data=form).status_code == 200
        assert len(set(tables(room).values())) == 1
    assert all(x == {"A", "B", "referee"} for x in had.values())
    assert len(client.app.state.classes.rooms.live[room.code].snapshot.sittings) == 4


def test_the_referee_sees_no_hand_and_cannot_act(client):
    room = new_class(client, "Ana", "Ben", "Cleo")
    room.lead("begin/smallsum")
    pages = {role(page): page for _, page in room.each()}
    assert pages["A"].select("#table .own .card[data-key]")
    assert not pages["referee"].select("form#acts")
    assert len(pages["referee"].select("#table .card[data-key]")) == 4  # the open cards


def test_one_left_over_plays_against_a_bot_and_who_comes_late_gets_its_seat(client):
    room = new_class(client, "Ana")
    room.lead("begin/smallsum")
    assert "bot" in text_at(room.show(), ".groups")
    table = room.pupils[0].look(room.code)[0]
    room.join("Ben")
    path, page = room.pupils[1].look(room.code)
    assert path == table
    assert role(page) == "B"
    assert page.select("form#acts")
    assert "bot" not in text_at(room.show(), ".groups")
    room.join("Cleo")
    path, page = room.pupils[2].look(room.code)
    assert path == table
    assert role(page) == "referee"
    room.join("Dan")  # the group is full
    assert room.pupils[3].look(room.code)[0] != table


def test_a_pupils_link_gives_the_seat_to_another_phone(client):
    room = new_class(client, "Ana", "Ben")
    room.lead("begin/smallsum")
    link = attribute(soup_of(client.get(f"/c/{room.code}/teach/pupil/0").text), "input.link", "value")
    phone = newcomer(room)
    assert phone.get(link).url.path == room.pupils[0].look(room.code)[0]
    assert soup_of(phone.get(f"/c/{room.code}").text).select("form#acts")


def test_who_is_renamed_is_called_so_at_the_table_and_who_is_removed_is_replaced(client):
    room = new_class(client, "Ana", "Ben")
    room.lead("begin/smallsum")
    room.lead("pupil/0/name", name="Kiwi")
    _, page = room.pupils[1].look(room.code)
    assert "Kiwi" in text_at(page, "#table")
    room.lead("pupil/0/remove")
    assert "Kiwi" not in text_at(room.show(), ".groups")
    assert "bot" in text_at(room.show(), ".groups")
    gone = room.pupils.pop(0)
    asked = gone.client.get(f"/c/{room.code}/place", headers={"HX-Request": "true"})
    assert (asked.status_code, asked.headers["HX-Redirect"]) == (204, f"/c/{room.code}")
    assert gone.look(room.code)[1].select("form.join")
    room.play()
    assert "finished" in room.show().text


def test_everything_is_there_again_after_the_server_has_forgotten_the_room(client):
    room = new_class(client, "Ana", "Ben", "Cleo")
    room.lead("begin/smallsum")
    before = [strip(page) for _, page in room.each()]
    client.app.state.classes.rooms.live.clear()
    client.app.state.site.tables.live.clear()
    assert [strip(page) for _, page in room.each()] == before


def test_the_report_and_the_decisions_hold_pseudonyms_and_every_decision(client):
    room = new_class(client, "Ana", "Ben", "Cleo")
    room.lead("begin/smallsum", rounds="6")
    room.play()
    room.go(1)
    room.write(room.pupils[0], "=low sums", **{"menu-bet_at": "17"})
    report = client.get(f"/c/{room.code}/report").text
    for words in ("Ana", "Ben", "Average score", "=low sums", "is at most 17"):
        assert words in report
    assert re.search(r"<h2>Smallsum <span class=\"soft\">20\d\d-\d\d-\d\d \d\d:\d\d</span>", report)
    answer = client.get(f"/c/{room.code}/decisions.csv")
    assert answer.headers["content-type"].startswith("text/csv")
    lines = list(csv.DictReader(io.StringIO(answer.text)))
    acts = [x for x in lines if x["decision"].startswith("hide")]
    (live,) = [x for x in client.app.state.site.tables.live.values() if x.is_over]
    assert len(acts) == live.turn
    assert {x["pupil"] for x in acts} == {live.seats[0].name, live.seats[1].name}
    assert all(x["by"] == "pupil" for x in acts)
    (rule,) = [x for x in lines if x["number"] == "" and x["step"] == "2"]
    assert rule["decision"].startswith("'=low sums | menu-rule:")
    persons = [x.person for x in client.app.state.classes.rooms.live[room.code].pupils]
    assert not any(x in report + answer.text for x in persons)


def test_a_match_that_was_left_is_judged_too_and_nothing_of_one_that_goes_on(client, monkeypatch):
    monkeypatch.setattr(
        "upcard.classroom.decision_losses.PATIENCE", PATIENCE
    )  # another process compiles beside us
    room = new_class(client, "Ana", "Ben", "Cleo")
    room.lead("begin/smallsum", rounds="6")
    room.play(most=2)
    assert "were mistakes" not in room.show().text
    (live,) = client.app.state.site.tables.live.values()
    lines = list(csv.DictReader(io.StringIO(client.get(f"/c/{room.code}/decisions.csv").text)))
    assert {x["best"] for x in lines} == {"not yet judged"}
    room.go(1)
    lines = list(csv.DictReader(io.StringIO(client.get(f"/c/{room.code}/decisions.csv").text)))
    assert len(lines) == live.turn > 0
    assert all(x["best"].startswith("hide") and float(x["lost"]) >= 0 for x in lines)
    report = client.get(f"/c/{room.code}/report").text
    assert f"Pupils made {live.turn} decisions" in report
    assert f"stopped after {live.turn} moves" in report
    assert "to move" not in report
    assert "so far" not in report
    assert "Judged by the equilibrium of the match" in report


class First(random.Random):
    """Takes whatever stands first."""

    def choice(self, seq):
        """The first one."""
        return seq[0]


def test_a_match_that_all_share_is_called_a_draw(client):
    room = new_class(client, "Ana", "Ben")
    for pupil in room.pupils:
        pupil.rng = First()  # puts nothing
    room.lead("begin/smallsum", rounds="6")
    room.play()
    assert "match 1: a draw (0 : 0)" in text_at(room.show(), ".groups li .group-state")
    assert "Average score: A 0.0, B 0.0 (too few matches for a margin of error)." in text_at(
        room.show(), ".sums"
    )


def test_four_cell_in_fours_takes_any_number_of_pupils(client):
    room = new_class(client, "Ana", "Ben", "Cleo", "Dan", "Eva")
    room.lead("begin/four-cell", size="4")
    assert "Read a matrix" in room.show().text
    assert text_at(room.pupils[0].look(room.code)[1], ".part td") == "7, 3"
    assert "7, 3" in room.show().text
    room.answer(0)
    room.go(PLAY)
    assert len(set(tables(room).values())) == 2
    assert {role(page) for _, page in room.each()} == {"S", "W", "N"}
    assert room.show().text.count(", bot") == 1  # three and a bot, and two


def test_in_pairs_both_begin_in_turn_and_perfect_play_never_does(client):
    for names, size, then in ((("Ana", "Ben"), "2", "second"), (("Cleo",), "1", "starter")):
        room = new_class(client, *names)
        room.lead("begin/beat-it-or-eat-it", size=size)
        assert role(room.pupils[0].look(room.code)[1]) == "starter"
        room.play()
        room.press_next()
        assert role(room.pupils[0].look(room.code)[1]) == then


def test_the_matrix_goes_on_without_who_has_left(client):
    room = new_class(client, "Ana", "Ben", "Cleo")
    room.lead("begin/two-buttons", matrix="chicken")
    first, partner, _ = room.live.answers("players")[-1].value
    x = room.pupils[first]
    form = {str(i["name"]): str(i["value"]) for i in x.look(room.code)[1].select("form.two-buttons input")}
    x.client.post(f"/c/{room.code}/answer", data={**form, "value": "0"})
    assert x.client.post(f"/c/{room.code}/answer", data={**form, "value": "1"}).status_code == 409
    assert "Waiting for your partner" in x.look(room.code)[1].text
    room.lead(f"pupil/{partner}/remove")
    assert "All rounds are over" in x.look(room.code)[1].text
    room.pupils.pop(partner)
    room.press(1)
    assert "2 games played; 0 of 3 pupils are still choosing" in room.show().text


def test_the_wall_does_not_name_a_matrix_before_everybody_has_chosen(client):
    room = new_class(client, "Ana", "Ben")
    room.lead("begin/two-buttons", matrix="dilemma")
    steps = activities()["two-buttons"].steps
    for number in range(len(steps) - 1):
        room.go(number)
        assert "Dilemma" not in room.show().text
        assert not any("Dilemma" in page.text for _, page in room.each())
        assert "Dilemma" in client.get(f"/c/{room.code}/teach").text
    room.go(len(steps) - 1)
    assert "Dilemma" in room.wait(".talk .part").text


def test_a_button_of_the_step_before_does_not_count_in_the_next(client):
    room = new_class(client, "Ana", "Ben")
    room.lead("begin/two-buttons", rounds="3")
    ana: Pupil = room.pupils[0]
    form = ana.look(room.code)[1].select("form.two-buttons input")
    fields = {str(i["name"]): str(i["value"]) for i in form}
    room.go(1)
    sent = ana.client.post(f"/c/{room.code}/answer", data={**fields, "value": "0"})
    assert sent.status_code == 409
    assert "class has moved on" in sent.text
    page = ana.look(room.code)[1]
    assert "Round 1 of 3" in page.text
    assert text_at(page, ".matrix caption") == "The first number in each cell is what you get"
    assert page.select_one("form.two-buttons") is not None


def test_a_pupil_is_told_the_rules_and_who_plays_with_him_before_he_is_asked(client):
    room = new_class(client, "Ana", "Ben", "Cleo")
    room.lead("begin/stoppers")
    page = room.pupils[0].look(room.code)[1]
    assert "group 1 with Ben and Cleo." in text_at(page, ".whoami")
    assert "The lowest card of a round loses a life." in page.text


def test_who_comes_late_to_a_matrix_meets_the_one_who_was_left_over(client):
    room = new_class(client, "Ana", "Ben", "Cleo")
    room.lead("begin/two-buttons")
    room.go(1)
    room.join("Dan")
    page = room.pupils[3].look(room.code)[1]
    assert "with Ben" in text_at(page, ".two-buttons")


def test_the_dilemma_is_played_once_with_its_story_its_names_and_a_partner_without_a_name(client):
    room = new_class(client, "Ana", "Ben", "Cleo", "Dan")
    room.lead("begin/two-buttons", rounds="75%")
    groups = room.live.snapshot.runs[room.run].groups
    for x, page in room.each():
        text = text_at(page, "#place")
        assert "twenty years" in text
        assert "with a secret partner" in text
        assert not any(other in text for other in ("Ana", "Ben", "Cleo", "Dan") if other != x.name)
        assert [y.text for y in page.select(".two-buttons button")] == ["Stay silent", "Confess"]
        assert text_at(page, ".matrix th[scope=row]") == "you: stay silent"
    assert "twenty years" in room.show().text
    order = room.live.answers("players")[-1].value
    assert all(set(order[i : i + 2]) not in map(set, groups) for i in (0, 2))
    room.go(1)
    for x, page in room.each():
        mate = room.live.name_of(
            next(y for g in groups if (n := room.pupils.index(x)) in g for y in g if y != n)
        )
        said = text_at(page, ".two-buttons")
        assert f"Round 1, with {mate}. After each round, another one follows with 75 %." in said
    length = room.live.answers("number of rounds")[-1].value
    room.press(length)
    assert "All rounds are over" in room.pupils[0].look(room.code)[1].text
    assert "number of rounds" not in client.get(f"/c/{room.code}/decisions.csv").text


@pytest.mark.parametrize("name", sorted(activities()))
def test_an_activity_is_led_from_its_first_step_to_its_last_and_back(client, name):
    room = new_class(client, "Ana", "Ben")
    page = soup_of(client.get(f"/c/{room.code}/teach/begin/{name}").text)
    assert len(page.select("ol li")) == len(activities()[name].steps)
    to_read = [x["href"] for x in page.select("main a[href^='/learn']")]
    chapter = activities()[name].about or name
    assert to_read == ([f"/learn/{chapter}", f"/learn/{chapter}/sheet"] if chapter in chapters() else [])
    room.lead(f"begin/{name}")
    for i, step in enumerate(activities()[name].steps):
        room.go(i)
        assert step.title in text_at(room.show(), ".wall-title")
        for _, page in room.each():
            assert page.select("h1")
    assert client.get(f"/c/{room.code}/report").status_code == 200
    room.go(0)
    room.lead("finish")
    room.lead("close")
    assert "over" in room.pupils[0].look(room.code)[1].text
    assert newcomer(room).get(f"/c/{room.code}").text.count("This class is over") == 1


@pytest.mark.parametrize(
    ("activity", "field", "value"),
    [("smallsum", "rounds", "7"), ("two-buttons", "numbers", "1 2 3"), ("two-buttons", "matrix", "poker")],
)
def test_a_setting_that_cannot_be_is_refused_in_a_sentence(client, activity, field, value):
    room = new_class(client, "Ana")
    path = f"/c/{room.code}/teach/begin/{activity}"
    answer = client.post(path, data={"csrf": csrf(client, path), field: value})
    assert 400 <= answer.status_code < 500
    assert "expected" in text_at(soup_of(answer.text), ".fault")


def test_a_text_that_the_teacher_may_give_has_an_example_that_is_read(client):
    room = new_class(client, "Ana")
    begin = soup_of(client.get(f"/c/{room.code}/teach/begin/two-buttons").text)
    told = text_at(begin, f"#{attribute(begin, '#numbers', 'aria-describedby')} code")
    page = room.lead("begin/two-buttons", matrix="own", numbers=told)
    assert "5, 5" in text_at(page, "table.matrix")


def test_nothing_begins_without_pupils(client):
    room = new_class(client)
    path = f"/c/{room.code}/teach/begin/smallsum"
    assert "Nobody has joined" in client.post(path, data={"csrf": csrf(client, path)}).text


def test_forms_of_other_sites_change_nothing(client):
    room = new_class(client, "Ana")
    for path in ("teach/begin/smallsum", "join", "answer", "rule", "next"):
        assert client.post(f"/c/{room.code}/{path}", data={"csrf": "x"}).status_code == 403


def test_a_poll_takes_only_its_own_answers(client):
    room = new_class(client, "Ana")
    room.lead("begin/stoppers")
    ana: Pupil = room.pupils[0]
    form = {"csrf": csrf(ana.client, f"/c/{room.code}"), "at": "0.0"}
    for question, value in (("luck", "9"), ("luck", "x"), ("luck", "9" * 5_000), ("nothing", "0")):
        sent = ana.client.post(f"/c/{room.code}/answer", data={**form, "question": question, "value": value})
        assert sent.status_code == 422
    room.answer(1)
    assert "1 of 1 have answered" in room.show().text


def test_without_scripts_pages_load_themselves_anew_but_not_under_somebody_who_writes(client):
    room = new_class(client, "Ana", "Ben")
    assert room.pupils[0].look(room.code)[1].select("noscript meta")
    room.lead("begin/smallsum")
    room.go(1)
    assert not room.pupils[0].look(room.code)[1].select("noscript meta")


def test_pages_of_a_class_hold_no_script_or_style_of_their_own(client):
    room = new_class(client, "Ana", "Ben")
    room.lead("begin/two-buttons")
    paths = ("", "/show", "/teach", "/teach/pupil/0", "/teach/begin/smallsum", "/report")
    for page in (soup_of(client.get(f"/c/{room.code}{x}").text) for x in paths):
        assert all(str(x.get("src")).startswith("/static/") for x in page.select("script"))
        assert not page.select("style, [style], [onclick], [hx-on]")
        assert all(
            str(x["href"]).startswith(("/", "http://testserver/")) for x in page.select("a[href]:not(.skip)")
        )
