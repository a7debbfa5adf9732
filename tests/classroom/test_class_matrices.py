"""Who meets whom over a matrix, and what that brings."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upcard.classroom.class_matrices import MATRICES, matrix_chosen, read_numbers, words_of
from upcard.classroom.class_repository import BOT
from upcard.classroom.pairings import MatrixPlay, meetings
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
