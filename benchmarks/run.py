"""Every speed claim of Upcard, measured against a peer in the same run: ``make bench``.

Figures are CPU seconds of the thread (wall-clock where a whole command or two threads are meant), in slices
that alternate between the two sides; a ratio is the median of paired slices. Both sides of the comparison
with L.A.M.A. in C play the same games: points, rounds, wins and decisions are checked, single games among
them. Every other game, and games of OpenSpiel, are compared by what a decision of random play costs.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent))

import random_play
import reviewing
import solving
import starting
import tablebases
import vectors
from build import TwinRun, c_twin
from claims import SEED, Line, cpu_per_decision, missed, paired, show_lines
from paper_style import play_games

from upcard.engine.free_memory import usable_cores
from upcard.engine.game import make_game
from upcard.simulation.kernel import SCORE
from upcard.simulation.lineup import line_up
from upcard.simulation.scheduler import play_plan
from upcard.simulation.simulation_plan import SimulationPlan, make_plan
from upcard.simulation.simulator import Simulator

PLAYERS = 4
STRATEGY = "same-first"
SLICES, SLICE_GAMES = 9, 40_000
SINGLE_GAMES = 2_000
POINTS_COLUMN, ROUND_WIN_COLUMN, ROUNDS_COLUMN = 3, 5, 1


def plan(games: int) -> SimulationPlan:
    """A plan of single games from seed ``SEED``."""
    return make_plan(games, SEED, PLAYERS)


def check_same_games(simulator: Simulator, twin: Callable[[int, int, int, int], TwinRun]) -> None:
    """Stop if the C twin and Upcard do not play the same games."""
    c = twin(SEED, 0, SINGLE_GAMES, PLAYERS)
    for game in range(SINGLE_GAMES):
        sums = simulator.play(plan(SINGLE_GAMES), game, game + 1)
        if not np.array_equal(-sums.entrants[0, :, SCORE], c.points[game]):
            raise SystemExit(f"game {game} of seed {SEED} differs between the C twin and Upcard")
    c = twin(SEED, 0, SLICE_GAMES, PLAYERS)
    sums = simulator.play(plan(SLICE_GAMES), 0, SLICE_GAMES)
    ours = [*sums.entrants[0, :, ROUND_WIN_COLUMN], *sums.games[0]]
    theirs = [*c.wins, c.decisions, c.rounds]
    if list(map(int, ours)) != list(map(int, theirs)):
        raise SystemExit(f"wins, decisions or rounds differ between the C twin and Upcard: {theirs}, {ours}")


def against_c(simulator: Simulator) -> list[Line]:
    """The compiled simulation against plain C."""
    twin = c_twin()
    check_same_games(simulator, twin)

    def ours(i: int) -> float:
        return cpu_per_decision(simulator, i * SLICE_GAMES, (i + 1) * SLICE_GAMES)

    def theirs(i: int) -> float:
        c = twin(SEED, i * SLICE_GAMES, (i + 1) * SLICE_GAMES, PLAYERS)
        return c.cpu_seconds / c.decisions * 1e9

    figure, ratio = paired(ours, theirs, SLICES)
    return [
        Line("compiled simulation", figure, "ns/decision", "", True),
        Line("compiled simulation / plain C twin", ratio, "times the time", "at most 1.7", ratio <= 1.7),
    ]


def threads(simulator: Simulator) -> list[Line]:
    """Two threads against one, by wall-clock."""
    games = 1_000_000

    def rate(count: int) -> Callable[[int], float]:
        return lambda _: games / play_plan(simulator, plan(games), count).seconds

    figure, ratio = paired(rate(2), rate(1), 7)
    return [
        Line("two threads", figure, "games/s", "", True),
        Line("two threads / one", ratio, "times the rate", "at least 1.9", ratio >= 1.9),
    ]


def against_objects(simulator: Simulator) -> list[Line]:
    """The compiled simulation against an object-oriented program like that of the paper."""
    games = 150

    def theirs(i: int) -> float:
        began = time.thread_time()
        _, _, decisions, _ = play_games(games, PLAYERS, i)
        return (time.thread_time() - began) / decisions * 1e9

    figure, ratio = paired(theirs, lambda i: cpu_per_decision(simulator, i * 20_000, (i + 1) * 20_000), 5)
    return [
        Line("objects and numpy arrays, as in the paper", figure, "ns/decision", "", True),
        Line("objects / compiled simulation", ratio, "times the time", "at least 500", ratio >= 500),
    ]


def interpreted(simulator: Simulator) -> list[Line]:
    """The same rules and strategies in plain Python, for comparison."""
    plain = Simulator(simulator.lineup, interpreted=True)
    figure = cpu_per_decision(plain, 0, 200)
    return [Line("the same rules, interpreted", figure, "ns/decision", "", True)]


def commands() -> list[Line]:
    """``upcard simulate`` with 1,000 games as a whole command, with nothing compiled and warm."""
    command = [
        sys.executable,
        "-m",
        "upcard",
        "simulate",
        "lama",
        "--preset",
        "paper",
        "--strategy",
        STRATEGY,
    ]
    command += ["--players", str(PLAYERS), "--games", "1000", "--seed", str(SEED), "--json"]

    def seconds(cache: str) -> float:
        began = time.perf_counter()
        environment = {**os.environ, "UPCARD_CACHE": cache}
        subprocess.run(command, env=environment, check=True, capture_output=True)
        return time.perf_counter() - began

    with tempfile.TemporaryDirectory() as cache:
        cold = seconds(cache)
        warm = statistics.median(seconds(cache) for _ in range(5))
    return [
        Line("upcard simulate, 1,000 games, nothing compiled", cold, "s", "under 6", cold < 6),
        Line("upcard simulate, 1,000 games, warm", warm, "s", "under 1", warm < 1),
    ]


def measure() -> list[Line]:
    """Return all claims, one after the other."""
    simulator = Simulator(line_up(make_game("lama", PLAYERS, "paper"), STRATEGY))
    of_games = (against_c, threads, against_objects, interpreted)
    return [
        *(line for claims in of_games for line in claims(simulator)),
        *starting.lines(),
        *reviewing.lines(),
        *commands(),
        *tablebases.against_c(),
        *random_play.against_openspiel(),
        *solving.lines(),
        *vectors.lines(),
    ]


def show(lines: list[Line]) -> None:
    """Print the lines as a table."""
    print(f"L.A.M.A., {PLAYERS} players, preset paper, all {STRATEGY}; {usable_cores()} cores")
    show_lines(lines)


def main() -> None:
    """Measure everything and print it as a table or, with ``--json``, as one document.

    A missed mark is reported on standard error, and the exit code is then 1.
    """
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    as_json = parser.parse_args().json
    lines, paces = measure(), random_play.paces()
    if as_json:
        measured = {"lines": [asdict(x) for x in lines], "games": [asdict(x) for x in paces]}
        print(json.dumps({"cores": usable_cores(), **measured}, indent=2))
    else:
        show(lines)
        random_play.show_paces(paces)
    told = missed([*lines, *(x.claim for x in paces)])
    if told:
        raise SystemExit(told)


if __name__ == "__main__":
    main()
