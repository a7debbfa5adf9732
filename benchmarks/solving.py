"""How fast game trees are solved: iterations of CFR+ beside OpenSpiel's in C++, and linear programs.

Both improve every player once in an iteration. What is not counted: for Upcard the unrolling of the tree from
its rules, for OpenSpiel the making of the solver, which walks through the tree once.
"""

import importlib
import time
from collections.abc import Callable
from typing import Any

import openspiel
from claims import Line, paired

from upcard.engine.game import make_game
from upcard.engine.tree import unroll
from upcard.solving.best_response import exploitability
from upcard.solving.cfr_plus import schedule
from upcard.solving.lp_program import optimum, program
from upcard.solving.regrets import Regrets
from upcard.solving.sequence_form import SequenceForm, sequence_form

SLICES, SLICE_SECONDS = 5, 0.3
PEERS = {"leduc-poker": "leduc_poker"}
MOST_GAP = 1e-10


def lines() -> list[Line]:
    """All claims about solving."""
    out = []
    for name, theirs in PEERS.items():
        form = sequence_form(unroll(make_game(name)))
        out += [*iterations(form, name, theirs), *linear_program(form, name)]
    return out


def rate(step: Callable[[], None]) -> Callable[[int], float]:
    """Gives how often a step is done in a CPU second, measured in a slice."""

    def measured(_: int) -> float:
        began, steps = time.thread_time(), 0
        while (spent := time.thread_time() - began) < SLICE_SECONDS:
            step()
            steps += 1
        return steps / spent

    return measured


def iterations(form: SequenceForm, name: str, theirs: str) -> list[Line]:
    """CFR+ beside OpenSpiel's, if it is installed."""
    regrets, at_once = Regrets(form, schedule), 100
    regrets.run(1)
    ours = rate(lambda: regrets.run(at_once))
    if not openspiel.is_installed():
        figure = max(ours(i) for i in range(SLICES)) * at_once
        return [Line(f"CFR+ on {name}", figure, "iterations/s", "", True)]
    spiel: Any = importlib.import_module("pyspiel")
    peer = spiel.CFRPlusSolver(spiel.load_game(theirs))
    figure, ratio = paired(ours, rate(peer.evaluate_and_update_policy), SLICES)
    ratio *= at_once
    return [
        Line(f"CFR+ on {name}", figure * at_once, "iterations/s", "", True),
        Line(f"CFR+ on {name} / OpenSpiel in C++", ratio, "times the rate", "at least 50", ratio >= 50),
    ]


def linear_program(form: SequenceForm, name: str) -> list[Line]:
    """The linear program, from the sequence form to strategies that cannot be exploited."""
    began = time.thread_time()
    strategy = form.strategy(optimum(form, program(form)).plan)
    seconds = time.thread_time() - began
    gap = exploitability(form, strategy)
    return [Line(f"{name} by linear programming", seconds, "s", f"gap at most {MOST_GAP:g}", gap <= MOST_GAP)]
