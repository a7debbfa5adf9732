"""Phones that are locked to a class: what they open, what is refused, and when they are free again."""

import time

import pytest
from tests.web.browsing import csrf, other, soup_of
from tests.web.classes import new_class

from upcard.web.classroom.class_requests import room_link
from upcard.web.http.class_lock import is_of_class, owner_key


def lock(room, is_locked=True):
    path = f"/c/{room.code}/teach"
    deed = "lock" if is_locked else "unlock"
    answer = room.teacher.post(f"{path}/class/{deed}", data={"csrf": csrf(room.teacher, path)})
    assert answer.status_code == 200, answer.text


@pytest.mark.parametrize(
    "path", ["/", "/mine", "/analysis/smallsum", "/learn", "/verify", "/puzzles", "/class"]
)
def test_a_locked_phone_opens_no_other_page(client, path):
    room = new_class(client, "Ana", "Ben")
    lock(room)
    answer = room.pupils[0].client.get(path)
    page = soup_of(answer.text)
    assert answer.status_code == 403
    assert f"Your teacher has locked the phones to Class {room.code}" in page.text
    assert {str(x["href"]) for x in page.select("a[href^='/']")} == {f"/c/{room.code}", "/privacy"}
    assert client.get(path).status_code == 200  # the teacher
    assert other(client).get(path).status_code == 200


def test_pages_of_a_locked_class_have_no_links_that_lead_away(client):
    room = new_class(client, "Ana", "Ben")
    assert room.pupils[0].look(room.code)[1].select("nav a[href='/mine']")
    lock(room)
    room.lead("begin/two-buttons")
    room.lead("begin/smallsum")
    for _, page in room.each():  # at a table
        links = {str(x["href"]) for x in page.select("a[href^='/']")}
        assert all(is_of_class(x.partition("?")[0], room.live) for x in links), links
    room.play()
    for pupil, page in room.each():
        for link in {str(x["href"]).partition("#")[0] for x in page.select("a[href^='/']")}:
            assert pupil.client.get(link).status_code == 200, link
    lock(room, is_locked=False)
    assert room.pupils[0].client.get("/").status_code == 200


def test_programs_of_a_locked_phone_are_refused_with_a_sentence(client):
    room = new_class(client, "Ana")
    lock(room)
    answer = room.pupils[0].client.get("/api/v1/games")
    assert (answer.status_code, answer.json()["error"]) == (403, "illegal")
    assert "go back to the class" in answer.json()["detail"]


def test_the_phone_of_the_owner_of_the_computer_is_never_locked(client):
    room = new_class(client, "Ana")
    phone, signer = room.pupils[0].client, client.app.state.site.signer
    phone.get(room_link(signer, "", room.code, owner_key(signer)))
    lock(room)
    assert phone.get("/mine").status_code == 200


def test_a_page_that_is_open_is_loaded_again_once(client):
    room = new_class(client, "Ana")
    phone, path = room.pupils[0].client, f"/c/{room.code}/place"
    lock(room)
    assert phone.get(path).headers["HX-Refresh"] == "true"
    assert "locked=1" in phone.get(f"/c/{room.code}").text
    assert phone.get(f"{path}?locked=1").status_code == 200
    room.lead("begin/smallsum")
    room.go(1)  # the group writes, and its text has to stay
    assert "HX-Refresh" not in phone.get(path).headers


def test_a_lock_survives_the_server_and_ends_with_the_class_or_after_three_hours(client, monkeypatch):
    room = new_class(client, "Ana")
    phone = room.pupils[0].client
    lock(room)
    room.rooms.live.clear()  # as after a restart, or in another process
    room.call(room.rooms.load_locked)
    assert phone.get("/").status_code == 403
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 3 * 3600 + 1)
    assert phone.get("/").status_code == 200
    monkeypatch.undo()
    assert phone.get("/").status_code == 403
    room.lead("close")
    assert phone.get("/").status_code == 200
    answer = client.post(f"/c/{room.code}/teach/class/lock", data={"csrf": csrf(client)})
    assert "this class is closed" in answer.text.lower()
