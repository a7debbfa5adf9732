"""The words and numbers of a game tree as they are written in a rules file."""

import json
import textwrap
from collections.abc import Iterable, Sequence


def plain(text: str) -> str:
    """A text on one line, without anything that ends a docstring and what no reader would see."""
    seen = "".join(x for x in text if x.isprintable() or x.isspace())
    return " ".join(seen.replace('"', "'").replace("\\", "/").split())


def literal(text: str) -> str:
    """A text as Python reads it."""
    return json.dumps(plain(text), ensure_ascii=False)


def literals(words: Sequence[str]) -> str:
    """Texts as a tuple, as Python reads it."""
    return "(" + "".join(f"{literal(x)}, " for x in words).rstrip() + ")"


def different(labels: Sequence[str], kind: str) -> tuple[str, ...]:
    """Names of branches that can be typed, each once; without a name of its own a branch is one of a kind."""
    words = ["-".join(plain(x).split()) or f"{kind}-{i}" for i, x in enumerate(labels, 1)]
    return tuple(x if words.count(x) == 1 else f"{x}-{i}" for i, x in enumerate(words, 1))


def numbers(cells: Iterable[int]) -> str:
    """Numbers as a list over as many lines as it takes."""
    text = ", ".join(map(str, cells))
    if len(text) < 80:
        return f"[{text}]"
    lines = textwrap.wrap(text, 104)
    return "[\n" + "\n".join(f"    {x}" for x in lines) + ",\n]"
