"""Bars with long labels as SVG: each label stands above its bar, and its note below."""

import textwrap
from collections.abc import Sequence
from xml.etree import ElementTree as ET

from upcard.document.model import Bar
from upcard.report.charts import BLUE, INK, ORANGE, SMALL, WIDTH, linear, say, whisker
from upcard.report.svg import drawing, rect, text_of

ROW, THICK, GAP = 15.0, 12.0, 12.0
LETTERS = 62
"""Number of letters in a line."""


def labelled_bars(title: str, bars: Sequence[Bar]) -> str:
    """Draw bars for shares from 0 to 1; computed values have another colour, and the word ``theory``.

    Screen readers read the title.
    """
    texts = [_lines(x) for x in bars]
    high = sum(ROW * (len(above) + len(below)) + THICK + GAP for above, below in texts)
    svg = drawing(WIDTH, high + 4, title)
    y = 2.0
    for x, (above, below) in zip(bars, texts, strict=True):
        y = _write(svg, above, y)
        _bar(svg, x, y + 3)
        y = _write(svg, below, y + 3 + THICK) + GAP - 3
    return text_of(svg)


def _lines(bar: Bar) -> tuple[list[str], list[str]]:
    """Return the lines above and below a bar."""
    label = f"{bar.label} (theory)" if bar.is_theory else bar.label
    above = textwrap.wrap(label, LETTERS) + textwrap.wrap(bar.rule, LETTERS)
    return above, textwrap.wrap(bar.note, LETTERS)


def _write(svg: ET.Element, lines: Sequence[str], y: float) -> float:
    """Add lines of text below each other, and return where the last one ends."""
    for i, line in enumerate(lines):
        say(svg, 2, y + ROW * (i + 1) - 3, line, SMALL, text_anchor="start")
    return y + ROW * len(lines)


def _bar(svg: ET.Element, bar: Bar, y: float) -> None:
    scale = linear(0, 1, 2, WIDTH - 2)
    rect(svg, (2, y, WIDTH - 4, THICK), 2, fill="none", stroke=INK, stroke_opacity=0.35, stroke_width=0.8)
    fill = ORANGE if bar.is_theory else BLUE
    rect(svg, (2, y, max(0.5, scale(min(1.0, max(0.0, bar.value))) - 2), THICK), 2, fill=fill)
    low, high = bar.span
    if low != high:
        whisker(svg, scale(low), scale(high), y + THICK / 2)
