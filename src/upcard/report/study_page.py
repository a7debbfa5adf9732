"""A study as one self-contained HTML page: styles and charts are inside, nothing is fetched."""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from markupsafe import Markup

from upcard.document.model import Chart, Section, Series, StudyFinding, Table
from upcard.engine.atomic_files import make_folder, write_text
from upcard.report.line_charts import chart_svg
from upcard.report.number_text import (
    VerdictText,
    cell_text,
    column_decimals,
    error_decimals,
    fixed,
    interval_text,
    is_numeric,
    spoken,
    tally,
    verdict,
)
from upcard.report.report_templates import source, templates
from upcard.study.study_parts import StudyReport

TEMPLATE, STYLES = "page.html.jinja", "page.css"
COMMANDS = ("command", "repeat with")  # settings with the command that repeats the study
SHORT = 18  # cells with up to this many letters stay on one line
LONGEST_LIST = 60  # maximum number of x values for which a table repeats a figure's numbers


@dataclass(frozen=True)
class _Cell:
    """A cell as it is shown."""

    text: str
    is_number: bool
    is_marked: bool = False

    @property
    def classes(self) -> str:
        short = len(self.text) <= SHORT
        names = {"number": self.is_number, "short": short or self.is_number, "marked": self.is_marked}
        return " ".join(name for name, holds in names.items() if holds)


@dataclass(frozen=True)
class _PageTable:
    """A table as it is shown."""

    anchor: str
    caption: str
    head: list[_Cell]
    rows: list[list[_Cell]]
    note: str = ""
    number: int = 0

    @property
    def label(self) -> str:
        return _label("Table", self.number, self.caption)

    @property
    def has_marks(self) -> bool:
        return any(c.is_marked for row in self.rows for c in row)


@dataclass(frozen=True)
class _PagePicture:
    """A figure as it is shown."""

    anchor: str
    number: int
    caption: str
    note: str
    svg: Markup
    numbers: _PageTable | None

    @property
    def label(self) -> str:
        return _label("Figure", self.number, self.caption)


@dataclass(frozen=True)
class _Part:
    """A section as it is shown."""

    anchor: str
    title: str
    text: Sequence[str]
    findings: list[tuple[StudyFinding, VerdictText]]
    pictures: list[_PagePicture]
    tables: list[_PageTable]


def page_html(report: StudyReport) -> str:
    """Return the report of a study as one HTML document; equal reports give equal, escaped text."""
    environment = templates()
    environment.filters |= {"plain": _plain_text, "spoken": spoken}
    environment.tests |= {"nested": _is_nested}
    return environment.get_template(TEMPLATE).render(
        report=report,
        styles=Markup(source(STYLES)),  # noqa: S704 - our own file
        parts=_Numbering().parts(report.sections),
        counts=tally(f.verdict for s in report.sections for f in s.findings),
        settings={k: v for k, v in report.settings.items() if k not in COMMANDS},
        command=_command(report),
        version=version("upcard"),
    )


def write_page(report: StudyReport, path: Path) -> Path:
    """Write the page of a study and return its path.

    The path is a file; or a folder, created if necessary, in which the page is named after the study. A path
    that does not exist and has no suffix is taken for a folder.
    """
    is_folder = path.is_dir() or not (path.exists() or path.suffix)
    target = path / f"{report.name}.html" if is_folder else path
    make_folder(target.parent)
    write_text(target, page_html(report))
    return target


def _label(kind: str, number: int, caption: str) -> str:
    """Return the text before a caption, such as ``Table 2.``; empty if the caption has its own number."""
    return f"{kind} {number}." if number and not caption.lower().startswith(f"{kind.lower()} ") else ""


def _command(report: StudyReport) -> str:
    """Return the command that gives the same numbers."""
    for key in COMMANDS:
        if isinstance(report.settings.get(key), str):
            return str(report.settings[key])
    words = ["upcard", "study", report.name]
    for key in ("games", "seed"):
        if isinstance(report.settings.get(key), int):
            words += [f"--{key}", str(report.settings[key])]
    return " ".join(words)


class _Numbering:
    """Lays out sections, and counts tables and figures through the whole report."""

    def __init__(self) -> None:
        self.tables = self.figures = 0
        self.anchors: set[str] = {"summary", "made", "contents", "main"}

    def parts(self, sections: Sequence[Section]) -> list[_Part]:
        return [
            _Part(
                anchor=self._anchor(s.title, "part"),
                title=s.title,
                text=s.text,
                findings=[(f, verdict(f.verdict)) for f in s.findings],
                pictures=[self._picture(f) for f in s.figures],
                tables=[self._table(b) for b in s.tables],
            )
            for s in sections
        ]

    def _anchor(self, words: str, otherwise: str) -> str:
        """Return a name for links that no other part of the page has."""
        name = re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-") or otherwise
        free, n = name, 2
        while free in self.anchors:
            free, n = f"{name}-{n}", n + 1
        self.anchors.add(free)
        return free

    def _picture(self, figure: Chart) -> _PagePicture:
        self.figures += 1
        anchor = self._anchor(figure.name, "figure")
        svg = Markup(chart_svg(figure))  # noqa: S704 - drawn by us, its labels escaped
        return _PagePicture(
            anchor, self.figures, figure.title, figure.note, svg, _figures_table(figure, anchor)
        )

    def _table(self, block: Table) -> _PageTable:
        self.tables += 1
        columns = list(zip(*block.rows, strict=True)) if block.rows else [() for _ in block.columns]
        decimals = [column_decimals(c) for c in columns]
        numeric = [is_numeric(c) for c in columns]
        marked = set(block.marked)
        rows = [
            [
                _Cell(_typographic(cell_text(x, decimals[j]), numeric[j]), numeric[j], (i, j) in marked)
                for j, x in enumerate(row)
            ]
            for i, row in enumerate(block.rows)
        ]
        head = [_Cell(words, is_number) for words, is_number in zip(block.columns, numeric, strict=True)]
        anchor = self._anchor(f"table-{self.tables}", "table")
        return _PageTable(anchor, block.title, head, rows, block.note, self.tables)


def _typographic(text: str, is_number: bool) -> str:
    """Return numbers with a minus sign as wide as a plus sign."""
    return re.sub(r"(?<![\w.])-(?=[\d∞])", "−", text) if is_number else text


def _figures_table(figure: Chart, anchor: str) -> _PageTable | None:
    """Return the numbers of a chart as a table, for readers who cannot see it; None if there are too many."""
    xs = sorted({x for s in figure.series for x in s.x})
    if not 0 < len(xs) <= LONGEST_LIST:
        return None
    columns = [_points(s) for s in figure.series]
    decimals = column_decimals(xs)
    rows = [
        [
            _Cell(f"{int(x):,}" if figure.whole_x and x == int(x) else fixed(x, decimals), True),
            *(_Cell(_typographic(c.get(x, "–"), True), True) for c in columns),
        ]
        for x in xs
    ]
    head = [_Cell(figure.x_label, True), *(_Cell(s.label, True) for s in figure.series)]
    return _PageTable(f"{anchor}-numbers", f"{figure.y_label}: the numbers of this figure", head, rows)


def _points(series: Series) -> dict[float, str]:
    """Return for every x the value as text, with its interval if it has one."""
    if not (series.low and series.high):
        decimals = column_decimals(series.y)
        return {x: fixed(y, decimals) for x, y in zip(series.x, series.y, strict=True)}
    decimals = error_decimals((b - a) / 2 for a, b in zip(series.low, series.high, strict=True))
    return {
        x: f"{fixed(y, decimals)} ({interval_text(a, b, decimals)})"
        for x, y, a, b in zip(series.x, series.y, series.low, series.high, strict=True)
    }


def _is_nested(x: Any) -> bool:
    """Return whether a setting is a list that does not fit on one line."""
    return isinstance(x, list | tuple) and any(isinstance(v, Mapping | list | tuple) for v in x)


def _plain_text(x: Any, name: str = "") -> str:
    """Return a setting in words; a seed is a name, so its digits stay together."""
    if x is None or (isinstance(x, list | tuple) and not x):
        return "none"
    if isinstance(x, list | tuple):
        return ", ".join(_plain_text(v, name) for v in x)
    if isinstance(x, bool):
        return "yes" if x else "no"
    if isinstance(x, int):
        return str(x) if "seed" in name else f"{x:,}"
    if isinstance(x, float):
        return f"{x:.6g}" if math.isfinite(x) else fixed(x, 0)
    return str(x)
