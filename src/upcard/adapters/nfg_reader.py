"""Reading ``.nfg`` files: a game in normal form as Gambit writes it, with names and exact payoffs.

Source: the Gambit project, "The strategic game (.nfg) file format, payoff version" and "outcome version".
"""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import count, product

from upcard.adapters.gambit_numbers import payoff_of
from upcard.engine.errors import Unreadable
from upcard.engine.payoff_numbers import is_payoff, read_payoff

TOKEN = re.compile(r'\s*(?:"((?:[^"\\]|\\.)*)"|([{}])|([^\s{}",]+)|(,))', re.DOTALL)
MOST_CELLS = 100_000
"""Maximum number of combinations of strategies."""


@dataclass(frozen=True)
class NormalForm:
    """A game in normal form."""

    title: str
    comment: str
    """Comment of the file."""
    players: tuple[str, ...]
    """The names of the players."""
    strategies: tuple[tuple[str, ...], ...]
    """The names of the strategies of each player."""
    payoffs: dict[tuple[int, ...], tuple[Fraction, ...]]
    """The payoffs of all players for each combination of strategies, numbered from 0."""

    def efg(self) -> str:
        """Return the game as the text of an ``.efg`` file, in which nobody sees what others choose."""
        lines = [f"EFG 2 R {_quoted(self.title)} {{ {' '.join(map(_quoted, self.players))} }}"]
        lines.append(_quoted(self.comment))
        numbers = count(1)

        def grow(chosen: tuple[int, ...]) -> None:
            p = len(chosen)
            if p == len(self.players):
                paid = ", ".join(map(str, self.payoffs[chosen]))
                lines.append(f't "" {next(numbers)} "" {{ {paid} }}')
                return
            names = " ".join(map(_quoted, self.strategies[p]))
            lines.append(f'p "" {p + 1} 1 "" {{ {names} }} 0')
            for k in range(len(self.strategies[p])):
                grow((*chosen, k))

        grow(())
        return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def read_nfg(text: str) -> NormalForm:
    """Read the text of an ``.nfg`` file, in either of its two forms.

    Raises ``Unreadable`` if the text is not an ``.nfg`` file; the message names the line and what was
    expected.
    """
    return _NfgReader(text).game()


def as_efg(text: str) -> str:
    """Return the text of an ``.efg`` file as it is, and that of an ``.nfg`` file as an ``.efg`` file."""
    return read_nfg(text).efg() if text.lstrip().startswith("NFG") else text


class _NfgReader:
    """Parser that walks over the words of a file."""

    def __init__(self, text: str) -> None:
        self.words = [*_words(text.removesuffix("\x1a"))]
        self.at = 0

    def game(self) -> NormalForm:
        self.expect("NFG")
        self.expect("1")
        self.next("R or D", ("R", "D"))
        title = self.text("the title in quotes")
        players = self.texts("the name of a player in quotes")
        strategies = self.strategies(len(players))
        comment = self.text("") if self.kind() == "text" else ""
        cells = math.prod(map(len, strategies))
        if cells > MOST_CELLS:
            raise Unreadable(
                f"the game has {cells:,} combinations of strategies; expected at most {MOST_CELLS:,}"
            )
        paid = self.outcomes(cells, len(players)) if self.word() == "{" else self.listed(cells, len(players))
        if self.at < len(self.words):
            raise self.fault("the end of the file, since all payoffs were read")
        # the first player's strategies change fastest
        order = [tuple(reversed(x)) for x in product(*(range(len(s)) for s in reversed(strategies)))]
        payoffs = dict(zip(order, paid, strict=True))
        return NormalForm(title, comment, tuple(players), strategies, payoffs)

    def strategies(self, players: int) -> tuple[tuple[str, ...], ...]:
        """Read the strategies of each player: their names, or their number."""
        self.expect("{")
        out: list[tuple[str, ...]] = []
        while self.word() != "}":
            if self.word() == "{":
                out.append(tuple(self.texts("the name of a strategy in quotes")))
            else:
                out.append(
                    tuple(str(k + 1) for k in range(self.whole("the number of strategies", MOST_CELLS)))
                )
        if len(out) != players or not all(out):
            raise self.fault(f"the strategies of {players} players, one or more for each")
        self.expect("}")
        return tuple(out)

    def listed(self, cells: int, players: int) -> list[tuple[Fraction, ...]]:
        """Read the payoffs of all combinations, one after another."""
        return [tuple(self.number("a payoff") for _ in range(players)) for _ in range(cells)]

    def outcomes(self, cells: int, players: int) -> list[tuple[Fraction, ...]]:
        """Read the outcomes, and then the number of the outcome of each combination; 0 pays nothing."""
        self.expect("{")
        known = [(Fraction(0),) * players]
        while self.word() == "{":
            self.expect("{")
            self.text("the name of an outcome in quotes")
            known.append(tuple(self.number("a payoff") for _ in range(players)))
            self.expect("}")
        self.expect("}")
        return [known[self.whole("the number of an outcome", len(known) - 1)] for _ in range(cells)]

    def kind(self) -> str:
        return self.words[self.at][2] if self.at < len(self.words) else ""

    def word(self) -> str:
        return self.words[self.at][0] if self.kind() == "word" else ""

    def fault(self, expected: str) -> Unreadable:
        is_end = self.at >= len(self.words)
        word, line = ("the end of the file", self.words[-1][1] if self.words else 1) if is_end else (
            repr(self.words[self.at][0]), self.words[self.at][1]
        )  # fmt: skip
        return Unreadable(f"line {line}: {word}; expected {expected}")

    def next(self, expected: str, words: tuple[str, ...] = (), kind: str = "word") -> str:
        if self.kind() != kind or (words and self.word() not in words):
            raise self.fault(expected)
        self.at += 1
        return self.words[self.at - 1][0]

    def expect(self, word: str) -> None:
        self.next(word, (word,))

    def text(self, expected: str) -> str:
        return self.next(expected, kind="text")

    def texts(self, expected: str) -> list[str]:
        """Read texts between braces."""
        self.expect("{")
        out = []
        while self.word() != "}":
            out.append(self.text(expected))
        self.expect("}")
        return out

    def number(self, expected: str) -> Fraction:
        if not is_payoff(self.word()):
            raise self.fault(f"{expected}: a whole number, a decimal or a fraction")
        return payoff_of(read_payoff(self.next(expected)))

    def whole(self, expected: str, most: int) -> int:
        if not re.fullmatch(r"\d{1,9}", self.word(), re.ASCII) or int(self.word()) > most:
            raise self.fault(f"{expected}, up to {most:,}")
        return int(self.next(expected))


def _words(text: str) -> Iterator[tuple[str, int, str]]:
    """Yield the words of a file, each with its line and its kind, ``"text"`` or ``"word"``."""
    at, line, end = 0, 1, len(text.rstrip())
    while at < end:
        match = TOKEN.match(text, at)
        if match is None:
            raise Unreadable(f"line {line}: a quotation mark that is never closed; close it")
        line += text.count("\n", at, match.start(match.lastindex or 0))
        quoted, brace, word, comma = match.groups()
        if quoted is not None:
            yield re.sub(r"\\(.)", r"\1", quoted), line, "text"
        elif comma is None:
            yield brace or word, line, "word"
        at = match.end()
