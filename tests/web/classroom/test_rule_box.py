"""A rule of a group plays in a contest where somebody of the group wants it, and only there."""

import pytest
from httpx2 import Response
from tests.web.browsing import filled
from tests.web.classes import Class, new_class, text_at


@pytest.fixture
def room(client):
    """A class whose groups write their strategies."""
    made = new_class(client, "Ana", "Ben")
    made.lead("begin/smallsum")
    made.go(1)
    return made


def form(room: Class, pupil: int = 0) -> dict[str, str]:
    """What stands in the form of a pupil."""
    return filled(room.pupils[pupil].look(room.code)[1], "form.write")


def keep(room: Class, fields: dict[str, str]) -> Response:
    """Send the form of the first pupil."""
    return room.pupils[0].client.post(f"/c/{room.code}/rule", data=fields)


def place(room: Class) -> str:
    """What the first pupil reads."""
    return text_at(room.pupils[0].look(room.code)[1], "#place")


def test_words_alone_make_no_rule_that_nobody_has_chosen(room):
    written = form(room)
    assert "with-rule" not in written
    keep(room, written | {"words": "Low sums."})
    assert "with-rule" not in form(room)
    assert (
        "Your words are saved. To enter a rule in the contest, tick “our rule plays in the contest”."
        in place(room)
    )
    told = "0 of 1 group has a rule, 1 has only words."
    assert told in room.show().text
    assert told in room.teacher.get(f"/c/{room.code}/teach").text
    room.go(2)
    assert "No group has made a rule yet." in room.show().text


def test_a_rule_that_was_chosen_stays_ticked_in_all_forms_of_its_group(room):
    room.write(room.pupils[0], "Low sums.", **{"menu-bet_at": "17"})
    assert "with-rule" in form(room, 1)


def test_without_scripts_what_was_chosen_plays_though_nothing_ticked_the_box(room):
    keep(room, form(room) | {"menu-bet_at": "17"})
    kept = form(room)
    assert ("with-rule" in kept, kept["menu-bet_at"]) == (True, "17")
    del kept["with-rule"]
    keep(room, kept)
    assert "with-rule" not in form(room)
    assert "Your group's text and rule are now empty." in place(room)
    assert "Nothing was written" in keep(room, form(room)).text
    assert "0 of 1 group has a rule." in room.show().text


def test_an_empty_form_is_refused_where_nothing_is_kept(room):
    answer = keep(room, form(room))
    assert (
        "Nothing was written; describe how you play, or tick “our rule plays in the contest”" in answer.text
    )


def test_with_scripts_who_takes_the_tick_away_is_believed(room):
    written = form(room)
    del written["menus"]  # as a page with scripts sends it then
    keep(room, written | {"menu-bet_at": "17"})
    assert "with-rule" not in form(room)
