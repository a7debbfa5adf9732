"""The sequence form says the same as the tree it was made of."""

from fractions import Fraction

import numpy as np
import pytest

from upcard.engine.errors import Usage
from upcard.engine.tree.game_tree import CHANCE, END
from upcard.solving.exploitability import best_response, exploitability, gaps, values
from upcard.solving.sequence_form import exact_payoffs, sequence_form

GAMES = ["kuhn-poker", "leduc-poker", "le-her"]


def walked(tree, strategy, node=0, reach=1.0):
    """What everybody gets below a node, by walking through the tree."""
    if tree.player[node] == END:
        return reach * tree.payoff[node]
    below = np.flatnonzero(tree.parent == node)
    if tree.player[node] == CHANCE:
        chances = tree.weight[below] / tree.weight[below].sum()
    else:
        chances = strategy[tree.edge[below]]
    return sum(walked(tree, strategy, n, reach * x) for n, x in zip(below, chances, strict=True))


@pytest.mark.parametrize("seed", range(3))
def test_a_strategy_is_worth_what_a_walk_through_the_tree_gives(form, any_strategy, seed):
    kuhn = form("kuhn-poker")
    strategy = any_strategy(kuhn, seed)
    assert values(kuhn, strategy) == pytest.approx(walked(kuhn.tree, strategy))


@pytest.mark.parametrize("name", GAMES)
def test_the_weights_of_all_choices_add_up_to_that_of_what_leads_there(form, any_strategy, name):
    f = form(name)
    plan = f.plan(any_strategy(f, 1))
    assert list(plan[: f.players]) == [1] * f.players
    for before, first, count in zip(f.before, f.first, f.count, strict=True):
        assert plan[first : first + count].sum() == pytest.approx(plan[before])


@pytest.mark.parametrize("name", GAMES)
def test_a_plan_gives_back_its_strategy_where_it_comes(form, any_strategy, name):
    f = form(name)
    strategy = any_strategy(f, 2)
    plan = f.plan(strategy)
    back = f.strategy(plan)
    comes = np.repeat(plan[f.before] > 0, f.count)
    assert back[comes] == pytest.approx(strategy[comes])
    assert back[~comes] == pytest.approx(f.uniform()[~comes])
    exact = [Fraction(x) for x in plan.tolist()]
    assert np.array([float(x) for x in f.exact_strategy(exact)]) == pytest.approx(back)


@pytest.mark.parametrize("name", GAMES)
def test_all_ends_of_the_tree_are_in_it_once(form, name):
    f = form(name)
    paid = exact_payoffs(f, 0)
    assert len(paid) == len(f.ends) == len(np.unique(f.ends, axis=0))
    for key, x in zip(map(tuple, f.ends.tolist()), f.payoff[:, 0], strict=True):
        assert float(paid[key]) == pytest.approx(x)


def test_a_game_in_which_one_wins_what_the_other_loses_is_told(form):
    assert form("kuhn-poker").is_zero_sum
    assert form("leduc-poker").is_zero_sum


def test_a_tree_and_its_sequence_form_are_shown_by_their_size(form):
    kuhn = form("kuhn-poker")
    assert repr(kuhn.tree) == "<tree of Kuhn poker, 2 players: 58 nodes, 12 information sets>"
    assert repr(kuhn) == "<sequence form of Kuhn poker, 2 players: 26 sequences>"


def test_what_is_no_tree_no_form_and_no_plan_is_refused_in_a_sentence(form):
    kuhn = form("kuhn-poker")
    game, strategy = kuhn.tree.game, kuhn.uniform()
    with pytest.raises(Usage, match=r"given as <Kuhn poker, 2 players>; expected the tree of a game: unroll"):
        sequence_form(game)
    for function in (exploitability, gaps, values):
        with pytest.raises(Usage, match=r"given as <tree of Kuhn poker.*form: sequence_form\(tree\)$"):
            function(kuhn.tree, strategy)
        with pytest.raises(Usage, match=r"form: sequence_form\(unroll\(game\)\)$"):
            function(game, strategy)
    with pytest.raises(Usage, match=r"sequence form: sequence_form\(tree\)$"):
        best_response(kuhn.tree, strategy, 0)
    with pytest.raises(
        Usage, match=r"an array of shape \(24,\), like a strategy; expected a plan: form.plan"
    ):
        kuhn.strategy(strategy)
    with pytest.raises(Usage, match=r"a plan of shape \(3,\); expected \(26,\)"):
        kuhn.strategy([1, 1, 1])
    with pytest.raises(Usage, match="Game, not an array of numbers"):
        kuhn.strategy(game)
