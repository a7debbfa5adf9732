"""``folding`` quits by the paper's rule: g(x) + (y - C) + D z > 0 keeps it in the round."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upcard.games.lama.rules import DRAW, LLAMA, QUIT, value
from upcard.games.lama.strategies.folding import STRATEGY, choose, shortest

DEFAULTS = {p.name: p.default for p in STRATEGY.parameters}


def asked(view, **parameters):
    return choose(view, *(DEFAULTS | parameters).values())


@pytest.mark.parametrize(
    ("hand", "top", "action"),
    [("12", "1", 0), ("2", "1", 1), ("1L", "6", LLAMA), ("16", "L", 0)],
)
def test_what_can_be_laid_is_laid_as_same_first_does(lama_view, hand, top, action):
    assert asked(lama_view(hand, top), A=100, B=-100, C=300) == action


def test_it_quits_when_it_can_neither_lay_nor_draw(lama_view):
    assert asked(lama_view("34", "1", stock=0), C=-300) == QUIT
    assert asked(lama_view("34", "1", alone=True), C=-300) == QUIT


def test_the_papers_parameters_are_the_defaults():
    assert [DEFAULTS[x] for x in "ABCD"] == [17.576, 12.24196, 3.92, 1.222]


@pytest.mark.parametrize(
    ("parameters", "sum_of_rule"),
    [
        # hand 3 3 5 on a 1: x = 2 kinds, y = 3 + 3 + 5 = 11 (8 by kinds), z = 3 cards (4 for the others)
        ({"A": 0, "B": 0, "C": 0, "D": 0}, 11),
        ({"A": 50, "B": 0, "C": 0, "D": 0}, 11),
        ({"A": 0, "B": 5, "C": 0, "D": 0}, 5 * 2 + 11),
        ({"A": 0, "B": 0, "C": 40, "D": 0}, 11 - 40),
        ({"A": 0, "B": 0, "C": 0, "D": -5}, 11 - 5 * 3),
        ({"A": 0, "B": 0, "C": 0, "D": -5, "others": 1}, 11 - 5 * 4),
        ({"A": 0, "B": 0, "C": 9, "D": 0, "each_kind": 1}, 8 - 9),
        ({"A": 0, "B": 0, "C": 9, "D": 0, "each_kind": 0}, 11 - 9),
        ({"A": 0, "B": 0, "C": 11, "D": 0}, 0),
    ],
)
def test_it_draws_while_the_sum_of_the_rule_is_above_0(lama_view, parameters, sum_of_rule):
    view = lama_view("335", "1", others=(6, 4))
    assert asked(view, **parameters) == (DRAW if sum_of_rule > 0 else QUIT)


@pytest.mark.parametrize(("a", "action"), [(17.9, DRAW), (18, QUIT), (18.1, QUIT)])
def test_a_hand_of_one_kind_counts_minus_a(lama_view, a, action):
    """Three sixes on a 1 are 18 points."""
    assert asked(lama_view("666", "1"), A=a, B=100, C=0, D=0) == action


numbers = st.floats(-20, 20)


@given(
    st.text("3456L", min_size=1, max_size=8), st.tuples(st.integers(1, 9), st.integers(1, 9)), *[numbers] * 4
)
def test_it_is_the_formula_of_the_paper(lama_view, hand, others, a, b, c, d):
    kinds = {k: hand.count(k) for k in hand}
    points = {k: value(LLAMA if k == "L" else int(k) - 1) for k in hand}
    x, z = len(kinds), min(*others, len(hand))
    y = sum(points[k] * n for k, n in kinds.items())
    keeps_on = (-a if x == 1 else b * x) + (y - c) + d * z > 0
    assert asked(lama_view(hand, "1", others=others), A=a, B=b, C=c, D=d) == (DRAW if keeps_on else QUIT)


def test_the_shortest_hand_is_anybodys_or_anybody_elses(lama_view):
    view = lama_view("33", "1", others=(7, 5))
    assert (shortest(view, False), shortest(view, True)) == (2, 5)
