"""Parts of compiled programs on disk: which are taken, and what is never linked by mistake."""

import pickle
import subprocess
import sys
from pathlib import Path

import pytest
from llvmlite import binding

from upcard.engine.compile import cache as program_files
from upcard.engine.compile import compiler as compile_seam
from upcard.engine.compile import linking as parts
from upcard.engine.compile.compiler import compiled
from upcard.engine.game import make_game
from upcard.simulation.kernel import FIXED
from upcard.simulation.lineup import line_up
from upcard.simulation.simulation_plan import SimulationPlan
from upcard.simulation.simulator import Simulator


def twice(x):
    return 2 * x


def larger(x):
    return twice(max(x, 3))


def smaller(x):
    return twice(min(x, 3))


def both(x):
    return larger(x) + 100 * smaller(x)


@pytest.fixture
def anew(monkeypatch, tmp_path):
    """``anew()``: forget all that this process has compiled, but nothing on disk."""
    monkeypatch.setenv("UPCARD_CACHE", str(tmp_path))

    def forget():
        monkeypatch.setattr(compile_seam, "_programs", {})
        monkeypatch.setattr(parts, "copies", {})

    forget()
    return forget


def kept(folder: Path) -> list[Path]:
    return sorted((folder / program_files.FOLDER).iterdir())


def test_a_part_that_another_program_has_is_linked_and_not_compiled(anew, tmp_path, monkeypatch):
    made = []

    def keep(key, code):
        made.append(key)
        program_files.store_part(key, code)

    monkeypatch.setattr("upcard.engine.compile.numba_internals.store_part", keep)
    assert compiled(larger, {})(1) == 6
    assert sorted(x.split("_")[0] for x in made) == ["('larger", "('twice"]
    made.clear()
    anew()
    assert compiled(smaller, {})(1) == 2
    assert [x.split("_")[0] for x in made] == ["('smaller"]
    assert len(kept(tmp_path)) == 3


def test_functions_of_numba_that_have_one_name_in_two_processes_are_not_mixed_up(anew, tmp_path):
    """Each process counts its functions from the beginning; parts of both are linked into one program."""
    for name in ("larger", "smaller"):
        code = f"from tests.engine.compile.test_linking import *; print(compiled({name}, {{}})(7))"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert int(done.stdout) == {"larger": 14, "smaller": 6}[name]
    assert compiled(both, {})(7) == 14 + 600
    assert compiled(both, {})(1) == 6 + 200


def test_a_part_shows_its_own_function_and_hides_those_that_it_brings_along(anew, tmp_path):
    """Numba names its functions by numbers that begin anew in every process."""
    assert compiled(larger, {})(1) == 6
    shown = {}
    for file in kept(tmp_path):
        (name, _, code), *_ = pickle.loads(file.read_bytes()[64:])
        functions = [x for x in binding.parse_bitcode(code).functions if not x.is_declaration]
        shown[name.split("_")[0]] = [x.linkage.name for x in functions]
    assert all(x.count("internal") == len(x) - 1 for x in shown.values())
    assert len(shown["larger"]) > 1


@pytest.mark.parametrize("damage", [lambda x: x[: len(x) // 2], lambda x: x[:-1] + b"?", lambda x: b""])
def test_a_part_that_is_spoilt_is_compiled_again(anew, tmp_path, damage):
    assert compiled(larger, {})(1) == 6
    whole = {file: file.read_bytes() for file in kept(tmp_path)}
    for file, content in whole.items():
        file.write_bytes(damage(content))
    for file in tmp_path.rglob("*.nb[ic]"):
        file.unlink()
    anew()
    assert compiled(larger, {})(1) == 6
    assert all(len(file.read_bytes()) > len(whole[file]) // 2 for file in whole)
    assert all(program_files.load_part(key) is None for key in ("nothing", ""))


def test_a_part_of_another_version_is_not_taken(anew, tmp_path, monkeypatch):
    assert compiled(larger, {})(1) == 6
    before = kept(tmp_path)
    anew()
    monkeypatch.setattr(compile_seam, "_toolchain", lambda: "another")
    assert compiled(smaller, {})(1) == 2
    assert len(kept(tmp_path)) == len(before) + 2


def test_what_is_large_is_not_kept(tmp_path, monkeypatch):
    monkeypatch.setenv("UPCARD_CACHE", str(tmp_path))
    program_files.store_part("small", b"x" * program_files.LARGEST)
    program_files.store_part("large", b"x" * (program_files.LARGEST + 1))
    assert program_files.load_part("small") == b"x" * program_files.LARGEST
    assert program_files.load_part("large") is None


def test_a_folder_that_cannot_be_written_is_done_without(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("UPCARD_CACHE", str(tmp_path / "file" / "cache"))
    program_files.store_part("key", b"code")
    assert program_files.load_part("key") is None


def test_games_of_linked_parts_are_the_same_games(anew, tmp_path):
    """Each line-up is another program, of which most parts are those of the one before."""
    game, plan, before = make_game("kuhn-poker"), SimulationPlan(300, 1, False, FIXED, 5), 0
    for cast in (["random", "equilibrium"], ["equilibrium", "random"]):
        ways = [
            Simulator(line_up(game, cast), interpreted=x).play(plan, 0, plan.blocks) for x in (False, True)
        ]
        assert ways[0].entrants.tolist() == ways[1].entrants.tolist()
        now = len(kept(tmp_path))
        assert now > before
        assert before == 0 or now < 1.5 * before
        before = now
        anew()
