"""Compiled programs on disk and in memory: which are taken, made anew, or done without."""

import errno
import gc
import os
import pickle
import sys
import time
from pathlib import Path

import numba
import numpy as np
import pytest
from tests.engine.tiny_games import STEP

from upcard.engine.compile import compiler as compile_seam
from upcard.engine.compile.cache import cache_folder
from upcard.engine.compile.compiler import compiled
from upcard.engine.errors import BrokenRules
from upcard.engine.source.fingerprint import reached_names


def plus_one(x):
    return x + STEP


@pytest.fixture
def new_loop(monkeypatch, tmp_path):
    """A tiny loop that no process has compiled before, and an empty cache."""
    monkeypatch.setenv("UPCARD_CACHE", str(tmp_path / "programs"))
    monkeypatch.setattr(compile_seam, "_programs", {})
    monkeypatch.setitem(plus_one.__globals__, "STEP", 1 + time.time_ns() % 10**9)
    return plus_one


def test_a_file_edited_after_its_import_does_not_change_the_program(new_loop, module):
    """Else the program would be kept under the fingerprint of code that it does not come from."""
    times = module("times", f"def times(x):\n    return {STEP} * x\n")
    file = Path(times.__file__)
    file.write_text(file.read_text().replace(str(STEP), str(STEP + 1)))
    assert compiled(times.times, {})(2) == times.times(2) == 2 * STEP


def test_a_cache_that_cannot_be_written_is_done_without(new_loop, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("UPCARD_CACHE", str(tmp_path / "file" / "cache"))
    assert compiled(new_loop, {})(4) == 4 + STEP
    assert not cache_folder().exists()


def test_the_cache_lies_where_the_environment_says(new_loop, tmp_path):
    assert cache_folder() == tmp_path / "programs"
    key = reached_names([new_loop], {}).fingerprint
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
    monkeypatch.setattr(compile_seam, "fresh", lambda *given: pytest.fail("made anew"))
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
    monkeypatch.setattr(compile_seam, "fresh", lambda *given: pytest.fail("made anew"))
    assert compiled(look_up, {})(299_999) == 300_000
    assert not recwarn.list


def test_what_is_changed_before_a_program_first_runs_is_refused(new_loop, monkeypatch):
    """Else the cache would hold the changed program under the name of the one that was asked for."""
    program = compiled(new_loop, {})
    monkeypatch.setitem(new_loop.__globals__, "STEP", STEP + 1)
    with pytest.raises(
        BrokenRules, match=r"plus_one, or a function that it calls, has changed .* request it again"
    ):
        program(1)
    assert compiled(new_loop, {})(1) == 1 + STEP


def test_a_program_of_another_checkout_or_version_is_not_taken_for_ours(new_loop, tmp_path, monkeypatch):
    """Numba would not use it: it is compiled, and that is told."""
    compiled(new_loop, {})(1)
    (folder,) = (tmp_path / "programs").glob("compile_*")
    told: list[str] = []

    def again(what):
        monkeypatch.setattr(compile_seam, "_programs", {})
        compile_seam._toolchain.cache_clear()
        assert compiled(new_loop, {}, on_compile=lambda: told.append(what))(1) == 1 + STEP

    again("the same")
    folder.rename(folder.with_name("compile_of_another_checkout"))
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
    days = {"old.nbi": 100, "old.1.nbc": 91, "old.bc": 91, "young.nbi": 10, "young.bc": 89, "old.txt": 100}
    for name, age in days.items():
        (folder / name).touch()
        os.utime(folder / name, times=(time.time() - age * 86400,) * 2)
    compiled(new_loop, {})
    assert sorted(p.name for p in folder.iterdir()) == ["old.txt", "young.bc", "young.nbi"]


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
