"""Game trees as ``.efg`` files, which Gambit and OpenSpiel read.

Nodes are in preorder, one a line. Probabilities are exact fractions, since Gambit refuses sums other than
exactly one. The name of an information set says what its owner knows. Equivalent outcomes of chance are one
branch with the name of the first.

Source: the Gambit project, "The extensive game (.efg) file format", in its documentation.
"""

import unicodedata
from collections import Counter
from fractions import Fraction

from upcard.engine.tree.game_tree import CHANCE, END, GameTree
from upcard.engine.tree.labels import children, edge_words, infoset_names

REPLACEMENTS = {"\N{BLACK SPADE SUIT}": "S", "\N{BLACK HEART SUIT}": "H"} | {
    "\N{BLACK DIAMOND SUIT}": "D", "\N{BLACK CLUB SUIT}": "C", "\N{LATIN SMALL LETTER SHARP S}": "ss",
}  # fmt: skip
"""Replacements of signs that have no letter in ASCII."""


def efg_text(tree: GameTree, about: str = "") -> str:
    """Return a game tree as the text of an ``.efg`` file.

    Parameters
    ----------
    tree : GameTree
        For any number of players. The information sets of every player are numbered from 1 in the order of
        the tree; actions and outcomes of chance keep their order too.
    about : str
        Sentences for the comment of the file, after its source.

    Returns
    -------
    str
        A line with the title, one with the source, and a line per node.
    """
    game, writer = tree.game, _EfgWriter(tree)
    seats = " ".join(quoted(f"seat {p + 1}") for p in range(game.players))
    head = [f"EFG 2 R {quoted(repr(game)[1:-1])} {{ {seats} }}", quoted(comment(tree, about))]
    return "\n".join([*head, *map(writer.line, range(tree.nodes))]) + "\n"


class _EfgWriter:
    """Writer of the nodes of a tree, a line each; it numbers outcomes and nodes of chance."""

    def __init__(self, tree: GameTree) -> None:
        self.tree, self.words, self.below = tree, edge_words(tree), children(tree)
        self.infosets = _numbered(tree, infoset_names(tree, self.words))
        self.outcomes: dict[tuple[int | Fraction, ...], int] = {}
        self.chances = 0

    def line(self, node: int) -> str:
        player = int(self.tree.player[node])
        if player == END:
            return self.end(tuple(map(self.tree.game.rules.GAME.payoff, self.tree.payoff[node].tolist())))
        return self.chance(node) if player == CHANCE else self.decision(node, player)

    def end(self, paid: tuple[int | Fraction, ...]) -> str:
        """Return the line of a terminal node; nodes with equal payoffs share an outcome."""
        number = self.outcomes.setdefault(paid, len(self.outcomes) + 1)
        return f't "" {number} "" {{ {", ".join(map(str, paid))} }}'

    def chance(self, node: int) -> str:
        """Return the line of a chance node, which is always its own information set."""
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
    """Return the number and name of every information set; names of a player are unique."""
    seen, named = Counter[int](), Counter[tuple[int, str]]()
    out = []
    for p, name in zip(tree.owner.tolist(), names, strict=True):
        seen[p] += 1
        named[p, name] += 1
        again = f" ({named[p, name]})" if named[p, name] > 1 else ""
        out.append(f"{seen[p]} {quoted(name + again)}")
    return out


def comment(tree: GameTree, about: str) -> str:
    """Return the comment below the title of a file: its source, and further sentences."""
    game = tree.game
    source = f"{game.name}, version {game.rules.GAME.version} of its rules; written by Upcard"
    return f"{source}. {about}" if about else source


def quoted(text: str) -> str:
    """Return a text in quotes, in ASCII and without quotation marks inside.

    Programs escape quotation marks in different ways, a backslash would escape the one after it, and Gambit
    refuses labels with other letters; a letter without its accent, or else its number, stands for it.
    """
    return f'"{_ascii(text).replace(chr(34), chr(39)).replace(chr(92), "/")}"'


def _ascii(text: str) -> str:
    """Return a text with the letters of ASCII."""
    apart = unicodedata.normalize("NFKD", text)
    plain = "".join(x for x in apart if not unicodedata.combining(x)).replace("\N{MINUS SIGN}", "-")
    return "".join(x if x.isascii() else REPLACEMENTS.get(x, f"U+{ord(x):04X}") for x in plain)
