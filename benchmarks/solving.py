"""The speed of solving game trees by regret minimization and linear programs, compared with other programs.

An iteration improves every player once. Not counted are, for Upcard, the unrolling of the tree from its
rules, which has a line of its own, for OpenSpiel and LiteEFG the making of their solvers, which walks through
the tree. Gaps are the mean gain of a player by a best response, as computed by each program itself.
"""

import importlib
import math
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import gambit
import liteefg
import openspiel
from claims import Line, paired

from upcard.engine.game import make_game
from upcard.engine.tree.game_tree import unroll
from upcard.solving.cfr_plus import schedule
from upcard.solving.exploitability import exploitability
from upcard.solving.lp_program import linear_program, optimum
from upcard.solving.regrets import Regrets
from upcard.solving.sequence_form import SequenceForm, sequence_form
from upcard.solving.solver_contract import Aim
from upcard.solving.solver_registry import find_solver

SLICES, SLICE_SECONDS = 5, 0.3
MOST_GAP, SMALL_GAP, MOST_ITERATIONS = 1e-10, 1e-6, 1_000_000
TIMES_AS_LONG = 10
"""Others may take this many times as long as we did to come as close."""


@dataclass(frozen=True)
class Contest:
    """A game, its names in other programs, and the expected results.

    Parameters
    ----------
    theirs : str
        Its name in OpenSpiel.
    at_once : int
        Iterations between two looks at the clock.
    marks : dict of str to float
        Expected ratio to the iterations of others.
    is_solved : bool
        Whether it is solved too: to a small gap, and by linear programming.
    """

    theirs: str
    at_once: int
    marks: dict[str, float]
    is_solved: bool


CONTESTS = {
    "leduc-poker": Contest("leduc_poker", 100, {"OpenSpiel in C++": 50, "LiteEFG": 8}, True),
    "liars-dice": Contest("liars_dice", 5, {"OpenSpiel in C++": 30, "LiteEFG": 0}, False),
}


@dataclass(frozen=True)
class Peer:
    """A solver of another program.

    Parameters
    ----------
    step : function
        One iteration.
    gap : function
        How far the average is from an equilibrium.
    """

    step: Callable[[], None]
    gap: Callable[[], float]


def lines() -> list[Line]:
    """Return all claims about solving; report a missing LiteEFG or Gambit on standard error."""
    for peer in (liteefg, gambit):
        if not peer.is_installed():
            print(peer.MISSING, file=sys.stderr)
    out = []
    for name, contest in CONTESTS.items():
        began = time.thread_time()
        form = sequence_form(unroll(make_game(name)))
        out.append(Line(f"{name} unrolled", time.thread_time() - began, "s", "", True))
        out += iterations(form, name, contest)
        if contest.is_solved:
            out += [*small_gap(form, name, contest), *linear_program_lines(form, name, contest)]
    return out


def rate(step: Callable[[], None]) -> Callable[[int], float]:
    """Return a function that measures how often a step is done in a CPU second, in a slice."""

    def measured(_: int) -> float:
        began, steps = time.thread_time(), 0
        while (spent := time.thread_time() - began) < SLICE_SECONDS:
            step()
            steps += 1
        return steps / spent

    return measured


def peers(theirs: str) -> Iterator[tuple[str, str, Peer]]:
    """Yield the installed solvers: their maker, the name of the method, and the solver."""
    if openspiel.is_installed():
        spiel: Any = importlib.import_module("pyspiel")
        game = spiel.load_game(theirs)
        solver = spiel.CFRPlusSolver(game)

        def gap() -> float:
            return float(spiel.exploitability(game, solver.average_policy()))

        yield "OpenSpiel in C++", "CFR+", Peer(solver.evaluate_and_update_policy, gap)
    if liteefg.is_installed():
        for method in liteefg.METHODS:
            minimizer = liteefg.Minimizer(method, theirs)
            yield "LiteEFG", method, Peer(minimizer.step, minimizer.gap)


def iterations(form: SequenceForm, name: str, contest: Contest) -> list[Line]:
    """Compare CFR+ with that of others."""
    regrets, at_once = Regrets(form, schedule), contest.at_once
    regrets.run(1)
    ours = rate(lambda: regrets.run(at_once))
    out = [Line(f"CFR+ on {name}", max(ours(i) for i in range(SLICES)) * at_once, "iterations/s", "", True)]
    for maker, method, peer in peers(contest.theirs):
        if method == "CFR+":
            _, ratio = paired(ours, rate(peer.step), SLICES)
            mark = contest.marks[maker]
            told = f"at least {mark:g}" if mark else ""
            ratio *= at_once
            out.append(Line(f"CFR+ on {name} / {maker}", ratio, "times the rate", told, ratio >= mark))
    return out


def small_gap(form: SequenceForm, name: str, contest: Contest) -> list[Line]:
    """Measure how long predictive CFR+ takes to a small gap, and how close others come."""
    solver = find_solver("pcfr+")
    began = time.thread_time()
    solver.solve(form, Aim(SMALL_GAP, MOST_ITERATIONS))
    seconds = time.thread_time() - began
    out = [Line(f"{name} to a gap of {SMALL_GAP:g}", seconds, "s", "", True)]
    for maker, method, peer in peers(contest.theirs):
        began = time.thread_time()
        while time.thread_time() - began < TIMES_AS_LONG * seconds:
            peer.step()
        gap = peer.gap()
        what = f"{method} of {maker}, {TIMES_AS_LONG} times as long: gap"
        out.append(Line(what, gap / SMALL_GAP, "millionths", "over 1", gap > SMALL_GAP))
    return out


def linear_program_lines(form: SequenceForm, name: str, contest: Contest) -> list[Line]:
    """The linear program, from the sequence form to strategies that cannot be exploited."""
    gaps = []

    def ours(_: int) -> float:
        began = time.thread_time()
        strategy = form.strategy(optimum(form, linear_program(form)).plan)
        seconds = time.thread_time() - began
        gaps.append(exploitability(form, strategy))
        return seconds

    figure, worst = ours(0), f"gap at most {MOST_GAP:g}"
    out = [Line(f"{name} by linear programming", figure, "s", worst, max(gaps) <= MOST_GAP)]
    if openspiel.has_linear_programs():
        _, ratio = paired(lambda _: openspiel.linear_program_seconds(contest.theirs), ours, SLICES)
        out.append(Line("OpenSpiel's linear program / ours", ratio, "times the time", "over 1", ratio > 1))
    if gambit.is_installed():
        seconds = gambit.seconds(form.tree)
        what = f"Gambit's linear program, within {gambit.PATIENCE} s"
        told = "no answer" if math.isinf(seconds) else ""
        out.append(Line(f"{what}: {told}", min(seconds, gambit.PATIENCE), "s", "over ours", seconds > figure))
    return out
