"""Compiled programs do what the plain functions do, and the cache on disk never gives a wrong one."""

import errno
import gc
import os
import pickle
import subprocess
import sys
import time
from pathlib import Path

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from upcard.engine import compile as compile_seam
from upcard.engine.compile import cache_folder, compiled
from upcard.engine.errors import BrokenRules
from upcard.engine.game import Game
from upcard.engine.source import reach
from upcard.rules import kuhn_poker, lama, leduc_poker

TINY = '''"""One choice and a die: a game to try the compiler on. Source: made up."""

from stakes import stake
from upcard.rules.cards import EVERYBODY, Header, below, number

ACTIONS, BONUS = 2, 3
GAME = Header(
    name="tiny", title="Tiny", players=(1, 2), usual=1, zero_sum=False, perfect_information=True,
    longest=2, payoffs=(0, 100), version=1, source="made up",
)
OPTIONS = ()
PRESETS = {}
STATE = (number("won", EVERYBODY, "chips won", per_seat=True),)


def card_text(k):
    return str(k)


def action_text(v, a):
    return "dare" if a == 1 else "stay"


def start(s):
    s.player = 0


def legal(s, a):
    return a == 0 or a == 1


def apply(s, a):
    p = s.player
    s.won[p] = stake(below(s, 6)) + (BONUS + p) * a
    if p == s.seats - 1:
        s.over = 1
    else:
        s.player = p + 1


def score(s, p):
    return s.won[p]
'''
STAKES = """def stake(n):
    return n * 2


def choose(v):
    return 1
"""
PLAY = """
import json, sys
import stakes, tiny
from upcard.engine.game import Game
from upcard.simulation.lineup import line_up
from upcard.simulation.plan import make_plan
from upcard.simulation.simulator import Simulator

lineup = line_up(Game(tiny, 1, {}), stakes.choose)
told = []
simulator = Simulator(lineup, lambda: told.append("compiles"))
totals = [t.play(make_plan(50, 1, 1), 0, 50).entrants[:, 0, 2].tolist()
          for t in (simulator, Simulator(lineup, interpreted=True))]
hits = sum(simulator._run.stats.cache_hits.values())
print(json.dumps({"totals": totals[0], "plain": totals[1], "told": len(told), "hits": hits}))
"""


def write_tiny(folder: Path):
    (folder / "tiny.py").write_text(TINY)
    (folder / "stakes.py").write_text(STAKES)


@pytest.fixture
def tiny(module):
    """A rules module of its own for every test, and a strategy for it."""
    stake = STAKES.split("\n\n\n", maxsplit=1)[0]
    rules = module("tiny", TINY.replace("from stakes import stake\n", "") + "\n\n" + stake + "\n")
    rules.strategy = module("stakes", STAKES).choose
    return rules


NAMED_LIKE_FIELDS = """

def won(s, p):
    return s.won[p] + s.owed[p]


def owed(s, p):
    return s.owed[p] + won(s, p)
"""


def test_functions_may_have_the_names_of_the_fields_that_they_read(module, sums_of):
    """``s.won`` in ``won`` reads a field; it was taken for a call, and so for one without end."""
    text = TINY.replace("from stakes import stake\n", "").replace("return s.won[p]", "return owed(s, p)")
    text = text.replace("STATE = (", 'STATE = (number("owed", EVERYBODY, "chips owed", per_seat=True), ')
    rules = module("tiny", text + NAMED_LIKE_FIELDS + "\n\n" + STAKES.split("\n\n\n", maxsplit=1)[0] + "\n")
    rules.strategy = module("stakes", STAKES).choose
    compiled_sums, plain_sums = both_ways(sums_of, rules)
    assert compiled_sums == plain_sums


def both_ways(sums_of, rules):
    game = Game(rules, 1, {})
    return [sums_of(game, rules.strategy, way, games=50) for way in ("masked", "interpreted")]


# ---- other processes ----


@pytest.mark.slow
def test_a_program_on_disk_is_taken_until_a_function_in_another_file_changes(tmp_path, in_process):
    """Even when the size of the file and its time of change stay the same."""
    write_tiny(tmp_path)
    file = tmp_path / "stakes.py"
    times = file.stat().st_atime_ns, file.stat().st_mtime_ns
    first, second = (in_process(PLAY)() for _ in range(2))
    assert (first["told"], first["hits"]) == (1, 0)
    assert (second["told"], second["hits"]) == (0, 1)
    assert first["totals"] == second["totals"] == first["plain"]
    file.write_text(STAKES.replace("n * 2", "n * 7"))
    os.utime(file, ns=times)
    third = in_process(PLAY)()
    assert (third["told"], third["hits"]) == (1, 0)
    assert third["totals"] == third["plain"]
    assert third["totals"] != first["totals"]


THREE = """
def same(x):
    return x


def double(x):
    return 2 * x + 1


def square(x):
    return x * x


def make_total(choose):
    def total(n):
        found = 0
        for i in range(n):
            found = (3 * found + choose(i % 2, i)) % 1000003
        return found

    return total
"""
LOAD = """
import itertools, json
import three
from upcard.engine.compile import compiled
from upcard.engine.loop import make_choose

pairs = list(itertools.permutations((three.same, three.double, three.square), 2))
told, wrong = [], []
for i in {picks}:
    total = three.make_total(make_choose(pairs[i]))
    program = compiled(total, {{}}, on_compile=lambda: told.append(i))
    wrong += [i] if program(40) != total(40) else []
print(json.dumps([told, wrong]))
"""


@pytest.mark.slow
def test_programs_on_disk_are_not_mixed_up(tmp_path, in_process):
    """Six programs compiled in six processes, then all loaded by one: Numba alone gives five wrong ones."""
    (tmp_path / "three.py").write_text(THREE)
    for pair in ((0, 1), (2, 3), (4, 5)):
        started = [in_process(LOAD.format(picks=[i])) for i in pair]
        assert [wait() for wait in started] == [[[i], []] for i in pair]
    started = [in_process(LOAD.format(picks=picks)) for picks in ([0, 1, 2, 3, 4, 5], [5, 3, 1, 0, 2, 4])]
    assert [wait() for wait in started] == [[[], []], [[], []]]


# ---- this process ----


def test_a_changed_constant_makes_another_program(tiny, sums_of, monkeypatch):
    before = both_ways(sums_of, tiny)
    monkeypatch.setattr(tiny, "BONUS", 40)
    after = both_ways(sums_of, tiny)
    assert before[0] == before[1]
    assert after[0] == after[1]
    assert after[0][0][0][0][2] - before[0][0][0][0][2] == 50 * 37
    monkeypatch.undo()
    assert both_ways(sums_of, tiny) == before


def test_a_changed_constant_of_a_shipped_game_makes_another_program(new_game, sums_of, monkeypatch):
    game = new_game(lama, 2)
    before = sums_of(game, "same-first")
    monkeypatch.setattr(lama, "HAND", 4)
    after = sums_of(game, "same-first")
    assert after == sums_of(game, "same-first", "interpreted")
    assert after != before


def test_two_games_bound_to_the_same_loop_are_both_right(new_game, sums_of):
    games = [new_game(rules) for rules in (kuhn_poker, leduc_poker)]
    first = [sums_of(game, "random") for game in games]
    again = [sums_of(game, "random") for game in reversed(games)]
    assert first == [sums_of(game, "random", "interpreted") for game in games]
    assert again == first[::-1]
    assert first[0] != first[1]


def low(v):
    return 0


def high(v):
    return 1


def by_card(v):
    """Calls both others; hands on a table, so that its functions are compiled as they stand."""
    return high(v) if cell(v.card, v.me) > 0 else low(v)


def cell(table, p):
    return table[p]


def test_line_ups_that_differ_in_a_function_already_met_are_both_right(new_game, sums_of):
    """The first strategy reaches all functions of the second, whichever it is."""
    game = new_game(kuhn_poker)
    for other in (low, high):
        assert sums_of(game, [by_card, other]) == sums_of(game, [by_card, other], "interpreted")


def test_a_file_edited_after_its_import_does_not_change_the_program(tmp_path, tiny, sums_of, monkeypatch):
    """Else the program would be kept under the fingerprint of code that it does not come from."""
    monkeypatch.setenv("UPCARD_CACHE", str(tmp_path / "programs"))
    monkeypatch.setattr(tiny, "BONUS", 12)  # no other test has this program
    file = Path(tiny.__file__)
    file.write_text(file.read_text().replace("return n * 2", "return n * 5"))
    masked, interpreted = both_ways(sums_of, tiny)
    assert masked == interpreted


def test_a_cache_that_cannot_be_written_is_done_without(tmp_path, tiny, sums_of, monkeypatch):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("UPCARD_CACHE", str(tmp_path / "file" / "cache"))
    monkeypatch.setattr(tiny, "BONUS", 11)  # no other test has this program
    masked, interpreted = both_ways(sums_of, tiny)
    assert masked == interpreted
    assert not cache_folder().exists()


def plus_one(x):
    return x + STEP


STEP = 1


@pytest.fixture
def new_loop(monkeypatch, tmp_path):
    """A tiny loop that no process has compiled before, and an empty cache."""
    monkeypatch.setenv("UPCARD_CACHE", str(tmp_path / "programs"))
    monkeypatch.setattr(compile_seam, "_programs", {})
    monkeypatch.setitem(plus_one.__globals__, "STEP", 1 + time.time_ns() % 10**9)
    return plus_one


def test_the_cache_lies_where_the_environment_says(new_loop, tmp_path):
    assert cache_folder() == tmp_path / "programs"
    key = reach([new_loop], {}).fingerprint
    assert compiled(new_loop, {})(4) == 4 + STEP
    assert [p.suffix for p in (tmp_path / "programs").rglob(f"*{key}*.nbi")] == [".nbi"]


def test_the_cache_lies_in_the_users_folder_otherwise(monkeypatch):
    monkeypatch.delenv("UPCARD_CACHE", raising=False)
    assert cache_folder().parts[-2:] == ("upcard", "programs")


def test_compiling_is_told_once_and_a_program_is_made_once(new_loop, monkeypatch):
    told: list[int] = []
    program = compiled(new_loop, {}, on_compile=lambda: told.append(1))
    assert told == []
    assert [program(x) for x in (1, 2)] == [1 + STEP, 2 + STEP]
    assert compiled(new_loop, {}, on_compile=lambda: told.append(2)) is program
    other = compiled(new_loop, {}, "other layout", on_compile=lambda: told.append(3))
    assert other is not program
    assert other(1) == 1 + STEP
    monkeypatch.setattr(compile_seam, "_programs", {})
    assert compiled(new_loop, {}, on_compile=lambda: told.append(4))(1) == 1 + STEP
    assert told == [1, 3]


@pytest.mark.parametrize("was_on", [True, False])
def test_the_search_for_garbage_pauses_while_it_compiles_and_is_then_as_it_was(new_loop, was_on):
    (gc.enable if was_on else gc.disable)()
    while_compiling: list[bool] = []
    try:
        compiled(new_loop, {}, on_compile=lambda: while_compiling.append(gc.isenabled()))(1)
        assert while_compiling == [False]
        assert gc.isenabled() is was_on
    finally:
        gc.enable()


def test_a_program_on_disk_is_loaded_without_making_its_functions_anew(new_loop, monkeypatch):
    assert compiled(new_loop, {})(1) == 1 + STEP
    monkeypatch.setattr(compile_seam, "_programs", {})
    monkeypatch.setattr(compile_seam, "_fresh", lambda *given: pytest.fail("made anew"))
    assert compiled(new_loop, {})(1) == 1 + STEP


LARGE = np.arange(300_000)


def look_up(i):
    return LARGE[i] + 1


def test_a_program_with_a_large_table_is_kept_on_disk_too(tmp_path, monkeypatch, recwarn):
    """By itself Numba keeps nothing that holds more than a megabyte, and warns."""
    monkeypatch.setenv("UPCARD_CACHE", str(tmp_path))
    monkeypatch.setattr(compile_seam, "_programs", {})
    assert compiled(look_up, {})(7) == 8
    monkeypatch.setattr(compile_seam, "_programs", {})
    monkeypatch.setattr(compile_seam, "_fresh", lambda *given: pytest.fail("made anew"))
    assert compiled(look_up, {})(299_999) == 300_000
    assert not recwarn.list


def test_what_is_changed_before_a_program_first_runs_is_refused(new_loop, monkeypatch):
    """Else the cache would hold the changed program under the name of the one that was asked for."""
    program = compiled(new_loop, {})
    monkeypatch.setitem(new_loop.__globals__, "STEP", STEP + 1)
    with pytest.raises(BrokenRules, match=r"plus_one, or what it calls, was changed .* ask for it again"):
        program(1)
    assert compiled(new_loop, {})(1) == 1 + STEP


def test_a_program_of_another_checkout_or_version_is_not_taken_for_ours(new_loop, tmp_path, monkeypatch):
    """Numba would not use it: it is compiled, and that is told."""
    compiled(new_loop, {})(1)
    (folder,) = (p for p in (tmp_path / "programs").iterdir() if p.is_dir())
    told: list[str] = []

    def again(what):
        monkeypatch.setattr(compile_seam, "_programs", {})
        compile_seam._toolchain.cache_clear()
        assert compiled(new_loop, {}, on_compile=lambda: told.append(what))(1) == 1 + STEP

    again("the same")
    folder.rename(folder.with_name("engine_of_another_checkout"))
    again("another checkout")
    with monkeypatch.context() as patch:
        patch.setattr("numba.__version__", "0.0")
        again("another Numba")
    with monkeypatch.context() as patch:
        patch.setattr(sys, "version", "another Python")
        again("another Python")
    again("the same again")
    assert told == ["another checkout", "another Numba", "another Python"]


def test_programs_not_used_for_a_long_time_are_removed_and_others_kept(new_loop, tmp_path):
    folder = tmp_path / "programs" / "some"
    folder.mkdir(parents=True)
    days = {"old.nbi": 100, "old.1.nbc": 91, "young.nbi": 10, "old.txt": 100}
    for name, age in days.items():
        (folder / name).touch()
        os.utime(folder / name, times=(time.time() - age * 86400,) * 2)
    compiled(new_loop, {})
    assert sorted(p.name for p in folder.iterdir()) == ["old.txt", "young.nbi"]


def test_the_cache_is_swept_once_a_day(new_loop, tmp_path):
    compiled(new_loop, {})
    old = tmp_path / "programs" / "old.nbi"
    old.touch()
    os.utime(old, times=(0, 0))
    compiled(new_loop, {}, "another program")
    assert old.exists()
    os.utime(tmp_path / "programs" / "swept", times=(time.time() - 90_000,) * 2)
    compiled(new_loop, {}, "a third program")
    assert not old.exists()


@pytest.mark.parametrize("part", [0, 0.5, 0.99])
@pytest.mark.parametrize("suffix", ["nbi", "nbc"])
def test_a_file_of_the_cache_that_was_cut_off_is_done_without(new_loop, tmp_path, monkeypatch, suffix, part):
    assert compiled(new_loop, {})(1) == 1 + STEP
    (file,) = (tmp_path / "programs").rglob(f"*.{suffix}")
    whole = file.read_bytes()
    file.write_bytes(whole[: int(part * len(whole))])
    monkeypatch.setattr(compile_seam, "_programs", {})
    assert [compiled(new_loop, {})(x) for x in (1, 2)] == [1 + STEP, 2 + STEP]


@pytest.mark.parametrize(
    "damaged", [b"", pickle.dumps(7), pickle.dumps(()), b"cno_such_module\nx\n.", pickle.dumps({"a": [1]})]
)
@pytest.mark.parametrize("suffix", ["nbi", "nbc"])
def test_a_file_of_the_cache_that_holds_something_else_is_done_without(
    new_loop, tmp_path, monkeypatch, suffix, damaged
):
    assert compiled(new_loop, {})(1) == 1 + STEP
    (file,) = (tmp_path / "programs").rglob(f"*.{suffix}")
    head = pickle.dumps(numba.__version__) if suffix == "nbi" else b""
    file.write_bytes(head + damaged)
    monkeypatch.setattr(compile_seam, "_programs", {})
    told: list[int] = []
    program = compiled(new_loop, {}, on_compile=lambda: told.append(1))
    assert [program(x) for x in (1, 2)] == [1 + STEP, 2 + STEP]
    assert told == [1]


def adds_and_reads(table, i):
    table[0] += 1
    return table[i]


def test_a_program_that_fails_at_its_first_call_is_not_run_twice():
    table = np.zeros(3, np.int64)
    with pytest.raises(IndexError):
        compiled(adds_and_reads, {}, "run once", careful=True)(table, 5)
    assert table[0] == 1


def test_a_full_folder_costs_no_second_compilation(new_loop, monkeypatch):
    def full(self, *given):
        raise OSError(errno.ENOSPC, "no space left on device")

    monkeypatch.setattr("numba.core.caching.Cache.save_overload", full)
    told: list[int] = []
    program = compiled(new_loop, {}, on_compile=lambda: told.append(1))
    before = program.compiled
    assert program(1) == 1 + STEP
    assert program.compiled is before
    assert told == [1]


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


def part_of_a_part(a):
    return a * 3


def part(a):
    return part_of_a_part(a) + 1


def whole(a):
    return part(a) + part_of_a_part(a)


@pytest.fixture
def nothing_compiled(monkeypatch, tmp_path):
    """As in a process that has compiled nothing yet, with an empty cache."""
    monkeypatch.setattr(compile_seam, "_programs", {})
    monkeypatch.setattr(compile_seam, "_copies", {})
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


ALONE = """
import sys
from upcard.engine.compile import _numba
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
