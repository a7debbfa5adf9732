"""Exploitability as OpenSpiel computes it, of games of its own and of games that were exported to it."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from upcard.engine.tree.game_tree import CHANCE, END
from upcard.solving.exploitability import exploitability, values

OWN = {"kuhn": "kuhn_poker", "leduc": "leduc_poker"}
EXPORTED = (
    "kuhn",
    "leduc",
    "le-her",
    "dice",
    "smallsum-basic",
    "smallsum-choice",
    "smallsum-alternate",
)


def walked(tree: Any, state: Any) -> Iterator[tuple[int, Any]]:
    """Every node of our tree with the state of OpenSpiel that is reached by the same choices in order."""
    below: list[list[int]] = [[] for _ in range(tree.nodes)]
    for child, above in enumerate(tree.parent[1:].tolist(), 1):
        below[above].append(child)
    stack = [(0, state)]
    while stack:
        node, state = stack.pop()
        yield node, state
        choices = state.legal_actions()
        assert len(choices) == len(below[node])
        stack += [(child, state.child(a)) for child, a in zip(below[node], choices, strict=True)]


def check_same(tree: Any, chance: Any, node: int, state: Any) -> None:
    """The same player is to move, with the same probabilities of chance; at the end the payoffs are equal."""
    player = int(tree.player[node])
    if player == END:
        assert state.is_terminal()
        assert state.returns() == tree.payoff[node].tolist()
    elif player == CHANCE:
        assert state.is_chance_node()
        below = np.flatnonzero(tree.parent == node)
        assert [p for _, p in state.chance_outcomes()] == pytest.approx(chance[below].tolist(), abs=1e-15)
    else:
        assert state.current_player() == player


def told(spiel: Any, game: Any, form: Any, strategy: Any) -> Any:
    """A strategy as a policy of OpenSpiel."""
    policy: dict[str, Any] = {}
    tree = form.tree
    for node, state in walked(tree, game.new_initial_state()):
        i = int(tree.infoset[node])
        if i >= 0:
            chances = strategy[tree.first[i] : tree.first[i] + tree.count[i]].tolist()
            here = list(zip(state.legal_actions(), chances, strict=True))
            assert policy.setdefault(state.information_state_string(), here) == here
    assert len(policy) == tree.infosets
    return spiel.TabularPolicy(policy)


@pytest.mark.parametrize("name", OWN)
def test_the_game_is_the_same_as_that_of_openspiel_node_by_node(spiel, form, name):
    tree = form(name).tree
    chance, nodes = tree.chance(), 0
    for node, state in walked(tree, spiel.load_game(OWN[name]).new_initial_state()):
        check_same(tree, chance, node, state)
        nodes += 1
    assert nodes == tree.nodes


@pytest.mark.parametrize("name", OWN)
def test_exploitability_agrees_on_games_of_openspiel(spiel, form, strategy, name):
    game, ours = spiel.load_game(OWN[name]), form(name)
    chosen = strategy(ours)
    policy = told(spiel, game, ours, chosen)
    assert spiel.exploitability(game, policy) == pytest.approx(exploitability(ours, chosen), abs=1e-9)


@pytest.mark.parametrize("name", EXPORTED)
def test_an_exported_game_is_the_same_node_by_node(in_spiel, form, name):
    tree = form(name).tree
    chance = tree.chance()
    nodes = list(walked(tree, in_spiel(name).new_initial_state()))
    assert len(nodes) == tree.nodes
    for node, state in nodes:
        check_same(tree, chance, node, state)


@pytest.mark.parametrize("name", EXPORTED)
def test_exploitability_agrees_on_exported_games(spiel, in_spiel, form, strategy, name):
    game, ours = in_spiel(name), form(name)
    chosen = strategy(ours)
    policy = told(spiel, game, ours, chosen)
    assert spiel.exploitability(game, policy) == pytest.approx(exploitability(ours, chosen), abs=1e-9)
    mean = spiel.expected_returns(game.new_initial_state(), policy, -1, True)
    assert mean == pytest.approx(values(ours, chosen).tolist(), abs=1e-9)
