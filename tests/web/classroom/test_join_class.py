"""How one comes into a class: by a code that is typed, and under a name."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.server.database_copies import sqlite_copy
from tests.web.browsing import attribute, csrf, other, soup_of
from tests.web.classes import new_class, text_at

from upcard.classroom import join_limits
from upcard.classroom.join_limits import MOST_UNSEEN
from upcard.classroom.submissions import store_trial
from upcard.server.database import Store
from upcard.web.app import ServerSetup, make_app


@pytest.mark.parametrize("path", ["/class?code=zzzzz", "/c/zzzzz", "/class?code=hello+there"])
def test_an_unknown_code_is_told_at_the_field_where_another_is_typed(client, path):
    answer = client.get(path)
    assert answer.status_code == 404
    page = soup_of(answer.text)
    assert "There is no class with the code" in text_at(page, ".fault")
    assert attribute(page, "#code", "value") in ("zzzzz", "hello there")
    assert attribute(page, "#code", "aria-describedby") == "fault-code"


def test_a_code_is_read_with_spaces_and_small_letters(client):
    room = new_class(client)
    typed = f" {room.code[:2]} {room.code[2:].lower()} "
    answer = other(client).get("/class", params={"code": typed})
    assert answer.url.path == f"/c/{room.code}"
    assert "Your nickname" in answer.text


def test_no_code_is_asked_for_again(client):
    answer = client.get("/class?code=+")
    assert answer.status_code == 200
    assert not soup_of(answer.text).select(".fault")


def test_who_types_no_name_is_asked_for_one(client):
    path = f"/c/{new_class(client).code}"
    phone = other(client)
    answer = phone.post(f"{path}/join", data={"csrf": csrf(phone, path), "name": " "})
    assert text_at(soup_of(answer.text), ".fault") == "A name is missing; type one of at most 40 characters"


@pytest.fixture
def limited(tmp_path: Path) -> Iterator[TestClient]:
    app = make_app(ServerSetup("the key of a test", pace=0.0), Store(sqlite_copy(tmp_path)))
    with TestClient(app, base_url="http://testserver") as asked:
        yield asked


def test_one_program_does_not_fill_a_class_and_the_teacher_removes_all_it_brought(limited, monkeypatch):
    monkeypatch.setattr(join_limits, "OPENING_SECONDS", 0.0)
    room = new_class(limited, "Ana", *(f"bot {i}" for i in range(MOST_UNSEEN - 1)))
    path, phone = f"/c/{room.code}", other(limited)
    refused = phone.post(f"{path}/join", data={"csrf": csrf(phone, path), "name": "Ben"})
    assert refused.status_code == 403
    assert "20 pupils from your network have joined without opening their page" in refused.text
    room.lead("begin/stoppers", size="4", lives="1")
    ana = room.pupils[0]
    room.pupils = [ana]
    room.answer(1)
    page = room.lead("remove-idle")
    assert [x.text for x in page.select("ul.roster a")] == ["Ana"]
    room.join("Ben")
    assert [x.text for x in room.lead("remove-all").select("ul.roster a")] == []
    assert not soup_of(limited.get(f"{path}/teach").text).select('form[action$="/remove-all"]')
    again = ana.client.post(f"{path}/join", data={"csrf": csrf(ana.client), "name": "Ana"})
    assert again.status_code == 200


def test_a_phone_has_one_place(limited):
    room = new_class(limited, "Ana")
    path, phone = f"/c/{room.code}", room.pupils[0].client
    phone.post(f"{path}/join", data={"csrf": csrf(phone), "name": "Ana again"})
    assert [x.name for x in room.live.pupils] == ["Ana"]


def test_a_rule_that_a_group_tried_keeps_no_pupil_whose_number_is_that_of_the_group(client):
    room = new_class(client, "Ana", "Ben")
    room.lead("begin/two-buttons")
    room.call(store_trial, room.rooms, room.code, 1, "keen", ())
    room.lead("remove-idle")
    assert not room.live.pupils


def test_who_has_acted_at_a_table_stays_when_the_idle_are_removed(client):
    room = new_class(client, "Ana", "Ben", "Cleo", "Dan")
    room.lead("begin/smallsum")
    room.play(1)
    acted = {x.name for x in room.live.pupils} - {"nobody"}
    assert len(acted) == 4
    room.lead("remove-idle")
    assert len(room.live.pupils) == 1
    run = room.live.run
    assert run is not None
    assert len(run.groups[0]) + len(run.groups[1]) <= 1
