"""The games are those of an independent program in C, card for card."""

import ctypes
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from upcard.engine.game import make_game
from upcard.simulation.kernel import MEASURES, SCORE
from upcard.simulation.lineup import line_up
from upcard.simulation.simulation_plan import make_plan
from upcard.simulation.simulator import Simulator

SOURCE = Path(__file__).parents[2] / "benchmarks" / "lama_twin.c"
COMPILER = shutil.which("cc") or shutil.which("gcc")
SEED, FIRST, LAST = 5, 100, 2100

pytestmark = pytest.mark.skipif(COMPILER is None, reason="no C compiler is installed")


@pytest.fixture(scope="module")
def twin(tmp_path_factory):
    """``twin(n)``: points of every game, decisions, rounds and rounds won, of n seats, from the C program."""
    library = tmp_path_factory.mktemp("twin") / "lama_twin.so"
    subprocess.run([str(COMPILER), "-O2", "-shared", "-fPIC", str(SOURCE), "-o", str(library)], check=True)
    run = ctypes.CDLL(str(library)).run
    run.restype = ctypes.c_int64
    run.argtypes = [ctypes.c_uint64, ctypes.c_int64, ctypes.c_int64, ctypes.c_int, *[ctypes.c_void_p] * 3]

    def play(n):
        points, rounds, wins = (
            np.zeros((LAST - FIRST, n), np.int16),
            np.zeros(1, np.int64),
            np.zeros(n, np.int64),
        )
        decisions = run(SEED, FIRST, LAST, n, points.ctypes.data, rounds.ctypes.data, wins.ctypes.data)
        return points.astype(np.int64), decisions, int(rounds[0]), wins

    return play


@pytest.mark.parametrize("n", range(2, 9))
def test_points_decisions_rounds_and_wins_are_those_of_the_c_program(twin, n):
    points, decisions, rounds, wins = twin(n)
    simulator = Simulator(line_up(make_game("lama", n, "paper"), "same-first"))
    sums = simulator.play(make_plan(LAST, SEED, n), FIRST, LAST)
    assert sums.entrants[0, :, SCORE].tolist() == (-points.sum(0)).tolist()
    assert sums.entrants[1, :, SCORE].tolist() == (points**2).sum(0).tolist()
    assert sums.entrants[0, :, MEASURES + 1].tolist() == (points > 30).sum(0).tolist()
    assert sums.entrants[0, :, MEASURES + 2].tolist() == wins.tolist()
    assert sums.games[0].tolist() == [decisions, rounds]


def test_every_game_by_itself_is_that_of_the_c_program(twin):
    points = twin(4)[0]
    simulator = Simulator(line_up(make_game("lama", 4, "paper"), "same-first"))
    plan = make_plan(LAST, SEED, 4)
    for game in range(FIRST, FIRST + 100):
        sums = simulator.play(plan, game, game + 1)
        assert (-sums.entrants[0, :, SCORE]).tolist() == points[game - FIRST].tolist()
