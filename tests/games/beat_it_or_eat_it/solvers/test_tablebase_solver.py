"""The fast solver of Beat It Or Eat It against the rules played backwards, alpha-beta, and what is known."""

import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.night import IS_NIGHTLY, LATE

from upcard.engine.errors import Failure, Usage
from upcard.games.beat_it_or_eat_it.certificates.lead_table import census_of
from upcard.games.beat_it_or_eat_it.solvers import tablebase_solver as beat_it_tablebase
from upcard.games.beat_it_or_eat_it.solvers.table_numbering import number_tables, solve_effort
from upcard.games.beat_it_or_eat_it.solvers.tablebase_checkpoint import ScoreCheckpoint
from upcard.games.beat_it_or_eat_it.solvers.tablebase_solver import (
    StateSweeper,
    distances_of,
    seconds_needed,
    solve,
    widened,
)
from upcard.games.beat_it_or_eat_it.strategies.alpha_beta import BEST, CELLS, FRAMES, WON, deepen
from upcard.kit.strategy import memory
from upcard.solving import retrograde
from upcard.solving.retrograde import Verdict

SMALL = [(1, 2), (1, 3), (1, 4), (1, 5), (1, 6), (2, 2), (2, 3), (3, 2)]


@pytest.fixture(scope="module")
def table():
    """``table(suits, length)``: a tablebase, solved once."""
    found = {}

    def of(suits, length):
        if (suits, length) not in found:
            found[suits, length] = solve(suits, length, threads=2)
        return found[suits, length]

    return of


def check_against_rules(table, game, states):
    """Every hand that leads has the distance that the rules lead to, and as many cards are to be covered."""
    solved = retrograde.solve(game, states.values())
    key = retrograde.key_of(game)
    told = {hand: solved.distances[key(s)] for hand, s in states.items()}
    assert told == {hand: int(table.distances[hand]) for hand in states}
    asked = [distance for found, distance in solved.distances.items() if found[0] == 0]
    assert table.receive == census_of(np.bincount(asked, minlength=2))
    return solved


@pytest.mark.parametrize(("suits", "length"), SMALL)
def test_it_finds_what_the_rules_lead_to(table, leads, suits, length):
    check_against_rules(table(suits, length), *leads(suits, length))


@LATE
def test_it_finds_what_the_rules_lead_to_where_play_can_be_endless(table, leads):
    solved = check_against_rules(table(3, 3), *leads(3, 3))
    assert table(3, 3).lead_census().draw == 42
    assert list(solved.verdicts.values()).count(Verdict.DRAW) > 42 + table(3, 3).receive.draw


@pytest.mark.parametrize(
    ("suits", "length", "draws"), [(1, 12, 0), (1, 13, 0), (1, 14, 32), (2, 6, 0), (2, 7, 711)]
)
def test_play_can_be_endless_from_14_cards_of_one_suit_and_from_two_suits_of_7(table, suits, length, draws):
    assert table(suits, length).lead_census().draw == draws


@pytest.mark.parametrize(("length", "won"), [(2, 4), (3, 6), (4, 14)])
def test_the_leader_wins_most_mirror_deals(table, length, won):
    # Counted before by a solver of another kind: docs/reference/verification.md.
    assert table(2, length).mirror_deals().win == won


def test_starting_is_usually_but_not_always_an_advantage(table):
    # B. Taylor, Beat it or eat it: "It is usually, but not always(!), an advantage to start."
    mirror, splits = table(2, 7).mirror_deals(), table(2, 7).lead_advantage
    assert (mirror.deals, mirror.win, mirror.loss, mirror.draw) == (128, 102, 10, 16)
    assert splits.leader > 10 * splits.other > 0


def test_eating_can_be_better_than_covering(table):
    # The same: "one may elect to pick up all the table cards even though one might be able to beat".
    assert table(1, 3).distances[0b101] == 3  # the 3 is led and must be eaten, then the 1 is led
    assert table(1, 3).distances[0b011] == 2


@pytest.mark.parametrize("size", [(1, 7), (2, 4)])
def test_a_last_card_wins_in_one_ply_and_distances_are_odd_for_wins_only(table, size):
    cells = table(*size).distances
    cards = size[0] * size[1]
    assert {int(cells[1 << bit]) for bit in range(cards)} == {1}
    assert (cells == 1).sum() == cards
    census = table(*size).lead_census()
    assert (cells % 2 == 1).sum() == census.win
    assert cells[0] == cells[-1] == 0


@pytest.mark.parametrize("size", [(1, 6), (2, 3)])
def test_alpha_beta_proves_what_is_near_and_nothing_else(table, leads, size):
    game, states = leads(*size)
    near = [hand for hand in states if 0 < table(*size).distances[hand] <= 3]
    for hand in random.Random(1).sample(near, 6):
        m = memory(CELLS)
        deepen(game.view(states[hand], 0), m, 6, 1e9, 0.5)
        found, told = m[FRAMES + BEST], table(*size).distances[hand]
        assert abs(found) > WON
        assert (found > 0) == (told % 2 == 1)


def test_scores_of_16_bits_lead_to_the_same():
    numbering = number_tables(2, 4)
    with ThreadPoolExecutor(1) as pool:
        sweeper = StateSweeper(numbering, pool, 1)
        narrow = np.zeros(256, np.int8)
        for _ in range(30):
            wide = sweeper.sweep(widened(narrow))
            narrow = sweeper.sweep(narrow)
            assert wide.dtype == np.int16
            assert (wide == widened(narrow)).all()
            assert (distances_of(wide) == distances_of(narrow)).all()


@given(st.integers(0, 10**6))
@settings(max_examples=5 if IS_NIGHTLY else 2)
def test_wherever_it_begins_it_comes_to_the_same(tmp_path_factory, table, seed):
    # Scores that have come near to 0 need 16 bits.
    checkpoint = tmp_path_factory.mktemp("any") / "checkpoint"
    scores = np.random.default_rng(seed).integers(-128, 128, 256).astype(np.int8)
    ScoreCheckpoint(checkpoint, (2, 4)).store(scores, 0)
    assert (solve(2, 4, checkpoint=checkpoint).distances == table(2, 4).distances).all()


def test_the_number_of_threads_changes_nothing(table):
    alone, together = solve(2, 5, threads=1), solve(2, 5, threads=3)
    assert (alone.distances == together.distances).all()
    assert alone.receive == together.receive
    assert alone.sweeps == together.sweeps


def test_it_tells_how_far_it_has_come():
    steps: list[Any] = []
    found = solve(1, 6, threads=1, with_receive=False, on_step=lambda *step: steps.append(step))
    assert found.receive is None
    assert [sweep for sweep, _ in steps] == [s for s in range(1, found.sweeps + 1) for _ in range(4)]
    assert [share for _, share in steps[:4]] == sorted({share for _, share in steps})
    assert steps[-1][1] == pytest.approx(1)


def test_an_interrupt_leaves_a_checkpoint_to_go_on_from(tmp_path, table):
    checkpoint = tmp_path / "checkpoint"

    def press(sweep, share):
        if sweep == 4 and share > 0.5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve(2, 4, checkpoint=checkpoint, on_step=press)
    assert checkpoint.exists()
    steps: list[Any] = []
    found = solve(2, 4, checkpoint=checkpoint, on_step=lambda *step: steps.append(step))
    assert steps[0][0] == 4
    assert (found.distances == table(2, 4).distances).all()
    assert (found.receive, found.sweeps) == (table(2, 4).receive, table(2, 4).sweeps)
    assert checkpoint.exists()


def test_a_checkpoint_of_another_size_or_of_nonsense_is_refused(tmp_path):
    checkpoint = tmp_path / "checkpoint"

    def press(sweep, share):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve(1, 5, checkpoint=checkpoint, on_step=press)
    with pytest.raises(Failure, match=r"belongs to another size, .1, 5.; remove it to start again"):
        solve(1, 6, checkpoint=checkpoint)
    checkpoint.write_text("nonsense")
    with pytest.raises(Failure, match="not a readable checkpoint; remove it to start again"):
        solve(1, 5, checkpoint=checkpoint)


def test_a_checkpoint_that_cannot_be_written_is_told_before_anything_is_worked_out(tmp_path):
    steps: list[Any] = []
    with pytest.raises(Failure, match=r"the checkpoint .* cannot be written: "):
        solve(1, 4, checkpoint=tmp_path / "nowhere" / "checkpoint", on_step=lambda *step: steps.append(step))
    assert steps == []


def test_what_is_left_to_be_counted_can_be_interrupted(tmp_path, table, monkeypatch):
    def press(sweeper, leads):
        raise KeyboardInterrupt

    checkpoint = tmp_path / "checkpoint"
    with monkeypatch.context() as hands:
        hands.setattr(beat_it_tablebase, "receive_census", press)
        with pytest.raises(KeyboardInterrupt):
            solve(2, 4, checkpoint=checkpoint)
    steps: list[Any] = []
    again = solve(2, 4, checkpoint=checkpoint, on_step=lambda *step: steps.append(step))
    assert again.receive == table(2, 4).receive
    assert {sweep for sweep, _ in steps} == {table(2, 4).sweeps + 1}


def test_what_does_not_fit_into_memory_is_not_started():
    with pytest.raises(Failure, match=r"^needs 0\.000246 GB, have 1e-06 GB: not started$"):
        solve(1, 12, threads=1, memory=1000)
    with pytest.raises(Failure, match=r"^needs \d+ GB, have 6 GB: not started$"):
        solve(2, 13, threads=2, memory=6 * 10**9)


@pytest.mark.parametrize(("suits", "length"), [(1, 9), (2, 5), (3, 3), (4, 2)])
def test_the_effort_is_known_before(suits, length):
    numbering = number_tables(suits, length)
    states = sum(len(tables) << (numbering.cards - k) for k, tables in numbering.layers.items())
    assert solve_effort(suits, length, 1).states == states == ((3**length + 1) // 2) ** suits
    assert solve_effort(suits, length, 2).memory > solve_effort(suits, length, 1).memory > 0
    assert seconds_needed(suits, length, 1) > 0


@pytest.mark.parametrize(("suits", "length"), [(0, 5), (5, 2), (1, 1), (1, 27)])
def test_a_size_that_the_game_does_not_have_is_refused(suits, length):
    with pytest.raises(Usage, match="expected suits 1 to 4 and length 2 to 26"):
        solve(suits, length)


def test_more_cards_than_bits_are_refused():
    with pytest.raises(Usage, match="are 32 cards; expected at most 30"):
        solve(2, 16)
