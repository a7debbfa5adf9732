"""Text in the characters of standard output, so that ``print`` of a result never fails."""

import sys

PLAIN = {
    "–": "-", "−": "-", "—": "-", "…": "...", "×": "x", "·": ",", "\u2018": "'", "\u2019": "'",
    "“": '"', "”": '"',
    "✓": "+", "✗": "x", "±": "+-", "≤": "<=", "≥": ">=", "½": "1/2",
    "♠": "s", "♥": "h", "♦": "d", "♣": "c",
}  # fmt: skip
"""Replacements of characters that an encoding lacks; lines of tables become ``-``, ``|`` and ``+``."""

LINES, LAST_LINE = "─━═╌╍┄┅┈┉╴╶╸╺╼╾", "╿"
BARS = "│┃║╎╏┆┇┊┋╵╷╹╻╽╿"


def encodable(text: str) -> str:
    """Return a text that standard output can print; characters that it lacks are replaced by similar ones."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    if _has(encoding, text):
        return text
    return "".join(c if _has(encoding, c) else _plain(c) for c in text)


def _has(encoding: str, text: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    except LookupError:  # a stream of one's own names anything
        return text.isascii()
    return True


def _plain(c: str) -> str:
    if LINES[0] <= c <= LAST_LINE:
        return "-" if c in LINES else "|" if c in BARS else "+"
    return PLAIN.get(c, "?")
