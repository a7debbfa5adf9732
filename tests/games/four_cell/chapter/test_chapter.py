"""What the chapter on Four-Cell computes, found in other ways; and what it says in words."""

from fractions import Fraction
from itertools import permutations, product

import pytest

from upcard.engine.errors import Usage
from upcard.games.four_cell.chapter.chapter_matrices import (
    CHICKEN,
    DEAL,
    DILEMMA,
    DILEMMA_DEAL,
    NONE,
    STAG,
    chances,
    crosses,
    deal,
    mixture,
    named_share,
    share,
    strict_types,
)
from upcard.lessons.interactive_cells import ask
from upcard.solving.matrix2x2 import CELLS, COLUMN, ROW, dominance, efficient_cells, patience, pure_equilibria
from upcard.solving.ordinal2x2 import ordinal_type


@pytest.mark.parametrize("seed", [DEAL, NONE, DILEMMA_DEAL, 1, 2])
def test_the_crosses_hold_what_the_matrix_pays(seed):
    for cell, cross in zip(CELLS, crosses(seed), strict=True):
        assert cross.south_value == deal(seed).payoff(ROW, cell)
        assert cross.west_value == deal(seed).payoff(COLUMN, cell)


def test_the_first_deal_is_solved_as_the_text_does():
    right = dominance(deal(DEAL), ROW)
    assert right is not None
    assert (right.action, right.kind) == (1, "strict")
    assert dominance(deal(DEAL), COLUMN) is None
    assert pure_equilibria(deal(DEAL)) == ((1, 0),)


def test_the_dilemma_has_one_equilibrium_and_it_is_bad():
    for m in (DILEMMA, deal(DILEMMA_DEAL)):
        assert ordinal_type(m).name == "Prisoner's Dilemma"
        [bad] = pure_equilibria(m)
        assert bad not in efficient_cells(m)


def test_a_promise_is_worth_as_much_as_breaking_it_at_the_threshold():
    reward, tempted, punished = (float(DILEMMA.payoff(ROW, c)) for c in ((0, 0), (1, 0), (1, 1)))

    def keeping(c: float) -> float:
        return sum(c**n * reward for n in range(400))

    def breaking(c: float) -> float:
        return tempted + sum(c**n * punished for n in range(1, 400))

    c = float(patience(DILEMMA, (0, 0), (1, 1)))
    assert keeping(c) == pytest.approx(breaking(c))
    assert keeping(c + 0.01) > breaking(c + 0.01)
    assert keeping(c - 0.01) < breaking(c - 0.01)


def test_a_promise_that_cannot_be_broken_is_no_question():
    with pytest.raises(Usage, match="breaking the promise alone must pay the most"):
        ask("four-cell", "promise", reward=8, tempted=5)


def test_nobody_cares_what_he_does_where_both_mix():
    m = deal(NONE)
    p, q = mixture(m)
    assert pure_equilibria(m) == ()
    for column in (0, 1):
        assert west(m, p, column) == west(m, p, 1 - column)
    assert south(m, q, 0) == south(m, q, 1)


def west(m, p, column):
    return p * m.payoff(COLUMN, (0, column)) + (1 - p) * m.payoff(COLUMN, (1, column))


def south(m, q, row):
    return q * m.payoff(ROW, (row, 0)) + (1 - q) * m.payoff(ROW, (row, 1))


def test_there_are_so_many_games_as_the_text_counts():
    """All tables, each put under the least of its four names."""
    found = set()
    for a, b in product(permutations(range(1, 5)), repeat=2):
        cells = list(zip(a, b, strict=True))
        rows = (cells, cells[2:] + cells[:2])
        found.add(min(tuple(x) for r in rows for x in (r, [r[1], r[0], r[3], r[2]])))
    assert len(found) == strict_types()


def test_chicken_and_the_stag_hunt_have_two_equilibria():
    assert ordinal_type(CHICKEN).name == "Chicken"
    assert ordinal_type(STAG).name == "Stag Hunt"
    assert pure_equilibria(CHICKEN) == ((0, 1), (1, 0))
    assert pure_equilibria(STAG) == ((0, 0), (1, 1))


def test_chances_are_chances():
    assert sum(chances().values()) == 1
    assert share("pure equilibria", *"01234") == 1
    strict = {x for t, x in chances().items() if t.is_strict}
    assert strict == {named_share("Prisoner's Dilemma")}, "all types without ties are dealt equally often"
    assert named_share("a game that nobody has named so") == Fraction(0)


def test_the_cell_of_the_chapter_names_the_cell_that_is_better_for_both():
    told = ask("four-cell", "deal", seed=DILEMMA_DEAL)
    (better,) = [row for row in told.rows if row[0] == "better for both"]
    assert better[1].endswith("but it is no equilibrium")
