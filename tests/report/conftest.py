"""A rich report, made of real games, and the simulations behind it."""

import pytest

from upcard.document.model import FAILS, HOLDS, OPEN, Chart, Section, Series, StudyFinding, Table
from upcard.engine.game import make_game
from upcard.simulation.simulate_games import simulate
from upcard.simulation.simulation_result import SeatResult, SimulationResult
from upcard.study.study_parts import StudyReport

FOLDING = "folding:A=17.576,B=12.24196,C=3.92,D=1.222"
MIXED = ["same-first", "next-first", FOLDING, "random"]
ALIKE = ["same-first"]
SEATS = {  # few programs to compile: all lines come from two line-ups
    "seat 1 of all alike": (ALIKE, 1),
    "seat 2 of all alike": (ALIKE, 2),
    "same-first": (MIXED, 1),
    "next-first": (MIXED, 2),
    FOLDING + " against the others": (MIXED, 3),
    "random": (MIXED, 4),
    "seat 3 of all alike": (ALIKE, 3),
    "seat 4 of all alike": (ALIKE, 4),
}
Cells = dict[tuple[str, int], SeatResult]


def lama(lineup: list[str], players: int, games: int = 200, seating: str = "fixed") -> SimulationResult:
    seats = lineup + lineup[-1:] * (players - len(lineup))
    game = make_game("lama", players=players, preset="paper")
    return simulate(game, seats, games=games, seed=players, seating=seating)


@pytest.fixture(scope="session")
def fixed_seats() -> SimulationResult:
    return lama(MIXED, 4, games=500)


@pytest.fixture(scope="session")
def rotating() -> SimulationResult:
    return lama(MIXED, 4, games=500, seating="rotate")


@pytest.fixture(scope="session")
def one_game() -> SimulationResult:
    return lama(ALIKE, 3, games=1)


@pytest.fixture(scope="session")
def cells() -> Cells:
    played = {(line[-1], n): lama(line, n) for line in (ALIKE, MIXED) for n in range(max(2, len(line)), 9)}
    return {
        (label, n): played[line[-1], n].seats[seat - 1]
        for label, (line, seat) in SEATS.items()
        for n in range(max(2, seat, len(line)), 9)
    }


@pytest.fixture(scope="session")
def rich_report(cells: Cells) -> StudyReport:
    return StudyReport(
        name="lama-sample",
        title="The L.A.M.A. card game, played again",
        summary=[
            "70 of the 72 printed cells lie inside the intervals of this repetition.",
            "First seats win more often than the last, at every number of players that was tried.",
            "The advantage of the folding rule, printed as 0.302, is not reached under any reading.",
        ],
        settings={
            "games": 200,
            "seed": 20221117,
            "level": 0.95,
            "seconds": 12.3456789,
            "threads": None,
            "cells": {"players": [2, 3, 4, 5, 6, 7, 8], "presets": {"official": False, "paper": True}},
            "strategies": [{"name": "folding", "parameters": {"A": 17.576, "B": 12.24196}}, "same-first"],
            "looked_at_before": [],
        },
        sections=[_shares(cells), _figures(cells), _search()],
        results={"inside": 70, "cells": 72, "unknown": float("nan")},
    )


def _shares(cells: Cells) -> Section:
    rows: list[list[str | int | float]] = []
    for (label, n), seat in list(cells.items())[:20]:
        e = seat.estimates["win_any"]
        points = seat.estimates["points_mean"].value
        interval = f"{e.value:.3f} ({e.low:.3f}, {e.high:.3f})"
        rows.append([label, n, e.value, interval, points, 100_000 * n])
    return Section(
        title="Tables I to IV: shares & points",
        text=[
            "The paper prints, for four and for five players, the share of games that each player wins, the "
            "share that he loses, his points and how often he ends with more than 30 of them. Every cell was "
            "estimated again from fresh games, with the rules of the preset paper.",
            "A cell agrees when the two intervals overlap. Of 72 cells some four would lie outside "
            "by chance alone, so that single marked cells prove nothing.",
        ],
        tables=[
            Table(
                "Player 1, by number of players <n>",
                ["strategies", "players", "share won", "printed here", "points", "weight"],
                rows,
                note="Marked: cells whose interval does not contain the printed number.",
                marked=[(2, 3), (7, 3), (11, 0)],
            ),
            Table("Odd cells", ["what", "value"], [["nothing", float("nan")], ["tiny", 1e-9], ["one", 1.0]]),
        ],
        findings=[
            StudyFinding(
                "The first player wins more often than the second (section III)", HOLDS, "27.1 % to 24.9 %"
            ),
            StudyFinding("Player 1 <script>alert('x')</script> & others", OPEN, "0.26 (0.20–0.33) & more"),
        ],
    )


def _figures(cells: Cells) -> Section:
    labels = list(SEATS)
    figures = []
    for number in range(1, 9):
        shown = labels[:number]
        name = ("win_share", "points_mean")[number % 2]
        series = [_series(label, name, cells) for label in shown]
        words = ("share of games won", "points at the end")[number % 2]
        if number == 2:
            series.append(Series("an equal share, 1/n", [2.0, 8.0], [0.5, 0.125]))
        title = f"Player 1: {words} by number of players, {number} seats"
        figures.append(Chart(f"fig-{number}", title, "players", words, series, "Bars: 95 % intervals."))
    return Section(
        title="Figures 1 to 8, drawn again", text=["Re-drawn from our own results."], figures=figures
    )


def _series(label: str, name: str, cells: Cells) -> Series:
    found = {n: e.estimates[name] for (x, n), e in cells.items() if x == label}
    low, high = ([getattr(e, end) for e in found.values()] for end in ("low", "high"))
    return Series(label, [float(n) for n in found], [e.value for e in found.values()], low, high)


def _search() -> Section:
    steps = [float(x) for x in range(0, 20_000, 250)]
    best = [0.26 + 0.00004 * x**0.7 for x in steps]
    band = Series("best so far", steps, best, [y - 0.01 for y in best], [y + 0.012 for y in best])
    return Section(
        title="The search, repeated",
        text=["A search keeps what looked best, and what looked best was also lucky."],
        figures=[Chart("search $1", "What a search keeps, after so many tries", "tries", "share", [band])],
        tables=[
            Table(
                "Printed and found",
                ["reading", "printed", "found", "agrees"],
                [
                    ["y counts every card", 0.302, 0.2881, False],
                    ["y counts each kind once", 0.302, 0.2794, False],
                ],
                marked=[(0, 3), (1, 3)],
            )
        ],
        findings=[
            StudyFinding(
                "Strategy 3 wins 0.302 of its games (section VI)", FAILS, "0.288 (0.287–0.289), every reading"
            ),
            StudyFinding(
                "The kept set's figure is biased upwards", HOLDS, "+0.031 (0.029–0.033) over 400 searches"
            ),
        ],
    )
