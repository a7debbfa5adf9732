"""Line-ups on Numba's simulator of CUDA, beside plain Python: ``python -m tests.cuda_simulator [GAME ...]``.

A process of its own, since Numba asks once, when it is imported, whether to simulate. Prints a line of JSON
for every line-up: whether both have the same sums, and what was told of a game that could not be played.
"""

import json
import os
import sys
import warnings
from dataclasses import replace
from typing import Any

os.environ["NUMBA_ENABLE_CUDASIM"] = "1"

import numpy as np
from numba.cuda.simulator.cudadrv import devicearray

from upcard.engine.errors import Failure
from upcard.engine.game import make_game
from upcard.simulation import gpu as accelerated
from upcard.simulation.gpu import GpuSimulator
from upcard.simulation.lineup import LineUp, line_up
from upcard.simulation.simulation_plan import make_plan
from upcard.simulation.simulator import Simulator

LINEUPS = {
    "kuhn-poker": (None, ["equilibrium", "random"]),
    "leduc-poker": (None, ["equilibrium"]),
    "le-her": (None, ["le-her-mixed", "random"]),
    "liars-dice": (None, ["random"]),
    "goofspiel": ("classic", ["match-prize", "random"]),
    "smallsum": ("basic", ["bluffer", "dominant"]),
    "lama": ("paper", ["folding", "same-first", "random", "folding:A=5,B=3"]),
    "stoppers": ("classroom", ["counting"]),
    "beat-it-or-eat-it": ("taylor", ["rank-sum", "lowest-lead"]),
    "four-cell": (None, ["nash-column"]),
}
THREADS = 4

Cells = devicearray.FakeWithinKernelCUDAArray


def mend_the_simulator() -> None:
    """Two things that CUDA does and its simulator does not: copy a record, and read any field."""
    attribute = Cells.__getattr__

    def read(cells: Any, name: str) -> Any:
        if name not in (cells._item._ary.dtype.names or ()):
            return attribute(cells, name)
        found = cells._item[name]
        return Cells(found) if isinstance(found, devicearray.FakeCUDAArray) else found

    def store(cells: Any, place: Any, x: Any) -> None:
        cells._item[place] = x._item._ary if isinstance(x, Cells) else x

    Cells.__getattr__, Cells.__setitem__ = read, store


def never_legal(v: Any) -> int:
    """A strategy that breaks the rules."""
    return int(v.actions)


def same(lineup: LineUp) -> bool:
    """Whether both ways give the same sums: all games, some from the middle, and in blocks."""
    n = lineup.game.players
    ways = [GpuSimulator(lineup), Simulator(lineup, interpreted=True)]
    plans = [
        (make_plan(7, 1, n), 0, 7),
        (make_plan(9, 2, n, "random"), 4, 9),
        (make_plan(2 * n, 3, n, "rotate"), 0, 2),
        (make_plan(n, 4, n, duplicate=True), 0, 1),
    ]
    for plan, first, last in plans:
        one, two = (way.play(plan, first, last) for way in ways)
        if not all(np.array_equal(getattr(one, x), getattr(two, x)) for x in ("entrants", "games", "pairs")):
            return False
    return True


def told() -> list[str]:
    """What either way says of a strategy that breaks the rules in the third game and later."""
    game = make_game("kuhn-poker")
    fair, other = line_up(game, ["random", "random"]).entrants
    cheat = replace(other, label="cheat", choose=never_legal, parameters=())
    lineup, plan, sentences = LineUp(game, (fair, cheat)), make_plan(20, 1, 2), []
    for way in (GpuSimulator(lineup), Simulator(lineup, interpreted=True)):
        try:
            way.play(plan, 3, 20)
        except Failure as fault:
            sentences.append(str(fault))
    return sentences


def tell(what: dict[str, Any]) -> None:
    """A line of JSON."""
    sys.stdout.write(json.dumps(what) + "\n")


def main() -> None:
    """Print what was found."""
    warnings.simplefilter("ignore", RuntimeWarning)  # whole numbers that wrap around, as they should
    mend_the_simulator()
    accelerated.MOST_THREADS = THREADS
    for name in sys.argv[1:] or LINEUPS:
        preset, strategies = LINEUPS[name]
        game = make_game(name, len(strategies) if len(strategies) > 1 else None, preset)
        tell({"game": name, "same": same(line_up(game, strategies))})
    tell({"told": told()})


if __name__ == "__main__":
    main()
