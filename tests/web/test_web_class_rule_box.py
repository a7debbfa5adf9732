"""A rule of a group plays in a contest where somebody of the group wants it, and only there."""

from tests.web.browsing import filled
from tests.web.classes import new_class


def test_words_alone_make_no_rule_that_nobody_has_chosen(client):
    room = new_class(client, "Ana", "Ben")
    room.lead("begin/smallsum")
    room.go(1)
    ana = room.pupils[0]
    written = filled(ana.look(room.code)[1], "form.write")
    assert "with-rule" not in written
    ana.client.post(f"/c/{room.code}/rule", data=written | {"words": "Low sums."})
    assert "with-rule" not in filled(ana.look(room.code)[1], "form.write")
    room.go(2)
    assert "No group has made a rule yet." in room.show().text


def test_a_rule_that_was_chosen_stays_ticked_in_all_forms_of_its_group(client):
    room = new_class(client, "Ana", "Ben")
    room.lead("begin/smallsum")
    room.go(1)
    room.write(room.pupils[0], "Low sums.", **{"menu-bet_at": "17"})
    assert "with-rule" in filled(room.pupils[1].look(room.code)[1], "form.write")


def test_without_scripts_what_was_chosen_plays_though_nothing_ticked_the_box(client):
    room = new_class(client, "Ana", "Ben")
    room.lead("begin/smallsum")
    room.go(1)
    ana = room.pupils[0]
    written = filled(ana.look(room.code)[1], "form.write")
    ana.client.post(f"/c/{room.code}/rule", data=written | {"menu-bet_at": "17"})
    kept = filled(ana.look(room.code)[1], "form.write")
    assert ("with-rule" in kept, kept["menu-bet_at"]) == (True, "17")
    del kept["with-rule"]
    ana.client.post(f"/c/{room.code}/rule", data=kept)
    assert "with-rule" not in filled(ana.look(room.code)[1], "form.write")


def test_with_scripts_who_takes_the_tick_away_is_believed(client):
    room = new_class(client, "Ana", "Ben")
    room.lead("begin/smallsum")
    room.go(1)
    ana = room.pupils[0]
    written = filled(ana.look(room.code)[1], "form.write")
    del written["menus"]  # as a page with scripts sends it then
    ana.client.post(f"/c/{room.code}/rule", data=written | {"menu-bet_at": "17"})
    assert "with-rule" not in filled(ana.look(room.code)[1], "form.write")
