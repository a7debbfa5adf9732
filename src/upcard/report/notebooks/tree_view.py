"""A game tree: its drawing if it is small, its size, and the number of decisions of every player."""

import numpy as np

from upcard.document.model import Figure, Table
from upcard.engine.tree.game_tree import CHANCE, END, GameTree
from upcard.engine.tree.labels import edge_words, infoset_names
from upcard.engine.wording import counted
from upcard.report.notebook_sheet import Sheet, table_of
from upcard.report.number_columns import Column
from upcard.report.tree_svg import MOST_DRAWN, numbers_of, tree_svg, tree_words


def sheet(tree: GameTree) -> Sheet:
    """Return the sheet of a tree."""
    svg = picture(tree)
    notes = [f"The longest path to a terminal node has {counted(int(tree.depth.max()), 'step')}."]
    if svg is None:
        notes.append(
            f"A tree of more than {MOST_DRAWN} nodes is not drawn: take a smaller game, or write it with "
            "uc.efg_text(tree) for Gambit, which draws the part that you look at."
        )
    shown: list[Table | Figure] = [] if svg is None else [Figure(svg, words=tree_words(tree)), _sets(tree)]
    facts = f"tree of {counted(tree.nodes, 'node')}"
    return Sheet(tree.game.heading(), facts, parts=[*shown, _counts(tree)], notes=notes)


def picture(tree: GameTree) -> str | None:
    """Return the tree alone; None if it is too large to be read."""
    return tree_svg(tree) if tree.nodes <= MOST_DRAWN else None


def _sets(tree: GameTree) -> Table:
    """Return the information sets by the numbers in the drawing."""
    words = edge_words(tree)
    choices: dict[int, list[str]] = {}
    for node in range(1, tree.nodes):
        if tree.edge[node] >= 0:
            choices.setdefault(int(tree.edge[node]), []).append(words[node])
    first, count = tree.first.tolist(), tree.count.tolist()
    does = [", ".join(choices[x][0] for x in range(a, a + n)) for a, n in zip(first, count, strict=True)]
    seats, numbers = (
        zip(*(x.split(".") for x in numbers_of(tree)), strict=True) if tree.infosets else ((), ())
    )
    return table_of("Information sets", [
        Column("seat", [f"seat {p}" for p in seats], True),
        Column("number", list(numbers)),
        Column("knows", [x or "nothing yet" for x in infoset_names(tree, words)]),
        Column("can", does),
    ])  # fmt: skip


def _counts(tree: GameTree) -> Table:
    """Return how many nodes and information sets there are, and whose."""
    game = tree.game
    who = {f"seat {p + 1}": p for p in range(game.players)} | {"chance": CHANCE, "terminal": END}
    nodes = [int((tree.player == p).sum()) for p in who.values()]
    sets = [str(int((tree.owner == p).sum())) if p >= 0 else "" for p in who.values()]
    choices = [_choices(tree, p) if p >= 0 else "" for p in who.values()]
    return table_of("Nodes", [
        Column("whose", list(who), True),
        Column("nodes", [f"{n:,}" for n in nodes]),
        Column("information sets", sets),
        Column("choices", choices),
    ])  # fmt: skip


def _choices(tree: GameTree, p: int) -> str:
    """Return the minimum and maximum number of choices of a seat."""
    counts = np.unique(tree.count[tree.owner == p]).tolist()
    return "" if not counts else str(counts[0]) if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
