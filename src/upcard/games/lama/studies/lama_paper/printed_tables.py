"""Numbers printed in the paper: Tables I to IV, and the numbers of section VI.

Source: P. Romero Marimon, "The L.A.M.A. card game", TU Eindhoven, 21 February 2022. The cells of the tables
are in the TOML file of the same name.
"""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

COLUMNS = {
    "win_any": "P(wins game)",
    "round_win_share": "P(wins round)",
    "over_30_share": "P(over 30 points)",
    "points_mean": "average points",
}


@dataclass(frozen=True)
class PrintedNumber:
    """A printed number with the ends of its interval."""

    value: float
    low: float
    high: float

    @property
    def offset(self) -> float:
        """Distance from the estimate up to the middle of the interval."""
        return (self.low + self.high) / 2 - self.value


@dataclass(frozen=True)
class PrintedTable:
    """One of the paper's tables."""

    name: str
    """``I`` to ``IV``."""
    strategy: str
    """The strategy that all seats play."""
    players: int
    rows: tuple[tuple[PrintedNumber, ...], ...]
    """One row per seat, in the order of ``COLUMNS``."""


def _tables() -> Iterator[PrintedTable]:
    printed = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
    for table in printed["tables"]:
        rows = tuple(tuple(PrintedNumber(*cell) for cell in row) for row in table["rows"])
        yield PrintedTable(table["name"], table["strategy"], len(rows), rows)


TABLES = tuple(_tables())

SEARCH_BOX = {"A": (5.0, 20.0), "B": (1.0, 15.0), "C": (2.0, 7.0), "D": (0.2, 2.0)}
SEARCH_SETS, SEARCH_GAMES = 1000, 1000
PUBLISHED = {"A": 17.576, "B": 12.24196, "C": 3.92, "D": 1.222}
TRIAL = {"A": 10.0, "B": 5.0, "C": 4.4, "D": 1.0}
IN_SEARCH = PrintedNumber(0.334, 0.304, 0.363)
AGAINST_FIRST = PrintedNumber(0.302, 0.295, 0.318)
AGAINST_SECOND = PrintedNumber(0.352, 0.344, 0.369)
