"""A small game in its normal form as an ``.nfg`` file: every plan of every player, and the payoffs.

A plan chooses an action at each information set that is reachable under the plan: the reduced normal form.
Payoffs are exact means over chance.

Source: the Gambit project, "The strategic game (.nfg) file format, payoff version", in its documentation.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import prod

import numpy as np

from upcard.adapters.gambit import comment, quoted
from upcard.engine.errors import Failure
from upcard.engine.tree.game_tree import CHANCE, END, GameTree
from upcard.engine.tree.labels import children, edge_words, infoset_names

MOST_CELLS = 1_000_000

PureStrategy = Mapping[int, int]
"""For each information set, the position of the chosen action among the legal ones."""


def nfg_text(tree: GameTree, most_cells: int = MOST_CELLS, about: str = "") -> str:
    """Return a game tree in its reduced normal form, as the text of an ``.nfg`` file.

    Parameters
    ----------
    most_cells : int
        Maximum number of cells of the normal form.
    about : str
        Sentences for the comment of the file, after its source.

    Raises
    ------
    Failure
        If the normal form has more cells.
    """
    below = children(tree)
    try:
        plans = [_plans(tree, below, p, most_cells) for p in range(tree.game.players)]
    except RecursionError:
        raise Failure(f"{tree.game.name} is too deep for a normal form; export the tree (.efg)") from None
    cells = prod(map(len, plans))
    if cells > most_cells:
        raise Failure(
            f"the normal form of {tree.game.name} has {cells:,} cells; the maximum is {most_cells:,}, so "
            "export the tree (.efg)"
        )
    head = [
        f"NFG 1 R {quoted(repr(tree.game)[1:-1])}",
        "{ " + " ".join(quoted(f"seat {p + 1}") for p in range(tree.game.players)) + " }",
        "",
        "{",
        *(f"{{ {' '.join(map(quoted, names))} }}" for names in _names(tree, plans)),
        "}",
        quoted(comment(tree, about)),
        "",
    ]
    return "\n".join([*head, *_payoffs(tree, below, plans)]) + "\n"


def _plans(tree: GameTree, below: list[list[int]], seat: int, most: int) -> list[PureStrategy]:
    """Return all plans of a player, each with only the information sets that it can reach."""
    first_nodes: dict[int, list[int]] = {}
    for node in np.flatnonzero(tree.player == seat).tolist():
        first_nodes.setdefault(int(tree.infoset[node]), []).append(node)

    def reached(nodes: list[int]) -> list[int]:
        """Return the player's next sets below some nodes."""
        sets: dict[int, None] = {}
        waiting = list(reversed(nodes))
        while waiting:
            node = waiting.pop()
            if tree.player[node] == seat:
                sets.setdefault(int(tree.infoset[node]))
            else:
                waiting += reversed(below[node])
        return list(sets)

    def ways(sets: list[int]) -> list[dict[int, int]]:
        """Return the plans for some sets and what follows them."""
        parts = [[one for a in range(int(tree.count[k])) for one in after(k, a)] for k in sets]
        if prod(map(len, parts)) > most:
            raise Failure(f"a player has more than {most:,} plans; export the tree (.efg)")
        return [{k: a for one in some for k, a in one.items()} for some in product(*parts)]

    def after(infoset: int, a: int) -> list[dict[int, int]]:
        """Return the plans that choose action a at a set."""
        return [{infoset: a} | rest for rest in ways(reached([below[n][a] for n in first_nodes[infoset]]))]

    return list(ways(reached([0])))


def _names(tree: GameTree, plans: list[list[PureStrategy]]) -> Iterator[list[str]]:
    """Yield the names of plans: their actions at information sets, in the order of the tree."""
    words = edge_words(tree)
    below = children(tree)
    acted = {int(tree.infoset[n]): n for n in reversed(np.flatnonzero(tree.player >= 0).tolist())}
    known = infoset_names(tree, words)
    for some in plans:
        acts = ([f"{known[k]}: {words[below[acted[k]][a]]}" for k, a in sorted(x.items())] for x in some)
        yield list(map("; ".join, acts))


def _payoffs(tree: GameTree, below: list[list[int]], plans: list[list[PureStrategy]]) -> Iterator[str]:
    """Yield the payoffs of every cell; the first player's plan changes fastest."""
    for cell in product(*reversed(plans)):
        yield " ".join(map(str, _mean(tree, below, cell[::-1])))


def _mean(tree: GameTree, below: list[list[int]], plans: Sequence[PureStrategy]) -> list[Fraction]:
    """Return the mean payoffs of one plan for each player."""
    total, unit = [Fraction(0)] * len(plans), tree.game.rules.GAME.unit
    waiting = [(0, Fraction(1))]
    while waiting:
        node, chance = waiting.pop()
        player = int(tree.player[node])
        if player == END:
            total = [t + chance * int(x) for t, x in zip(total, tree.payoff[node], strict=True)]
        elif player == CHANCE:
            weights = [int(tree.weight[x]) for x in below[node]]
            waiting += [
                (x, chance * Fraction(w, sum(weights))) for x, w in zip(below[node], weights, strict=True)
            ]
        else:
            waiting.append((below[node][plans[player][int(tree.infoset[node])]], chance))
    return [x * unit for x in total]
