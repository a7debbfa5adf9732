"""Tables I to IV, cell by cell: the paper's number, ours, and whether they agree.

Each printed cell gets two tests. First, whether our value lies inside the printed interval. Some of the 72
intervals of 95 % must miss, so the second test is a two-sided z-test with both standard errors, by Holm's
method at 5 % for the whole family (S. Holm, Scandinavian Journal of Statistics, 1979).
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from statistics import NormalDist
from typing import Any

from upcard.document.model import FAILS, HOLDS, OPEN, Section, StudyFinding, Table
from upcard.engine.wording import counted, signed
from upcard.games.lama.studies.lama_paper.paper_jobs import alike
from upcard.games.lama.studies.lama_paper.paper_statements import NOT_PLAYED, left_out, possible
from upcard.games.lama.studies.lama_paper.printed_tables import COLUMNS, TABLES, PrintedNumber, PrintedTable
from upcard.simulation.estimate import Estimate, quantile
from upcard.study.experiment_runner import Lab
from upcard.study.verdicts import FAMILY_LEVEL

PRINTED_DIGITS = 3
MOST_ODD = 0.05  # a larger share of odd cells would mean wrong rules, not misprinted numbers
ROUNDING = 0.0011  # three printed numbers, each rounded to three digits


@dataclass(frozen=True)
class PrintedCell:
    """A printed cell."""

    table: str
    column: str
    """A key of ``COLUMNS``."""
    seat: int
    """The row of the table, from 1."""
    paper: PrintedNumber

    @property
    def where(self) -> str:
        """Table, player and column in words."""
        return f"Table {self.table}, player {self.seat}, {COLUMNS[self.column]}"


@dataclass(frozen=True)
class ComparedCell(PrintedCell):
    """A printed cell with our estimate of the same quantity."""

    ours: Estimate

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
        """Probability that our value lies inside if the paper is right: 0.95, less because of our error."""
        return 2 * NormalDist().cdf((self.paper.high - self.paper.low) / 2 / self._error) - 1

    @property
    def z(self) -> float:
        """The difference, ours minus theirs, in standard errors of the difference."""
        return (self.ours.value - self.paper.value) / self._error

    @property
    def _error(self) -> float:
        """The standard error of the difference."""
        return math.hypot((self.paper.high - self.paper.low) / (2 * quantile(0.95)), self.ours.se)

    @property
    def p(self) -> float:
        """Probability of a difference at least as large by chance alone."""
        return 2 * (1 - NormalDist().cdf(abs(self.z)))

    def to_json(self, agrees: bool) -> dict[str, Any]:
        """Return the cell as plain values."""
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


PRINTED = tuple(
    PrintedCell(table.name, column, seat, paper)
    for table in TABLES
    for seat, row in enumerate(table.rows, 1)
    for column, paper in zip(COLUMNS, row, strict=True)
)


def cells(lab: Lab) -> list[ComparedCell]:
    """Compare the printed cells of Tables I to IV with ours, for the tables whose games were played."""
    tables, _ = possible({table.name: partial(_cells_of, lab, table) for table in TABLES})
    return [cell for table in tables for cell in table]


def _cells_of(lab: Lab, table: PrintedTable) -> list[ComparedCell]:
    seats = lab.play(alike(table.strategy, table.players)).seats
    here = (p for p in PRINTED if p.table == table.name)
    return [ComparedCell(**vars(p), ours=seats[p.seat - 1].estimates[p.column]) for p in here]


def disagreeing(compared: list[ComparedCell]) -> list[ComparedCell]:
    """Return the cells that differ by more than chance, by Holm's method for the whole family."""
    out = []
    for i, cell in enumerate(sorted(compared, key=lambda c: c.p)):
        if cell.p > FAMILY_LEVEL / (len(compared) - i):
            break
        out.append(cell)
    return out


def off_centre(printed: Iterable[PrintedCell]) -> list[PrintedCell]:
    """Return the cells whose printed interval is not centred on its estimate, beyond rounding."""
    return [c for c in printed if abs(c.paper.offset) > ROUNDING * (10 if c.column == "points_mean" else 1)]


def section(compared: list[ComparedCell]) -> Section:
    """Return the part of the report on Tables I to IV."""
    inside, odd = sum(c.is_inside for c in compared), disagreeing(compared)
    rounded = sum(c.is_inside_rounded for c in compared)
    tables = [t for t in TABLES if any(c.table == t.name for c in compared)]
    missing = [f"Table {t.name}" for t in TABLES if t not in tables]
    return Section(
        "Tables I to IV",
        [
            "Each cell shows the paper's estimate and interval, and ours. A cell agrees unless the two "
            f"differ by more than chance explains for all {len(compared)} cells together (Holm's method, "
            f"family-wise level {100 * FAMILY_LEVEL:.0f} %). A printed interval of 95 % misses one time in "
            f"twenty, and our own values have errors: about {expected(compared):.0f} of {len(compared)} "
            f"should contain our value. {inside} do, and {rounded} if it is first rounded as printed.",
            *left_out(missing),
        ],
        tables=[_table(t, compared, odd) for t in tables],
        findings=[_tables_finding(compared, inside, odd), _centre_finding()],
    )


def _table(printed: PrintedTable, compared: list[ComparedCell], odd: list[ComparedCell]) -> Table:
    here = [c for c in compared if c.table == printed.name]
    title = f"Table {printed.name}: {printed.players} players, all {printed.strategy}"
    columns = ["player", "quantity", "paper", "its interval", "ours", "our interval", "z", "verdict"]
    marked = [(i, columns.index("verdict")) for i, c in enumerate(here) if c in odd]
    return Table(title, columns, [_row(c, c not in odd) for c in here], marked=marked)


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


def expected(compared: list[ComparedCell]) -> float:
    """Return how many printed intervals should contain our value if the paper plays the same game."""
    return math.fsum(c.chance_inside for c in compared)


def _tables_finding(compared: list[ComparedCell], inside: int, odd: list[ComparedCell]) -> StudyFinding:
    claim = "Tables I to IV come from this game under these rules."
    if not compared:
        return StudyFinding(claim, OPEN, NOT_PLAYED)
    names = "; ".join(
        f"{c.where}: {c.paper.value:g} against {c.ours.value:.4f}, z = {signed(c.z, 1)}" for c in odd
    )
    evidence = (
        f"{inside} of {len(compared)} printed intervals contain our value; about {expected(compared):.0f} "
        f"should. {counted(len(odd), 'cell differs', 'cells differ')} by more than chance at the family-wise "
        f"level{': ' if names else ''}{names}."
    )
    spread = math.sqrt(math.fsum(c.chance_inside * (1 - c.chance_inside) for c in compared))
    fits = inside >= expected(compared) - 2 * spread
    verdict = FAILS if not fits or len(odd) > MOST_ODD * len(compared) else HOLDS
    return StudyFinding(claim, verdict if len(compared) == len(PRINTED) else OPEN, evidence)


def _centre_finding() -> StudyFinding:
    off = off_centre(PRINTED)
    worst = max(off, key=lambda c: abs(c.paper.offset) / (c.paper.high - c.paper.low))
    evidence = (
        f"{len(off)} of {len(PRINTED)} printed intervals are off their estimate by more than rounding, "
        f"all of them in: {', '.join(sorted({COLUMNS[c.column] for c in off}))}. The worst is {worst.where}: "
        f"the paper prints {worst.paper.value:g} ({worst.paper.low:g}, {worst.paper.high:g}), an interval "
        f"around {worst.paper.value + worst.paper.offset:.4f}."
    )
    return StudyFinding("The printed intervals are intervals around the printed estimates.", FAILS, evidence)
