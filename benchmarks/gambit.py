"""Gambit's linear programming on a game that Upcard exports.

It runs in its own process, because nothing else can stop it if it takes too long.
"""

import importlib.util
import math
import subprocess
import sys
import tempfile
from pathlib import Path

from upcard.adapters.gambit import efg_text
from upcard.engine.tree.game_tree import GameTree

MISSING = "Gambit is not installed and nothing is compared with it: make bench-peers"
PATIENCE = 20
PROGRAM = """
import sys, time
import pygambit
game = pygambit.read_efg(sys.argv[1])
began = time.process_time()
pygambit.nash.lp_solve(game, rational=False)
print(time.process_time() - began)
"""


def is_installed() -> bool:
    """Whether Gambit is installed."""
    return importlib.util.find_spec("pygambit") is not None


def seconds(tree: GameTree) -> float:
    """Return the CPU seconds of its linear program in floats, or infinity after ``PATIENCE`` seconds."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game.efg"
        file.write_text(efg_text(tree))
        command = [sys.executable, "-c", PROGRAM, str(file)]
        try:
            done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            return math.inf
    return float(done.stdout)
