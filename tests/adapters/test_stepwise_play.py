"""A game step by step: the same choices as in its tree, and nothing shared that changes."""

import copy
import subprocess
import sys
from collections import Counter, defaultdict
from fractions import Fraction

import pytest

from upcard.adapters.stepwise_play import StepwisePlay
from upcard.engine.errors import Illegal
from upcard.engine.game import make_game
from upcard.engine.tree.game_tree import CHANCE, END, unroll


def below(steps):
    """Everything that can come, each with its probability."""
    weights = dict(steps.outcomes) or dict.fromkeys(steps.choices(), 1)
    total = sum(weights.values()) if steps.state is None else 1
    for choice in steps.choices():
        twin = steps.copy()
        twin.do(choice)
        yield twin, Fraction(weights[choice], total)


def walked(steps):
    """Nodes by who acts, and what chance expects of every end, by scores."""
    nodes: Counter[int] = Counter()
    ends: dict[tuple[int, ...], Fraction] = defaultdict(Fraction)
    stack = [(steps, Fraction(1))]
    while stack:
        here, chance = stack.pop()
        nodes[here.player] += 1
        if here.player == END:
            ends[tuple(here.scores())] += chance
        for there, x in below(here):
            stack.append((there, chance * x if here.player == CHANCE else chance))
    return nodes, ends


@pytest.mark.parametrize(
    ("name", "preset"), [("kuhn-poker", None), ("liars-dice", "two-sided"), ("goofspiel", "three")]
)
def test_it_has_the_nodes_of_the_tree(name, preset):
    game = make_game(name, preset=preset)
    tree, (nodes, _) = unroll(game), walked(StepwisePlay(game))
    assert nodes == Counter(tree.player.tolist())


def test_where_the_tree_has_fewer_the_odds_are_the_same():
    """Outcomes of chance that come to the same are one in the tree; Le Her has such."""
    game = make_game("le-her")
    tree, (_, ends) = unroll(game), walked(StepwisePlay(game))
    expected: dict[tuple[int, ...], Fraction] = defaultdict(Fraction)
    for node in range(tree.nodes):
        if tree.player[node] == END:
            expected[tuple(tree.payoff[node].tolist())] += tree.chance_reach(node)
    assert ends == expected


def test_copies_go_their_own_ways():
    steps = StepwisePlay(make_game("lama", players=2))
    while steps.player == CHANCE:
        steps.do(steps.choices()[0])
    state, twin = steps.state, copy.deepcopy(steps)
    cells = str(state)
    twin.do(twin.choices()[-1])
    assert steps.state is state
    assert str(state) == cells
    assert (len(steps.moments(0)), len(twin.moments(0))) == (1, 2)
    assert steps.game is twin.game


def test_words_are_those_of_the_rules():
    steps = StepwisePlay(make_game("lama", players=2))
    assert list(steps.words().values()) == ["1", "2", "3", "4", "5", "6", "llama"]
    while steps.player == CHANCE:
        steps.do(steps.choices()[0])
    assert list(steps.words().values())[-2:] == ["draw", "quit the round"]
    dice = StepwisePlay(make_game("liars-dice"))
    assert list(dice.words().values()) == ["0", "1", "2", "3", "4", "5"]


def test_what_cannot_come_is_refused():
    steps = StepwisePlay(make_game("kuhn-poker"))
    with pytest.raises(Illegal, match=r"7 is not possible here; expected one of \[0, 1, 2\]"):
        steps.do(7)


def test_openspiel_is_named_where_it_is_missing():
    code = (
        "import sys; sys.modules['pyspiel'] = None\n"
        "import upcard; from upcard.adapters import openspiel\n"
        "try: openspiel.register()\nexcept upcard.Failure as fault: print(fault)"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "pip install 'upcard[openspiel]'" in told
