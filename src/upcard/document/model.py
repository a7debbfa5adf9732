"""The parts of every document, whether it shows a study, an analysis, a lesson, a class or a notebook.

Modules that compute something describe it with these values. :mod:`upcard.report` renders them in terminals,
on pages, as drawings and in notebooks.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

HOLDS, FAILS, OPEN = "holds", "does not hold", "undecided"


@dataclass(frozen=True)
class Figure:
    """An ``<svg>`` element that is ready to be shown."""

    svg: str
    caption: str = ""
    words: str = ""
    """A description for readers who cannot see it; empty if the text beside it is enough."""
    heading: str = "In words"
    """Shown in place of the words until the reader opens them."""


TableCell = str | int | float | Figure
"""In a notebook, everything after the first line of a text is small print."""


@dataclass(frozen=True)
class Table:
    """A table, row by row."""

    title: str
    columns: Sequence[str]
    """The headings."""
    rows: Sequence[Sequence[TableCell]]
    """Numbers are shown with few digits."""
    note: str = ""
    """How to read it."""
    marked: Sequence[tuple[int, int]] = ()
    """Row and column of the cells that stand out."""
    links: Sequence[str] = ()
    """The address behind the first cell of each row; empty for none."""
    names: int = 1
    """Number of columns, from the left, that name the rows."""
    tints: Mapping[tuple[int, int], float] = field(default_factory=dict)
    """From -1 to 1 by row and column: how strongly a cell is coloured, and in which of two colours."""


@dataclass(frozen=True)
class Series:
    """One line of a chart, or one set of columns."""

    label: str
    x: Sequence[float]
    y: Sequence[float]
    low: Sequence[float] = field(default_factory=list)
    """With `high` the confidence interval of every point; both are empty if the values are exact."""
    high: Sequence[float] = field(default_factory=list)

    @classmethod
    def of_points(cls, label: str, points: Iterable[tuple[float, float]]) -> "Series":
        """Return the series through some points."""
        pairs = list(points)
        return cls(label, [x for x, _ in pairs], [y for _, y in pairs])


@dataclass(frozen=True)
class Chart:
    """Series over a common axis: lines, points, columns, or the rows of a heat map."""

    name: str
    """Short, for file names and links: ``fig-1``."""
    title: str
    x_label: str
    y_label: str
    series: Sequence[Series]
    note: str = ""
    """How to read it."""
    whole_x: bool = True
    """Whether x takes whole numbers only."""
    is_joined: bool = True
    """Whether a line joins the points of a series; False if the order of x has no meaning."""
    scale: str = ""
    """The meaning of the colours. If set, the chart is a heat map: each series is a row, the first on top."""
    names: Sequence[str] = ()
    """Names below columns, in place of x; with them, every series is a set of columns."""
    levels: Sequence[tuple[str, float]] = ()
    """Lines across the chart with their labels, such as the values of theory."""


@dataclass(frozen=True)
class Bar:
    """A bar from left to right, its name before it and a note behind it."""

    label: str
    value: float
    note: str = ""
    low: float | None = None
    """With `high` the confidence interval; None if there is none."""
    high: float | None = None
    is_theory: bool = field(default=False, kw_only=True)
    """Whether it was computed, rather than observed."""
    rule: str = field(default="", kw_only=True)
    """The rule of the strategy behind it, in words."""

    @property
    def span(self) -> tuple[float, float]:
        """The interval of a share, limited to 0 and 1; a point if there is no interval."""
        low, high = (self.value if x is None else x for x in (self.low, self.high))
        return max(0.0, low), min(1.0, high)


@dataclass(frozen=True)
class Matrix:
    """A game between two players as a matrix."""

    title: str
    rows: Sequence[str]
    """The choices of the first player; `columns` are those of the second."""
    columns: Sequence[str]
    cells: Sequence[Sequence[str]]
    marked: Sequence[tuple[int, int]] = ()
    """The cells that are framed: equilibria."""


@dataclass(frozen=True)
class StudyFinding:
    """A claim, whether it holds, and the numbers that show it."""

    claim: str
    """The claim and its author."""
    verdict: str
    """``HOLDS``, ``FAILS`` or ``OPEN``."""
    evidence: str
    """The numbers, with their intervals."""


@dataclass(frozen=True)
class Section:
    """A titled part of a document."""

    title: str
    text: Sequence[str] = field(default_factory=list)
    """Paragraphs."""
    tables: Sequence[Table] = field(default_factory=list)
    figures: Sequence[Chart] = field(default_factory=list)
    findings: Sequence[StudyFinding] = field(default_factory=list)
    bars: Sequence[Bar] = ()
