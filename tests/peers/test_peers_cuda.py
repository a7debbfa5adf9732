"""NVIDIA's own compiler takes the rules as they are: programs for an accelerator, made without one."""

import importlib
import os
import re
import subprocess
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from tests.night import IS_NIGHTLY

from upcard.engine.compile.cuda import PER_BLOCK, GpuKernel
from upcard.engine.game import make_game
from upcard.engine.registry import game_modules, is_shipped, strategies_for
from upcard.simulation import gpu as accelerated
from upcard.simulation.gpu import GpuSimulator
from upcard.simulation.lineup import line_up

if find_spec("numba_cuda") is None:
    pytest.skip("numba-cuda is not installed", allow_module_level=True)

CHIP = (9, 0)
"""A Hopper, such as the H100."""

REGISTERS = 65_536
"""Of each of its multiprocessors."""

LEFT_OUT = {
    "alpha-beta": "memory of its own",
    "endgame": "memory of its own",
    "fitted-values": "memory of its own",
    "flat-monte-carlo": "a search",
    "ismcts": "a search",
    "quantal": "a search",
    "tablebase": "interpreted",
    "equilibrium": "tables of up to 4 MB, where 64 kB fit",
}
"""Strategies that an accelerator cannot play, and what it would need."""

OWN = sorted(name for name, rules in game_modules().items() if is_shipped(rules))
GAMES = OWN if IS_NIGHTLY else ["beat-it-or-eat-it", "kuhn-poker", "lama"]
"""Each takes NVIDIA's compiler seconds: by day some, by night all."""


class OnHost(np.ndarray):
    """An array that stands for one of the accelerator's."""

    def copy_to_host(self):
        """Itself."""
        return np.asarray(self)


@pytest.fixture
def toolkit(monkeypatch):
    """NVIDIA's compiler and assembler, and Numba told which chip there would be."""
    from numba.cuda import dispatcher

    (place,) = importlib.import_module("nvidia.cuda_nvcc").__path__
    folder = Path(place)
    monkeypatch.setenv("CUDA_HOME", str(folder))
    chip = type("Chip", (), {"compute_capability": CHIP})
    monkeypatch.setattr(dispatcher, "get_current_device", chip)
    monkeypatch.setattr(accelerated, "missing", lambda: None)
    monkeypatch.setattr(accelerated, "on_device", lambda x: np.array(x).view(OnHost))
    return folder


@pytest.fixture
def made(monkeypatch):
    """The texts of the programs that are made instead of being run."""
    import numba
    from numba import cuda

    texts = []

    def compile_only(kernel, threads, *given):
        kinds = [numba.typeof(np.asarray(x) if isinstance(x, np.ndarray) else x) for x in (threads, *given)]
        texts.append(cuda.compile(kernel.entry.py_func, tuple(kinds), device=False, cc=CHIP, abi="numba")[0])

    monkeypatch.setattr(GpuKernel, "__call__", compile_only)
    return texts


@pytest.mark.parametrize("name", GAMES)
def test_rules_and_strategies_become_a_program_of_an_accelerator(name, toolkit, made, tmp_path):
    game = make_game(name)
    cast = [x for x in strategies_for(game.rules) if x not in LEFT_OUT]
    GpuSimulator(line_up(game, "random", cast))
    (text,) = made
    (tmp_path / "program.ptx").write_text(text)
    command = [toolkit / "bin" / "ptxas", "-v", "-arch=sm_90", "program.ptx", "-o", "program.cubin"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, env=os.environ)
    assert run.returncode == 0, run.stderr
    assert (tmp_path / "program.cubin").stat().st_size > 10_000
    assert "0 bytes spill stores" in run.stderr
    registers = [int(x) for x in re.findall(r"Used (\d+) registers", run.stderr)]
    assert registers
    assert PER_BLOCK * max(registers) * 4 <= REGISTERS  # so that four blocks fit at once


def test_no_product_is_added_without_being_rounded(toolkit, made):
    GpuSimulator(line_up(make_game("lama"), "folding"))
    GpuSimulator(line_up(make_game("beat-it-or-eat-it"), "rank-sum"))
    assert all("mul.rn.f64" in text and "fma.rn.f64" not in text for text in made)


@pytest.mark.parametrize(("name", "strategy"), [("lama", "fitted-values"), ("four-cell", "endgame")])
def test_what_needs_memory_of_its_own_is_refused_by_the_compiler(name, strategy, toolkit, made):
    from numba.core.errors import NumbaError

    with pytest.raises(NumbaError):
        GpuSimulator(line_up(make_game(name), strategy))
