"""The teacher says who plays with whom: before anything is played, and between steps."""

import asyncio
import csv
import io
from dataclasses import replace

import pytest
from tests.web.browsing import attribute, csrf, filled, soup_of
from tests.web.classes import Class, new_class, strip, text_at

from upcard.classroom import class_repository as class_rows
from upcard.classroom import substitutes as warm
from upcard.classroom.class_board import board_of
from upcard.classroom.class_repository import BOT
from upcard.classroom.decision_losses import judge_all
from upcard.games.four_cell.activity import PLAY
from upcard.server import repository as rows
from upcard.server import table_actions as manners

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva")


def page_of(room: Class):
    """The page of groups."""
    answer = room.teacher.get(f"/c/{room.code}/teach/groups")
    assert answer.status_code == 200
    return soup_of(answer.text)


def groups_on(page) -> list[list[str]]:
    """The groups of a page, by name."""
    return [[x.text for x in group.select("label, p:not(:has(select))")] for group in page.select("fieldset")]


def put(room: Class, status: int = 200, **numbers: int):
    """Choose groups by name, and keep them; gives the page after it."""
    page, fields = page_of(room), filled(page_of(room), "form.regroup")
    where = {x.text: str(x["for"]) for x in page.select(".regroup label")}
    fields |= {where[name]: str(number) for name, number in numbers.items()}
    answer = room.teacher.post(f"/c/{room.code}/teach/groups", data=fields)
    assert answer.status_code == status, answer.text
    return soup_of(answer.text)


def place(room: Class, name: str) -> str:
    """What a pupil is shown."""
    pupil = next(x for x in room.pupils if x.name == name)
    return " ".join(text_at(pupil.look(room.code)[1], "main").split())


def test_groups_are_shown_by_name_and_changed_before_anything_is_played(client):
    room = new_class(client, *NAMES)
    page = room.lead("begin/smallsum", gather="1")
    assert [x.text for x in page.select(".teams .group-places")] == ["Ana, Cleo and Eva", "Ben and Dan"]
    assert "Next: Smallsum" in page.text
    assert groups_on(page_of(room)) == [["Ana", "Cleo", "Eva"], ["Ben", "Dan"]]
    assert "Group 1: you, Cleo and Eva." in place(room, "Ana")
    phones = {pupil: asyncio.Event() for pupil in range(5)}
    room.live.listeners |= {event: pupil for pupil, event in phones.items()}
    page = put(room, Ana=2, Ben=1)
    assert all(event.is_set() for event in phones.values())
    assert [x.text for x in page.select(".teams .group-places")] == ["Ben, Cleo and Eva", "Ana and Dan"]
    assert "Group 2: you and Dan." in place(room, "Ana")
    assert [x.text for x in room.show().select(".group-places")] == ["Ben, Cleo and Eva", "Ana and Dan"]
    room.go(0)
    assert [x.seats for x in room.live.sittings()] == [(1, 2), (0, 3)]
    assert "You: A" in strip(room.pupils[0].look(room.code)[1])


def test_a_group_holds_no_more_than_may_sit_together_and_what_was_chosen_stays_to_be_mended(client):
    room = new_class(client, *NAMES)
    room.lead("begin/smallsum", gather="1")
    page = put(room, status=422, Ben=1)
    assert "Group 1 would have 4 pupils; put at most 3 into a group" in text_at(page, ".fault")
    chosen = {x.find_parent("p").label.text: x.text for x in page.select(".regroup option[selected]")}
    assert chosen == {
        "Ana": "Group 1",
        "Cleo": "Group 1",
        "Eva": "Group 1",
        "Ben": "Group 1",
        "Dan": "Group 2",
    }
    assert groups_on(page_of(room)) == [["Ana", "Cleo", "Eva"], ["Ben", "Dan"]]
    put(room, Ben=3, Dan=3)
    assert "Group 2 (empty)" in page_of(room).text
    assert room.live.snapshot.runs[0].groups == ((0, 2, 4), (), (1, 3))
    room.go(0)
    assert sorted(x.group for x in room.live.sittings()) == [0, 2]


def test_the_page_of_groups_follows_who_comes_and_the_end_of_the_activity(client):
    room = new_class(client, *NAMES)
    room.lead("begin/smallsum", gather="1")
    part, fragment = f"/c/{room.code}/teach/groups/part", {"HX-Request": "true"}
    page = page_of(room)
    before = attribute(page, "#together .who", "data-at")
    assert attribute(page, "#together", "hx-get") == part
    assert attribute(soup_of(room.teacher.get(part).text), ".who", "data-at") == before
    room.join("Fay")
    after = soup_of(room.teacher.get(part).text)
    assert attribute(after, ".who", "data-at") != before
    assert groups_on(after) == [["Ana", "Cleo", "Eva"], ["Ben", "Dan", "Fay"]]
    room.lead("finish")
    heard = room.teacher.get(part, headers=fragment)
    assert heard.headers["HX-Redirect"] == f"/c/{room.code}/teach"
    assert room.pupils[0].client.get(part).status_code == 401


def test_groups_are_mixed_anew_by_lot(client, monkeypatch):
    room = new_class(client, *NAMES)
    room.lead("begin/smallsum", gather="1")
    monkeypatch.setattr(
        "upcard.classroom.group_assignment.random.sample", lambda x, n: sorted(x, reverse=True)
    )
    fields = filled(page_of(room), "form[action$=mix]")
    page = room.lead("groups/mix", run=fields["run"], seen=fields["seen"])
    assert groups_on(page) == [["Eva", "Cleo", "Ana"], ["Dan", "Ben"]]
    assert "Group 1: you, Eva and Cleo." in place(room, "Ana")


def test_what_was_changed_on_another_device_is_not_undone_by_who_has_not_seen_it(client):
    room = new_class(client, *NAMES)
    room.lead("begin/smallsum", gather="1")
    old, old_mix = (filled(page_of(room), x) for x in ("form.regroup", "form[action$=mix]"))
    put(room, Ana=2, Ben=1)
    after = room.live.snapshot.runs[0].groups
    path = f"/c/{room.code}/teach/groups"
    assert room.teacher.post(f"{path}/mix", data=old_mix).status_code == 409
    sent = room.teacher.post(path, data=old | {"pupil-2": "2"})
    assert sent.status_code == 409
    assert room.live.snapshot.runs[0].groups == after
    page = soup_of(sent.text)
    assert "The groups have changed in the meantime; look at the new groups" in text_at(page, ".fault")
    again = filled(page, "form.regroup")
    assert (again["pupil-0"], again["pupil-1"], again["pupil-2"]) == ("1", "2", "2")
    assert room.teacher.post(path, data=again).status_code == 200
    assert sorted(room.live.snapshot.runs[0].groups[0]) == [0, 4]


def test_who_is_moved_while_groups_play_sits_with_his_new_group_at_once(client):
    room = new_class(client, *NAMES)
    room.lead("begin/smallsum")
    first, second = room.live.sittings()
    assert (first.seats, first.watchers, second.seats) == ((0, 2), (4,), (1, 3))
    page = put(room, Ana=2, Ben=1)
    assert [x.text for x in page.select(".group-places a")] == ["Ben", "Cleo", "Eva", "Ana", "Dan"]
    assert [x.seats for x in room.live.sittings()] == [(1, 2), (0, 3)]
    ana = room.pupils[0].look(room.code)
    assert ana[0] == f"/t/{second.table_id}"
    assert "You: A" in strip(ana[1])
    put(room, Ana=1, Ben=2, Cleo=2)
    assert [(x.seats, x.watchers) for x in room.live.sittings()] == [((0, 4), ()), ((1, 3), (2,))]
    assert "You are the referee." in strip(room.pupils[2].look(room.code)[1])
    room.play()
    room.press_next()
    assert room.live.latest()[0].seats == (4, 0)


def test_who_takes_a_seat_takes_nothing_that_was_the_own_of_who_sat_there(client):
    room = new_class(client, *NAMES[:4])
    room.lead("begin/smallsum")
    service, (first, _) = room.rooms.tables, room.live.sittings()
    table = service.live[first.table_id]
    early = next(p for p in table.waiting_for() if p != table.mover)
    room.call(
        service.play_action, first.table_id, early, 0, table.game.legal_actions(table.ahead()[early])[0]
    )
    room.call(manners.set_notes, service, first.table_id, early, "She bluffs.")
    room.call(manners.set_address, service, first.table_id, early, "ana@example.org")
    assert table.chose_ahead(early)
    name = NAMES[first.seats[early]]
    put(room, **{name: 2, "Dan": 1})
    seat = table.seats[early]
    assert (seat.name, seat.notes, seat.address, seat.vacation) == ("Dan", "", "", False)
    assert not table.snapshot.plans
    assert not table.chose_ahead(early)


def test_who_agreed_to_a_bot_in_another_s_place_has_not_agreed_for_who_takes_his_seat(client):
    room = new_class(client, *NAMES)
    room.lead("begin/four-cell", size="4")
    room.go(PLAY)
    service, sitting = room.rooms.tables, room.live.sittings()[0]
    table = service.live[sitting.table_id]
    for absent, agrees in ((0, 1), (1, 2), (2, 0)):
        room.call(
            service.change, table, lambda c, a=absent, b=agrees: rows.add_consent(c, sitting.table_id, a, b)
        )
    put(room, **{NAMES[sitting.seats[1]]: 2})
    assert table.snapshot.consents == {2: {0}}


def test_at_a_match_that_is_over_everybody_stays_where_he_sat_and_only_who_is_in_the_group_watches(client):
    room = new_class(client, *NAMES)
    room.lead("begin/smallsum")
    first = room.live.sittings()[0]
    room.play()
    room.call(warm.give_seat, room.rooms.tables, first.table_id, 0, "another", "Another")
    room.call(warm.give_to_bot, room.rooms.tables, first.table_id, 1, "random")
    assert [x.name for x in room.rooms.tables.live[first.table_id].seats] == ["Ana", "Cleo"]
    put(room, Ana=2, Eva=2, Ben=1)
    assert [(x.seats, x.watchers) for x in room.live.sittings()] == [((0, 2), (1,)), ((1, 3), (0, 4))]
    phones = {pupil: asyncio.Event() for pupil in range(5)}
    room.live.listeners |= {event: pupil for pupil, event in phones.items()}
    put(room, Ana=1)
    assert [(x.seats, x.watchers) for x in room.live.sittings()] == [((0, 2), (1,)), ((1, 3), (4,))]
    assert phones[0].is_set()
    assert room.pupils[0].look(room.code)[0] == f"/t/{first.table_id}"


def test_where_a_match_ends_at_this_moment_who_would_take_a_seat_watches(client, monkeypatch):
    room = new_class(client, *NAMES)
    room.lead("begin/smallsum")

    async def too_late(*asked: object) -> None:
        """The match has ended while the lock was waited for."""

    monkeypatch.setattr("upcard.classroom.seating.give_seat", too_late)
    put(room, Ana=2, Ben=1)
    assert [(x.seats, x.watchers) for x in room.live.sittings()] == [((0, 2), (4, 1)), ((1, 3), (0,))]


def test_what_who_sat_there_before_has_done_is_told_under_his_name(client):
    room = new_class(client, *NAMES[:4])
    room.lead("begin/smallsum")
    service, first = room.rooms.tables, room.live.sittings()[0]
    room.play(most=1)
    done = service.live[first.table_id].turn
    assert done > 0
    left = first.seats[0]
    put(room, **{NAMES[left]: 2, "Dan": 1})
    sitting = room.live.sittings()[0]
    assert sitting.past == ((0, done, left),)
    again = client.portal.call(service.read, lambda c: class_rows.load(c, room.code))
    assert again.sittings[0] == sitting
    room.play()
    lines = csv.DictReader(io.StringIO(client.get(f"/c/{room.code}/decisions.csv").text))
    mine = [(int(x["number"]), x["pupil"]) for x in lines if (x["group"], x["seat"]) == ("1", "1")]
    assert {name for number, name in mine if number <= done} == {NAMES[left]}
    assert {name for number, name in mine if number > done} == {"Dan"}
    board = client.portal.call(board_of, service, client.app.state.classes.jobs, room.live)
    matches = {x.name: x.matches for x in board.pupils}
    assert (matches["Cleo"], matches["Dan"]) == (1, 0)


def test_a_group_that_nobody_is_left_in_is_not_shown_any_more(client):
    room = new_class(client, *NAMES[:3])
    room.lead("begin/four-cell", size="2")
    room.go(PLAY)
    page = put(room, Ben=1, Ana=1, Cleo=2)
    assert [x.text for x in page.select(".group-number")] == ["1", "2"]
    page = put(room, Cleo=3)
    assert [x.text for x in page.select(".group-number")] == ["1", "3"]
    assert room.live.latest()[1].seats == (BOT, BOT)
    assert groups_on(page_of(room)) == [["Ana", "Ben"], ["Cleo"]]


def test_a_match_that_a_group_has_left_stays_as_it_stands_until_somebody_comes_to_it(client):
    room = new_class(client, *NAMES[:4])
    room.lead("begin/smallsum")
    service, left = room.rooms.tables, room.live.sittings()[0]
    room.play(most=1)
    done = service.live[left.table_id].turn
    put(room, Ana=3, Cleo=3)
    assert service.live[left.table_id].driver is None
    assert [x.name for x in service.live[left.table_id].seats] == ["nobody", "nobody"]
    room.play()
    assert service.live[left.table_id].turn == done > 0
    put(room, Ana=1)
    assert room.live.sittings()[0].seats == (0, BOT)
    room.play()
    assert service.live[left.table_id].is_over


def test_where_a_bot_sat_too_nobody_plays_on_when_the_last_pupil_has_left(client):
    room = new_class(client, *NAMES[:4])
    room.lead("begin/smallsum")
    service, left = room.rooms.tables, room.live.sittings()[0]
    put(room, Cleo=2)
    assert room.live.sittings()[0].seats == (0, BOT)
    put(room, Ana=3)
    assert [x.name for x in service.live[left.table_id].seats] == ["nobody", "nobody"]


def test_who_looks_back_follows_when_he_comes_into_another_group(client):
    room = new_class(client, "Ana", "Ben", "Cleo", "Dan")
    room.lead("begin/smallsum")
    room.play()
    room.lead("over", run="0", step="0")
    ana, *others = room.pupils
    table, before = ana.look(room.code)
    mate = next(x for x in others if x.look(room.code)[0] == table)
    assert "Next match" in strip(before)
    room.press_next(ana, mate)
    asked = attribute(soup_of(ana.client.get(f"{table}/review").text), ".room-line [hx-get]", "hx-get")
    assert ana.client.get(asked, headers={"HX-Request": "true"}).status_code == 204
    put(room, Ana=2)
    heard = ana.client.get(asked, headers={"HX-Request": "true"})
    assert heard.headers["HX-Redirect"] == ana.look(room.code)[0]


def test_of_a_match_that_all_have_left_what_they_decided_counts_and_nothing_where_they_decided_nothing(
    client,
):
    room = new_class(client, *NAMES[:4])
    room.lead("begin/smallsum")
    service, desk, left = room.rooms.tables, client.app.state.classes.jobs, room.live.sittings()[0]
    room.play(most=1)
    put(room, Ana=3, Cleo=3)
    room.play()
    verdicts = client.portal.call(judge_all, service, desk, room.live, room.run)
    assert (left.step, left.group, left.match) in verdicts
    board = client.portal.call(board_of, service, desk, room.live)
    assert (board.finished, board.judged) == (2, 3)
    table = service.live[left.table_id]
    by_bots = tuple(replace(x, by="strategy") for x in table.snapshot.actions)
    table.snapshot = replace(table.snapshot, actions=by_bots)
    assert (left.step, left.group, left.match) not in client.portal.call(
        judge_all, service, desk, room.live, room.run
    )
    rows = list(csv.DictReader(io.StringIO(client.get(f"/c/{room.code}/decisions.csv").text)))
    assert {x["group"] for x in rows} == {"2", "3"}
    assert all(x["best"] != "not yet judged" for x in rows)


def test_groups_changed_at_another_step_sit_together_when_the_class_comes_back(client):
    room = new_class(client, *NAMES)
    room.lead("begin/smallsum")
    room.go(1)
    put(room, Ana=2, Ben=1)
    assert "group 2 with Dan" in place(room, "Ana")
    room.go(0)
    assert [x.seats for x in room.live.sittings()] == [(1, 2), (0, 3)]


def test_pairs_of_a_matrix_are_those_of_the_groups_until_somebody_has_chosen(client):
    room = new_class(client, *NAMES[:4])
    room.lead("begin/two-buttons", rounds="3")
    room.go(1)
    assert "with Cleo" in place(room, "Ana")
    put(room, Ana=2, Dan=1)
    assert "Round 1 of 3, with Ben." in place(room, "Ana")
    assert "Round 1 of 3, with Cleo." in place(room, "Dan")
    room.press(1)
    page = page_of(room)
    assert "Someone has already chosen" in page.text
    assert groups_on(page) == [["Dan", "Cleo"], ["Ben", "Ana"]]
    assert page.select(".regroup select") == []
    fields = {"csrf": csrf(room.teacher, "/"), "run": str(room.run), "pupil-0": "1", "pupil-3": "2"}
    refused = room.teacher.post(f"/c/{room.code}/teach/groups", data=fields)
    assert refused.status_code == 403
    room.go(0)
    put(room, Ana=1, Dan=2)
    assert sorted(groups_on(page_of(room))[0]) == ["Ana", "Cleo"]


def test_a_group_without_a_mate_is_told_so_and_hears_of_who_comes(client):
    room = new_class(client, "Ana")
    room.lead("begin/smallsum", gather="1")
    assert "Group 1: only you." in place(room, "Ana")
    phone = asyncio.Event()
    room.live.listeners[phone] = 0
    room.join("Ben")
    assert phone.is_set()
    assert "Group 1: you and Ben." in place(room, "Ana")


@pytest.mark.parametrize("path", ["", "/mix"])
def test_only_the_teacher_changes_groups_and_only_those_of_now(client, path):
    room = new_class(client, *NAMES)
    room.lead("begin/smallsum")
    pupil = room.pupils[0].client
    sent = pupil.post(f"/c/{room.code}/teach/groups{path}", data={"csrf": csrf(pupil, "/"), "run": "0"})
    assert sent.status_code == 401
    late = {"csrf": csrf(room.teacher, "/"), "run": "7"}
    answer = room.teacher.post(f"/c/{room.code}/teach/groups{path}", data=late)
    assert answer.status_code == 409
    assert "another activity has started" in answer.text.casefold()
    room.lead("finish")
    assert room.teacher.get(f"/c/{room.code}/teach/groups").url.path.endswith("/teach")
