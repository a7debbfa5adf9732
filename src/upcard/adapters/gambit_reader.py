"""Reading ``.efg`` files: a game tree as Gambit writes it, with names, exact probabilities and payoffs.

Source: the Gambit project, "The extensive game (.efg) file format", in its documentation.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import count
from typing import TypeVar

from upcard.adapters.gambit_numbers import chances_of, payoff_of
from upcard.engine.declarations import MOST_SEATS
from upcard.engine.errors import Unreadable

TOKEN = re.compile(r'\s*(?:"((?:[^"\\]|\\.)*)"|([{}])|([^\s{}",]+)|(,))', re.DOTALL)
HUGE = re.compile(r"e[+-]?\d{4}", re.IGNORECASE)
"""The end of a number with thousands of digits, which is refused."""

CONTROL_Z = " \t\r\n\x1a"
"""White space at the end of a file, with the mark that old programs put there."""

CHANCE_NODE, PLAYER_NODE, END_NODE = "c", "p", "t"

REPORT_EVERY, WORDS_SHARE = 4096, 0.25
"""Number of words between two progress reports, and the share of the work that finds the words."""

BracedPart = TypeVar("BracedPart")
OnRead = Callable[[float], None]


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
    return _EfgReader(text, on_read or (lambda fraction: None)).game()


class _EfgReader:
    """Parser that walks over the words of a file."""

    def __init__(self, text: str, on_read: OnRead) -> None:
        self.words = list(_words(text.rstrip(CONTROL_Z), on_read))
        self.on_read, self.next_report = on_read, 0
        self.at = 0
        self.sets: dict[tuple[int, int], tuple[list[str], list[Fraction]]] = {}
        self.names: dict[tuple[int, int], str] = {}
        self.outcomes: dict[int, tuple[Fraction, ...]] = {}
        self.seats = 0

    def game(self) -> Efg:
        self.expect("EFG")
        self.expect("2")
        self.expect("D" if self.is_next("D") else "R")
        title = self.text("the title in quotes")
        players = tuple(self.in_braces(lambda: self.text("the name of a player in quotes")))
        if not players:
            raise self.fault("a player")
        if len(players) > MOST_SEATS:
            raise Unreadable(
                f"line {self.line()}: the tree has {len(players)} players; expected at most {MOST_SEATS}"
            )
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

    def tell(self) -> None:
        """Report progress, if it is time."""
        if self.at >= self.next_report:
            self.next_report = self.at + REPORT_EVERY
            self.on_read(WORDS_SHARE + (1 - WORDS_SHARE) * self.at / len(self.words))

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
            paid = self.in_braces(lambda: payoff_of(self.number("a payoff")))
            if len(paid) != self.seats:
                raise self.fault(f"{self.seats} payoffs before it, one for each player, not {len(paid)}")
            if self.outcomes.setdefault(number, tuple(paid)) != tuple(paid):
                raise self.fault(
                    f"the payoffs of outcome {number} as they were defined before, or none, before it"
                )
        if number and number not in self.outcomes:
            raise self.fault(f"the payoffs of outcome {number} in braces, which was not defined before")
        return self.outcomes.get(number, ()) if number else ()

    def line(self) -> int:
        return self.words[min(self.at, len(self.words) - 1)][1] if self.words else 1

    def fault(self, expected: str) -> Unreadable:
        word = repr(self.words[self.at][0]) if self.at < len(self.words) else "the end of the file"
        return Unreadable(f"line {self.line()}: {word}; expected {expected}")

    def next(self, expected: str) -> str:
        if self.at >= len(self.words):
            raise self.fault(expected)
        self.at += 1
        return self.words[self.at - 1][0]

    def is_next(self, word: str) -> bool:
        return self.at < len(self.words) and self.words[self.at][0] == word and not self.is_text()

    def is_text(self) -> bool:
        return self.at < len(self.words) and self.words[self.at][2]

    def expect(self, word: str) -> None:
        if not self.is_next(word):
            raise self.fault(word)
        self.at += 1

    def text(self, expected: str) -> str:
        if not self.is_text():
            raise self.fault(expected)
        return self.next(expected)

    def branch(self, has_chance: bool) -> tuple[str, Fraction | None]:
        label = self.text("the name of a branch in quotes")
        return label, self.number("a probability") if has_chance else None

    def in_braces(self, read: Callable[[], BracedPart]) -> list[BracedPart]:
        """Return the results of calling `read` repeatedly between two braces."""
        self.expect("{")
        parts = []
        while not self.is_next("}"):
            parts.append(read())
        self.expect("}")
        return parts

    def number(self, expected: str) -> Fraction:
        word = self.next(expected)
        try:
            if HUGE.search(word):
                raise ValueError
            return Fraction(word)
        except (ValueError, ZeroDivisionError):
            self.at -= 1
            raise self.fault(f"{expected}: a whole number, a decimal or a fraction") from None

    def whole(self, expected: str, least: int, most: int | None = None) -> int:
        x = self.number(expected)
        if x.denominator != 1 or x < least or (most is not None and x > most):
            self.at -= 1
            raise self.fault(f"{expected}, from {least}" + ("" if most is None else f" to {most}"))
        return int(x)


def _words(text: str, on_read: OnRead) -> Iterator[tuple[str, int, bool]]:
    """Yield the words of a file, each with its line, and whether it is in quotes."""
    at, line, end = 0, 1, len(text.rstrip())
    for number in count():
        if at >= end:
            return
        if number % REPORT_EVERY == 0:
            on_read(WORDS_SHARE * at / end)
        match = TOKEN.match(text, at)
        if match is None:
            raise Unreadable(f"line {line}: a quotation mark that is never closed; close it")
        line += text.count("\n", at, match.start(match.lastindex or 0))
        quoted, brace, word, comma = match.groups()
        if quoted is not None:
            yield re.sub(r"\\(.)", r"\1", quoted), line, True
        elif comma is None:
            yield brace or word, line, False
        at = match.end()
