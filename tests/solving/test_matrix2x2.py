"""Four cells: equilibria against a check of every kind of point, dominance, safety and selection by hand."""

from fractions import Fraction
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.solving.relabelling import relabelled

from upcard.solving.matrix2x2 import (
    CELLS,
    COLUMN,
    ROW,
    STRICT,
    WEAK,
    Dominance,
    Interval,
    Rectangle,
    SecurityLevel,
    best_replies,
    bimatrix,
    components,
    dominance,
    efficient_cells,
    equilibria,
    maximin,
    payoff_dominant,
    pure_equilibria,
    pure_maximin,
    risk_dominant,
    strict_equilibria,
)

FEW = st.lists(st.integers(-2, 2), min_size=4, max_size=4)
MANY = st.lists(st.integers(-10, 10), min_size=4, max_size=4)
GAMES = st.builds(bimatrix, st.one_of(FEW, MANY), st.one_of(FEW, MANY))

DILEMMA = bimatrix((3, 0, 5, 1), (3, 5, 0, 1))
CHICKEN = bimatrix((3, 1, 4, 0), (3, 4, 1, 0))
HUNT = bimatrix((4, 0, 3, 2), (4, 3, 0, 2))
PENNIES = bimatrix((1, -1, -1, 1), (-1, 1, 1, -1))
NOTHING = bimatrix((0, 0, 0, 0), (0, 0, 0, 0))


def point(x, y):
    return segment(x, x, y, y)


def segment(x, x2, y, y2):
    return Rectangle(Interval(Fraction(x), Fraction(x2)), Interval(Fraction(y), Fraction(y2)))


# ---- equilibria, by other means ----


def expected(game, player, x, y):
    """What a player gets on average when the chances of action 0 are x and y."""
    chances = [x * y, x * (1 - y), (1 - x) * y, (1 - x) * (1 - y)]
    return sum(p * game.payoff(player, c) for p, c in zip(chances, CELLS, strict=True))


def is_equilibrium(game, x, y):
    """Whether neither player gains by going over to one of his actions: the definition."""
    return all(
        expected(game, ROW, x, y) >= expected(game, ROW, Fraction(a), y)
        and expected(game, COLUMN, x, y) >= expected(game, COLUMN, x, Fraction(a))
        for a in (0, 1)
    )


def telling(game, player):
    """The chances of the other player at which anything can change for a player, and some between them."""
    first, second = (game.advantage(player, theirs) for theirs in (0, 1))
    ends = {Fraction(0), Fraction(1)}
    if first != second and 0 < second / (second - first) < 1:
        ends.add(second / (second - first))
    marks = sorted(ends)
    return [
        *marks,
        *((a + b) / 2 for a, b in pairwise(marks)),
        *((2 * a + b) / 3 for a, b in pairwise(marks)),
    ]


@given(GAMES)
def test_a_pair_of_strategies_lies_in_a_rectangle_exactly_when_nobody_gains_by_leaving_it(game):
    found = equilibria(game)
    for x, y in product(telling(game, COLUMN), telling(game, ROW)):
        assert any(r.contains(x, y) for r in found) == is_equilibrium(game, x, y)


def supports(game):
    """Equilibria by their supports: every pair of actions, and the mixture that leaves both indifferent."""
    out = [
        (Fraction(1 - i), Fraction(1 - j))
        for i, j in CELLS
        if is_equilibrium(game, Fraction(1 - i), Fraction(1 - j))
    ]
    marks = [telling(game, player)[1:-1] for player in (COLUMN, ROW)]
    mixed = [
        (x, y)
        for x, y in product(*marks)
        if 0 < x < 1 and 0 < y < 1 and game.gain(ROW, y) == 0 == game.gain(COLUMN, x)
    ]
    return {*out, *mixed}


@given(GAMES)
def test_where_all_equilibria_are_points_they_are_those_of_support_enumeration(game):
    found = equilibria(game)
    if all(r.is_point for r in found):
        assert {(r.row.low, r.column.low) for r in found} == supports(game)
        assert len(found) in (1, 2, 3)


@given(GAMES)
def test_every_game_has_an_equilibrium_and_no_rectangle_is_needless(game):
    found = equilibria(game)
    assert found
    assert not [(a, b) for a, b in product(found, repeat=2) if a != b and a.covers(b)]


@given(GAMES)
def test_components_hold_all_equilibria_and_do_not_touch(game):
    parts = components(game)
    assert sorted(map(repr, (r for part in parts for r in part))) == sorted(map(repr, equilibria(game)))
    for one, two in product(parts, repeat=2):
        if one is not two:
            assert all(a.meet(b) is None for a in one for b in two)


@given(GAMES)
def test_pure_equilibria_are_the_corners_that_are_equilibria(game):
    corners = [c for c in CELLS if is_equilibrium(game, Fraction(1 - c[0]), Fraction(1 - c[1]))]
    assert list(pure_equilibria(game)) == corners


@given(GAMES, st.booleans(), st.booleans())
def test_other_names_for_actions_change_nothing_else(game, rows, columns):
    other = relabelled(game, rows, columns)

    def told(r):
        a, b = r.row, r.column
        a = Interval(1 - a.high, 1 - a.low) if rows else a
        b = Interval(1 - b.high, 1 - b.low) if columns else b
        return Rectangle(a, b)

    def moved(cell):
        return cell and (cell[0] ^ rows, cell[1] ^ columns)

    assert set(equilibria(other)) == {told(r) for r in equilibria(game)}
    assert set(efficient_cells(other)) == {moved(c) for c in efficient_cells(game)}
    assert risk_dominant(other) == moved(risk_dominant(game))
    assert payoff_dominant(other) == moved(payoff_dominant(game))
    assert maximin(other, ROW).value == maximin(game, ROW).value


@given(GAMES)
def test_exchanging_the_players_changes_nothing_else(game):
    other = game.transposed()
    assert set(equilibria(other)) == {Rectangle(r.column, r.row) for r in equilibria(game)}
    assert maximin(other, ROW) == maximin(game, COLUMN)
    assert dominance(other, COLUMN) == dominance(game, ROW)
    assert other.transposed() == game


@given(GAMES, st.integers(1, 5), st.integers(-9, 9))
def test_another_scale_changes_no_equilibrium(game, scale, shift):
    row = [scale * game.payoff(ROW, c) + shift for c in CELLS]
    column = [game.payoff(COLUMN, c) for c in CELLS]
    other = bimatrix(row, column)
    assert equilibria(other) == equilibria(game)
    assert risk_dominant(other) == risk_dominant(game)


KNOWN = [
    (DILEMMA, [point(0, 0)]),
    (CHICKEN, [point(0, 1), point("1/2", "1/2"), point(1, 0)]),
    (HUNT, [point(0, 0), point("2/3", "2/3"), point(1, 1)]),
    (PENNIES, [point("1/2", "1/2")]),
    (NOTHING, [segment(0, 1, 0, 1)]),
    # the row player does not care: the column player answers as well as he can
    (
        bimatrix((0, 0, 0, 0), (1, 0, 0, 1)),
        [segment(0, "1/2", 0, 0), segment("1/2", "1/2", 0, 1), segment("1/2", 1, 1, 1)],
    ),
    # an action that is as good against one action of the other only
    (bimatrix((1, 0, 1, 1), (1, 1, 0, 1)), [point(0, 0), segment(1, 1, 1, 1)]),
    # the threat of entry deterrence is believed with any chance of at least 1/2
    (bimatrix((2, 0, 1, 1), (1, 0, 2, 2)), [segment(0, 0, 0, "1/2"), point(1, 1)]),
]


@pytest.mark.parametrize(("game", "found"), KNOWN)
def test_known_games_have_these_equilibria(game, found):
    assert list(equilibria(game)) == found


def test_components_of_a_degenerate_game_are_more_than_points():
    assert [len(c) for c in components(KNOWN[5][0])] == [3]
    assert [len(c) for c in components(KNOWN[7][0])] == [1, 1]
    assert [r.dimension for r in equilibria(KNOWN[7][0])] == [1, 0]
    assert equilibria(NOTHING)[0].dimension == 2


# ---- dominance and replies ----


@pytest.mark.parametrize(
    ("row", "found"),
    [
        ((3, 0, 5, 1), Dominance(1, STRICT)),
        ((5, 1, 3, 0), Dominance(0, STRICT)),
        ((1, 0, 1, 1), Dominance(1, WEAK)),
        ((2, 1, 2, 0), Dominance(0, WEAK)),
        ((1, 2, 1, 2), None),
        ((1, 0, 0, 1), None),
    ],
)
def test_an_action_dominates_if_it_is_never_worse_and_once_better(row, found):
    assert dominance(bimatrix(row, (0, 0, 0, 0)), ROW) == found
    assert dominance(bimatrix((0, 0, 0, 0), row).transposed(), ROW) == dominance(
        bimatrix((0, 0, 0, 0), row), COLUMN
    )


def test_best_replies_are_both_actions_when_they_are_equal():
    game = bimatrix((1, 0, 1, 1), (2, 3, 5, 5))
    assert [best_replies(game, ROW, j) for j in (0, 1)] == [(0, 1), (1,)]
    assert [best_replies(game, COLUMN, i) for i in (0, 1)] == [(1,), (0, 1)]


@given(GAMES)
def test_who_has_a_strictly_better_action_plays_nothing_else_in_equilibrium(game):
    found = dominance(game, ROW)
    if found and found.kind == STRICT:
        assert {r.row for r in equilibria(game)} == {
            Interval(Fraction(1 - found.action), Fraction(1 - found.action))
        }


# ---- Pareto, safety, selection ----


def test_only_the_equilibrium_of_the_dilemma_is_bad_for_both():
    assert efficient_cells(DILEMMA) == ((0, 0), (0, 1), (1, 0))
    assert efficient_cells(NOTHING) == CELLS
    assert efficient_cells(bimatrix((1, 2, 1, 0), (1, 1, 0, 0))) == ((0, 1),)


@given(GAMES)
def test_some_cell_is_efficient_and_each_other_has_one_that_is_better(game):
    efficient = efficient_cells(game)
    pays = {c: (game.payoff(ROW, c), game.payoff(COLUMN, c)) for c in CELLS}
    assert efficient
    for c in set(CELLS) - set(efficient):
        assert any(
            pays[e] != pays[c] and pays[e][0] >= pays[c][0] and pays[e][1] >= pays[c][1] for e in efficient
        )


@given(GAMES, st.sampled_from((ROW, COLUMN)), st.fractions(0, 1))
def test_no_mixture_is_safer_than_the_maximin(game, player, x):
    safe, pure = maximin(game, player), pure_maximin(game, player)

    def sure(chance):
        return min(
            expected(game, player, *((chance, Fraction(y)) if player == ROW else (Fraction(y), chance)))
            for y in (0, 1)
        )

    middle = (safe.chances.low + safe.chances.high) / 2
    assert sure(safe.chances.low) == sure(safe.chances.high) == sure(middle) == safe.value
    assert (sure(x) == safe.value) == (x in safe.chances)
    assert sure(x) <= safe.value
    assert pure == (
        max(sure(Fraction(0)), sure(Fraction(1))),
        tuple(a for a in (0, 1) if sure(Fraction(1 - a)) == pure[0]),
    )


def test_pennies_are_worth_nothing_to_both_and_less_without_mixing():
    assert (
        maximin(PENNIES, ROW)
        == maximin(PENNIES, COLUMN)
        == SecurityLevel(Fraction(0), Interval(Fraction(1, 2), Fraction(1, 2)))
    )
    assert pure_maximin(PENNIES, ROW) == (Fraction(-1), (0, 1))


def test_the_stag_is_better_and_the_hare_is_safer():
    assert strict_equilibria(HUNT) == ((0, 0), (1, 1))
    assert payoff_dominant(HUNT) == (0, 0)
    assert risk_dominant(HUNT) == (1, 1)  # losses of 1 * 1 against 2 * 2


def test_neither_side_of_chicken_is_preferred():
    assert risk_dominant(CHICKEN) is None
    assert payoff_dominant(CHICKEN) is None


def test_with_one_strict_equilibrium_there_is_nothing_to_select():
    assert risk_dominant(DILEMMA) is payoff_dominant(DILEMMA) is None
    assert risk_dominant(NOTHING) is payoff_dominant(NOTHING) is None


@given(GAMES)
def test_the_risk_dominant_equilibrium_is_the_reply_to_even_chances_where_the_game_is_symmetric(game):
    """Harsanyi and Selten: then its action is the best reply to one half."""
    symmetric = bimatrix([game.payoff(ROW, c) for c in CELLS], [game.payoff(ROW, (j, i)) for i, j in CELLS])
    found = risk_dominant(symmetric)
    if found is not None:
        half = symmetric.gain(ROW, Fraction(1, 2))
        assert found == ((0, 0) if half > 0 else (1, 1))


# ---- turning a cross ----


@given(GAMES, st.sampled_from(CELLS))
def test_turning_a_cross_exchanges_its_payoffs_and_turning_it_again_undoes_it(game, cell):
    other = game.rotated(cell)
    assert other.payoff(ROW, cell) == game.payoff(COLUMN, cell)
    assert other.payoff(COLUMN, cell) == game.payoff(ROW, cell)
    assert all(other.payoff(p, c) == game.payoff(p, c) for p in (ROW, COLUMN) for c in CELLS if c != cell)
    assert other.rotated(cell) == game
