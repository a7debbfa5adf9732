"""Games per second on a CUDA accelerator, compared with all cores: ``python benchmarks/accelerator.py``.

Both play the same games, and the sums are compared. Needs the extra ``gpu`` and an accelerator.
"""

import argparse
import sys
import time

import numpy as np

import upcard as uc
from upcard.engine.compile.cuda import accelerator_name, missing
from upcard.simulation.executors import usable_cores
from upcard.simulation.gpu import GpuSimulator
from upcard.simulation.lineup import line_up
from upcard.simulation.scheduler import play_plan
from upcard.simulation.simulation_plan import make_plan
from upcard.simulation.simulator import Simulator

LINEUPS = {"kuhn-poker": "random", "lama": "folding", "smallsum": "dominant", "stoppers": "counting"}
SEED = 1


def measure(game: str, strategy: str, games: int) -> tuple[float, float]:
    """Return the seconds on the accelerator and on all cores for the same games, without compiling."""
    lineup = line_up(uc.game(game), strategy)
    plan = make_plan(games, SEED, lineup.game.players)
    simulators = [GpuSimulator(lineup), Simulator(lineup)]
    seconds, sums = [], []
    for simulator in simulators:
        play_plan(simulator, make_plan(games // 100 + 1, SEED + 1, lineup.game.players))
        began = time.perf_counter()
        sums.append(play_plan(simulator, plan).sums)
        seconds.append(time.perf_counter() - began)
    if not all(
        np.array_equal(getattr(sums[0], x), getattr(sums[1], x)) for x in ("entrants", "games", "pairs")
    ):
        sys.exit(f"{game}: the accelerator did not play the same games")
    return seconds[0], seconds[1]


def main() -> None:
    """Print the games per second of both, for several games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000_000)
    games = parser.parse_args().games
    reason = missing()
    if reason is not None:
        sys.exit(reason)
    print(f"{accelerator_name()} beside {usable_cores()} cores, {games:,} games each")
    for game, strategy in LINEUPS.items():
        one, two = (games / seconds for seconds in measure(game, strategy, games))
        print(f"{game:12} {strategy:10} {one:14,.0f} {two:14,.0f} games/s, {one / two:.1f} times")


if __name__ == "__main__":
    main()
