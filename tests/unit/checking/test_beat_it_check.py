"""The checker: true tables are proved, and one wrong distance is found."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upcard.checking import beat_it_check, beat_it_round
from upcard.checking.beat_it_check import Checked, check_table, hand_mistake
from upcard.checking.beat_it_table import open_table
from upcard.solving.beat_it_tablebase import solve


@pytest.fixture(scope="module")
def table():
    """A tablebase without and one with endless positions."""
    return {size: solve(*size) for size in [(1, 8), (2, 4), (3, 3)]}


@pytest.mark.parametrize("size", [(1, 8), (2, 4), (3, 3)])
def test_a_true_table_is_proved_from_its_file(tmp_path, table, size):
    table[size].save(tmp_path / "table")
    steps: list[Any] = []
    found = check_table(open_table(tmp_path / "table"), on_step=steps.append)
    positions = 2 ** (size[0] * size[1]) - 2
    assert found == Checked(positions, positions, "")
    assert found.is_proved
    assert steps == list(range(1, positions + 1))


@given(hand=st.integers(1, 510), distance=st.integers(0, 30))
def test_a_wrong_distance_is_found_and_named(table, hand, distance):
    true = table[3, 3]
    cells = true.distances.copy()
    cells[hand] = distance
    found = check_table(replace(true, distances=cells))
    assert found.is_proved == (distance == true.distances[hand])
    if not found.is_proved:
        assert found.mistake == hand_mistake(replace(true, distances=cells), found.checked + 1)
        assert f"hand {found.checked + 1} has the distance" in found.mistake


def test_a_false_endless_position_is_found(table):
    # Nobody's claim of endless play may be a win that was not found.
    cells = table[1, 8].distances.copy()
    cells[cells > 3] = 0
    assert not check_table(replace(table[1, 8], distances=cells)).is_proved


def test_what_nobody_leads_from_must_be_0(table):
    cells = table[1, 8].distances.copy()
    cells[0] = 1
    assert "the empty hand" in check_table(replace(table[1, 8], distances=cells)).mistake


def test_a_sample_depends_on_the_seed_and_proves_nothing(table):
    found = check_table(table[2, 4], sample=40, seed=3)
    assert found == Checked(254, 40, "")
    assert not found.is_proved
    assert check_table(table[2, 4], sample=1000).is_proved


@pytest.mark.parametrize(("suits", "length"), [(1, 14), (2, 7)])
def test_a_sample_of_tables_with_endless_positions_agrees(suits, length):
    found = solve(suits, length, with_receive=False)
    assert check_table(found, sample=25, seed=1).checked == 25
    endless = [hand for hand in range(1, 2**14 - 1) if found.distances[hand] == 0]
    assert all(hand_mistake(found, hand) == "" for hand in endless[:10])


def test_the_checker_uses_no_solver():
    for module in (beat_it_check, beat_it_round):
        assert not any("tablebase" in name or "layers" in name or name == "compiled" for name in vars(module))
