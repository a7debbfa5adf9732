"""The normal form of small games: plans, cells, and the value that the tree has."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.optimize import linprog

import upcard as uc
from upcard.adapters.gambit_nfg import nfg_text
from upcard.engine.errors import Failure


def read(text):
    """The names of plans by player, and the payoffs: cells with the first player's plan changing fastest."""
    lines = text.splitlines()
    start, end = lines.index("{"), lines.index("}")
    plans = [
        line.strip("{} ").removeprefix('"').removesuffix('"').split('" "') for line in lines[start + 1 : end]
    ]
    cells = [[Fraction(x) for x in line.split()] for line in lines[end + 3 :]]
    return plans, cells


def value(payoffs):
    """What the row player can make sure of."""
    rows, columns = payoffs.shape
    found = linprog(
        [0.0] * rows + [-1.0],
        A_ub=np.hstack([-payoffs.T, np.ones((columns, 1))]),
        b_ub=np.zeros(columns),
        A_eq=[[1.0] * rows + [0.0]],
        b_eq=[1.0],
        bounds=[(0, None)] * rows + [(None, None)],
    )
    return -found.fun


def test_kuhn_poker_has_27_plans_and_64_and_its_value():
    plans, cells = read(nfg_text(uc.unroll(uc.game("kuhn-poker"))))
    assert [len(x) for x in plans] == [27, 64]
    assert all(len(set(x)) == len(x) for x in plans)
    assert all(sum(x) == 0 for x in cells)
    table = np.array([float(x[0]) for x in cells]).reshape(64, 27).T
    assert value(table) == pytest.approx(-1 / 18)


def test_a_plan_says_nothing_about_what_it_keeps_from_happening():
    plans, _ = read(nfg_text(uc.unroll(uc.game("kuhn-poker"))))
    betting = [x for x in plans[0] if "jack, ?: bet" in x]
    assert betting
    assert not any("jack, ?, pass, bet" in x for x in betting)


def test_a_cell_holds_exact_means():
    plans, cells = read(nfg_text(uc.unroll(uc.game("kuhn-poker"))))
    always_pass = plans[0].index(next(x for x in plans[0] if "bet;" not in x and not x.endswith(": bet")))
    never_bet = plans[1].index(next(x for x in plans[1] if "bet;" not in x and not x.endswith(": bet")))
    assert cells[never_bet * 27 + always_pass] == [0, 0]
    bets = [f"{card}, ?: bet" for card in ("jack", "queen", "king")]
    bluffs = plans[0].index(next(x for x in plans[0] if all(bet in x for bet in bets)))
    assert cells[never_bet * 27 + bluffs] == [1, -1]


def test_a_form_with_too_many_cells_is_refused():
    tree = uc.unroll(uc.game("kuhn-poker"))
    with pytest.raises(Failure, match=r"has 1,728 cells; the maximum is 1,000, so export the tree \(\.efg\)"):
        nfg_text(tree, 1000)
    with pytest.raises(Failure, match="a player has more than 1,000,000 plans; export the tree"):
        nfg_text(uc.unroll(uc.game("leduc-poker")))
