"""Equilibria of general-sum games: Gambit finds the same ones, and no fault in ours."""

from fractions import Fraction

import pytest
from tests.peers.test_peers_gambit import profile_of
from tests.solving.random_games import nfg_text, random_bimatrix, random_efg

from upcard.adapters.gambit import efg_text
from upcard.adapters.gambit_rules import import_efg
from upcard.adapters.nfg_reader import read_nfg
from upcard.engine.tree.game_tree import unroll
from upcard.solving import lcp
from upcard.solving.bimatrix_equilibria import bimatrix_equilibria
from upcard.solving.sequence_form import sequence_form
from upcard.solving.solver_contract import Aim


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
        assert set(bimatrix_equilibria(one, other).extreme) == {mixtures(e, theirs) for e in listed}, seed


@pytest.mark.parametrize("first", range(0, 40, 20))
def test_gambit_finds_no_regret_in_our_equilibria_of_random_trees(gambit, tmp_path, first):
    for seed in range(first, first + 20):
        game = import_efg(random_efg(seed, most=1 + seed % 5), "a-tree", tmp_path / "rules.py")
        form = sequence_form(unroll(game))
        file = tmp_path / "tree.efg"
        file.write_text(efg_text(form.tree))
        exact = lcp.solve(form, Aim(0, 1, is_exact=True)).exact
        profile = profile_of(gambit.read_efg(str(file)), form, exact)
        assert profile.as_strategy().max_regret() == 0, seed
