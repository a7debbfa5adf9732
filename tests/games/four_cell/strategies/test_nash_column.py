"""``nash-column`` plays its part of an equilibrium of the matrix; no unilateral change gains anything."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upcard.engine.game import make_game
from upcard.games.four_cell.rules import CARDS, LEFT, RIGHT, card_text, column, gain, meeting
from upcard.games.four_cell.strategies.nash_column import choose, may_hold
from upcard.kit.cards import put

HANDS = "KS KC|QS QC"
KIND = {card_text(k): k for k in range(CARDS)}
SPARE = [k for k in range(CARDS) if card_text(k) not in HANDS.replace("|", " ").split()]

# crosses SW, NW, NE, SE; S left and W left meet in NW, left and right in SW, right and left in NE
DILEMMA = "5H 8C 5C 5S 8S 5D 3H 3D"
AGREEMENT = "2H 3H 4C 5C 2D 3D 9C 8C"
PENNIES = "2H 2S 2C 2D 3D 3S 3C 3H"
"""S gets 2 in NW and 3 in SE, W as much in SW and NE: -2 x + 3 (1 - x) = 2 x - 3 (1 - x), so x = 3/5."""


def left_odds(odds_of, game, s, seat):
    """The exact probability with which a seat takes its left column."""
    return sum(x for k, x in odds_of(choose, game, s, seat).items() if column(k) == LEFT)


@pytest.mark.parametrize(
    ("matrix", "odds"),
    [
        (DILEMMA, (0, 0)),  # right is better whatever the other does, and both would rather have left
        (AGREEMENT, (0, 0)),  # NW gives 4 and 5, SE 9 and 8
        ("2H 3H 9C 8C 2D 3D 4C 5C", (1, 1)),
        ("9C 4C 2H 3H 5C 8C 2D 3D", (1, 0)),  # SW and NE give 13 each: the first from SW
        ("2H 2D 9C 4C 3H 3D 4S 9S", (1, 1)),  # NW and SE give 13 each: NW comes first
        (PENNIES, (Fraction(3, 5), Fraction(1, 2))),
    ],
)
def test_both_find_the_same_equilibrium(four_cell_state, odds_of, matrix, odds):
    s, game = four_cell_state(HANDS, matrix), make_game("four-cell")
    assert tuple(left_odds(odds_of, game, s, p) for p in (0, 1)) == odds


@given(
    st.lists(st.sampled_from(SPARE), min_size=8, max_size=8, unique=True),
    st.sampled_from(["own", "difference"]),
    st.sampled_from([2, 4]),
)
def test_neither_gains_by_another_column(four_cell_state, odds_of, cards, objective, players):
    hands = HANDS + "|AS|AC" * (players == 4)
    s = four_cell_state(hands, " ".join(map(card_text, cards)), objective=objective)
    game = make_game("four-cell", players, objective=objective)
    mine, theirs = ([x, 1 - x] for x in (left_odds(odds_of, game, s, p) for p in (0, 1)))

    def worth(p, odds, others):
        """What a seat expects when S and W, or W and S, mix like this."""
        q = 1 - p
        return sum(
            x * y * gain(s, p, meeting(p, c, q, d)) for c, x in enumerate(odds) for d, y in enumerate(others)
        )

    for p, own, other in ((0, mine, theirs), (1, theirs, mine)):
        now = worth(p, own, other)
        assert all(worth(p, pure, other) <= now for pure in ((1, 0), (0, 1)))


@pytest.mark.parametrize(("hand", "card"), [("AS 3S 2H", "3S"), ("AC 3C 2D", "3C")])
def test_with_one_column_in_hand_its_highest_card_is_disclosed(four_cell_asked, hand, card):
    assert four_cell_asked(choose, hand, DILEMMA) == f"play {card}"


def collected(s, c):
    """Everything of a column that lies in the stock comes into the pile of S. Modified in place."""
    cards = [s.stock[i] for i in range(1, s.stock[0] + 1)]
    s.stock[0] = 0
    for k in cards:
        put(s.pile[0] if column(k) == c and s.pile[0, 0] < 22 else s.stock, k)


@pytest.mark.parametrize(
    ("gone", "matrix", "card"),
    [
        # S answers what W still can do: by the other column he would play the other card
        (LEFT, "2C 6C 3S 6S 9S 7C AS 7S", "KS"),
        (RIGHT, "9C 6C 3S 6S 4S 7C 8C 7S", "KC"),
    ],
)
def test_a_column_that_the_other_cannot_have_is_not_reckoned_with(
    four_cell_state, odds_of, gone, matrix, card
):
    w = "QC" if gone == LEFT else "QS"
    s, game = four_cell_state(f"KS KC|{w}", matrix), make_game("four-cell")
    assert may_hold(game.view(s, 0), gone)
    collected(s, gone)
    v = game.view(s, 0)
    assert (may_hold(v, gone), may_hold(v, RIGHT - gone)) == (False, True)
    assert {card_text(k) for k in odds_of(choose, game, s, 0)} == {card}


def test_it_rotates_as_greedy_rotation_does(four_cell_asked):
    assert four_cell_asked(choose, "AS", "5C 9C 4C 3D 10S 9H 7C 7D", True) == "rotate SW"
