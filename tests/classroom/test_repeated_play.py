"""Tit for tat and the last round, from the choices of a class."""

from upcard.classroom.pairings import MatrixPlay
from upcard.classroom.repeated_play import repeated_section
from upcard.solving.matrix2x2 import bimatrix, patience

DILEMMA = bimatrix((5, -5, 8, -3), (5, 8, -5, -3))
NAMES = ("stay silent", "confess")


def play(courses, coins=(), continuation=0, game=DILEMMA):
    """Pairs that played their courses: for each pair the choices of both, round by round."""
    choices = {
        (n, 2 * pair + side): x
        for pair, course in enumerate(courses)
        for n, both in enumerate(course, 1)
        for side, x in enumerate(both)
    }
    rounds = len(courses[0])
    players = range(2 * len(courses))
    return MatrixPlay(game, "x", rounds, True, players, choices, frozenset(coins), NAMES, continuation)


def notes(section):
    return [x.note.split(":")[0] for x in section.bars]


def test_replies_tit_for_tat_and_the_last_round_are_counted():
    first = [(0, 0), (0, 0), (0, 1)]  # the second pupil confesses at the end
    second = [(0, 1), (1, 0), (0, 1)]  # both answer like with like, but only the first began silently
    (section,) = repeated_section(play([first, second]))
    silent_after_silent, silent_after_confess, copies, before, last = notes(section)
    assert (silent_after_silent, silent_after_confess) == ("5 of 6", "0 of 2")
    assert copies == "2 of 4"
    assert (before, last) == ("6 of 8", "2 of 4")
    assert "Everybody knew the last round" in section.text[1]


def test_choices_of_a_coin_are_left_out():
    (section,) = repeated_section(play([[(0, 0), (0, 0), (0, 0)]], {(2, 0)}))
    assert notes(section)[0] == "3 of 3"
    assert notes(section)[2] == "1 of 1"


def test_with_a_random_end_the_chance_that_theory_needs_is_named():
    assert patience(DILEMMA, (0, 0), (1, 1)) * 11 == 3
    (section,) = repeated_section(play([[(0, 0), (0, 0)]], continuation=75))
    assert "at least 27 %. Here it was." in section.text[1]
    (section,) = repeated_section(play([[(0, 0), (0, 0)]], continuation=20))
    assert section.text[1].endswith("Here it was not.")


def test_other_matrices_and_the_first_round_alone_have_no_such_section():
    assert repeated_section(play([[(0, 0)]])) == []
    assert repeated_section(play([[(0, 0), (1, 1)]], game=bimatrix((0, -1, 1, -10), (0, 1, -1, -10)))) == []
