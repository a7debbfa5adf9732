"""Programs are compiled and play the same games with and without the parts of Numba that are not public."""

import json
import os
import subprocess
import sys

import pytest
from tests.night import LATE

from upcard.engine.compile import numba_internals
from upcard.engine.errors import Usage

PLAY = """
import json
from numba.core.codegen import JITCodeLibrary
from numba.core.registry import cpu_target
from upcard.engine.game import make_game
from upcard.simulation.kernel import FIXED
from upcard.simulation.lineup import line_up
from upcard.simulation.simulation_plan import SimulationPlan
from upcard.simulation.simulator import Simulator

simulator = Simulator(line_up(make_game("kuhn-poker"), ["random", "equilibrium"]))
assert simulator.is_compiled
sums = simulator.play(SimulationPlan(300, 1, False, FIXED, 5), 0, 300)
is_usual = cpu_target.target_context.codegen()._library_class is JITCodeLibrary
print(json.dumps({"sums": sums.entrants.tolist(), "is_usual": is_usual}))
"""


def played(tmp_path, state):
    """Play a small game in a process with the switch in this state and a cache of its own."""
    environment = {**os.environ, "UPCARD_CACHE": str(tmp_path / state), numba_internals.SWITCH: state}
    process = subprocess.run(
        [sys.executable, "-c", PLAY], env=environment, capture_output=True, text=True, check=True
    )
    return json.loads(process.stdout)


@LATE
def test_a_game_is_compiled_and_played_without_numbas_internals(tmp_path):
    with_them, without = played(tmp_path, "on"), played(tmp_path, "off")
    assert with_them["sums"] == without["sums"]
    assert not with_them["is_usual"]
    assert without["is_usual"]
    assert (tmp_path / "on" / "parts").exists()
    assert not (tmp_path / "off" / "parts").exists()
    assert list((tmp_path / "off").rglob("*.nbc"))


def test_a_switch_that_is_neither_on_nor_off_is_refused(monkeypatch):
    monkeypatch.setenv(numba_internals.SWITCH, "no")
    with pytest.raises(Usage, match=r"^UPCARD_NUMBA_INTERNALS is 'no'; expected on or off$"):
        numba_internals.is_on()
