"""Classes that last: their names and lists, the same class next week, and who is missing."""

import pytest
from starlette.testclient import TestClient
from tests.web.browsing import csrf, other, soup_of
from tests.web.classes import Class, new_class, text_at

from upcard.classroom.retention import choose_days, days_of
from upcard.classroom.return_requests import MOST_EACH, NUMBERS, requests_of
from upcard.web.classroom.class_requests import room_link
from upcard.web.http.class_lock import owner_key
from upcard.web.http.visitor_identity import MOST_PERSONS


def named_class(client: TestClient, name: str, *pupils: str) -> Class:
    """A class with a name."""
    answer = client.post("/rooms", data={"csrf": csrf(client), "name": name})
    assert answer.status_code == 200, answer.text
    room = Class(client, answer.url.path.split("/")[2])
    room.join(*pupils)
    return room


def change(room: Class, deed: str, **form: str) -> str:
    """What the teacher changes on the page of a class; gives the page after it."""
    path = f"/c/{room.code}/teach/class"
    answer = room.teacher.post(f"{path}/{deed}", data={"csrf": csrf(room.teacher, path), **form})
    assert answer.status_code in (200, 403, 422), answer.text
    return answer.text


def join_with(room: Class, name: str) -> TestClient:
    """A new phone that joins under a name."""
    phone = other(room.teacher)
    phone.portal = room.teacher.portal
    path = f"/c/{room.code}"
    answer = phone.post(f"{path}/join", data={"csrf": csrf(phone, path), "name": name})
    assert answer.status_code == 200, answer.text
    return phone


def asked(room: Class) -> list[tuple[str, int]]:
    """Who asks to come in with another phone, and the number that the phone shows."""
    return [(x.name, request.shown) for x, request in requests_of(room.live)]


def let_in(room: Class) -> None:
    """The teacher lets in all phones that ask."""
    room.lead("let-in", shown=" ".join(str(shown) for _, shown in asked(room)))


def groups(room: Class) -> list[list[int]]:
    assert room.live.run is not None
    return [list(x) for x in room.live.run.groups]


def names(room: Class) -> list[str]:
    return [x.name for x in room.live.pupils]


def test_the_start_page_lists_the_classes_of_this_browser_only(client):
    first = named_class(client, "  8b,  Monday ", "Ana", "Ben")
    second = named_class(client, "9a")
    page = soup_of(client.get("/").text)
    listed = [x.get_text(" ", strip=True) for x in page.select(".class-list li")]
    assert listed[0].startswith(f"9a {second.code} · 0 pupils · open · just now")
    assert listed[1].startswith(f"8b, Monday {first.code} · 2 pupils · open · just now")
    links = [str(x["href"]) for x in page.select(".class-list .class-links a")]
    paths = ("teach", "report", "teach/data")
    assert links == [f"/c/{x.code}/{path}" for x in (second, first) for path in paths]
    assert all(client.get(x).status_code == 200 for x in links)
    assert not soup_of(other(client).get("/classes").text).select(".class-list")
    assert first.pupils[0].client.get(f"/c/{first.code}/teach").status_code == 401
    assert not soup_of(first.pupils[0].client.get("/").text).select(".class-list")


def test_a_name_that_cannot_be_shown_is_refused(client):
    answer = client.post("/rooms", data={"csrf": csrf(client), "name": "x" * 41})
    assert answer.status_code == 422
    assert "A name of 41 characters is too long" in text_at(soup_of(answer.text), "#fault-class")
    room = named_class(client, "")
    assert text_at(soup_of(client.get(f"/c/{room.code}/teach").text), "h1") == f"Class {room.code}"
    assert "too long" in change(room, "name", name="x" * 41)
    assert text_at(soup_of(change(room, "name", name="8b")), "h1") == "8b"


def test_the_owner_of_the_computer_leads_all_classes_and_a_link_to_one_class_only_that(client):
    room, hidden = named_class(client, "8b"), named_class(client, "9a")
    signer = client.app.state.site.signer
    owner, helper = other(client), other(client)
    owner.get(room_link(signer, "", room.code, owner_key(signer)))
    listed = soup_of(owner.get("/classes").text).select(".class-name")
    assert [x.text for x in listed] == ["9a", "8b"]
    assert owner.get(f"/c/{hidden.code}/teach").status_code == 200
    helper.get(room_link(signer, "", room.code, room.live.row.teacher))
    assert [x.text for x in soup_of(helper.get("/classes").text).select(".class-name")] == ["8b"]
    assert helper.get(f"/c/{hidden.code}/teach").status_code == 401


def test_next_week_the_same_phones_come_again_and_the_missing_are_shown(client):
    room = named_class(client, "8b", "Ana", "Ben", "Cleo")
    room.lead("close")
    change(room, "again")
    assert (names(room), room.live.missing) == ([], ["Ana", "Ben", "Cleo"])
    ana, ben, cleo = room.pupils
    assert ana.look(room.code)[0] == f"/c/{room.code}"
    assert names(room) == ["Ana"]
    assert "2 not here yet: Ben, Cleo." in room.teacher.get(f"/c/{room.code}/teach").text
    room.lead("begin/two-buttons")
    assert groups(room) == [[0]]
    assert ben.client.get(f"/c/{room.code}/place").status_code == 200
    assert groups(room) == [[0, 1]]  # late, as a new pupil would be
    cleo_again = join_with(room, "cleo")  # on another phone
    assert names(room) == ["Ana", "Ben"]
    let_in(room)
    assert [(x.number, x.name) for x in room.live.pupils] == [(0, "Ana"), (1, "Ben"), (2, "Cleo")]
    assert "You are <strong>Cleo</strong>" in cleo_again.get(f"/c/{room.code}").text
    assert "Tap your name" not in cleo.client.get(f"/c/{room.code}").text  # all are here
    assert "end it before you open the class again" in change(room, "again")


def test_who_taps_the_name_of_another_pupil_gets_no_place_before_the_teacher_allows_it(client):
    room = named_class(client, "8b", "Ana", "Ben")
    room.lead("close")
    change(room, "again")
    path, key = f"/c/{room.code}", room.live.snapshot.pupils[0].person
    stranger, ana = join_with(room, "Ana"), join_with(room, "ana")
    assert names(room) == []
    assert room.live.snapshot.pupils[0].person == key
    numbers = [shown for _, shown in asked(room)]
    for phone, shown in zip((stranger, ana), numbers, strict=True):
        page = soup_of(phone.get(path).text)
        assert f"Show your teacher this number: {shown}" in " ".join(page.get_text(" ").split())
    shown_to_teacher = room.teacher.get(f"{path}/teach").text
    assert all(str(x) in shown_to_teacher for x in numbers)
    assert "Let all of them in" not in shown_to_teacher  # two phones ask for one place
    room.lead("let-in", shown=str(numbers[1]))
    assert "You are <strong>Ana</strong>" in ana.get(path).text
    assert "Join class" in stranger.get(path).text
    assert asked(room) == []
    late = room.teacher.post(
        f"{path}/teach/let-in", data={"csrf": csrf(client, path + "/teach"), "shown": str(numbers[0])}
    )
    assert f"No phone asks with the number {numbers[0]} any more" in late.text


def test_a_phone_asks_for_one_place_and_few_phones_for_the_same(client):
    room = named_class(client, "8b", "Ana", "Ben")
    room.lead("close")
    change(room, "again")
    path, phone = f"/c/{room.code}", join_with(room, "Ana")
    for name in ("Ana", "Ben", "Ben"):  # another one, then the same again
        phone.post(f"{path}/join", data={"csrf": csrf(phone, path), "name": name})
    assert [name for name, _ in asked(room)] == ["Ben"]
    for _ in range(MOST_EACH - 1):
        join_with(room, "Ben")
    more = other(client)
    refused = more.post(f"{path}/join", data={"csrf": csrf(more, path), "name": "Ben"})
    assert f"{MOST_EACH} phones have asked to be Ben" in refused.text
    room.lead("refuse", shown=str(asked(room)[0][1]))
    assert asked(room) == []
    phone.post(f"{path}/join", data={"csrf": csrf(phone, path), "name": "Zoe"})
    assert names(room) == ["Zoe"]


def test_a_phone_that_asks_again_and_again_is_let_in(client):
    room = named_class(client, "8b", "Ana", "Ben")
    room.lead("close")
    change(room, "again")
    path, phone = f"/c/{room.code}", join_with(room, "Ben")
    for _ in range(MOST_PERSONS):
        phone.post(f"{path}/join", data={"csrf": csrf(phone, path), "name": "Ben"})
    let_in(room)
    assert "You are <strong>Ben</strong>" in phone.get(path).text


def test_a_phone_gets_a_number_although_all_usual_ones_are_shown(client, monkeypatch):
    monkeypatch.setattr("upcard.classroom.return_requests.NUMBERS", NUMBERS[:1])
    room = named_class(client, "8b", "Ana", "Ben")
    room.lead("close")
    change(room, "again")
    for name in ("Ana", "Ben"):
        join_with(room, name)
    assert asked(room) == [("Ana", NUMBERS[0]), ("Ben", NUMBERS[0] + 1)]


def test_the_own_phone_needs_no_permission_and_ends_what_others_asked(client):
    room = named_class(client, "8b", "Ana")
    room.lead("close")
    change(room, "again")
    join_with(room, "Ana")
    assert room.pupils[0].look(room.code)[0] == f"/c/{room.code}"
    assert (names(room), asked(room)) == (["Ana"], [])


def test_a_new_code_expects_the_same_names_and_closes_the_old_class(client):
    room = named_class(client, "8b", "Ana", "Ben")
    change(room, "guests", guests="Dora\nana")
    room.call(choose_days, room.rooms, room.code, 30)
    page = soup_of(change(room, "new-code"))
    assert text_at(page, "h1") == "8b"
    code = max(room.rooms.live.values(), key=lambda x: x.row.made_at).code
    new = Class(client, code)
    assert code != room.code
    assert not room.live.is_open
    assert new.live.missing == ["ana", "Ben", "Dora"]
    assert days_of(new.live.snapshot, 365) == 30
    join = soup_of(room.pupils[0].client.get(f"/c/{code}").text)
    assert [x.text for x in join.select(".guests button")] == ["ana", "Ben", "Dora"]


def test_pupils_tap_their_names_on_the_guest_list(client):
    room = named_class(client, "8b")
    change(room, "guests", guests=" Ana Maria,Ben;Cleo\r\n\r\nDora ")
    assert room.live.row.guests == ("Ana Maria", "Ben", "Cleo", "Dora")
    phone = other(client)
    page = soup_of(phone.get(f"/c/{room.code}").text)
    assert [x["value"] for x in page.select(".guests button")] == ["Ana Maria", "Ben", "Cleo", "Dora"]
    assert "Is your name not there? Type it" in page.text
    room.join("ANA maria", "Zoe")
    assert names(room) == ["Ana Maria", "Zoe"]
    assert "3 not here yet: Ben, Cleo, Dora." in client.get(f"/c/{room.code}/teach").text
    room.rooms.live.clear()  # as after a restart
    assert "3 not here yet: Ben, Cleo, Dora." in client.get(f"/c/{room.code}/teach").text


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("Ana\nAna", "Ana is in the list twice"), ("x" * 41, "too long"),
     ("\n".join(f"Pupil {chr(65 + i // 26)}{chr(65 + i % 26)}" for i in range(61)), "has 61 names")],
)  # fmt: skip
def test_a_guest_list_that_cannot_be_is_refused_and_stays_in_its_field(client, text, sentence):
    room = new_class(client)
    page = soup_of(change(room, "guests", guests=text))
    assert sentence in text_at(page, "#fault-guests")
    assert text_at(page, "textarea").strip() == text.strip()
    assert room.live.row.guests == ()


def test_there_is_no_other_action_for_a_class(client):
    room = new_class(client)
    path = f"/c/{room.code}/teach/class"
    answer = client.post(f"{path}/burn", data={"csrf": csrf(client, path)})
    assert answer.status_code == 422
    assert other(client).get(path).status_code == 401
