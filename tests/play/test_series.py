"""Series of hands: whose score is whose while seats rotate, and what the hands are worth."""

from fractions import Fraction

import pytest

from upcard.engine.errors import Usage
from upcard.engine.game import make_game
from upcard.play.series import (
    PlayedHand,
    check_hands,
    leaders,
    standings,
    total_text,
    value_text,
    values_by_seat,
)


def test_scores_are_added_up_for_the_players_who_move_from_seat_to_seat():
    game = make_game("high-card", 3)
    # Seats of Ana, Ben and Cleo: 1, 2 and 3 in the first hand, then 3, 1 and 2, then 2, 3 and 1.
    played = [PlayedHand("a", (2, -1, -1)), PlayedHand("b", (-1, -1, 2)), PlayedHand("c", (-1, 2, -1))]
    cleo, ana, ben = standings(3, played, game)
    assert (ana.scores, ben.scores, cleo.scores) == ((2, 2, 2), (-1, -1, -1), (-1, -1, -1))
    assert [x.total for x in (ana, ben, cleo)] == [6, -3, -3]
    assert leaders([cleo, ana, ben]) == [1]
    assert ana.value is None
    before_the_third_ends = standings(3, played[:2], game)
    assert [x.total for x in before_the_third_ends] == [-2, 4, -2]


def test_the_value_is_that_of_the_seats_that_a_player_had():
    game = make_game("kuhn-poker")
    hands = [PlayedHand("t", (1, -1))] * 3
    assert [x.value for x in standings(1, hands[:1], game)] == [Fraction(-1, 18), Fraction(1, 18)]
    assert [x.value for x in standings(2, hands[:2], game)] == [0, 0]
    assert [x.value for x in standings(3, hands, game)] == [Fraction(-1, 18), Fraction(1, 18)]
    assert [x.value for x in standings(4, hands, game)] == [Fraction(1, 18), Fraction(-1, 18)]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("kuhn-poker", "−1/18"),
        ("leduc-poker", "−0.086"),
        ("le-her", "+0.025"),
        ("goofspiel", "0"),
        ("liars-dice", "−7/258"),
    ],
)
def test_the_value_comes_from_the_solution_or_the_values_that_ship(name, value):
    values = values_by_seat(make_game(name))
    assert [value_text(x) for x in values[:1]] == [value]
    assert sum(values) == 0


def test_a_value_holds_for_its_options_only():
    assert values_by_seat(make_game("liars-dice", sides=2)) == (Fraction(1, 2), Fraction(-1, 2))
    assert values_by_seat(make_game("liars-dice", sides=6, wild="none")) == (Fraction(-1, 9), Fraction(1, 9))
    assert values_by_seat(make_game("liars-dice", sides=5)) == ()
    assert values_by_seat(make_game("high-card", 3)) == ()


def test_totals_have_a_sign_where_players_win_from_each_other():
    game = make_game("kuhn-poker")
    assert [total_text(x, game) for x in (3, 0, -2)] == ["+3", "0", "−2"]
    assert value_text(Fraction(0)) == "0"


def test_only_games_of_one_hand_are_played_in_series():
    check_hands(make_game("kuhn-poker"), 100)
    check_hands(make_game("stoppers"), 1)
    with pytest.raises(
        Usage, match=r"a match of Stoppers has rounds of its own; leave the number of hands at 1"
    ):
        check_hands(make_game("stoppers"), 5)
    for hands in (0, 101):
        with pytest.raises(Usage, match=rf"a series has {hands} deals; expected 1 to 100"):
            check_hands(make_game("le-her"), hands)
