"""Seats of an imported game can search: they imagine nodes of their set, in the right proportions."""

from collections import Counter
from fractions import Fraction

import pytest

import upcard as uc
from upcard.adapters.gambit_rules import import_efg
from upcard.engine.determinization import World
from upcard.engine.discovery import forget
from upcard.review.playout_evaluator import PlayoutEvaluator
from upcard.testing import check_game

CARD = """EFG 2 R "Card" { "A" "B" }
c "" 1 "" { "x" 1/10 "y" 2/10 "z" 7/10 } 0
p "" 1 1 "" { "u" "d" } 0
p "" 2 1 "" { "l" "r" } 0
t "" 1 "" { 1, -1 }
t "" 2 "" { -1, 1 }
t "" 1
p "" 1 2 "" { "u" "d" "e" } 0
p "" 2 1 0
t "" 2
t "" 1
t "" 2
t "" 1
p "" 1 2 0
p "" 2 1 0
t "" 1
t "" 2
t "" 2
t "" 1
"""
NIM = """EFG 2 R "Nim" { "A" "B" }
p "" 1 1 "" { "one" "two" } 0
p "" 2 1 "" { "one" } 0
t "" 1 "" { -1/2, 1/2 }
t "" 2 "" { 1, -1 }
"""


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("UPCARD_HOME", str(tmp_path))
    forget()
    yield tmp_path
    forget()


def imagined(match, seat, times):
    """Return how often each node was imagined."""
    world, v = World(match.game.rules), match.view(seat)
    out = Counter[int]()
    for _ in range(times):
        world.imagine(v)
        out[int(world.state.node)] += 1
    return {node: n / times for node, n in out.items()}


def test_nodes_of_a_set_are_as_likely_as_chance_and_even_play_make_them():
    game = import_efg(CARD, "card")
    match = next(m for m in (game.match(seed=s) for s in range(40)) if m.state.known[0] == 2)
    assert imagined(match, 0, 3000) == pytest.approx({6: 2 / 9, 12: 7 / 9}, abs=0.03)
    early = {1: 0.1, 6: 0.2, 12: 0.7}
    assert imagined(match, 1, 3000) == pytest.approx(early, abs=0.03)  # B has not moved and knows nothing
    match.do("u")
    total = Fraction(1, 20) + Fraction(2, 30) + Fraction(7, 30)
    likely = [Fraction(1, 20) / total, Fraction(2, 30) / total, Fraction(7, 30) / total]
    assert imagined(match, 1, 3000) == pytest.approx(dict(zip((2, 7, 13), likely, strict=True)), abs=0.03)
    assert imagined(match, 0, 3000) == pytest.approx({7: 2 / 9, 13: 7 / 9}, abs=0.03)


def test_weights_too_fine_for_a_draw_are_rounded():
    deep = CARD.replace("1/10", "1/10000000000").replace("2/10", "2/10000000000")
    game = import_efg(deep.replace("7/10", "9999999997/10000000000"), "deep")
    weights = game.rules.IN_SET.tolist()
    assert sum(weights[1:3]) <= 2**31
    assert weights[1] >= 1


def test_whoever_searches_finds_the_better_action():
    game = import_efg(CARD, "card")
    result = uc.simulate(game, ["ismcts", "flat-monte-carlo"], games=50, seed=1)
    assert result.games == 50
    match = next(m for m in (game.match(seed=s) for s in range(40)) if m.state.known[0] == 1)
    match.do("u")
    assert PlayoutEvaluator(game).after(match.state, 0)[0] == 1


def test_a_tree_without_hidden_moves_has_perfect_information():
    game = import_efg(NIM, "nim")
    assert game.rules.GAME.perfect_information
    check_game(game, games=8, copied=False)
    hidden = import_efg(CARD, "card")
    check_game(hidden, games=8, copied=False)
    assert not hidden.rules.GAME.perfect_information
