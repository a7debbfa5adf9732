"""What a chapter says outside its code: the text as people read it, with the numbers that stand in it."""

import re
from collections.abc import Iterator

FENCE = re.compile(r"^(`{3,}).*?^\1`*$", re.DOTALL | re.MULTILINE)
HIDDEN = (
    re.compile(r"`[^`\n]+`"),  # a name of a program
    re.compile(r"\{\{.*?\}\}", re.DOTALL),  # what is computed
    re.compile(r"<[^>]*>"),
    re.compile(r"\]\([^)\s]*\)"),  # where a link leads
    re.compile(r"^\s*\d+\.\s", re.MULTILINE),  # a point of a list
    re.compile(r"^\*\*\d+\.\*\*", re.MULTILINE),  # an exercise
)
NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
WORKED = re.compile(r"""worked\(\s*["'](.*?)["']""")
NAMED = re.compile(r"\{\{(.*?)\}\}", re.DOTALL)
YEAR = re.compile(r"\b(?:1[6-9]|20)\d\d\b")
SOURCES = "## Sources"


def running_text(source: str) -> str:
    """The text without code, names and marks; of the sources without years."""
    text = FENCE.sub("", source)
    body, heading, sources = text.partition(SOURCES)
    text = body + heading + YEAR.sub("", sources)
    for pattern in HIDDEN:
        text = pattern.sub(" ", text)
    return text


def numbers_in(text: str) -> list[str]:
    """The numbers that stand in a text with digits."""
    return [x.rstrip(",") for x in NUMBER.findall(text)]


def strange_numbers(source: str, rules: dict[str, int]) -> list[str]:
    """The numbers of a source that are neither computed nor printed in the rules."""
    return [x for x in numbers_in(running_text(source)) if x.replace(",", "") not in map(str, rules.values())]


def sums(source: str) -> Iterator[str]:
    """The sums that are worked out."""
    for expression in NAMED.findall(source):
        yield from WORKED.findall(expression)


def names(source: str) -> set[str]:
    """The names that a source asks to be computed."""
    return {x for expression in NAMED.findall(source) for x in re.findall(r"[a-z_][a-z_0-9]*", expression)}
