"""Tablebases are those of an independent program in C, which goes back from the ends move by move."""

import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from tests.night import LATE

from upcard.games.beat_it_or_eat_it.certificates.lead_table import census_of
from upcard.games.beat_it_or_eat_it.solvers.tablebase_solver import solve

SOURCE = Path(__file__).parents[4] / "benchmarks" / "beat_it_twin.c"
COMPILER = shutil.which("cc") or shutil.which("gcc")

pytestmark = pytest.mark.skipif(COMPILER is None, reason="no C compiler is installed")


@pytest.fixture(scope="module")
def twin(tmp_path_factory):
    """``twin(suits, length)``: the distances of all leads, and how often each occurs where a card is led."""
    folder = tmp_path_factory.mktemp("twin")
    subprocess.run([str(COMPILER), "-O2", str(SOURCE), "-o", str(folder / "twin")], check=True)

    def run(suits, length):
        command = [str(folder / "twin"), str(suits), str(length), str(folder / "leads")]
        told = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
        return np.fromfile(folder / "leads", np.uint8), np.array(told[2:], np.int64)

    return run


@pytest.mark.parametrize(
    ("suits", "length"),
    [
        (1, 2),
        (1, 7),
        (1, 11),
        (2, 2),
        (2, 5),
        (3, 3),
        (4, 2),
        (4, 3),
        pytest.param(1, 14, marks=LATE),
        (2, 7),
    ],
)
def test_every_distance_is_that_of_the_c_program(twin, suits, length):
    leads, receive = twin(suits, length)
    found = solve(suits, length)
    assert (found.distances == leads).all()
    assert found.receive == census_of(receive)
