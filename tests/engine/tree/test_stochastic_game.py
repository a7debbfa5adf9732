"""A round as its tree tells it, and what is no round of two who remember."""

from dataclasses import replace

import numpy as np
import pytest
from tests.example_games import odd_one_out

from upcard.engine.errors import Failure
from upcard.engine.game import Game, make_game
from upcard.engine.tree.game_tree import unroll
from upcard.engine.tree.stochastic_game import Round, round_of_tree


def test_the_plan_of_a_strategy_gives_the_strategy():
    round = round_of_tree(unroll(make_game("kuhn-poker")))
    strategy = np.tile([0.25, 0.75], len(round.first))
    assert round.strategy(round.plan(strategy)) == pytest.approx(strategy)


def test_a_round_without_choices_has_no_strategy():
    none = np.array([], np.int64)
    still = Round(none, none, none, none, np.array([[0, 1]]), none, np.array([60]), 60, none, none)
    assert still.strategy(np.ones(2)).tolist() == []


def test_three_players_are_refused():
    with pytest.raises(Failure, match="Odd one out has 3 players; expected two"):
        round_of_tree(unroll(Game(odd_one_out, 3, {})))


def test_a_player_who_forgets_is_refused():
    """Two information sets of one seat, which he comes to by different choices of his own, are made one."""
    tree = unroll(make_game("leduc-poker"))
    mine = np.flatnonzero(tree.owner == 0)
    same = tree.infoset.copy()
    first, last = int(mine[0]), int(mine[-1])
    same[same == last] = first
    with pytest.raises(Failure, match="lets a player forget their own actions; expected perfect recall"):
        round_of_tree(replace(tree, infoset=same))
