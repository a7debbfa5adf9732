"""Chance of imported trees is drawn by lots: a branch is an outcome with its weight, however fine that is."""

from fractions import Fraction

import pytest

import upcard as uc
from upcard.adapters.gambit_chance import MOST_LOTS, Lots, steps_of
from upcard.adapters.gambit_rules import import_efg
from upcard.engine.errors import Unreadable
from upcard.testing import check_game

SCREENING = """EFG 2 R "Screening" { "Doctor" "Payer" }
c "" 1 "person" { "ill" 0.001 "well" 0.999 } 0
c "" 2 "test of the ill" { "positive" 0.95 "negative" 0.05 } 0
p "" 1 1 "positive" { "treat" "wait" } 0
t "" 1 "" { 90, -90 }
t "" 2 "" { -1000, 1000 }
p "" 1 2 "negative" { "treat" "wait" } 0
t "" 1
t "" 2
c "" 3 "test of the well" { "positive" 0.01 "surely not" 0.99 } 0
p "" 1 1 "positive" { "treat" "wait" } 0
t "" 3 "" { -10, 10 }
t "" 4 "" { 0, 0 }
p "" 1 2 "negative" { "treat" "wait" } 0
t "" 3
t "" 4
"""


def two_outcomes(chance):
    """A node of chance and a player who can do one thing; it pays 1 or 0."""
    return (
        f'EFG 2 R "x" {{ "A" "B" }}\nc "" 1 "" {{ "a" {chance} "b" {1 - chance} }} 0\n'
        'p "" 1 1 "" { "l" } 0\nt "" 1 "" { 1 -1 }\np "" 1 1 "" { "l" } 0\nt "" 2 "" { 0 0 }\n'
    )


@pytest.fixture
def screening(tmp_path):
    return import_efg(SCREENING, "screening", tmp_path / "screening.py")


def test_nested_chance_has_the_nodes_of_the_file(screening):
    tree = uc.unroll(screening)
    assert tree.nodes == len(SCREENING.splitlines()) - 1
    treated = Fraction(1, 1000) * Fraction(95, 100) * 90 - Fraction(999, 1000) * Fraction(1, 100) * 10
    waits = Fraction(1, 1000) * Fraction(5, 100) * -1000
    assert uc.solve(screening).value == pytest.approx(float(treated + waits), abs=1e-12)


def test_the_words_of_chance_come_back_in_the_file(screening):
    lines = [line for line in uc.efg_text(uc.unroll(screening)).splitlines() if line.startswith("c ")]
    assert lines == [
        'c "" 1 "" { "ill" 1/1000 "well" 999/1000 } 0',
        'c "" 2 "" { "positive" 19/20 "negative" 1/20 } 0',
        'c "" 3 "" { "positive" 1/100 "surely-not" 99/100 } 0',
    ]


@pytest.mark.by_night("another imported game keeps them by day")
def test_drawn_by_lots_a_game_keeps_its_promises(screening):
    report = check_game(screening, games=4, copied=False)
    assert "The same games have the same result interpreted, compiled" in str(report)


def test_no_lot_is_left_for_anybody_to_see(screening):
    match = screening.match(seed=1)
    assert set(match.state.lots) == {0}
    assert set(match.view(0).lots) == {-1}
    assert "lots" not in str(match)


def test_what_is_too_fine_for_a_row_is_drawn_in_steps(tmp_path):
    tree = uc.unroll(import_efg(two_outcomes(Fraction(333_333, 10**6)), "fine", tmp_path / "fine.py"))
    paid = [(tree.chance_reach(i), int(tree.payoff[i, 0])) for i in range(tree.nodes) if tree.player[i] == -2]
    assert sum(chance for chance, x in paid if x == 1) == Fraction(333_333, 10**6)
    assert sum(chance for chance, _ in paid) == 1
    assert tree.nodes == 10


def test_what_no_step_makes_coarser_is_refused(tmp_path):
    text = two_outcomes(Fraction(1, 3_000_017))
    with pytest.raises(
        Unreadable, match="line 2: the probabilities have 3,000,017 as their common denominator"
    ):
        import_efg(text, "fine", tmp_path / "fine.py")


@pytest.mark.parametrize(
    "weights",
    [[1, 2], [1, 999_999], [333_333, 666_667], [1, 9_999, 10**8 - 10_000], [12_345_678, 1, 87_654_321]],
)
def test_steps_give_every_branch_its_weight(weights):
    *steps, last = steps_of(weights)
    reached, found = Fraction(1), [Fraction(0)] * len(weights)
    for step in steps:
        assert sum(step) <= MOST_LOTS
        found = [x + reached * Fraction(w, sum(step)) for x, w in zip(found, step[:-1], strict=True)]
        reached *= Fraction(step[-1], sum(step))
    assert sum(last) <= MOST_LOTS
    found = [x + reached * Fraction(w, sum(last)) for x, w in zip(found, last, strict=True)]
    assert found == [Fraction(w, sum(weights)) for w in weights]


def test_steps_that_make_nothing_coarser_are_none():
    assert steps_of([1, 999_982]) == []
    assert steps_of([1] * (2 * MOST_LOTS)) == []


def test_lots_are_shared_by_name_and_increase_at_every_node():
    lots = Lots()
    assert lots.of(["jack", "queen", "king"]) == [0, 1, 2]
    assert lots.of(["jack", "king"]) == [0, 2]
    assert lots.of(["king", "jack"]) == [2, 3]
    assert lots.of(["", "very strong", "very strong"]) == [4, 5, 6]
    assert lots.names == ["jack", "queen", "king", "jack", "outcome-1", "very-strong-2", "very-strong-3"]
