"""The kinds of matrices that a class discusses: from its own turns, or examples."""

import pytest

from upcard.games.four_cell.turn_kinds import (
    CONFLICT,
    COORDINATION,
    DILEMMA,
    DOMINANCE,
    KINDS,
    NO_PURE,
    MatrixTurn,
    kind_of,
    kind_sections,
    life_sections,
)
from upcard.solving.matrix2x2 import bimatrix

FREE = (True, True)


@pytest.mark.parametrize("name", KINDS)
def test_each_example_is_of_its_kind(name):
    assert kind_of(KINDS[name].example) == name


def test_a_matrix_of_equal_payoffs_is_of_no_kind():
    assert kind_of(bimatrix((1, 1, 1, 1), (2, 2, 2, 2))) == ""


def test_a_cell_that_only_one_player_prefers_makes_no_dilemma():
    assert kind_of(bimatrix((5, -5, 8, -3), (-3, 8, -5, -3))) == DOMINANCE


def test_kinds_that_did_not_come_up_have_an_example_and_say_so():
    for section, kind in zip(kind_sections([]), KINDS.values(), strict=True):
        assert section.title == kind.title
        assert "None came up in your matches. Here is an example." in section.text
        assert kind.life in section.text
        assert len(section.tables) == 1


def turn(number, name, cell, by_pupil=FREE, was_free=FREE):
    return MatrixTurn(2, 1, number, KINDS[name].example, ("S", "W"), cell, by_pupil, was_free)


def test_a_turn_of_the_class_is_shown_with_theory_and_what_the_class_did():
    turns = [turn(3, DILEMMA, (1, 1), (True, False)), turn(4, DILEMMA, (0, 0)), turn(5, DILEMMA, (1, 1))]
    section = kind_sections(turns)[list(KINDS).index(DILEMMA)]
    assert section.text[1] == (
        "It came up 3 times, for example in group 2, match 1, turn 4 (Prisoner's Dilemma)."
    )
    assert "In that turn, both chose left: 5, 5." in section.text
    assert any(x.startswith("Both would be better off if both choose left") for x in section.text)
    assert [x.note.split(":")[0] for x in section.bars] == ["1 of 2", "1 of 2"]  # a bot's turn does not count


@pytest.mark.parametrize(
    ("name", "cells", "counts"),
    [
        (DOMINANCE, [(0, 0), (0, 1)], ["3 of 4"]),
        (COORDINATION, [(0, 0), (1, 1), (0, 1)], ["2 of 3", "1 of 3"]),
        (CONFLICT, [(0, 0), (0, 1)], ["1 of 2"]),
        (NO_PURE, [(0, 0), (0, 1)], ["3 of 4", "50.0 %"]),
    ],
)
def test_what_the_class_did_is_counted(name, cells, counts):
    turns = [turn(i, name, cell) for i, cell in enumerate(cells, 1)]
    section = kind_sections(turns)[list(KINDS).index(name)]
    assert [x.note.split(":")[0] for x in section.bars] == counts


def test_a_player_with_cards_of_one_column_had_no_choice():
    section = kind_sections([turn(1, DOMINANCE, (1, 0), was_free=(False, True))])[0]
    assert section.bars[0].note.startswith("1 of 1")


def test_daily_life_says_how_often_each_kind_came_up():
    sections = life_sections([turn(1, DILEMMA, (0, 0))])
    assert "Disarmament".lower() in sections[1].text[0]
    assert [x.text[1] for x in sections].count("It did not come up today.") == len(KINDS) - 1
