"""The result of a sweep: a figure with its interval at every setting, and the setting that was searched."""

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from upcard.document.model import Chart, Section, Series, Table, TableCell
from upcard.engine.dataframes import POLARS, make_frame
from upcard.simulation.estimate import Estimate
from upcard.study.balance.measure_balance import game_words
from upcard.study.study_parts import StudyReport
from upcard.study.sweep.sweep_figures import SweepFigure
from upcard.study.sweep.sweep_grid import SweepGrid, SweepSetting, setting_words
from upcard.study.verdicts import per_cent, text


@dataclass(frozen=True)
class SweepPoint:
    """A figure at one setting."""

    setting: SweepSetting
    estimate: Estimate
    p_value: float
    """P-value of the test that all seats are equal."""
    games: int
    seed: int
    command: str
    """The command that simulates the same games."""

    def to_json(self) -> dict[str, Any]:
        """Return the point as plain values."""
        return {
            "setting": dict(self.setting.values),
            "players": self.setting.game.players,
            **self.estimate.items("value"),
            "p_value": self.p_value,
            "games": self.games,
            "seed": self.seed,
            "command": self.command,
        }


@dataclass(frozen=True)
class SweepChoice:
    """The setting that was searched, played again with fresh games."""

    point: SweepPoint
    """The figure in the fresh games."""
    is_confirmed: bool
    """Whether the fresh games agree that the seats are equal, or that the target is reached."""


@dataclass(frozen=True)
class SweepResult:
    """A figure of a game over a grid of its options."""

    title: str
    grid: SweepGrid
    figure: SweepFigure
    points: Sequence[SweepPoint]
    """The settings that were played, in the order of the grid."""
    goal: str
    """The goal of the search: ``equal seats`` or ``decisions = 60``; empty if nothing was."""
    target: float | None
    choice: SweepChoice | None
    """The best setting; None if nothing was searched."""
    notes: Sequence[str]
    command: str
    """The command that gives the same numbers."""
    seconds: float

    @property
    def answer(self) -> str:
        """The result of the search in a sentence or two; without a search, the range of the figure."""
        if self.choice is None:
            low, high = (f(self.points, key=lambda x: x.estimate.value) for f in (min, max))
            return (
                f"The figure {self.figure.label} is smallest at {low.setting.words}, "
                f"{self.shown(low.estimate)}, and largest at {high.setting.words}, "
                f"{self.shown(high.estimate)}."
            )
        return self._equal_seats(self.choice) if self.target is None else self._reached(self.choice)

    def _equal_seats(self, choice: SweepChoice) -> str:
        x = choice.point
        fresh = f"In {x.games:,} fresh games the best and the worst seat differ by {self.shown(x.estimate)}"
        test = f"the test of all seats gives p = {x.p_value:.2g}"
        if choice.is_confirmed:
            return f"With {x.setting.words}, no seat is shown to be better than another. {fresh}; {test}."
        return (
            "No setting of the grid was found at which the seats are equal. "
            f"The closest is {x.setting.words}. {fresh}; {test}."
        )

    def _reached(self, choice: SweepChoice) -> str:
        x = choice.point
        fresh = f"In {x.games:,} fresh games, {self.figure.label} is {self.shown(x.estimate)}."
        if choice.is_confirmed:
            return f"With {x.setting.words}, {self.goal} is reached within the error. {fresh}"
        closest = f"The closest is {x.setting.words}. {fresh}"
        return f"No setting of the grid was found that reaches {self.goal}. {closest}"

    def shown(self, e: Estimate) -> str:
        """Return an estimate of the figure as text."""
        return per_cent(e) if self.figure.is_share else text(e, 3)

    def to_json(self) -> dict[str, Any]:
        """Return the result as plain values, ready for JSON."""
        choice = None
        if self.choice is not None:
            choice = {
                "goal": self.goal,
                "is_confirmed": self.choice.is_confirmed,
                **self.choice.point.to_json(),
            }
        figure = f"{self.figure.name}:{self.figure.seat}" if self.figure.seat else self.figure.name
        return {
            "game": self.points[0].setting.game.name,
            "figure": figure,
            "axes": {k: list(x) for k, x in self.grid.axes.items()},
            "answer": self.answer,
            "settings": [x.to_json() for x in self.points],
            "choice": choice,
            "notes": list(self.notes),
            "command": self.command,
            "seconds": self.seconds,
        }

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per setting, as plain values with the same names."""
        return [
            {
                **x.setting.values,
                **x.estimate.items(self.figure.name),
                "p_value": x.p_value,
                "games": x.games,
                "seed": x.seed,
            }
            for x in self.points
        ]

    def to_frame(self, kind: str = POLARS) -> Any:
        """Return :meth:`rows` as a data frame; raise as :func:`upcard.engine.dataframes.make_frame`."""
        return make_frame(self.rows(), kind)

    def document(self) -> Section:
        """Return everything that is shown."""
        return Section(self.title, [self.answer, *self.notes], [self._table()], [self.chart()])

    def _table(self) -> Table:
        axes = list(self.grid.axes)
        rows: list[list[TableCell]] = []
        marked = []
        for i, x in enumerate(self.points):
            rows.append([*x.setting.values.values(), self.shown(x.estimate), f"{x.p_value:.2g}"])
            if self.choice is not None and x.setting == self.choice.point.setting:
                marked.append((i, len(axes)))
        note = (
            f"{self.points[0].games:,} games of every setting, with the same seed; 95 % intervals. The last "
            f"column has the p-value of the test that all seats are equal. Repeat: {self.command}"
        )
        columns = [*axes, self.figure.label, "p, equal seats"]
        return Table(f"{self.figure.label} at every setting", columns, rows, note, marked, names=len(axes))

    def chart(self) -> Chart:
        """Return the figure over the first axis of whole numbers, or over the rows of the table."""
        axis = next((k for k in self.grid.axes if self.grid.whole_axis(k)), None)
        scale = 100 if self.figure.is_share else 1
        lines: dict[str, list[tuple[float, SweepPoint]]] = {}
        for i, x in enumerate(self.points, 1):
            others = setting_words({k: v for k, v in x.setting.values.items() if k != axis})
            label = others if axis else ""
            lines.setdefault(label, []).append((float(x.setting.values[axis]) if axis else i, x))
        series = [
            Series(
                label or self.figure.label,
                [at for at, _ in line],
                [scale * x.estimate.value for _, x in line],
                [scale * x.estimate.low for _, x in line],
                [scale * x.estimate.high for _, x in line],
            )
            for label, line in lines.items()
        ]
        unit = ", %" if self.figure.is_share else ""
        levels = [] if self.target is None else [("target", scale * self.target)]
        return Chart(
            "sweep", self.title, axis or "row of the table", f"{self.figure.label}{unit}", series,
            is_joined=axis is not None, levels=levels,
        )  # fmt: skip

    def study(self) -> StudyReport:
        """Return the result in the form of a study, which can be rendered as a page."""
        settings = {"command": self.command, "seconds": round(self.seconds, 1)}
        name = f"sweep-{self.points[0].setting.game.name}"
        return StudyReport(name, self.title, [self.answer], settings, [self.document()], self.to_json())


def simulation_command(game: Any, strategies: Sequence[str], games: int, seed: int) -> str:
    """Return the command that simulates the games of a setting."""
    words = ["upcard", "simulate", *game_words(game)]
    words += [word for x in strategies for word in ("--strategy", x)]
    return shlex.join([*words, "--games", str(games), "--seed", str(seed)])


def sweep_command(
    name: str, settings: Mapping[str, str | None], options: Sequence[str], flags: Sequence[str]
) -> str:
    """Return the command that repeats a sweep; settings without a value are left out."""
    words = ["upcard", "sweep", name]
    words += [word for k, x in settings.items() if x is not None for word in (f"--{k}", x)]
    words += [word for x in options for word in ("--option", x)]
    return shlex.join([*words, *flags])
