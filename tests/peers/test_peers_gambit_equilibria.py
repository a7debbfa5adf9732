"""Equilibria of general-sum games: Gambit finds the same ones, and no fault in ours."""

from fractions import Fraction
from math import prod

import pytest
from tests.peers.test_peers_gambit import profile_of
from tests.solving.random_games import nfg_text, random_bimatrix, random_efg, unordered_efg

from upcard.adapters.gambit import efg_text
from upcard.adapters.gambit_infosets import HiddenTurns
from upcard.adapters.gambit_rules import import_efg
from upcard.adapters.gambit_tree import tree_game
from upcard.adapters.nfg_reader import read_nfg
from upcard.engine.tree.game_tree import unroll
from upcard.solving import lcp
from upcard.solving.bimatrix_equilibria import bimatrix_equilibria
from upcard.solving.exploitability import exact_response, exact_value
from upcard.solving.sequence_form import sequence_form
from upcard.solving.solver_contract import Aim

MOST_PLANS = 100
"""Maximum number of pairs of plans for which Gambit looks for the regret, among all plans."""


def mixtures(equilibrium, game):
    """The mixtures of both players in an equilibrium of Gambit, as fractions."""
    return tuple(tuple(Fraction(str(equilibrium[s])) for s in player.strategies) for player in game.players)


@pytest.mark.parametrize("most", [1, 4])
@pytest.mark.parametrize("first", range(0, 100, 25))
def test_gambit_lists_the_same_extreme_equilibria_of_random_matrices(gambit, tmp_path, first, most):
    for seed in range(first, first + 25):
        row, column = random_bimatrix(seed, most)
        file = tmp_path / "matrix.nfg"
        file.write_text(nfg_text(row, column))
        theirs = gambit.read_nfg(str(file))
        listed = gambit.nash.enummixed_solve(theirs, rational=True).equilibria
        ours = read_nfg(file.read_text())
        one, other = (
            [[ours.payoffs[i, j][p] for j in range(len(row[0]))] for i in range(len(row))] for p in (0, 1)
        )
        extreme = set(bimatrix_equilibria(one, other).extreme)
        assert extreme == {mixtures(e, theirs) for e in listed}, seed
        single = gambit.nash.lcp_solve(theirs, rational=True).equilibria
        assert extreme >= {mixtures(e, theirs) for e in single}, seed


def our_strategy(equilibrium, game, form):
    """An equilibrium of Gambit as the probabilities of all choices, in the order of our tree."""
    sets = [iter(player.infosets) for player in game.players]
    return [
        Fraction(str(equilibrium[action])) for p in form.owner.tolist() for action in next(sets[p]).actions
    ]


def check_equilibrium(form, strategy):
    """Nobody gains by another strategy, in fractions."""
    for p in (0, 1):
        assert exact_response(form, strategy, p).value_exact == exact_value(form, strategy, p)


def check_tree_file(gambit, file, text):
    """Gambit finds no regret in our equilibrium of a tree file, and we find none in Gambit's."""
    file.write_text(text)
    theirs, form = gambit.read_efg(str(file)), sequence_form(unroll(tree_game(text, "a-tree")))
    assert theirs.is_perfect_recall
    ours = lcp.solve(form, Aim(0, 1, is_exact=True)).exact
    assert ours is not None
    profile = profile_of(theirs, form, ours)
    assert [Fraction(profile.payoff(p)) for p in theirs.players] == [
        exact_value(form, ours, p) for p in (0, 1)
    ]
    if prod(len(list(player.strategies)) for player in theirs.players) <= MOST_PLANS:
        assert profile.as_strategy().max_regret() == 0
    check_equilibrium(form, ours)
    for found in gambit.nash.lcp_solve(theirs, rational=True).equilibria:
        check_equilibrium(form, our_strategy(found, theirs, form))
    if form.is_duel:
        (found,) = gambit.nash.lp_solve(theirs, rational=True).equilibria
        assert Fraction(str(found.payoff(next(iter(theirs.players))))) == exact_value(form, ours)
    return form


@pytest.mark.parametrize("first", range(0, 200, 20))
def test_gambit_and_we_find_no_regret_in_each_other_s_equilibria_of_random_trees(gambit, tmp_path, first):
    """The trees are solved as they are in their files."""
    for seed in range(first, first + 20):
        check_tree_file(gambit, tmp_path / "tree.efg", random_efg(seed, most=1 + seed % 5))


def test_so_it_is_for_trees_whose_sets_have_no_order_in_time(gambit, tmp_path):
    refused = 0
    for seed in range(40):
        text = unordered_efg(seed)
        form = check_tree_file(gambit, tmp_path / "tree.efg", text)
        assert form.tree.infosets == 4
        try:
            import_efg(text, "a-tree", tmp_path / "rules.py")
        except HiddenTurns:
            refused += 1
    assert refused == 40


@pytest.mark.parametrize("seed", range(0, 200, 40))
def test_a_tree_that_is_exported_again_has_the_same_equilibria_there(gambit, tmp_path, seed):
    game = import_efg(random_efg(seed, most=1 + seed % 5), "a-tree", tmp_path / "rules.py")
    form = sequence_form(unroll(game))
    check_tree_file(gambit, tmp_path / "tree.efg", efg_text(form.tree))
