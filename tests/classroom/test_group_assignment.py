"""Groups are as equal as can be, roles go round, and bots fill what is left."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upcard.classroom.class_repository import BOT
from upcard.classroom.group_assignment import (
    form,
    in_pairs,
    members_of_changed,
    mixed,
    regrouped,
    reseated,
    seated,
    with_late,
    without,
)
from upcard.engine.errors import Usage


@given(st.integers(1, 60), st.integers(1, 10))
def test_everybody_is_in_one_group_and_sizes_differ_by_one_at_most(pupils, size):
    groups = form(range(pupils), size)
    assert sorted(x for group in groups for x in group) == list(range(pupils))
    sizes = [len(x) for x in groups]
    assert max(sizes) <= size
    assert max(sizes) - min(sizes) <= 1
    assert len(groups) == -(-pupils // size)


def test_forty_pupils_make_fourteen_groups_of_three_or_two():
    assert sorted(map(len, form(range(40), 3))) == [2] * 2 + [3] * 12


def test_a_group_of_three_takes_all_roles_in_three_matches():
    found = [seated((7, 8, 9), match, [2]) for match in range(3)]
    assert found == [((7, 8), (9,)), ((8, 9), (7,)), ((9, 7), (8,))]


def test_one_alone_meets_a_bot_on_either_seat():
    assert [seated((5,), match, [2]) for match in range(2)] == [((5, BOT), ()), ((BOT, 5), ())]


@given(st.integers(1, 12), st.integers(0, 30), st.integers(2, 6), st.integers(0, 6))
def test_nobody_is_lost_and_every_table_has_seats_enough(size, match, least, more):
    group = tuple(range(size))
    seats, watchers = seated(group, match, range(least, least + more + 1))
    assert sorted(x for x in (*seats, *watchers) if x != BOT) == list(group)
    assert least <= len(seats) <= least + more
    assert BOT not in seats or not watchers


def test_three_at_a_game_for_two_or_four_meet_a_bot_which_goes_round_too():
    assert [seated((1, 2, 3), match, [2, 4])[0] for match in (0, 1)] == [(1, 2, 3, BOT), (2, 3, BOT, 1)]


def test_a_bot_that_keeps_its_seat_always_answers():
    assert [seated((5,), match, [2], bots_rotate=False) for match in (0, 1)] == [((5, BOT), ())] * 2


@given(st.integers(2, 9))
def test_with_each_match_all_go_one_place_on(size):
    group = tuple(range(size))
    orders = [seated(group, match, range(2, size + 1))[0] for match in range(size + 1)]
    assert all(a[1:] + a[:1] == b for a, b in pairwise(orders))


@pytest.mark.parametrize(("groups", "after"), [
    ((), ((9,),)),
    (((1, 2), (3,)), ((1, 2), (3, 9))),
    (((1, 2), (3, 4)), ((1, 2), (3, 4), (9,))),
    (((), (3,)), ((), (3, 9))),
    (((1, 2), (), ()), ((1, 2), (9,), ())),
])  # fmt: skip
def test_who_comes_late_goes_where_there_is_room(groups, after):
    assert with_late(groups, 9, 2) == after


def test_who_is_concerned_by_a_change_is_who_was_or_is_in_a_group_that_changed():
    assert members_of_changed(((1, 2), (3,), (4, 5)), ((1, 2), (3, 4), (5,))) == {3, 4, 5}
    assert members_of_changed(((1, 2), (3,)), ((1,), (3,), (2,))) == {1, 2}


def test_who_leaves_leaves_the_others_in_their_groups():
    assert without(((1, 2), (3,)), 3) == ((1, 2), ())


@pytest.mark.parametrize(("wanted", "after"), [
    ({}, ((1, 2, 3), (4, 5))),
    ({3: 1}, ((1, 2), (4, 5, 3))),
    ({1: 1, 4: 0}, ((4, 2, 3), (1, 5))),
    ({1: 2, 5: 2}, ((2, 3), (4,), (1, 5))),
    ({4: 0, 5: 2, 1: 1, 9: 0}, ((4, 2, 3), (1,), (5,))),
])  # fmt: skip
def test_pupils_are_put_into_other_groups_where_they_take_the_places_of_who_goes(wanted, after):
    assert regrouped(((1, 2, 3), (4, 5)), wanted, 3) == after


@pytest.mark.parametrize(("wanted", "words"), [
    ({4: 0}, "group 1 would have 4 pupils; put at most 3 into a group"),
    ({4: 3}, "choose one of the groups 1 to 2, or a new one"),
    ({4: -1}, "choose one of the groups 1 to 2, or a new one"),
])  # fmt: skip
def test_no_group_becomes_larger_than_a_table_and_none_is_made_up(wanted, words):
    with pytest.raises(Usage, match=words):
        regrouped(((1, 2, 3), (4, 5)), wanted, 3)


@given(st.integers(0, 40), st.integers(1, 6))
def test_mixed_groups_have_everybody_and_lose_no_number(pupils, size):
    groups = (*form(range(pupils), size), ())
    after = mixed(groups, size)
    assert sorted(x for group in after for x in group) == list(range(pupils))
    assert [len(x) for x in after] == [len(x) for x in groups]


def test_pairs_are_those_of_a_group_and_what_is_left_over_makes_pairs_too():
    assert in_pairs(((1, 2, 3), (4,), (5, 6))) == [1, 2, 5, 6, 3, 4]


@pytest.mark.parametrize(("seats", "watchers", "group", "after"), [
    ((1, 2), (3,), (1, 2, 3), ((1, 2), (3,))),
    ((1, 2), (3,), (2, 3), ((3, 2), ())),
    ((1, 2), (3,), (2, 3, 9), ((9, 2), (3,))),
    ((1, BOT), (), (1, 9), ((1, 9), ())),
    ((1, 2), (), (2, 8, 9), ((8, 2), (9,))),
    ((1, 2), (3,), (), ((BOT, BOT), ())),
])  # fmt: skip
def test_who_comes_takes_the_seat_of_who_goes_and_bots_take_the_rest(seats, watchers, group, after):
    assert reseated(seats, watchers, group) == after
