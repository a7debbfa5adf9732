"""Rounds of games as `.efg` files: what our own reader makes a game of is the same game."""

import functools
from fractions import Fraction

import pytest

from upcard.adapters.gambit import efg_text
from upcard.adapters.gambit_rules import import_efg
from upcard.engine.game import make_game
from upcard.engine.tree.game_tree import unroll
from upcard.engine.tree.round_game import first_round, round_now
from upcard.solving.exploitability import exact_value
from upcard.solving.sequence_form import sequence_form
from upcard.solving.solver_contract import Aim
from upcard.solving.solver_registry import find_solver


def value(tree):
    form = sequence_form(tree)
    answer = find_solver("lp").solve(form, Aim(0, 1, is_exact=True))
    return exact_value(form, answer.exact)


def smallsum(variant):
    return round_now(make_game("smallsum", variant=variant).match(seed=4))


ROUNDS = {
    "basic": lambda: smallsum("basic"),
    "choice": lambda: smallsum("choice"),
    "alternate": lambda: smallsum("alternate"),
    "stoppers": lambda: first_round(make_game("stoppers", 2, first_dealer="2")),
}


@pytest.fixture(scope="module")
def read_again(tmp_path_factory):
    """By name the tree of a round, and the tree of what was written of it and read again."""

    @functools.cache
    def pair(name):
        tree = unroll(ROUNDS[name]())
        return tree, unroll(import_efg(efg_text(tree), "again", tmp_path_factory.mktemp(name) / "again.py"))

    return pair


@pytest.mark.parametrize("name", ROUNDS)
def test_a_round_that_is_read_again_is_the_same_tree(read_again, name):
    tree, again = read_again(name)
    assert again.counts() == tree.counts()
    for column in ("parent", "infoset", "edge", "payoff", "owner"):
        assert getattr(again, column).tolist() == getattr(tree, column).tolist()


@pytest.mark.parametrize("name", ["basic", "choice", "alternate"])
def test_a_round_that_is_read_again_has_the_same_value(read_again, name):
    tree, again = read_again(name)
    assert value(again) == value(tree) != 0


def test_a_round_of_stoppers_has_the_value_that_is_known(read_again):
    assert value(read_again("stoppers")[1]) == Fraction(46, 16575)
