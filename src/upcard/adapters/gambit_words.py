"""The words of Gambit's files: texts in quotes, braces and numbers, each with its line."""

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import count
from typing import TypeVar

from upcard.adapters.gambit_numbers import payoff_of
from upcard.engine.declarations import MOST_SEATS
from upcard.engine.errors import Unreadable
from upcard.engine.payoff_numbers import MINUS_SIGNS, is_payoff

TOKEN = re.compile(r'\s*(?:"((?:[^"\\]|\\.)*)"|([{}])|([^\s{}",]+)|(,))', re.DOTALL)
CONTROL_Z = " \t\r\n\x1a"
"""White space at the end of a file, with the mark that old programs put there."""

REPORT_EVERY, WORDS_SHARE = 4096, 0.25
"""Number of words between two progress reports, and the share of the work that finds the words."""

BracedPart = TypeVar("BracedPart")
OnRead = Callable[[float], None]


class GambitWords:
    """Parser that walks over the words of a file; its errors name the line and what was expected."""

    def __init__(self, text: str, on_read: OnRead | None = None) -> None:
        self.on_read, self.next_report = on_read or (lambda fraction: None), 0
        self.words = list(_words(text.rstrip(CONTROL_Z), self.on_read))
        self.at = 0

    def tell(self) -> None:
        """Report progress, if it is time."""
        if self.at >= self.next_report:
            self.next_report = self.at + REPORT_EVERY
            self.on_read(WORDS_SHARE + (1 - WORDS_SHARE) * self.at / len(self.words))

    def heading(self, form: str, version: str) -> str:
        """Read the beginning of a file, up to the title, and return the title."""
        self.expect(form)
        self.expect(version)
        self.expect("D" if self.is_next("D") else "R")
        return self.text("the title in quotes")

    def players(self) -> tuple[str, ...]:
        """Read the names of the players between braces."""
        players = tuple(self.in_braces(lambda: self.text("the name of a player in quotes")))
        if not players:
            raise self.fault("a player")
        if len(players) > MOST_SEATS:
            raise Unreadable(
                f"line {self.line()}: the tree has {len(players)} players; expected at most {MOST_SEATS}"
            )
        return players

    def payoff(self) -> Fraction:
        """Read a payoff, which a program may have written in floating point."""
        return payoff_of(self.number("a payoff"))

    def line(self) -> int:
        """Return the line of the next word."""
        return self.words[min(self.at, len(self.words) - 1)][1] if self.words else 1

    def fault(self, expected: str) -> Unreadable:
        """Return the error for the next word, with its line and what was expected instead."""
        word = repr(self.words[self.at][0]) if self.at < len(self.words) else "the end of the file"
        return Unreadable(f"line {self.line()}: {word}; expected {expected}")

    def next(self, expected: str) -> str:
        """Read any word."""
        if self.at >= len(self.words):
            raise self.fault(expected)
        self.at += 1
        return self.words[self.at - 1][0]

    def is_next(self, word: str) -> bool:
        """Whether the next word is this one, and not in quotes."""
        return self.at < len(self.words) and self.words[self.at][0] == word and not self.is_text()

    def is_text(self) -> bool:
        """Whether the next word is in quotes."""
        return self.at < len(self.words) and self.words[self.at][2]

    def expect(self, word: str) -> None:
        """Read this word."""
        if not self.is_next(word):
            raise self.fault(word)
        self.at += 1

    def text(self, expected: str) -> str:
        """Read a word in quotes."""
        if not self.is_text():
            raise self.fault(expected)
        return self.next(expected)

    def in_braces(self, read: Callable[[], BracedPart]) -> list[BracedPart]:
        """Return the results of calling `read` repeatedly between two braces."""
        self.expect("{")
        parts = []
        while not self.is_next("}"):
            parts.append(read())
        self.expect("}")
        return parts

    def number(self, expected: str) -> Fraction:
        """Read a whole number, a decimal or a fraction."""
        was_text, word = self.is_text(), self.next(expected)
        if was_text or not is_payoff(word):
            self.at -= 1
            raise self.fault(f"{expected}: a whole number, a decimal or a fraction")
        return Fraction(word.translate(MINUS_SIGNS))

    def whole(self, expected: str, least: int, most: int | None = None) -> int:
        """Read a whole number from `least` to `most`."""
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
