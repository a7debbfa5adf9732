"""Pages of a class tell which version of the room they show: no older one is shown after a newer one."""

from bs4 import BeautifulSoup
from starlette.testclient import TestClient
from tests.web.browsing import attribute, filled, soup_of
from tests.web.classes import Class, new_class

VERSION, HTMX = "Upcard-Version", {"HX-Request": "true"}


def shown(page: BeautifulSoup) -> int:
    return int(attribute(page, ".class-page", "data-version"))


def part(client: TestClient, path: str) -> int:
    """The version of a part that a script asks for."""
    answer = client.get(path, headers=HTMX)
    assert answer.status_code == 200
    return int(answer.headers[VERSION])


def versions(room: Class) -> set[int]:
    """Those of all pages of a room, and of their parts."""
    path, pupil = f"/c/{room.code}", room.pupils[0]
    pages = {
        shown(pupil.look(room.code)[1]),
        shown(room.show()),
        shown(soup_of(room.teacher.get(f"{path}/teach").text)),
    }
    parts = {part(room.teacher, f"{path}/show/part"), part(room.teacher, f"{path}/teach/part")}
    return pages | parts | {part(pupil.client, f"{path}/place")}


def test_all_pages_of_a_class_tell_the_same_version(client):
    room = new_class(client, "Ana", "Ben")
    room.lead("begin/two-buttons")
    (before,) = versions(room)
    room.lead("page", page="0")
    assert versions(room) == {before + 1}


def test_what_is_pressed_is_answered_with_a_later_version(client):
    room = new_class(client, "Ana", "Ben")
    room.lead("begin/two-buttons")
    pupil, path = room.pupils[0], f"/c/{room.code}"
    page = pupil.look(room.code)[1]
    form = filled(page, "form.two-buttons") | {"value": "0"}
    answer = pupil.client.post(f"{path}/answer", data=form, headers=HTMX)
    assert "Waiting for your partner" in answer.text
    assert int(answer.headers[VERSION]) == shown(page) + 1
    teach = room.teacher.get(f"{path}/teach").text
    form = filled(soup_of(teach), "form[action$='/go']")
    answer = room.teacher.post(f"{path}/teach/go", data=form, headers=HTMX)
    assert int(answer.headers[VERSION]) == shown(page) + 2


def test_a_table_of_a_class_is_not_told_the_version_of_the_room(client):
    room = new_class(client, "Ana", "Ben")
    room.lead("begin/smallsum")
    pupil = room.pupils[0]
    table = pupil.look(room.code)[0]
    assert table.startswith("/t/")
    answer = pupil.client.get(f"/c/{room.code}/place?at={table}", headers=HTMX)
    assert attribute(soup_of(answer.text), "#strip", "hx-swap-oob") == "true"
    assert not {VERSION.lower(), "hx-redirect"} & set(answer.headers)
    room.lead("finish")
    answer = pupil.client.get(f"/c/{room.code}/place?at={table}", headers=HTMX)
    assert answer.headers["hx-redirect"] == f"/c/{room.code}"
