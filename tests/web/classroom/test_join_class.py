"""How one comes into a class: by a code that is typed, and under a name."""

import pytest
from tests.web.browsing import attribute, csrf, other, soup_of
from tests.web.classes import new_class, text_at


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
