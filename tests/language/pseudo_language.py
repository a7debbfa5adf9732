"""A language that marks every translated message: ``⟦Your name⟧``. The rest is not translated.

Texts of people and programs, such as names and code, are in elements with ``translate="no"``.
"""

import re
from collections.abc import Iterator
from gettext import NullTranslations

from bs4 import BeautifulSoup
from bs4.element import Comment, Doctype, PageElement

OPEN, CLOSE = "⟦", "⟧"
ATTRIBUTES = ("aria-label", "aria-description", "title", "placeholder", "alt", "data-words")
SKIPPED = ("script", "style", "code", "kbd", "svg")
LETTERS = re.compile(r"[^\W\d_]{2,}")


class PseudoLanguage(NullTranslations):
    """Translations that put each message between marks."""

    def gettext(self, message: str) -> str:
        """Return the message between marks."""
        return f"{OPEN}{message}{CLOSE}"

    def pgettext(self, context: str, message: str) -> str:
        """Return the message between marks."""
        return self.gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the form that fits the number, between marks."""
        return self.gettext(msgid1 if n == 1 else msgid2)


def untranslated_texts(html: str) -> list[str]:
    """Return the texts and attributes of a page, or of a part of one, that are outside the marks."""
    page = BeautifulSoup(html, "html.parser")
    texts, depth = [], 0
    for text in page.find_all(string=True):
        if isinstance(text, (Comment, Doctype)) or _is_skipped(text):
            continue
        outside, depth = _outside(str(text), depth)
        texts.append(outside)
    texts.extend(_outside(text, 0)[0] for text in _attributes(page))
    return [x.strip() for x in texts if LETTERS.search(x)]


def _outside(text: str, depth: int) -> tuple[str, int]:
    """Return the part of a text that is outside the marks, and how many marks are open after it."""
    left = []
    for letter in text:
        depth += (letter == OPEN) - (letter == CLOSE)
        left.append(letter if depth == 0 and letter != CLOSE else " ")
    return " ".join("".join(left).split()), depth


def _is_skipped(node: PageElement) -> bool:
    return any(x.name in SKIPPED or x.get("translate") == "no" for x in node.parents)


def _attributes(page: BeautifulSoup) -> Iterator[str]:
    for tag in page.find_all(True):
        if tag.get("translate") == "no" or _is_skipped(tag):
            continue
        yield from (str(tag[x]) for x in ATTRIBUTES if tag.get(x))
