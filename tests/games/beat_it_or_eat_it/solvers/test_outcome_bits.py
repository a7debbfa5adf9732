"""Outcomes of Beat It Or Eat It, a bit for a state: held to distances, and to plain play."""

from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import numpy as np
import pytest
from tests.night import IS_NIGHTLY, LATE

from upcard.engine.errors import Failure
from upcard.games.beat_it_or_eat_it.solvers.cpu_planes import CpuStateSolver
from upcard.games.beat_it_or_eat_it.solvers.outcome_bits import (
    by_rank,
    memory_needed,
    number_by_suit,
    packed,
    settle,
    unpacked,
)
from upcard.games.beat_it_or_eat_it.solvers.tablebase_checkpoint import ScoreCheckpoint
from upcard.games.beat_it_or_eat_it.solvers.tablebase_solver import solve

SIZES = [(1, 2), (1, 3), (1, 9), (2, 2), (2, 3), (2, 5), (2, 6), (3, 3), (3, 4), (4, 2), (4, 3)]

LARGER = [(1, 16), (2, 8)] if IS_NIGHTLY else []


@pytest.fixture(scope="module")
def pool():
    with ThreadPoolExecutor(2) as made:
        yield made


@pytest.fixture(scope="module")
def outcomes(pool):
    """``outcomes(suits, length)``: the rounds of all hands, by processors, found once."""

    def found(suits, length, **how):
        return settle(CpuStateSolver(number_by_suit(suits, length), pool, 2), suits, length, **how)

    once = cache(found)
    return lambda suits, length, **how: (found if how else once)(suits, length, **how)


@pytest.mark.parametrize(("suits", "length"), [*SIZES, pytest.param(1, 14, marks=LATE), (2, 7), *LARGER])
def test_who_wins_is_what_distances_say(outcomes, suits, length):
    rounds, _ = outcomes(suits, length)
    plies = solve(suits, length, with_receive=False).distances.astype(int)
    expected = np.where(plies == 0, 0, np.where(plies % 2 == 1, 1, -1))
    assert (np.sign(by_rank(rounds, suits, length)) == expected).all()


def test_endless_hands_are_met(outcomes):
    assert int((outcomes(2, 7)[0][1:-1] == 0).sum()) == 711
    assert int((outcomes(3, 3)[0][1:-1] == 0).sum()) == 42


def played(suits, length, most):
    """By plain play, for every hand that leads: who wins before somebody eats how often."""
    cards = suits * length
    everything = (1 << cards) - 1
    beaten_by = [[d for d in range(cards) if d // length == c // length and d > c] for c in range(cards)]

    @cache
    def leading(mine, theirs, eats):
        """1 if the leader wins, -1 if the other one does, 0 if neither does while so many eat."""
        if not mine or not theirs:
            return 1 if not mine else -1
        best = -1
        for c in range(cards):
            if mine >> c & 1:
                rest = mine ^ 1 << c
                best = max(best, 1 if not rest else -answering(rest, theirs, c, eats))
        return best

    @cache
    def answering(mine, theirs, c, eats):
        """For who has `theirs` and the card `c` before him."""
        best = 0 if eats == 0 else -leading(mine, everything ^ mine, eats - 1)
        for d in beaten_by[c]:
            if theirs >> d & 1:
                rest = theirs ^ 1 << d
                best = max(best, 1 if not rest else leading(rest, mine, eats))
        return best

    rounds = np.zeros(1 << cards, np.int16)
    for k in range(most, 0, -1):
        for hand in range(1, everything):
            outcome = leading(hand, everything ^ hand, k - 1)
            rounds[hand] = outcome * k if outcome else rounds[hand]
    return rounds


@pytest.mark.parametrize(("suits", "length"), [(1, 5), (2, 3), (3, 2)])
def test_rounds_say_how_often_somebody_has_to_eat(outcomes, suits, length):
    rounds, sweeps = outcomes(suits, length)
    assert (rounds == played(suits, length, sweeps)).all()


def test_what_was_found_is_gone_on_with(outcomes, tmp_path, monkeypatch):
    place = tmp_path / "checkpoint.npz"
    whole, sweeps = outcomes(2, 5)

    def press(sweep, share):
        if sweep == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        outcomes(2, 5, checkpoint=place, on_step=press)
    steps: list[int] = []
    rounds, in_all = outcomes(2, 5, checkpoint=place, on_step=lambda sweep, share: steps.append(sweep))
    assert steps[0] == 5
    assert in_all == sweeps
    assert (rounds == whole).all()
    assert place.exists()


def test_a_checkpoint_of_distances_is_refused(outcomes, tmp_path):
    place = tmp_path / "checkpoint.npz"
    ScoreCheckpoint(place, (2, 3)).store(np.zeros(64, np.int8), 3)
    with pytest.raises(Failure, match="is of distances of rules 1, not of outcomes of rules 1; remove it"):
        outcomes(2, 3, checkpoint=place)


@pytest.mark.parametrize(("suits", "length"), [(1, 14), (2, 5), (2, 7), (2, 9), (3, 4), (4, 4)])
def test_memory_is_foreseen(suits, length):
    tables = number_by_suit(suits, length)
    arrays: list[Any] = [tables.places, tables.lows, tables.row_of, *tables.layers.values()]
    held = sum(a.nbytes for a in arrays) + 8 * tables.row_words + 4 * sum(tables.buffers())
    assert held <= memory_needed(suits, length) <= 10 * held


@pytest.mark.parametrize("hands", [4, 32, 256])
def test_bits_come_back_from_words(hands):
    marked = np.random.default_rng(hands).random(hands) < 0.5
    assert (unpacked(packed(marked), hands) == marked).all()
