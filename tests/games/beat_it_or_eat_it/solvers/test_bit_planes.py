"""What tables of Beat It Or Eat It are compiled from, interpreted: the same numbers, cell for cell."""

from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from upcard.games.beat_it_or_eat_it.solvers.bit_planes import gather_rows, score_planes
from upcard.games.beat_it_or_eat_it.solvers.cpu_planes import CpuStateSolver
from upcard.games.beat_it_or_eat_it.solvers.outcome_bits import number_by_suit
from upcard.games.beat_it_or_eat_it.solvers.score_layers import score_tables
from upcard.games.beat_it_or_eat_it.solvers.table_numbering import number_tables
from upcard.games.beat_it_or_eat_it.solvers.tablebase_solver import KINDS_OF_SCORE, StateSweeper


def with_whole_numbers(x):
    """An array, or a record of arrays, with cells that are as wide as the numbers of compiled code."""
    if isinstance(x, tuple):
        return type(x)(*map(with_whole_numbers, x))
    return x.data if isinstance(x, np.ndarray) else x


def interpreted(program):
    """Runs a program as it stands in its file."""
    return lambda *given: program(*map(with_whole_numbers, given))


@pytest.fixture(scope="module")
def pool():
    with ThreadPoolExecutor(1) as made:
        yield made


@pytest.mark.parametrize(("suits", "length"), [(1, 3), (1, 11), (2, 5), (3, 3), (4, 2)])
def test_outcomes_are_the_same_bits_interpreted(pool, suits, length):
    tables = number_by_suit(suits, length)
    machine, twin = CpuStateSolver(tables, pool, 1), CpuStateSolver(tables, pool, 1)
    twin._score, twin._gather = interpreted(score_planes), interpreted(gather_rows)
    leads = np.random.default_rng(1).integers(0, 2**32, (2, tables.words(0)), dtype=np.uint32)
    assert (machine.force(*leads) == twin.force(*leads)).all()


@pytest.mark.parametrize("kind", KINDS_OF_SCORE, ids=str)
@pytest.mark.parametrize(("suits", "length"), [(1, 3), (1, 7), (2, 4), (3, 2)])
def test_distances_and_counts_are_the_same_interpreted(pool, suits, length, kind):
    tables, most = number_tables(suits, length), np.iinfo(kind).max
    machine, twin = StateSweeper(tables, pool, 1), StateSweeper(tables, pool, 1)
    twin._programs = dict.fromkeys(KINDS_OF_SCORE, interpreted(score_tables))
    leads = np.random.default_rng(1).integers(-most, most + 1, 1 << tables.cards).astype(kind)
    counted = np.zeros((2, 2 * (most + 1)), np.int64)
    assert (machine.sweep(leads, counted[0]) == twin.sweep(leads, counted[1])).all()
    assert counted[0].sum() > 0
    assert (counted[0] == counted[1]).all()


class FirstOnly:
    """Does the first part that it is given, and has not begun with the others."""

    def __init__(self) -> None:
        self.given: list[Future[object]] = []

    def submit(self, part, /, *given):
        self.given.append(Future())
        if len(self.given) == 1:
            try:
                self.given[0].set_result(part(*given))
            except MemoryError as fault:
                self.given[0].set_exception(fault)
        return self.given[-1]


def fails(*given):
    raise MemoryError


@pytest.mark.parametrize("machine", [CpuStateSolver, StateSweeper])
def test_where_one_part_fails_what_has_not_begun_is_given_up(machine):
    pool: Any = FirstOnly()
    if machine is CpuStateSolver:
        by_bits: Any = CpuStateSolver(number_by_suit(1, 5), pool, 2)
        by_bits._gather, work, leads = fails, by_bits.force, np.zeros((2, 1), np.uint32)
    else:
        sweeper: Any = StateSweeper(number_tables(1, 5), pool, 2)
        sweeper._programs, work, leads = {np.dtype(np.int8): fails}, sweeper.sweep, np.zeros((1, 32), np.int8)
    with pytest.raises(MemoryError):
        work(*leads)
    assert len(pool.given) > 1
    assert all(x.cancelled() for x in pool.given[1:])
