"""Labels of a game tree: words for its actions and its outcomes of chance.

A tree holds numbers only. The words come from the rules file, by playing up to a node again.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from upcard.engine.chance import DRAW, Script, ScriptEnded
from upcard.engine.state import PlainState, apply_action
from upcard.engine.tree.game_tree import CHANCE, END, GameTree

UNKNOWN = "?"


def children(tree: GameTree) -> list[list[int]]:
    """Return the nodes below each node, in order."""
    below: list[list[int]] = [[] for _ in range(tree.nodes)]
    for node, above in enumerate(tree.parent[1:].tolist(), 1):
        below[above].append(node)
    return below


def edge_words(tree: GameTree) -> list[str]:
    """Return the action or outcome that leads to every node, in words; siblings have different words.

    The words are an action as its player would say it, a card, or a number of chance; empty at the root.
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
    """Return the words for the branches of a node, on one line and without double quotes and backslashes.

    If two branches have the same words, all words are followed by their numbers.
    """
    numbers = tree.action[below].tolist()
    state, kind = _replayed(tree, node)
    if tree.player[node] != CHANCE:
        v = tree.game.view(state, int(tree.player[node]))
        words = list(tree.game.words(v, numbers).values())
    else:
        words = [tree.game.rules.card_text(x) if kind == DRAW else str(x) for x in numbers]
    words = [" ".join(w.replace('"', "'").replace("\\", "/").split()) for w in words]
    if len(set(words)) == len(words):
        return words
    return [f"{w} ({x})" for w, x in zip(words, numbers, strict=True)]


def _replayed(tree: GameTree, node: int) -> tuple[PlainState, str]:
    """Return the state at a node, and for a node of chance its question: ``below`` or ``draw``."""
    rules, script = tree.game.rules, Script(tree.game.rules, ())
    state = tree.game.blank(chance=script)
    try:
        for action, outcomes in _parts(tree, node):
            script.rest[:] = outcomes
            apply_action(rules, state, action)
    except ScriptEnded as question:
        return state, question.kind
    return state, ""


def _parts(tree: GameTree, node: int) -> list[tuple[int | None, list[int]]]:
    """Return the start and the actions on the way to a node, each with the following outcomes, last first."""
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
    """Return the words common to all histories of each information set, and question marks for the rest.

    A name looks like ``king, ?, pass, bet``; two sets may have the same. `words` come from
    :func:`edge_words`.
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
    """Return the words on the way to every decision, by information set, and where each set begins.

    Shorter histories are padded with the root's empty word, number 0.
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
