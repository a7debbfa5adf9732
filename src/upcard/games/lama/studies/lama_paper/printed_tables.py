"""Numbers printed in the paper: Tables I-IV and those of section VI.

Source: P. Romero Marimon, "The L.A.M.A. card game", TU Eindhoven, 21 February 2022. Every cell is the
estimate and the ends of its 95 % interval, from 10,000 games. The column P(i loses game) is omitted: it
is 1 - P(i wins game) throughout.
"""

from dataclasses import dataclass

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


def _table(name: str, strategy: str, text: str) -> PrintedTable:
    rows = []
    for line in text.strip().splitlines():
        numbers = [float(x) for x in line.split()]
        rows.append(tuple(PrintedNumber(*numbers[i : i + 3]) for i in range(0, len(numbers), 3)))
    return PrintedTable(name, strategy, len(rows), tuple(rows))


TABLES = (
    _table(
        "I",
        "same-first",
        """
        0.262 0.253 0.27   0.279 0.273 0.284  0.49  0.48  0.499  30.015 29.698 30.332
        0.26  0.252 0.269  0.26  0.255 0.266  0.482 0.472 0.492  29.851 29.539 30.163
        0.255 0.247 0.264  0.239 0.232 0.242  0.498 0.488 0.508  30.246 29.933 30.56
        0.252 0.243 0.26   0.223 0.219 0.229  0.505 0.495 0.515  30.32  30.006 30.633
        """,
    ),
    _table(
        "II",
        "same-first",
        """
        0.214 0.206 0.222  0.232 0.226 0.237  0.474 0.465 0.484  29.418 29.117 29.72
        0.219 0.211 0.227  0.216 0.209 0.219  0.461 0.451 0.47   29.178 28.879 29.477
        0.206 0.198 0.213  0.202 0.198 0.208  0.468 0.459 0.478  29.43  29.132 29.728
        0.206 0.198 0.214  0.181 0.177 0.186  0.488 0.478 0.497  29.802 29.504 30.099
        0.192 0.184 0.2    0.17  0.165 0.174  0.482 0.473 0.492  29.9   29.599 30.2
        """,
    ),
    _table(
        "III",
        "next-first",
        """
        0.268 0.259 0.276  0.275 0.268 0.278  0.497 0.487 0.507  29.982 29.668 30.296
        0.26  0.251 0.268  0.262 0.256 0.267  0.493 0.483 0.503  30.096 29.782 30.411
        0.254 0.246 0.263  0.24  0.236 0.246  0.495 0.486 0.505  30.208 29.894 30.522
        0.25  0.241 0.258  0.222 0.22  0.23   0.514 0.504 0.523  30.771 30.457 31.086
        """,
    ),
    _table(
        "IV",
        "next-first",
        """
        0.221 0.213 0.229  0.231 0.225 0.235  0.46  0.45  0.47   29.067 28.776 29.359
        0.213 0.205 0.221  0.219 0.214 0.224  0.464 0.454 0.474  29.279 28.984 29.573
        0.211 0.203 0.219  0.199 0.194 0.204  0.468 0.458 0.478  29.368 29.075 29.66
        0.201 0.193 0.209  0.18  0.176 0.185  0.481 0.471 0.491  29.843 29.551 30.135
        0.194 0.187 0.202  0.171 0.167 0.176  0.481 0.472 0.491  30.037 29.745 30.329
        """,
    ),
)

SEARCH_BOX = {"A": (5.0, 20.0), "B": (1.0, 15.0), "C": (2.0, 7.0), "D": (0.2, 2.0)}
SEARCH_SETS, SEARCH_GAMES = 1000, 1000
PUBLISHED = {"A": 17.576, "B": 12.24196, "C": 3.92, "D": 1.222}
TRIAL = {"A": 10.0, "B": 5.0, "C": 4.4, "D": 1.0}
IN_SEARCH = PrintedNumber(0.334, 0.304, 0.363)
AGAINST_FIRST = PrintedNumber(0.302, 0.295, 0.318)
AGAINST_SECOND = PrintedNumber(0.352, 0.344, 0.369)
