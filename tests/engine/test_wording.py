"""How many there are of something, in words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upcard.engine.errors import unknown_name
from upcard.engine.wording import (
    bounds_text,
    counted,
    join_names,
    nth,
    significant_text,
    sizes_text,
    times_text,
)


@pytest.mark.parametrize(
    ("n", "words"),
    [(0, "0 games"), (1, "1 game"), (-1, "-1 games"), (2_000, "2,000 games"), (2.5, "2.5 games")],
)
def test_one_is_told_as_one_and_everything_else_as_many(n, words):
    assert counted(n, "game") == words


def test_a_plural_can_be_any_word():
    assert [counted(n, "was", "were") for n in (0, 1, 2)] == ["0 were", "1 was", "2 were"]


def test_places_in_an_order_are_told_as_people_say_them():
    told = [nth(n) for n in (1, 2, 3, 4, 11, 12, 13, 21, 101, 111, 1_002)]
    assert told == ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "101st", "111th", "1,002nd"]


def test_names_are_told_together_as_people_say_them():
    names = ("Ana", "Ben", "Cleo", "Dan")
    told = [join_names(names[:n]) for n in range(5)]
    assert told == ["", "Ana", "Ana and Ben", "Ana, Ben and Cleo", "Ana, Ben, Cleo and Dan"]


def test_how_often_is_told_as_people_say_it():
    assert [times_text(n) for n in (1, 2, 3, 2_000)] == ["once", "twice", "3 times", "2,000 times"]


@pytest.mark.parametrize(
    ("sizes", "words"),
    [((1,), "1 player"), ((2,), "2 players"), ((1, 2), "1 to 2 players"), ((2, 3, 4), "2 to 4 players")],
)
def test_numbers_of_players_are_told_in_words(sizes, words):
    assert sizes_text(sizes) == words.partition(" player")[0]


def test_numbers_of_players_with_a_gap_are_named_one_by_one():
    assert sizes_text((2, 4)) == "2 or 4"
    assert sizes_text((2, 4, 6)) == "2, 4 or 6"


def test_a_name_that_somebody_lacks_is_told_of_its_owner():
    assert str(unknown_name("game", "goofy", ["lama"])) == "there is no game 'goofy'; known: lama"
    assert str(unknown_name("preset", "x", [], owner="lama")) == "lama has no preset 'x'; known: none"


def test_what_is_rounded_to_zero_has_no_minus():
    assert significant_text(-1e-17, 0.0) == "0.000000000000"
    assert significant_text(-1e-17, 1e-3, is_signed=True) == "0.000"
    assert significant_text(-0.5, 1e-3) == "-0.500"


def test_bounds_that_are_written_alike_are_one_number():
    assert bounds_text("0.0332", "0.0334") == "lies between 0.0332 and 0.0334"
    assert bounds_text("0.0333", "0.0333") == "is about 0.0333, right to the last digit"


@given(st.floats(-2, 2), st.floats(0, 3))
def test_no_digit_goes_beyond_the_bounds(x, width):
    shown = significant_text(x, width)
    unit = 10.0 ** -len(shown.partition(".")[2])
    assert unit >= 1e-12 * 0.999
    assert unit > width / 10.001 or unit == 1
    assert abs(float(shown) - x) <= 0.5001 * unit
    if unit > 1.001e-12:
        assert unit <= width * 1.001
