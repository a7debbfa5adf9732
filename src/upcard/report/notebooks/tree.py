"""A game tree: how large it is, and who decides how often."""

import numpy as np

from upcard.engine.tree import CHANCE, END, GameTree
from upcard.engine.words import counted
from upcard.report.sheet import Grid, Sheet, Strip


def sheet(tree: GameTree) -> Sheet:
    """What is shown of a tree."""
    game = tree.game
    who = {f"seat {p + 1}": p for p in range(game.players)} | {"chance": CHANCE, "ends": END}
    nodes = [int((tree.player == p).sum()) for p in who.values()]
    sets = [str(int((tree.owner == p).sum())) if p >= 0 else "" for p in who.values()]
    choices = [_choices(tree, p) if p >= 0 else "" for p in who.values()]
    return Sheet(
        game.heading(),
        f"tree of {counted(tree.nodes, 'node')}",
        parts=[
            Grid("Nodes", [
                Strip("whose", list(who), True),
                Strip("nodes", [f"{n:,}" for n in nodes]),
                Strip("information sets", sets),
                Strip("choices", choices),
            ])
        ],
        notes=[f"The longest way to an end has {counted(int(tree.depth.max()), 'step')}."],
    )  # fmt: skip


def _choices(tree: GameTree, p: int) -> str:
    """How many choices a seat has, at the fewest and at the most."""
    counts = np.unique(tree.count[tree.owner == p]).tolist()
    return "" if not counts else str(counts[0]) if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
