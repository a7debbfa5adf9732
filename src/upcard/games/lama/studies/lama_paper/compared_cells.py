"""Tables I-IV, cell by cell: the paper's number, ours, and whether they agree.

Two questions are asked of each printed cell. Does our value lie inside the printed interval? And, since
some of 72 intervals of 95 % must miss, do the two numbers differ by more than chance explains for the
family of all cells: a two-sided z-test with both standard errors, by Holm's method at 5 % (S. Holm,
Scandinavian Journal of Statistics, 1979).
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from statistics import NormalDist
from typing import Any, TypeVar

from upcard.document.model import FAILS, HOLDS, OPEN, Finding, Section, Table
from upcard.engine.wording import counted, signed
from upcard.games.lama.studies.lama_paper.paper_jobs import alike
from upcard.games.lama.studies.lama_paper.paper_statements import NOT_PLAYED, left_out, possible
from upcard.games.lama.studies.lama_paper.printed_tables import COLUMNS, TABLES, PrintedNumber, PrintedTable
from upcard.simulation.estimate import Estimate, quantile
from upcard.study.experiment_runner import Lab
from upcard.study.verdicts import FAMILY_LEVEL

PRINTED_DIGITS = 3
MOST_ODD = 0.05  # more odd cells than this share would speak against the rules, not against a number
ROUNDING = 0.0011  # three printed numbers, each rounded to three digits


@dataclass(frozen=True)
class PrintedCell:
    """A printed cell."""

    table: str
    column: str
    """Where it stands."""
    seat: int
    """Row, from 1."""
    paper: PrintedNumber
    """What is printed."""

    @property
    def where(self) -> str:
        """Table, seat and column in words."""
        return f"Table {self.table}, player {self.seat}, {COLUMNS[self.column]}"


@dataclass(frozen=True)
class ComparedCell(PrintedCell):
    """A printed cell beside ours."""

    ours: Estimate
    """What we found."""

    @property
    def is_inside(self) -> bool:
        """Whether our value lies inside the printed interval."""
        return self.paper.low <= self.ours.value <= self.paper.high

    @property
    def is_inside_rounded(self) -> bool:
        """Whether our value, rounded as the paper rounds, lies inside the printed interval."""
        return self.paper.low <= round(self.ours.value, PRINTED_DIGITS) <= self.paper.high

    @property
    def chance_inside(self) -> float:
        """Probability that our value lies inside if the paper's is right: 0.95, less for our own error."""
        theirs = (self.paper.high - self.paper.low) / 2
        both = math.hypot(theirs / quantile(0.95), self.ours.se)
        return 2 * NormalDist().cdf(theirs / both) - 1

    @property
    def z(self) -> float:
        """The difference, ours minus theirs, in standard errors of the difference."""
        theirs = (self.paper.high - self.paper.low) / (2 * quantile(0.95))
        return (self.ours.value - self.paper.value) / math.hypot(theirs, self.ours.se)

    @property
    def p(self) -> float:
        """Probability of a difference at least as large by chance."""
        return 2 * (1 - NormalDist().cdf(abs(self.z)))

    def to_json(self, agrees: bool) -> dict[str, Any]:
        """The cell as plain values."""
        return {
            "table": self.table,
            "player": self.seat,
            "column": self.column,
            "paper": self.paper.value,
            "paper_low": self.paper.low,
            "paper_high": self.paper.high,
            **self.ours.items("ours"),
            "z": self.z,
            "inside": self.is_inside,
            "inside_rounded": self.is_inside_rounded,
            "agree": agrees,
        }


AnyCell = TypeVar("AnyCell", bound=PrintedCell)

PRINTED = tuple(
    PrintedCell(table.name, column, seat, paper)
    for table in TABLES
    for seat, row in enumerate(table.rows, 1)
    for column, paper in zip(COLUMNS, row, strict=True)
)


def cells(lab: Lab) -> list[ComparedCell]:
    """The printed cells of Tables I-IV beside ours, of those tables whose games were played."""
    tables, _ = possible({table.name: partial(_cells_of, lab, table) for table in TABLES})
    return [cell for found in tables for cell in found]


def _cells_of(lab: Lab, table: PrintedTable) -> list[ComparedCell]:
    seats = lab.play(alike(table.strategy, table.players)).seats
    return [
        ComparedCell(p.table, p.column, p.seat, p.paper, seats[p.seat - 1].estimates[p.column])
        for p in PRINTED
        if p.table == table.name
    ]


def disagreeing(found: list[ComparedCell]) -> list[ComparedCell]:
    """The cells that differ by more than chance, by Holm's method for the whole family."""
    out = []
    for i, cell in enumerate(sorted(found, key=lambda c: c.p)):
        if cell.p > FAMILY_LEVEL / (len(found) - i):
            break
        out.append(cell)
    return out


def off_centre(found: Iterable[AnyCell]) -> list[AnyCell]:
    """The cells whose printed interval is not centred on its estimate, beyond rounding."""
    return [c for c in found if abs(c.paper.offset) > ROUNDING * (10 if c.column == "points_mean" else 1)]


def section(found: list[ComparedCell]) -> Section:
    """The part of the report on Tables I-IV."""
    inside, odd = sum(c.is_inside for c in found), disagreeing(found)
    rounded = sum(c.is_inside_rounded for c in found)
    tables = [t for t in TABLES if any(c.table == t.name for c in found)]
    missing = [f"Table {t.name}" for t in TABLES if t not in tables]
    return Section(
        "Tables I to IV",
        [
            "Each cell shows the paper's estimate and interval, and ours. A cell agrees unless the two "
            f"differ by more than chance explains for all {len(found)} cells together (Holm's method, "
            f"family-wise level {100 * FAMILY_LEVEL:.0f} %). A printed interval of 95 % misses one time in "
            f"twenty, and our own values have errors: about {expected(found):.0f} of {len(found)} should "
            f"hold our value; {inside} do, and {rounded} if it is first rounded to the printed digits.",
            *left_out(missing),
        ],
        tables=[_block(t.name, t.strategy, t.players, found, odd) for t in tables],
        findings=[_tables_finding(found, inside, odd), _centre_finding()],
    )


def _block(
    name: str, strategy: str, players: int, found: list[ComparedCell], odd: list[ComparedCell]
) -> Table:
    rows: list[list[str | int | float]] = []
    marked = []
    for c in (c for c in found if c.table == name):
        rows.append(_row(c, c not in odd))
        if c in odd:
            marked.append((len(rows) - 1, 7))
    columns = ["player", "quantity", "paper", "its interval", "ours", "our interval", "z", "verdict"]
    return Table(f"Table {name}: {players} players, all {strategy}", columns, rows, marked=marked)


def _row(c: ComparedCell, agrees: bool) -> list[str | int | float]:
    digits = 2 if c.column == "points_mean" else 4
    verdict = ("agree" if agrees else "disagree") + ("" if c.is_inside else ", outside")
    return [
        c.seat,
        COLUMNS[c.column],
        f"{c.paper.value:g}",
        f"{c.paper.low:g} to {c.paper.high:g}",
        f"{c.ours.value:.{digits}f}",
        f"{c.ours.low:.{digits}f} to {c.ours.high:.{digits}f}",
        signed(c.z, 1),
        verdict,
    ]


def expected(found: list[ComparedCell]) -> float:
    """How many printed intervals should hold our value if the paper plays the same game."""
    return math.fsum(c.chance_inside for c in found)


def _tables_finding(found: list[ComparedCell], inside: int, odd: list[ComparedCell]) -> Finding:
    claim = "Tables I to IV come from this game under these rules."
    if not found:
        return Finding(claim, OPEN, NOT_PLAYED)
    names = "; ".join(
        f"{c.where}: {c.paper.value:g} against {c.ours.value:.4f}, z = {signed(c.z, 1)}" for c in odd
    )
    evidence = (
        f"{inside} of {len(found)} printed intervals hold our value; about {expected(found):.0f} should. "
    )
    evidence += (
        f"{counted(len(odd), 'cell differs', 'cells differ')} by more than chance at the family-wise level"
        + (f": {names}." if names else ".")
    )
    spread = math.sqrt(math.fsum(c.chance_inside * (1 - c.chance_inside) for c in found))
    fits = inside >= expected(found) - 2 * spread
    verdict = FAILS if not fits or len(odd) > MOST_ODD * len(found) else HOLDS
    return Finding(claim, verdict if len(found) == len(PRINTED) else OPEN, evidence)


def _centre_finding() -> Finding:
    off = off_centre(PRINTED)
    worst = max(off, key=lambda c: abs(c.paper.offset) / (c.paper.high - c.paper.low))
    evidence = (
        f"{len(off)} of {len(PRINTED)} printed intervals are not centred on their estimate beyond rounding, "
        f"all of them in: {', '.join(sorted({COLUMNS[c.column] for c in off}))}. The worst is {worst.where}: "
        f"{worst.paper.value:g} with ({worst.paper.low:g}, {worst.paper.high:g}), "
        f"whose middle is {worst.paper.value + worst.paper.offset:.4f}."
    )
    return Finding("The printed intervals are intervals around the printed estimates.", FAILS, evidence)
