"""What is said at the nodes of a game tree: the words for actions and for outcomes of chance.

A tree holds numbers only. The words come from the rules file, which is played again up to a node.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.engine.chance import Asked, Scripted
from upcard.engine.state import PlainState, apply_action
from upcard.engine.tree.game_tree import CHANCE, END, GameTree

UNKNOWN = "?"


class Door(Scripted):
    """Scripted chance that remembers which door was used last: ``below`` or ``draw``."""

    door = ""

    def below(self, s: Any, n: int) -> int:
        """As :class:`Scripted`."""
        self.door = "below"
        return super().below(s, n)

    def draw(self, s: Any, zone: Any) -> int:
        """As :class:`Scripted`; modifies `zone`."""
        self.door = "draw"
        return super().draw(s, zone)


def children(tree: GameTree) -> list[list[int]]:
    """The nodes below each node, in their order."""
    below: list[list[int]] = [[] for _ in range(tree.nodes)]
    for node, above in enumerate(tree.parent[1:].tolist(), 1):
        below[above].append(node)
    return below


def edge_words(tree: GameTree) -> list[str]:
    """What leads to every node, in words; those below one node are all different.

    Parameters
    ----------
    tree : GameTree
        The tree.

    Returns
    -------
    list of str
        One per node: an action as its player would say it, a card, or a number of chance; empty at the root.
    """
    below, out, known = children(tree), [""] * tree.nodes, dict[int, list[str]]()
    for node in np.flatnonzero(tree.player != END).tolist():
        infoset = int(tree.infoset[node])
        if tree.player[node] == CHANCE:
            words = _words(tree, node, below[node])
        elif infoset in known:
            words = known[infoset]
        else:
            words = known[infoset] = _words(tree, node, below[node])
        for child, word in zip(below[node], words, strict=True):
            out[child] = word
    return out


def _words(tree: GameTree, node: int, below: Sequence[int]) -> list[str]:
    """The words for what can come at a node, on one line and without double quotes and backslashes.

    Where two are equal, all are followed by their numbers.
    """
    numbers = tree.action[below].tolist()
    state, door = _replayed(tree, node)
    if tree.player[node] != CHANCE:
        v = tree.game.view(state, int(tree.player[node]))
        words = list(tree.game.words(v, numbers).values())
    else:
        words = [tree.game.rules.card_text(x) if door == "draw" else str(x) for x in numbers]
    words = [" ".join(w.replace('"', "'").replace("\\", "/").split()) for w in words]
    if len(set(words)) == len(words):
        return words
    return [f"{w} ({x})" for w, x in zip(words, numbers, strict=True)]


def _replayed(tree: GameTree, node: int) -> tuple[PlainState, str]:
    """The state at a node, and at a node of chance the door that is asked there."""
    rules, chance = tree.game.rules, Door(tree.game.rules, ())
    state = tree.game.blank(chance=chance)
    try:
        for action, chance.rest in _parts(tree, node):
            apply_action(rules, state, action)
    except Asked:
        return state, chance.door
    return state, ""


def _parts(tree: GameTree, node: int) -> list[tuple[int | None, list[int]]]:
    """The start and every action on the way to a node, each with what chance does next, the last first."""
    path = []
    while node > 0:
        path.append(node)
        node = int(tree.parent[node])
    parts: list[tuple[int | None, list[int]]] = [(None, [])]
    for step in reversed(path):
        if tree.player[tree.parent[step]] == CHANCE:
            parts[-1][1].insert(0, int(tree.action[step]))
        else:
            parts.append((int(tree.action[step]), []))
    return parts


def infoset_names(tree: GameTree, words: Sequence[str]) -> list[str]:
    """What is common to all histories of an information set, and a question mark for the rest.

    Parameters
    ----------
    tree : GameTree
        The tree.
    words : sequence of str
        What leads to every node, from :func:`edge_words`.

    Returns
    -------
    list of str
        One per information set, such as ``king, ?, pass, bet``. Two may have the same name.
    """
    known = {word: i for i, word in enumerate(dict.fromkeys(words))}
    texts = [*known, UNKNOWN]
    histories, begins = _histories(tree, np.array([known[word] for word in words], np.int64))
    if not len(begins):
        return []
    least, most = (f.reduceat(histories, begins, axis=0) for f in (np.minimum, np.maximum))
    common = np.where(least == most, least, len(known))
    return [", ".join(filter(None, (texts[i] for i in line))) for line in common.tolist()]


def _histories(
    tree: GameTree, word: npt.NDArray[np.int64]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """The words on the way to every decision, sorted by information set, and where each set begins.

    The root's empty word, number 0, fills a history up where another one is longer.
    """
    decisions = np.flatnonzero(tree.infoset >= 0)
    at = decisions[np.argsort(tree.infoset[decisions], kind="stable")]
    begins = np.searchsorted(tree.infoset[at], np.arange(tree.infosets))
    out = np.zeros((len(at), int(tree.depth.max(initial=0))), np.int64)
    rows = np.arange(len(at))
    while len(rows):
        inner = at > 0
        rows, at = rows[inner], at[inner]
        out[rows, tree.depth[at] - 1] = word[at]
        at = tree.parent[at]
    return out, begins
