"""Parts of documents about studies, positions, lessons and classes: tables, charts, matrices and so on.

Modules that compute results describe them with these plain values. :mod:`upcard.report` renders them in
terminals, on pages, as drawings and in notebooks.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

HOLDS, FAILS, OPEN = "holds", "does not hold", "undecided"


@dataclass(frozen=True)
class Figure:
    """A picture that is ready to be shown: an ``<svg>`` element as text."""

    svg: str
    caption: str = ""
    words: str = ""
    """A description for readers who cannot see the picture; empty if the text beside it is enough."""
    heading: str = "In words"
    """Heading of the description, which is folded until the reader opens it."""


TableCell = str | int | float | Figure
"""A cell of a table. In a notebook, all lines of a text after the first one are small print."""


@dataclass(frozen=True)
class Table:
    """A table with headings and rows of cells."""

    title: str
    columns: Sequence[str]
    """The headings of the columns."""
    rows: Sequence[Sequence[TableCell]]
    """The cells row by row; fractional numbers are shown with few digits."""
    note: str = ""
    """A note on how to read the table."""
    marked: Sequence[tuple[int, int]] = ()
    """Row and column, from 0, of the cells that are highlighted."""
    links: Sequence[str] = ()
    """The address to which the first cell of each row links; an empty text for no link."""
    names: int = 1
    """Number of columns, from the left, that contain the names of the rows."""
    tints: Mapping[tuple[int, int], float] = field(default_factory=dict)
    """Colours of cells by row and column: -1 to 1, where the sign selects one of two colours."""


@dataclass(frozen=True)
class Series:
    """One line of a chart, one set of columns, or one row of a heat map."""

    label: str
    x: Sequence[float]
    y: Sequence[float]
    low: Sequence[float] = field(default_factory=list)
    """The lower ends of the confidence intervals of `y`; empty if the values are exact."""
    high: Sequence[float] = field(default_factory=list)
    """The upper ends of the confidence intervals of `y`; empty if the values are exact."""

    @classmethod
    def of_points(cls, label: str, points: Iterable[tuple[float, float]]) -> "Series":
        """Return the series through these points, pairs of x and y."""
        pairs = list(points)
        return cls(label, [x for x, _ in pairs], [y for _, y in pairs])


@dataclass(frozen=True)
class Chart:
    """A chart: series over a common axis, as lines, points, columns, or the rows of a heat map."""

    name: str
    """A short name for file names and links: ``fig-1``."""
    title: str
    x_label: str
    y_label: str
    series: Sequence[Series]
    note: str = ""
    """A note on how to read the chart."""
    whole_x: bool = True
    """Whether all values of x are whole numbers."""
    is_joined: bool = True
    """Whether a line joins the points of a series; False if the order of x has no meaning."""
    scale: str = ""
    """The meaning of the colours. If set, the chart is a heat map: each series is a row, from the top."""
    names: Sequence[str] = ()
    """Names below the columns, in place of x. If set, every series is drawn as a set of columns."""
    levels: Sequence[tuple[str, float]] = ()
    """Horizontal lines across the chart, such as theoretical values: pairs of a label and a height."""


@dataclass(frozen=True)
class Bar:
    """A bar from left to right, with its label before it and a note after it."""

    label: str
    value: float
    note: str = ""
    low: float | None = None
    """The lower end of the confidence interval; None if there is none."""
    high: float | None = None
    """The upper end of the confidence interval; None if there is none."""
    is_theory: bool = field(default=False, kw_only=True)
    """Whether the value was computed and not observed."""
    is_right: bool = field(default=False, kw_only=True)
    """Whether the bar is about the right answer to a question."""
    rule: str = field(default="", kw_only=True)
    """A description of the strategy that the bar is about; may be empty."""

    @property
    def span(self) -> tuple[float, float]:
        """Both ends of the interval, limited to 0 and 1; twice the value if there is no interval."""
        low, high = (self.value if x is None else x for x in (self.low, self.high))
        return max(0.0, low), min(1.0, high)


@dataclass(frozen=True)
class Matrix:
    """A game of two players as a matrix."""

    title: str
    rows: Sequence[str]
    """The choices of the first player."""
    columns: Sequence[str]
    """The choices of the second player."""
    cells: Sequence[Sequence[str]]
    """The payoffs as text, row by row."""
    marked: Sequence[tuple[int, int]] = ()
    """Row and column, from 0, of the framed cells, which are equilibria."""


@dataclass(frozen=True)
class StudyFinding:
    """A finding of a study: a claim, whether it holds, and the numbers that show it."""

    claim: str
    """The claim, with its author if it was published."""
    verdict: str
    """``HOLDS``, ``FAILS`` or ``OPEN``."""
    evidence: str
    """The numbers with their confidence intervals, in a sentence."""


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
