"""Games of stages: Goofspiel against published figures and linear programs, and what is refused."""

from fractions import Fraction

import pytest

from upcard.engine.errors import Failure, Usage
from upcard.engine.game import make_game
from upcard.solving.simultaneous_games import SimultaneousSolver
from upcard.solving.solve_game import solve

THIRD = Fraction(1, 3)
SOLVER = "matttang27/GOPSsolver"
"""A solver of Goofspiel on GitHub, which plays for the win: README.md and cpp-solver/results.txt."""


def stages(**options):
    return SimultaneousSolver(make_game("goofspiel", **options))


def after(found, prizes, *bids):
    """The position after prizes came in this order and each player made his bids."""
    match = found.game.match(dealt=[str(x) for x in prizes])
    for mine, theirs in bids:
        match.do(f"bid {mine}")
        match.do(f"bid {theirs}")
    return match.state


# ---- goofspiel, by what others found ----


@pytest.mark.parametrize(
    ("options", "positions"),
    [
        ({"length": 3}, 57),
        ({"length": 3, "objective": "win", "ties": "carried"}, 57),
        ({"length": 4, "order": "descending"}, 53),
        ({"length": 4, "order": "ascending", "objective": "win"}, 119),
    ],
)
def test_it_is_as_good_for_both(options, positions):
    """The players are alike, so the value is 0 (Ross 1971); positions with one key are solved once."""
    found = stages(**options)
    assert found.whole() == 0
    assert len(found.solved) == positions


def test_the_last_two_cards_of_three_are_worth_what_was_published():
    """The solver's README: 2 has beaten 1, the prize 2 is up: 1 a third of the time, worth -1/3."""
    found = stages(length=3, objective="win")
    s = after(found, (1, 2), (2, 1))
    stage = found.stage(s)
    assert int(found.game.rules.score(s, 0)) + stage.value == -THIRD
    assert stage.chances[0] == (THIRD, 2 * THIRD)


def test_the_matrix_of_the_prize_1_is_the_published_one():
    """Its README: the cells of the first stage of three cards when the prize is 1."""
    found = stages(length=3, objective="win")
    worth = []
    for mine in (1, 2, 3):
        line = []
        for theirs in (1, 2, 3):
            following = [after(found, (1, x), (mine, theirs)) for x in (2, 3)]
            line.append(sum(found.game.rules.score(s, 0) + found.rest(s) for s in following) / 2)
        worth.append(line)
    assert worth == [[0, THIRD, 1], [-THIRD, 0, THIRD], [-1, -THIRD, 0]]


@pytest.mark.parametrize("length", [2, 3, 4])
def test_the_highest_prize_of_up_to_four_takes_the_highest_card(length):
    """The solver's results.txt: so it is with up to four cards, and no longer with five."""
    found = stages(length=length, objective="win")
    s = found.game.match(dealt=[str(length)]).state
    assert found.stage(s).chances[0] == (*(0,) * (length - 1), 1)


@pytest.mark.by_night("takes a minute")
def test_the_highest_prize_of_five_is_bid_for_as_published():
    """Action profile (5) of results.txt; 1 is a sacrifice that saves the other cards."""
    found = stages(length=5, objective="win")
    chances = found.stage(found.game.match(dealt=["5"]).state).chances[0]
    assert list(map(float, chances)) == pytest.approx([0.144423, 0.0153536, 0, 0, 0.840223], abs=1e-6)


# ---- by another method ----


@pytest.mark.parametrize(
    "options",
    [
        {"length": 3},
        {"length": 3, "objective": "win"},
        {"length": 3, "ties": "carried", "order": "ascending"},
        {"length": 4, "order": "descending"},
    ],
)
def test_linear_programming_on_the_whole_tree_finds_the_same(options):
    game = make_game("goofspiel", **options)
    assert solve(game).value_exact == SimultaneousSolver(game).whole()


def test_positions_that_are_not_even_agree_with_linear_programming_too():
    """Endgames of Four-Cell are worth something; the tree is that of two cards each."""
    for position in (
        "AS.QH/5D.AH/2C.8D/2S.8C/2H.3C/6C.10C",
        "AS.8C/5D.9S/2C.8D/2S.8H/2H.3C/6D.10C/W",
        "2S.8C/3S.9C/KH.JD/AH.10C/4C.KD/QS.5D/S",
    ):
        game = make_game("four-cell", position=position, objective="difference")
        found = solve(game)
        assert found.value_exact == SimultaneousSolver(game).whole()


# ---- what is not solved so ----


@pytest.mark.parametrize("name", ["kuhn-poker", "le-her", "liars-dice", "leduc-poker"])
def test_what_hides_a_deal_is_refused(name):
    with pytest.raises(Usage, match="hides more from seat 1 here"):
        SimultaneousSolver(make_game(name)).whole()


def test_a_deal_of_too_many_cards_is_refused():
    game = make_game("four-cell", objective="difference")
    with pytest.raises(Failure, match="a chance event of Four-Cell has more than 1,000 outcomes"):
        SimultaneousSolver(game).whole()


def test_bids_that_stay_hidden_are_refused():
    with pytest.raises(
        Usage, match="Goofspiel hides more from seat 1 here than the other player's current choice"
    ):
        stages(preset="hidden").whole()


def test_what_is_not_zero_sum_is_refused():
    game = make_game("four-cell", position="AS/3H/5S.6H/7C.8D/9S.9H/2H.2D")
    with pytest.raises(Usage, match="Four-Cell is not zero-sum with these options"):
        SimultaneousSolver(game).whole()


def test_too_many_positions_and_players_are_refused():
    with pytest.raises(Failure, match="Goofspiel has more than 20 positions from here"):
        SimultaneousSolver(make_game("goofspiel", length=3), most_positions=20).whole()
    with pytest.raises(Usage, match="Stoppers has 3 players here; stages can only be solved for two"):
        SimultaneousSolver(make_game("stoppers", 3))
