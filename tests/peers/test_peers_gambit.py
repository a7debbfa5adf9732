"""Values as Gambit computes them, of games that were exported to it."""

from fractions import Fraction

import pytest
from tests.adapters.test_gambit_chance import SCREENING
from tests.night import LATE
from tests.peers.conftest import drawn, equilibrium, exact

import upcard as uc
from upcard.adapters.gambit_nfg import nfg_text
from upcard.adapters.gambit_rules import import_efg
from upcard.solving.exploitability import exact_value

EXACT = ("kuhn", "dice", "smallsum-basic", "smallsum-choice", "smallsum-dealt")
"""Those whose linear program Gambit solves in fractions within seconds."""

ALL = (*EXACT, "le-her", "leduc", "smallsum-alternate", "stoppers")


def profile_of(game, form, strategy):
    """A strategy in fractions as a behaviour profile of Gambit, information set by information set."""
    profile, seen = game.mixed_behavior_profile(rational=True), [0] * form.players
    infosets = [list(player.infosets) for player in game.players]
    for i, p in enumerate(form.owner.tolist()):
        infoset = infosets[p][seen[p]]
        seen[p] += 1
        first = int(form.tree.first[i])
        chances = strategy[first : first + len(infoset.actions)]
        for action, x in zip(infoset.actions, chances, strict=True):
            profile[action] = x
    assert seen == [len(x) for x in infosets]
    return profile


@pytest.mark.parametrize("name", ALL)
def test_gambit_reads_what_is_exported(in_gambit, form, name):
    game, tree = in_gambit(name), form(name).tree
    assert len(game.nodes) == tree.nodes
    assert [len(p.infosets) for p in game.players] == [int((tree.owner == p).sum()) for p in (0, 1)]
    assert game.is_perfect_recall
    assert game.is_const_sum


@pytest.mark.parametrize("name", EXACT)
def test_gambit_finds_the_same_fraction(gambit, in_gambit, form, name):
    game = in_gambit(name)
    (found,) = gambit.nash.lp_solve(game, rational=True).equilibria
    first = next(iter(game.players))
    assert Fraction(found.payoff(first)) == exact_value(form(name), equilibrium(form(name)))


def test_gambit_finds_the_value_of_a_normal_form(gambit, form, tmp_path):
    file = tmp_path / "kuhn.nfg"
    file.write_text(nfg_text(form("kuhn").tree))
    game = gambit.read_nfg(str(file))
    assert [(p.label, len(p.strategies)) for p in game.players] == [("seat 1", 27), ("seat 2", 64)]
    (found,) = gambit.nash.lp_solve(game, rational=False).equilibria
    assert found.payoff(next(iter(game.players))) == pytest.approx(-1 / 18, abs=1e-9)


def test_gambit_finds_the_value_of_le_her(gambit, in_gambit):
    game = in_gambit("le-her")
    (found,) = gambit.nash.lp_solve(game, rational=False).equilibria
    first = next(iter(game.players))
    assert found.payoff(first) == pytest.approx(2 * 11327 / 22100 - 1, abs=1e-9)


@LATE
def test_gambit_finds_the_value_of_a_round_of_stoppers(gambit, in_gambit):
    game = in_gambit("stoppers")
    (found,) = gambit.nash.lp_solve(game, rational=False).equilibria
    first = next(iter(game.players))
    assert found.payoff(first) == pytest.approx(46 / 16575, abs=1e-9)


def test_a_tree_of_gambit_s_is_the_same_game_here(gambit, tmp_path):
    file = tmp_path / "screening.efg"
    file.write_text(SCREENING)
    theirs, ours = gambit.read_efg(str(file)), import_efg(SCREENING, "screening", tmp_path / "screening.py")
    assert uc.unroll(ours).nodes == len(theirs.nodes)
    (found,) = gambit.nash.lp_solve(theirs, rational=True).equilibria
    assert uc.solve(ours).value == pytest.approx(float(found.payoff(next(iter(theirs.players)))), abs=1e-12)


@pytest.mark.parametrize("name", ALL)
def test_a_strategy_is_worth_the_same_fraction_to_both(in_gambit, form, name):
    ours = form(name)
    strategy = exact(drawn(4)(ours), ours)
    profile = profile_of(in_gambit(name), ours, strategy)
    first = next(iter(in_gambit(name).players))
    assert Fraction(profile.payoff(first)) == exact_value(ours, strategy)


@pytest.mark.parametrize("name", ["leduc", "smallsum-alternate"])
def test_gambit_finds_no_fault_in_an_exact_equilibrium(in_gambit, form, name):
    strategy = equilibrium(form(name))
    profile = profile_of(in_gambit(name), form(name), strategy)
    first = next(iter(in_gambit(name).players))
    assert Fraction(profile.payoff(first)) == exact_value(form(name), strategy)
    assert profile.agent_max_regret() == 0


def test_names_are_there_for_people(in_gambit):
    game = in_gambit("kuhn")
    assert game.title == "Kuhn poker, 2 players"
    assert [p.label for p in game.players] == ["seat 1", "seat 2"]
    labels = [x.label for p in game.players for x in p.infosets]
    assert "king, ?, check, bet 1" in labels
    actions = {a.label for p in game.players for x in p.infosets for a in x.actions}
    assert actions == {"check", "bet 1", "call 1", "fold"}


def test_a_round_says_that_it_is_one_and_names_cards_and_actions(in_gambit):
    game = in_gambit("smallsum-dealt")
    assert game.title.startswith("Smallsum, one round, 2 players, variant=choice")
    labels = [x.label for p in game.players for x in p.infosets]
    assert {"2, ?", "?, 2, ?"} <= set(labels)
    actions = {a.label for p in game.players for x in p.infosets for a in x.actions}
    assert actions == {"hide 0 pennies", "hide 1 penny", "hide 2 pennies", "hide 3 pennies"}
