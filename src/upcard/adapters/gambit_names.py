"""The words and numbers of a game tree, written for a rules file."""

import json
import textwrap
from collections.abc import Iterable, Sequence


def plain(text: str) -> str:
    """Return a text on one line, without invisible characters and anything that ends a docstring."""
    seen = "".join(x for x in text if x.isprintable() or x.isspace())
    return " ".join(seen.replace('"', "'").replace("\\", "/").split())


def literal(text: str) -> str:
    """Return a text as a literal of Python."""
    return json.dumps(plain(text), ensure_ascii=False)


def literals(words: Sequence[str]) -> str:
    """Return texts as a tuple literal of Python."""
    return "(" + "".join(f"{literal(x)}, " for x in words).rstrip() + ")"


def different(labels: Sequence[str], kind: str) -> tuple[str, ...]:
    """Return a different name to type for each branch; one without a name is called after its kind."""
    words = ["-".join(plain(x).split()) or f"{kind}-{i}" for i, x in enumerate(labels, 1)]
    return tuple(x if words.count(x) == 1 else f"{x}-{i}" for i, x in enumerate(words, 1))


def numbers(cells: Iterable[int]) -> str:
    """Return numbers as a list literal, on several lines if it is long."""
    text = ", ".join(map(str, cells))
    if len(text) < 80:
        return f"[{text}]"
    lines = textwrap.wrap(text, 104)
    return "[\n" + "\n".join(f"    {x}" for x in lines) + ",\n]"
