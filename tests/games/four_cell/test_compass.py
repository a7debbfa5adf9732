"""The square of Four-Cell: the sides of the seats, payoffs of cells, and where a card may lead."""

from random import Random

import pytest

from upcard.engine.game import make_game
from upcard.games.four_cell import compass, rules


def positions(players, preset=None):
    """Views of the player to move in a random match."""
    match, rng = make_game("four-cell", players, preset).match(4, 1), Random(2)
    while not match.is_over:
        yield match
        match.do(rng.choice(match.legal()))


@pytest.mark.parametrize("players", [2, 4])
def test_a_cell_pays_what_the_rules_say_and_a_card_leads_to_the_cells_of_its_column(players):
    for match in positions(players):
        s, p = match.state, match.player
        square = compass.sides(match.view(p), p)
        pair = {s.first, rules.neighbour(s.first)}
        for i, cell in enumerate(square.cells):
            assert dict(cell.prizes) == {q: rules.prize(s, q, i) for q in pair}
        cards = [a for a in match.legal() if a < rules.ROTATE]
        assert set(square.leads) == set(square.labels) == set(cards)
        for k in cards:
            picked = [i for i in range(rules.CELLS) if rules.is_in_column(i, p, rules.column(k))]
            assert square.leads[k] == tuple(rules.CELL_NAMES[i] for i in picked)
            assert len(picked) == 2


def test_a_label_says_the_value_and_the_column():
    v = make_game("four-cell").match(1, 1).state
    names = {"JH": "−10, left", "4C": "+4, right", "AS": "+1, left"}
    assert {n: compass.card_label(v, rules.CARD_NAMES[n]) for n in names} == names


def test_after_a_choice_only_its_column_is_possible_and_nobody_else_learns_it():
    match = make_game("four-cell").match(3, 1)
    k = match.legal()[0]
    match.do(k)
    possible = [c.is_possible for c in compass.sides(match.view(0), 0).cells]
    assert possible == [rules.is_in_column(i, 0, rules.column(k)) for i in range(rules.CELLS)]
    for eye in (1, -1):
        assert all(c.is_possible for c in compass.sides(match.view(max(eye, 0)), 1).cells), eye


def test_every_side_sees_its_own_columns_upright():
    square = compass.sides(make_game("four-cell", 4).match(1, 1).view(0), 0)
    for side in range(4):
        far, near = square.rows(side)
        for column in (rules.LEFT, rules.RIGHT):
            cells = {rules.CELL_NAMES.index(row[column].name) for row in (far, near)}
            assert all(rules.is_in_column(i, side, column) for i in cells)


def test_the_end_pays_nothing():
    match = make_game("four-cell").match(1, 1)
    while not match.is_over:
        match.do(match.legal()[0])
    square = compass.sides(match.state, None)
    assert not any(c.prizes for c in square.cells)
    assert not square.leads
