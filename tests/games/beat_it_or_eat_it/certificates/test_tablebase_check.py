"""The checker: true tables are proved, one wrong distance is found, and its two methods agree."""

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from upcard.games.beat_it_or_eat_it.certificates import all_rounds as beat_it_rounds
from upcard.games.beat_it_or_eat_it.certificates import round_analysis as beat_it_round
from upcard.games.beat_it_or_eat_it.certificates import tablebase_check as beat_it_check
from upcard.games.beat_it_or_eat_it.certificates.all_rounds import CoverPositions, analyse_rounds, effort
from upcard.games.beat_it_or_eat_it.certificates.cell_measures import MEASURES, PLIES
from upcard.games.beat_it_or_eat_it.certificates.lead_table import LeadTable, open_table
from upcard.games.beat_it_or_eat_it.certificates.round_analysis import RoundAnalysis
from upcard.games.beat_it_or_eat_it.certificates.tablebase_check import (
    CheckedTable,
    check_sample,
    check_table,
    hand_mistake,
)
from upcard.games.beat_it_or_eat_it.solvers.tablebase_solver import solve


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
    assert found == CheckedTable(positions, positions, "", table[size].receive)
    assert found.is_proved
    assert steps == sorted(steps)
    assert 0 <= steps[0] <= steps[-1] <= 1


@given(hand=st.integers(1, 510), distance=st.integers(0, 30))
def test_a_wrong_distance_is_found_and_named(table, hand, distance):
    true = table[3, 3]
    cells = true.distances.copy()
    cells[hand] = distance
    found = check_table(replace(true, distances=cells))
    assert found.is_proved == (distance == true.distances[hand])
    if not found.is_proved:
        assert found.mistake == hand_mistake(replace(true, distances=cells), found.checked + 1)
        assert found.mistake.startswith(f"hand {found.checked + 1}, ")


def test_a_false_endless_position_is_found(table):
    # Nobody's claim of endless play may be a win that was not found.
    cells = table[1, 8].distances.copy()
    cells[cells > 3] = 0
    assert not check_table(replace(table[1, 8], distances=cells)).is_proved


def test_what_nobody_leads_from_must_be_0(table):
    cells = table[1, 8].distances.copy()
    cells[0] = 1
    assert "the empty hand" in check_table(replace(table[1, 8], distances=cells)).mistake


def test_a_distance_that_no_score_can_hold_is_refused(table):
    cells = table[1, 8].distances.astype(np.uint16)
    cells[7] = 20_000
    found = check_table(replace(table[1, 8], distances=cells))
    assert found.mistake == "hand 7 has the distance 20000; expected less than 16,384"


def test_a_sample_proves_nothing_unless_it_is_all(table):
    steps: list[float] = []
    found = check_sample(table[2, 4], 40, seed=3, on_step=steps.append)
    assert found == CheckedTable(254, 40, "")
    assert not found.is_proved
    assert steps[-1] == 1
    assert check_sample(table[2, 4], 1000).is_proved


def test_a_sample_ends_when_its_time_is_over(table):
    assert check_sample(table[2, 4], 254, seconds=0).checked == 1


def test_a_sample_finds_a_table_that_is_wrong_everywhere(table):
    cells = np.full_like(table[2, 4].distances, 2)
    cells[[0, -1]] = 0
    assert "but its round leads to" in check_sample(replace(table[2, 4], distances=cells), 3).mistake


def test_a_table_with_endless_positions_is_proved_and_counted():
    table = solve(3, 4)
    assert check_table(table) == CheckedTable(2**12 - 2, 2**12 - 2, "", table.receive)
    assert table.lead_census().draw == 252


@pytest.mark.parametrize(("suits", "length"), [(1, 14), (2, 7)])
def test_a_sample_of_tables_with_endless_positions_agrees(suits, length):
    found = solve(suits, length, with_receive=False)
    assert check_sample(found, 25, seed=1).checked == 25
    endless = [hand for hand in range(1, 2**14 - 1) if found.distances[hand] == 0]
    assert all(hand_mistake(found, hand) == "" for hand in endless[:10])


@given(
    seed=st.integers(0, 2**32),
    size=st.sampled_from([(1, 7), (2, 3), (3, 2)]),
    name=st.sampled_from(sorted(MEASURES)),
)
def test_both_ways_to_look_a_round_through_agree_on_any_table(seed: int, size: tuple[int, int], name: str):
    """Also on one that is wrong: what follows from its cells is the same."""
    cells = np.random.default_rng(seed).integers(0, 12, 1 << (size[0] * size[1]), np.uint8)
    cells[[0, -1]] = 0
    (suits, length), measure = size, MEASURES[name]
    follows = measure.cells_of(analyse_rounds(suits, length, measure.scores_of(cells), measure))
    table = LeadTable(suits, length, cells, 0, None, measure)
    for hand in range(1, len(cells) - 1):
        assert RoundAnalysis(table).lead(hand, len(cells) - 1 ^ hand) == follows[hand]


@pytest.mark.parametrize(("suits", "length"), [(1, 9), (2, 4), (3, 3)])
def test_what_it_takes_is_known_before(suits, length):
    """All states are stored, and the two layers that are in memory are told."""
    answers: list[CoverPositions] = []
    leads = PLIES.scores_of(solve(suits, length, with_receive=False).distances)
    analyse_rounds(suits, length, leads, PLIES, answers.append)
    by_table = {x.table: 1 << (len(x.hands) + 1) for x in answers}
    layers: Counter[int] = Counter()
    for cards_on_table, states in by_table.items():
        layers[len(cards_on_table)] += states
    bare = int(length % 2 == 0)  # the table with all cards, where nobody leads
    told = effort(suits, length)
    assert told.states == layers.total() + bare
    assert told.tables == len(by_table) + bare
    assert told.memory >= 2 * max(layers[k] + layers[k + 2] for k in layers)


def test_the_checker_uses_no_solver():
    for module in (beat_it_check, beat_it_round, beat_it_rounds):
        assert not any(
            str(getattr(x, "__module__", x)).startswith("upcard.solving") for x in vars(module).values()
        )
        assert not hasattr(module, "compiled")
