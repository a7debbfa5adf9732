"""Games on an accelerator are those of the processors; Numba's simulator of CUDA stands in for one."""

import importlib.util
import json
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest
from tests.night import IS_NIGHTLY

import upcard as uc
from upcard.engine.compile import cuda as accelerate
from upcard.engine.errors import Failure, Usage
from upcard.engine.registry import game_modules, is_shipped
from upcard.simulation.gpu import GpuSimulator, _added, _first_of
from upcard.simulation.lineup import line_up
from upcard.simulation.simulation_plan import make_plan
from upcard.simulation.simulator import Simulator

ROOT = Path(__file__).parents[2]
MILLION = 1_000_000

SIMULATED = [] if IS_NIGHTLY else ["kuhn-poker", "lama"]
"""Games that the simulator of CUDA plays, which is slow; none named: all."""


@pytest.mark.slow
def test_every_game_and_every_fault_is_the_same_under_the_simulator_of_cuda():
    command = [sys.executable, "-m", "tests.cuda_simulator", *SIMULATED]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
    assert run.returncode == 0, run.stderr
    *games, faults = (json.loads(line) for line in run.stdout.splitlines())
    own = SIMULATED or [name for name, rules in game_modules().items() if is_shipped(rules)]
    assert {line["game"]: line["same"] for line in games} == dict.fromkeys(own, True)
    on_accelerator, on_processor = faults["told"]
    assert on_accelerator == on_processor
    assert "in game 3 of seed 1, decision 2, seat 2 chose action 2, which is not legal" in on_accelerator


def test_what_is_not_of_upcard_is_left_to_the_processors():
    with pytest.raises(Usage, match="mine did not come with Upcard, and an accelerator does not check"):
        uc.simulate("kuhn-poker", mine, games=10, gpu=True)


def mine(v):
    """A strategy of one's own."""
    return 0


@pytest.mark.parametrize("strategy", ["ismcts", "flat-monte-carlo"])
def test_searches_are_left_to_the_processors(strategy):
    with pytest.raises(Usage, match=f"an accelerator cannot play {strategy}"):
        uc.simulate("kuhn-poker", strategy, games=10, gpu=True)


def test_what_is_interpreted_is_left_to_the_processors():
    with pytest.raises(Usage, match="an accelerator cannot play tablebase"):
        GpuSimulator(line_up(uc.game("beat-it-or-eat-it"), "tablebase"))


def test_an_accelerator_plays_alone():
    with pytest.raises(Usage, match="leave out threads and workers"):
        uc.simulate("kuhn-poker", games=10, gpu=True, threads=2)


def test_without_an_accelerator_it_is_said_what_is_missing(monkeypatch):
    monkeypatch.setattr("upcard.simulation.gpu.missing", lambda: "nothing was found")
    with pytest.raises(Failure, match="nothing was found; play on the processors instead"):
        uc.simulate("kuhn-poker", games=10, gpu=True)


def test_what_is_missing_is_the_package_and_then_the_device(monkeypatch):
    cuda = pytest.importorskip("numba.cuda")
    monkeypatch.setattr(cuda, "is_available", lambda: False)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert "is not installed (pip install" in str(accelerate.missing())
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: object())
    assert "no accelerator of CUDA was found" in str(accelerate.missing())
    monkeypatch.setattr(cuda, "is_available", lambda: True)
    assert accelerate.missing() is None


class NumbaFault(Exception):
    """What Numba says."""

    __module__ = "numba.cuda.cudadrv.driver"


def test_an_accelerator_without_room_is_told_of(monkeypatch):
    cuda = pytest.importorskip("numba.cuda")

    def full(array):
        raise NumbaFault("Call to cuMemAlloc results in CUDA_ERROR_OUT_OF_MEMORY")

    monkeypatch.setattr(cuda, "to_device", full)
    with pytest.raises(Failure, match=r"cannot do this: Call to cuMemAlloc .*; use the processors instead"):
        accelerate.on_device(np.zeros(3))


class Entry:
    """A program of CUDA that gives the advice which numba-cuda gives of few threads."""

    def __init__(self):
        self.called = []

    def __getitem__(self, shape):
        warnings.warn(f"\x1b[1mGrid size {shape[0]} will likely result in\x1b[0m", stacklevel=1)
        return lambda threads, *given: self.called.append((shape, threads, given))


def test_few_threads_are_no_reason_to_warn(monkeypatch):
    cuda = pytest.importorskip("numba.cuda")
    monkeypatch.setattr(cuda, "synchronize", lambda: None)
    kernel = accelerate.GpuKernel(mine, {}, 1)
    kernel._entry = entry = Entry()
    kernel(1, 5)
    kernel(300, 6)
    assert entry.called == [((1, 1), 1, (5,)), ((3, 128), 300, (6,))]


def test_sums_of_threads_may_leave_64_bits():
    rows = np.full((4, 2), 2**62, np.int64)
    rows[:, 1] = -3
    assert _added(rows).tolist() == [2**64, -12]


def test_of_several_faults_the_earliest_game_counts():
    faults = np.array([[-1, -1, -1, -1], [9, 1, 5, 2], [4, 0, 7, 2]])
    assert _first_of(faults).tolist() == [4, 0, 7, 2]
    assert _first_of(faults[:1]).tolist() == [-1, -1, -1, -1]


@pytest.mark.skipif(accelerate.missing() is not None, reason="there is no accelerator")
@pytest.mark.parametrize("strategy", ["random", "folding"])
def test_a_million_games_on_a_real_accelerator_are_the_same(strategy):
    lineup = line_up(uc.game("lama"), strategy)
    plan = make_plan(MILLION, 1, lineup.game.players)
    one, two = (way(lineup).play(plan, 0, MILLION) for way in (GpuSimulator, Simulator))
    assert all(np.array_equal(getattr(one, x), getattr(two, x)) for x in ("entrants", "games", "pairs"))
