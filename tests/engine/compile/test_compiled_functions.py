"""Compiled functions do what the plain ones do, and what cannot be compiled is told."""

import subprocess
import sys

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.engine.tiny_games import STEP, part, part_of_a_part

from upcard.engine.compile import compiler as compile_seam
from upcard.engine.compile import linking as parts
from upcard.engine.compile import numba_internals
from upcard.engine.compile.compiler import compiled
from upcard.engine.errors import BrokenRules


def adds_a_word(x):
    return calls_it(x) + 1


def calls_it(x):
    if x > 3:
        return 2
    return x + WORD


WORD = "word"


def test_what_numba_cannot_compile_is_told_in_a_few_words():
    with pytest.raises(BrokenRules) as fault:
        compiled(adds_a_word, {})(1)
    assert str(fault.value) == (
        "a function cannot be compiled: calls_it, at 'return x + WORD'; every path must return a whole number"
    )


def constructs(x: int, y: int, cells) -> int:
    """Whatever the subset allows, on numbers of both signs."""
    total: int = x // 3 + x % 3 + y // -4 + y % 5
    total += max(x, y, 3) - min(x, y) + abs(y) + int(x > y) + (1 if x == y else 2)
    if -5 < x <= y < 50 and not (x == 3 or y == 4):
        total ^= 21
    elif (x & 3) == 1 or x | 4 == 5:
        total -= (x << 2) + (y >> 1)
    for i in range(3, -1, -1):
        if i == 1:
            continue
        cells[i] += total % 7
        total += cells[i] * weigh(i, y)
    while total > 1000:
        total //= 2
        if total == 777:
            break
    return total


def weigh(i: int, y: int, more: int = 2) -> int:
    """A function with a default."""
    return (i - y) * more if y > i else -i


@given(*[st.integers(-(10**6), 10**6)] * 2, st.lists(st.integers(-50, 50), min_size=4, max_size=4))
def test_a_compiled_function_gives_what_the_plain_one_gives(x, y, cells):
    plain_table = list(cells)
    expected = constructs(x, y, plain_table)
    for careful in (False, True):
        table = np.array(cells)
        assert compiled(constructs, {}, careful=careful)(x, y, table) == expected
        assert table.tolist() == plain_table


def reads(table, i):
    return table[i]


@pytest.mark.parametrize("i", [-1, 3, -(10**6), 10**6])
def test_a_careful_program_refuses_an_index_outside_its_table(i):
    """As the interpreted state does."""
    careful = compiled(reads, {}, careful=True)
    assert [careful(np.arange(5, 8), k) for k in range(3)] == [5, 6, 7]
    with pytest.raises(IndexError):
        careful(np.arange(5, 8), i)


def stores(table, i, x):
    table[i] = x
    return table[i]


def adds(table, i, x):
    table[i] += x
    return table[i]


@pytest.mark.parametrize("x", [32768, -32769, 10**9])
@pytest.mark.parametrize("function", [stores, adds])
def test_a_careful_program_refuses_a_number_that_a_cell_cannot_hold(function, x):
    """As the interpreted state does; another program cuts it off."""
    table = np.zeros(3, np.int16)
    with pytest.raises(OverflowError, match="does not fit into 16 bits"):
        compiled(function, {}, careful=True)(table, 1, x)
    assert table.tolist() == [0, 0, 0]
    assert compiled(function, {})(table, 1, x) != x


@pytest.mark.parametrize("function", [stores, adds])
def test_a_careful_program_looks_at_the_tables_of_a_state_only(function):
    careful = compiled(function, {}, careful=True)
    assert [careful(np.zeros(3, np.int16), 1, x) for x in (32767, -32768)] == [32767, -32768]
    wide = np.zeros(3, np.int64)
    assert compiled(function, {}, "wide", careful=True)(wide, 1, 10**12) == wide[1] == 10**12


def in_order(table, log):
    """Every part of an assignment notes when its turn is."""
    table[note(log, 1), note(log, 2)] += note(log, 3)
    table[note(log, 0), 1] = note(log, 2)
    table[note(log, 1)][note(log, 0)] -= 5
    for i in range(2):
        x = table[i, 0] = note(log, 0) + 7
        table[i, 2] *= x
    return log[0]


def note(log, x):
    log[0] += 1
    log[log[0]] = x
    return x


def test_a_careful_program_evaluates_everything_once_and_in_order():
    careful = compiled(in_order, {}, careful=True)
    table, twin = np.arange(6, dtype=np.int16).reshape(2, 3), np.arange(6).reshape(2, 3)
    log, twin_log = np.zeros(30, np.int64), np.zeros(30, np.int64)
    assert careful(table, log) == in_order(twin, twin_log)
    assert log.tolist() == twin_log.tolist()
    assert table.tolist() == twin.tolist()


def with_default(x, k=STEP):
    return x * k


def calls_with_default(x):
    return with_default(x) + with_default(x, 5)


def test_a_default_may_be_a_constant_of_the_file():
    assert compiled(calls_with_default, {})(7) == calls_with_default(7)


def asks(x):
    return door(x) + 1


def door(x):
    raise NotImplementedError


def behind(x):
    return 10 * x


def test_a_door_is_replaced_by_what_stands_behind_it():
    assert compiled(asks, {door: behind})(3) == 31


def add_all(table, n):
    total = 0
    for i in range(n):
        for j in range(2):
            total += table[i, j] * 10**j
    return total


def test_a_table_is_read_alike_with_every_kind_of_index():
    table = np.arange(6, dtype=np.int16).reshape(3, 2)
    assert compiled(add_all, {})(table, 3) == sum(table[i, j] * 10**j for i in range(3) for j in range(2))


def whole(a):
    return part(a) + part_of_a_part(a)


@pytest.fixture
def nothing_compiled(monkeypatch, tmp_path):
    """As in a process that has compiled nothing yet, with an empty cache."""
    monkeypatch.setattr(compile_seam, "_programs", {})
    monkeypatch.setattr(parts, "copies", {})
    monkeypatch.setenv("UPCARD_CACHE", str(tmp_path))


def test_only_the_whole_program_is_optimised_and_made_into_machine_code(monkeypatch, nothing_compiled):
    """Else the time to compile grows with the square of how deep functions call each other."""
    from numba.core.codegen import JITCodeLibrary

    optimised: list[str] = []
    translated: list[str] = []
    for name, names in (("_optimize_final_module", optimised), ("_finalize_specific", translated)):
        usual = getattr(JITCodeLibrary, name)
        monkeypatch.setattr(
            JITCodeLibrary,
            name,
            lambda self, usual=usual, names=names: (names.append(self.name), usual(self)),
        )
    assert compiled(whole, {})(5) == 31
    ours = "part", "whole"
    assert [n.split("_")[0] for n in optimised if n.startswith(ours)] == ["whole"]
    assert [n.split("_")[0] for n in translated if n.startswith(ours)] == ["whole"]


def added_by_others(a):
    return a + 1


def test_programs_that_play_are_optimised_at_their_own_level_and_all_else_as_ever(
    monkeypatch, nothing_compiled
):
    import numba
    from numba.core import config
    from numba.core.codegen import JITCodeLibrary

    levels = {}
    usual, before = JITCodeLibrary._optimize_final_module, int(config.OPT)

    def noted(library):
        levels[library.name] = int(config.OPT)
        usual(library)

    monkeypatch.setattr(JITCodeLibrary, "_optimize_final_module", noted)
    playing, kernel = compiled(whole, {part: part_of_a_part}), compiled(whole, {})
    assert (playing(5), kernel(5), numba.njit(added_by_others)(5)) == (2 * part_of_a_part(5), 31, 6)
    assert levels[playing.name] == numba_internals.LEVEL < before
    others = [level for name, level in levels.items() if name != playing.name]
    assert len(others) >= 2
    assert set(others) == {before} == {int(config.OPT)}


ALONE = """
import sys
from upcard.engine.compile.compiler import _numba
numba = _numba()
assert "scipy.linalg" not in sys.modules
import numpy as np
assert numba.njit(lambda a: np.dot(a, a))(np.eye(2)).tolist() == [[1, 0], [0, 1]]
import scipy.linalg.cython_blas
assert scipy.linalg.cython_blas.__file__
"""


def test_numba_begins_without_linear_algebra_and_has_it_when_it_is_asked_for():
    subprocess.run([sys.executable, "-c", ALONE], check=True)


def test_a_function_of_somebody_else_is_run_whatever_its_name(nothing_compiled):
    compiled(whole, {})(5)

    def upper_part(a):
        return a + 1

    assert numba.njit(upper_part)(2) == 3
