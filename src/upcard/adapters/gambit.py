"""Game trees as ``.efg`` files, which Gambit and OpenSpiel read.

Nodes stand in preorder, one a line. Probabilities are exact fractions, since Gambit refuses those that do not
add up to exactly one. The name of an information set tells what its owner knows of the way to it. An outcome
of chance that stands for several that come to the same bears the name of the first.

Source: the Gambit project, "The extensive game (.efg) file format", in its documentation.
"""

from collections import Counter
from fractions import Fraction

from upcard.engine.tree.game_tree import CHANCE, END, GameTree
from upcard.engine.tree.labels import children, edge_words, infoset_names


def efg_text(tree: GameTree, about: str = "") -> str:
    """A game tree as the text of an ``.efg`` file.

    Parameters
    ----------
    tree : GameTree
        Of any number of players. Its information sets are numbered from 1 on for every player, in the order
        in which the tree has them; actions and outcomes of chance keep their order too.
    about : str
        Sentences for the comment of the file, besides where it comes from.

    Returns
    -------
    str
        A line that says what it is, one that says where it comes from, and a line per node.
    """
    game, writer = tree.game, _EfgWriter(tree)
    seats = " ".join(quoted(f"seat {p + 1}") for p in range(game.players))
    head = [
        f"EFG 2 R {quoted(repr(game)[1:-1])} {{ {seats} }}",
        quoted(comment(tree, about)),
    ]
    return "\n".join([*head, *map(writer.line, range(tree.nodes))]) + "\n"


class _EfgWriter:
    """Writes the nodes of a tree, each as a line; outcomes and nodes of chance are numbered on the way."""

    def __init__(self, tree: GameTree) -> None:
        self.tree, self.words, self.below = tree, edge_words(tree), children(tree)
        self.infosets = _numbered(tree, infoset_names(tree, self.words))
        self.outcomes: dict[tuple[int, ...], int] = {}
        self.chances = 0

    def line(self, node: int) -> str:
        player = int(self.tree.player[node])
        if player == END:
            return self.end(tuple(self.tree.payoff[node].tolist()))
        return self.chance(node) if player == CHANCE else self.decision(node, player)

    def end(self, paid: tuple[int, ...]) -> str:
        """An end; equal payoffs are one outcome."""
        number = self.outcomes.setdefault(paid, len(self.outcomes) + 1)
        return f't "" {number} "" {{ {", ".join(map(str, paid))} }}'

    def chance(self, node: int) -> str:
        """A node of chance, always an information set of its own."""
        self.chances += 1
        below = self.below[node]
        weights = self.tree.weight[below].tolist()
        total = sum(weights)
        drawn = (f"{quoted(self.words[i])} {Fraction(w, total)}" for i, w in zip(below, weights, strict=True))
        return f'c "" {self.chances} "" {{ {" ".join(drawn)} }} 0'

    def decision(self, node: int, player: int) -> str:
        choices = " ".join(quoted(self.words[i]) for i in self.below[node])
        return f'p "" {player + 1} {self.infosets[self.tree.infoset[node]]} {{ {choices} }} 0'


def _numbered(tree: GameTree, names: list[str]) -> list[str]:
    """Number and name of every information set, as they are written; a player has no name twice."""
    seen, named = Counter[int](), Counter[tuple[int, str]]()
    out = []
    for p, name in zip(tree.owner.tolist(), names, strict=True):
        seen[p] += 1
        named[p, name] += 1
        again = f" ({named[p, name]})" if named[p, name] > 1 else ""
        out.append(f"{seen[p]} {quoted(name + again)}")
    return out


def comment(tree: GameTree, about: str) -> str:
    """What stands below the title of a file: where it comes from, and what else is said."""
    game = tree.game
    source = f"{game.name}, version {game.rules.GAME.version} of its rules; written by Upcard"
    return f"{source}. {about}" if about else source


def quoted(text: str) -> str:
    """A text in quotes; the programs that read the format do not agree on how to write one within it.

    A backslash would make a quotation mark of what follows it a letter.
    """
    return f'"{text.replace(chr(34), chr(39)).replace(chr(92), "/")}"'
