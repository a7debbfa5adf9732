"""LiteEFG's regret minimization: a computation graph for one information set, run over a game of OpenSpiel.

It keeps the games that it has read in a folder below ``$HOME``, and reports its steps on standard output;
here the folder is one that goes away again, and what it tells is not heard.
"""

import contextlib
import importlib
import importlib.util
import io
import os
import tempfile
from typing import Any

import openspiel

MISSING = "LiteEFG is not installed and nothing is compared with it: make bench-peers"
AVERAGE = "linear-avg-iterate"
METHODS = {"CFR+": "CFRplus", "PCFR+": "PCFR"}


def is_installed() -> bool:
    """Whether LiteEFG and the OpenSpiel that it reads games from are installed."""
    return importlib.util.find_spec("LiteEFG") is not None and openspiel.is_installed()


class Minimizer:
    """A method of LiteEFG on a game of OpenSpiel.

    Parameters
    ----------
    method : str
        ``CFR+`` or ``PCFR+``.
    name : str
        The game, as OpenSpiel calls it.
    """

    def __init__(self, method: str, name: str) -> None:
        home = os.environ.get("HOME", "")
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
            os.environ["HOME"] = folder
            try:
                lite: Any = importlib.import_module("LiteEFG")
                baselines: Any = importlib.import_module(f"LiteEFG.baselines.{METHODS[method]}")
                self.graph = baselines.graph()
                game = openspiel.loaded(name)
                self.env = lite.OpenSpielEnv(game, traverse_type="Enumerate", regenerate=True)
                self.env.set_graph(self.graph)
            finally:
                os.environ["HOME"] = home

    def step(self) -> None:
        """One iteration: both players improve, and the average takes the new strategies in."""
        self.graph.update_graph(self.env)
        self.env.update_strategy(self.graph.current_strategy())

    def gap(self) -> float:
        """The mean gain of a player by a best response to the average."""
        gains = self.env.exploitability(self.graph.current_strategy(), AVERAGE)
        return float(sum(gains)) / len(gains)
