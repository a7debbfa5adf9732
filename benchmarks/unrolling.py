"""Nodes per second of unrolling a tree, compiled against interpreted in the same run.

``python benchmarks/unrolling.py`` compiles first, then alternates between both programs on the same trees,
and compares all their arrays. Figures are CPU seconds of the process; a ratio is the median of paired runs.
"""

import statistics
import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.shared import GAMES_FOLDER, module_from

from upcard.engine.game import Game, make_game
from upcard.engine.tree import game_tree
from upcard.engine.tree.compiled_growth import CompiledGrowth

PAIRS, MOST = 3, 2_000_000


def games() -> dict[str, Game]:
    """Return the games to unroll: three that ship, and one of one's own, whose program checks every index."""
    rules = module_from(GAMES_FOLDER / "together.py")
    return {
        "Leduc poker": make_game("leduc-poker"),
        "Le Her": make_game("le-her"),
        "liar's dice": make_game("liars-dice"),
        "a game of one's own": Game(rules, 2, {o.name: o.default for o in rules.OPTIONS}),
    }


def grown(game: Game) -> CompiledGrowth:
    """Return the complete tree of a game, grown by the compiled program."""
    growth = CompiledGrowth(game, MOST)
    growth.work(MOST)
    return growth


def compare(title: str, game: Game) -> None:
    """Print the rates of both programs and their ratio; stop if their trees differ."""
    start = time.process_time()
    grown(game)
    print(f"{title}: first call {time.process_time() - start:.1f} s with compiling, if it was not stored")
    ratios, rates = [], []
    for _ in range(PAIRS):
        start = time.process_time()
        growth = grown(game)
        compiled = time.process_time() - start
        start = time.process_time()
        tree = game_tree.unroll(game)
        ratios.append((time.process_time() - start) / compiled)
        rates.append(growth.size / compiled)
        for name, column in growth.columns().items():
            if not np.array_equal(column, getattr(tree, name)):
                raise SystemExit(f"{title}: {name} differs")
    rate, ratio = statistics.median(rates), statistics.median(ratios)
    print(f"  {growth.size:,} nodes, {rate:,.0f} a second, {ratio:.0f} times as fast")


if __name__ == "__main__":
    game_tree.COMPILED_FROM = 10**12
    for title, game in games().items():
        compare(title, game)
