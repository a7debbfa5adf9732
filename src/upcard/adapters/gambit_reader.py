"""Reading ``.efg`` files: a game tree as Gambit writes it, with names, exact probabilities and payoffs.

Source: the Gambit project, "The extensive game (.efg) file format", in its documentation.
"""

from dataclasses import dataclass, field
from fractions import Fraction

from upcard.adapters.gambit_numbers import chances_of
from upcard.adapters.gambit_words import GambitWords, OnRead
from upcard.engine.errors import Unreadable

CHANCE_NODE, PLAYER_NODE, END_NODE = "c", "p", "t"


@dataclass
class EfgNode:
    """A node of the file."""

    kind: str
    """``"c"``, ``"p"`` or ``"t"``."""
    player: int = -1
    """The player who decides, from 0; -1 elsewhere."""
    infoset: int = 0
    """The number of its information set in the file."""
    name: str = ""
    """The name of its information set; may be empty."""
    labels: list[str] = field(default_factory=list)
    """The names of its branches."""
    chances: list[Fraction] = field(default_factory=list)
    """The probability of each branch, at a node of chance."""
    paid: tuple[Fraction, ...] = ()
    """The payoffs at this node; empty if there are none."""
    line: int = 0
    """Its line in the file."""
    below: list["EfgNode"] = field(default_factory=list)
    """The nodes below it, in the order of its branches."""


@dataclass(frozen=True)
class Efg:
    """The game tree of a file."""

    title: str
    comment: str
    """Comment of the file."""
    players: tuple[str, ...]
    """The names of the players."""
    root: EfgNode
    """The tree."""


def read_efg(text: str, on_read: OnRead | None = None) -> Efg:
    """Read the text of an ``.efg`` file.

    Parameters
    ----------
    on_read : function, optional
        Called from time to time with the fraction that has been read.

    Raises
    ------
    Unreadable
        If the text is not an ``.efg`` file; the message names the line and what was expected.
    """
    return _EfgReader(text, on_read).game()


class _EfgReader(GambitWords):
    """Parser of an ``.efg`` file."""

    def __init__(self, text: str, on_read: OnRead | None) -> None:
        super().__init__(text, on_read)
        self.sets: dict[tuple[int, int], tuple[list[str], list[Fraction]]] = {}
        self.names: dict[tuple[int, int], str] = {}
        self.outcomes: dict[int, tuple[Fraction, ...]] = {}
        self.seats = 0

    def game(self) -> Efg:
        title = self.heading("EFG", "2")
        players = self.players()
        self.seats = len(players)
        comment = self.text("a comment") if self.is_text() else ""
        root = self.tree()
        if self.at < len(self.words):
            raise self.fault("the end of the file, since the tree is complete")
        return Efg(title, comment, players, root)

    def tree(self) -> EfgNode:
        """Read all nodes, in preorder; without recursion, since trees may be deep."""
        root = self.node()
        open_nodes = [root]
        while open_nodes:
            above = open_nodes[-1]
            if len(above.below) == len(above.labels):
                open_nodes.pop()
                continue
            node = self.node()
            above.below.append(node)
            open_nodes.append(node)
        return root

    def node(self) -> EfgNode:
        self.tell()
        line = self.line()
        kind = self.next(f"a node ({CHANCE_NODE}, {PLAYER_NODE} or {END_NODE}), since branches are left")
        if kind not in (CHANCE_NODE, PLAYER_NODE, END_NODE):
            self.at -= 1
            raise self.fault(f"a node: {CHANCE_NODE}, {PLAYER_NODE} or {END_NODE}")
        self.text("the name of a node in quotes")
        node = EfgNode(kind, line=line)
        if kind == PLAYER_NODE:
            node.player = self.whole("the number of a player", 1, self.seats) - 1
        if kind != END_NODE:
            node.infoset = self.whole("the number of an information set", 1)
            node.labels, node.chances = self.branches(node)
        node.paid = self.outcome()
        return node

    def branches(self, node: EfgNode) -> tuple[list[str], list[Fraction]]:
        """Read the branches of a node; a set that was defined before may leave them out."""
        key = (node.player, node.infoset)
        if self.is_text():
            self.names[key] = self.text("the name of an information set")
        node.name = self.names.get(key, "")
        if not self.is_next("{"):
            if key not in self.sets:
                raise self.fault("the branches in braces, since this set was not defined before")
            return self.sets[key]
        pairs = self.in_braces(lambda: self.branch(node.kind == CHANCE_NODE))
        labels, numbers = [x for x, _ in pairs], [x for _, x in pairs if x is not None]
        chances = chances_of(numbers) if numbers else []
        known = self.sets.setdefault(key, (labels, chances))
        if len(known[0]) != len(labels) or not labels:
            raise Unreadable(
                f"line {node.line}: {len(labels)} branches; expected {len(known[0]) or 'one or more'}"
            )
        if known != (labels, chances):
            raise Unreadable(
                f"line {node.line}: the branches are not those that this set had before; expected the same "
                "names and probabilities, or none"
            )
        if node.kind == CHANCE_NODE and (sum(chances) != 1 or min(chances) < 0):
            raise Unreadable(
                f"line {node.line}: the probabilities add up to {sum(chances)}; expected 1, as fractions"
            )
        return labels, chances

    def outcome(self) -> tuple[Fraction, ...]:
        """Read the payoffs at a node; an outcome that was defined before may leave them out."""
        number = self.whole("the number of an outcome, or 0", 0)
        if self.is_text():
            self.text("the name of an outcome")
        if self.is_next("{"):
            paid = self.in_braces(self.payoff)
            if len(paid) != self.seats:
                raise self.fault(f"{self.seats} payoffs before it, one for each player, not {len(paid)}")
            if self.outcomes.setdefault(number, tuple(paid)) != tuple(paid):
                raise self.fault(
                    f"the payoffs of outcome {number} as they were defined before, or none, before it"
                )
        if number and number not in self.outcomes:
            raise self.fault(f"the payoffs of outcome {number} in braces, which was not defined before")
        return self.outcomes.get(number, ()) if number else ()

    def branch(self, has_chance: bool) -> tuple[str, Fraction | None]:
        label = self.text("the name of a branch in quotes")
        return label, self.number("a probability") if has_chance else None
