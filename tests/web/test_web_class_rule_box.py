"""A rule of a group plays in a contest where somebody of the group wants it, and only there."""

import pytest
from tests.web.browsing import filled
from tests.web.classes import Class, new_class


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


def keep(room: Class, fields: dict[str, str]) -> None:
    """Send the form of the first pupil."""
    room.pupils[0].client.post(f"/c/{room.code}/rule", data=fields)


def test_words_alone_make_no_rule_that_nobody_has_chosen(room):
    written = form(room)
    assert "with-rule" not in written
    keep(room, written | {"words": "Low sums."})
    assert "with-rule" not in form(room)
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


def test_with_scripts_who_takes_the_tick_away_is_believed(room):
    written = form(room)
    del written["menus"]  # as a page with scripts sends it then
    keep(room, written | {"menu-bet_at": "17"})
    assert "with-rule" not in form(room)
