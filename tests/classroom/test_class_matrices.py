"""Who meets whom over a matrix, and what that brings."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upcard.classroom.class_matrices import (
    AGAIN,
    MATRICES,
    ONCE,
    actions_chosen,
    matrix_chosen,
    read_actions,
    read_numbers,
    story_chosen,
)
from upcard.classroom.class_repository import BOT, ROOM
from upcard.classroom.group_assignment import across_groups, form
from upcard.classroom.matrix_theory import SYMMETRIC, equilibrium_shares, words_of
from upcard.classroom.pairings import LENGTH, MOST_ROUNDS, MatrixPlay, draw_length, matrix_play, meetings
from upcard.engine.errors import Unreadable
from upcard.solving.matrix2x2 import bimatrix, pure_equilibria
from upcard.solving.ordinal2x2 import ordinal_type

DILEMMA = bimatrix((5, -5, 8, -3), (5, 8, -5, -3))


@given(st.integers(1, 40), st.integers(1, 50), st.booleans())
def test_in_each_round_everybody_meets_one_other(players, number, same):
    met = [x for pair in meetings(range(players), number, same) for x in pair]
    assert sorted(met) == sorted([*range(players), *([BOT] if players % 2 else [])])


@given(st.integers(2, 20))
def test_among_strangers_nobody_is_met_twice_before_all_are_met(players):
    rounds = players - 1 if players % 2 == 0 else players
    pairs = Counter(frozenset(x) for n in range(1, rounds + 1) for x in meetings(range(players), n, False))
    assert set(pairs.values()) == {1}


@given(st.integers(1, 20), st.integers(1, 9))
def test_the_same_two_meet_in_all_rounds_and_who_comes_late_parts_no_pair(players, number):
    first = meetings(range(players), 1, True)
    assert meetings(range(players), number, True) == first
    later = meetings(range(players + 1), number, True)
    assert [x for x in first if BOT not in x] == later[: players // 2]


def test_a_bot_chooses_columns():
    assert all(row != BOT for n in range(1, 6) for row, _ in meetings(range(5), n, False))


def test_a_round_is_over_when_both_have_chosen():
    play = MatrixPlay(DILEMMA, "x", 2, True, [3, 4], {(1, 3): 0})
    assert play.round_of(3) == play.round_of(4) == 1
    assert play.has_chosen(3)
    assert not play.has_chosen(4)
    assert play.complete_meetings() == []
    done = MatrixPlay(DILEMMA, "x", 2, True, [3, 4], {(1, 3): 0, (1, 4): 1})
    (meeting,) = done.complete_meetings()
    assert meeting.cell == (0, 1)
    assert [int(x) for x in meeting.payoffs] == [-5, 8]
    assert done.round_of(3) == 2
    both = {(n, p): 1 for n in (1, 2) for p in (3, 4)}
    assert MatrixPlay(DILEMMA, "x", 2, True, [3, 4], both).round_of(3) == 0


def test_the_matrix_of_the_seed_has_its_numbers_and_theory_knows_it():
    game, name = matrix_chosen({"matrix": "dilemma"})
    assert (game, name) == (DILEMMA, "Prisoner’s Dilemma")
    assert pure_equilibria(game) == ((1, 1),)
    assert "Equilibrium: both choose right." in words_of(game)


@pytest.mark.parametrize(("key", "name"), [
    ("dilemma", "Prisoner's Dilemma"), ("chicken", "Chicken"), ("stag", "Stag Hunt"),
    ("sexes", "Battle of the Sexes"), ("pennies", "Matching Pennies"),
])  # fmt: skip
def test_each_matrix_is_of_the_type_that_it_is_called_after(key, name):
    game, called = matrix_chosen({"matrix": key})
    assert called == MATRICES[key][0] == name.replace("'", "’")
    assert ordinal_type(game).name == name


def test_own_numbers_are_read_in_the_order_of_the_cells():
    game, name = matrix_chosen({"matrix": "own", "numbers": "5 5  −5 8  8 -5, -3 -3"})
    assert game == DILEMMA
    assert name == "Prisoner's Dilemma"


@pytest.mark.parametrize("text", ["1 2 3", "1 2 3 4 5 6 7 x", "1 2 3 4 5 6 7 8 9", "1 2 3 4 5 6 7 9999"])
def test_what_is_no_matrix_is_refused(text):
    with pytest.raises(Unreadable, match="eight whole numbers"):
        read_numbers(text)


def words(name):
    """What theory says about a matrix with a story."""
    known = MATRICES[name]
    return words_of(bimatrix(known.row, known.column), actions=known.actions)


def test_theory_says_plainly_that_both_would_be_better_off_with_the_other_cell_of_the_dilemma():
    assert words("dilemma")[-2:] == [
        "Both would be better off if both choose “stay silent”: 5, 5 instead of −3, −3.",
        "But then each of them could gain by changing alone, so that cell does not last.",
    ]
    assert words("stag")[-2:] == [
        "Both would be better off if both choose “hunt the stag”: 4, 4 instead of 2, 2.",
        "That is an equilibrium too: no promise is needed there, only trust.",
    ]
    assert not any("better off if" in x for name in ("chicken", "sexes", "pennies") for x in words(name))


def test_a_cell_that_is_better_for_one_and_as_good_for_the_other_is_named_too():
    (better,) = [
        x for x in words_of(bimatrix((2, 0, 3, 1), (1, 2, 0, 1)), ("S", "W")) if "better off if" in x
    ]
    assert better == "S would be better off if both choose left: 2, 1 instead of 1, 1, and W no worse off."


def test_only_the_mixed_equilibrium_of_chicken_is_symmetric():
    assert SYMMETRIC in words("chicken")
    assert not any(SYMMETRIC in words(name) for name in MATRICES if name != "chicken")
    assert equilibrium_shares(matrix_chosen({"matrix": "chicken"})[0]) == [pytest.approx(0.9)]


def test_the_dilemma_has_the_story_and_the_names_of_the_seed_unless_the_teacher_enters_others():
    usual = {"matrix": "dilemma", "actions": ""}
    assert actions_chosen(usual) == ("stay silent", "confess")
    assert "twenty years" in story_chosen(usual)[0]
    own = usual | {"actions": "share,  keep it"}
    assert actions_chosen(own) == ("share", "keep it")
    assert story_chosen(own) == ()
    assert actions_chosen({"matrix": "own", "actions": "", "numbers": "1 2 3 4 5 6 7 8"}) == ("left", "right")
    assert actions_chosen({"matrix": "dilemma"}) == ("left", "right")  # an activity of an older version


@pytest.mark.parametrize("text", ["share", "a,a", "a,b,c", "a,", f"a,{'b' * 25}"])
def test_names_that_do_not_fit_two_buttons_are_refused(text):
    with pytest.raises(Unreadable, match="two different names"):
        read_actions(text)


@given(st.integers(2, 40), st.integers(1, 6), st.text(max_size=3))
def test_an_anonymous_partner_never_comes_from_the_group_of_the_card_game(pupils, size, seed):
    groups = form(range(pupils), size)
    order = across_groups(groups, seed)
    assert sorted(order) == list(range(pupils))
    where = {x: i for i, group in enumerate(groups) for x in group}
    if max(map(len, groups)) <= len(order) // 2:
        pairs = zip(order[::2], order[1::2], strict=False)
        assert all(where[a] != where[b] for a, b in pairs)


def test_a_random_end_is_drawn_once_and_nobody_learns_it():
    settings = {"rounds": "75%"}
    play = matrix_play(AGAIN, settings, {(LENGTH, ROOM): 4})
    assert (play.rounds, play.continuation) == (4, 75)
    assert matrix_play(ONCE, settings, {}).rounds == 1
    drawn = [draw_length(75) for _ in range(4000)]
    assert set(drawn) <= set(range(1, MOST_ROUNDS + 1))
    assert sum(drawn) / len(drawn) == pytest.approx(4, abs=0.3)
