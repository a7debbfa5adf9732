"""``uc.sweep``: a figure of a game over a grid of its options, and the setting that makes it fair."""

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from upcard.engine.errors import Usage
from upcard.engine.option_values import whole_number
from upcard.simulation.estimate import Estimate
from upcard.study.balance.play_levels import RANDOM
from upcard.study.sweep.sweep_figures import (
    LEAD,
    SCORE,
    SPREAD,
    SettingGames,
    SweepFigure,
    figure_for,
    play_setting,
)
from upcard.study.sweep.sweep_grid import AxisValues, SweepGrid, SweepSetting, make_grid
from upcard.study.sweep.sweep_report import (
    SweepChoice,
    SweepPoint,
    SweepResult,
    simulation_command,
    sweep_command,
)

ERROR = 0.05
"""Level of the test of equal seats."""

MOST_CONFIRMED = 3
"""Maximum number of settings that are played again with fresh games."""

FRESH_FACTOR = 4
"""How many times as many games are played to confirm a setting."""

MOST_GAMES = 2_000_000
"""Maximum number of games of a setting, so that they fit into memory."""

AT_RANDOM = "All players play at random, which says little about games between good players; add --strategy."

OnSetting = Callable[[str], None]
"""Called with the words of the setting that is played now."""


@dataclass
class SweepRun:
    """The settings of a sweep that were played so far, and what plays them."""

    grid: SweepGrid
    figure: SweepFigure
    strategies: Sequence[str]
    games: int
    seed: int
    threads: int | None
    on_setting: OnSetting | None
    on_compile: Callable[[], None] | None
    points: dict[int, SweepPoint] = field(default_factory=dict)
    """The points by their position in the grid."""
    leads: dict[int, Estimate] = field(default_factory=dict)
    """The lead of the first seat over the last, where there are several seats."""

    def play(self, i: int) -> SweepPoint:
        """Return the point of a setting, which is played only once."""
        if i not in self.points:
            setting = self.grid.settings[i]
            played = self._played(setting, self.games, self.seed, "")
            self.points[i] = self._point(setting, played, self.games, self.seed)
            if setting.game.players > 1:
                self.leads[i] = played.difference(0, setting.game.players - 1)
        return self.points[i]

    def play_fresh(self, i: int) -> SweepPoint:
        """Return the point of a setting in fresh games."""
        setting, seed, games = self.grid.settings[i], (self.seed + 1) % 2**63, FRESH_FACTOR * self.games
        return self._point(setting, self._played(setting, games, seed, "fresh games of "), games, seed)

    def _played(self, setting: SweepSetting, games: int, seed: int, what: str) -> SettingGames:
        if self.on_setting:
            self.on_setting(f"{what}{setting.words}")
        return play_setting(setting.game, self.strategies, games, seed, self.threads, self.on_compile)

    def _point(self, setting: SweepSetting, played: SettingGames, games: int, seed: int) -> SweepPoint:
        command = simulation_command(setting.game, self.strategies, games, seed)
        p_value = played.seat_test(seed).p_value
        return SweepPoint(setting, self.figure.measure(played), p_value, games, seed, command)


def sweep(
    game: str,
    options: Mapping[str, AxisValues],
    *,
    players: int | None = None,
    preset: str | None = None,
    strategies: str | Sequence[str] = "random",
    games: int = 10_000,
    of: str = "",
    fair: bool = False,
    target: float | None = None,
    bisect: bool = False,
    seed: int = 1,
    threads: int | None = None,
    on_setting: OnSetting | None = None,
    on_compile: Callable[[], None] | None = None,
) -> SweepResult:
    """Estimate a figure of a game at many settings, with the same seed for each of them.

    The numbers depend only on the game, the settings, the strategies, the number of games and the seed.

    Parameters
    ----------
    game : str
        Name of the game.
    options : mapping
        Values by option: one, a list, or a text such as ``"5:15:2"`` or ``"a,b"``. The option ``players`` is
        the number of players.
    players, preset : int, str, optional
        As in ``uc.game``, for all settings.
    strategies : str or sequence of str
        One for all seats, or one per seat.
    games : int
        Number of games of each setting.
    of : str
        The figure: ``spread`` (best minus worst seat), ``lead`` (first minus last seat), ``win_share:SEAT``,
        ``score:SEAT``, ``ties``, ``decisions``, or a measure of the rules file. By default ``spread``, or
        ``score`` for one player.
    fair : bool
        Whether to search the setting at which all seats are equal.
    target : float, optional
        The value of the figure whose setting is searched; shares are between 0 and 1.
    bisect : bool
        Whether to play only the settings that bisection needs. The figure must rise or fall over one option
        of whole numbers; if it does not, all settings are played.
    seed : int
        Seed of all games, from 0.
    threads : int, optional
        Number of threads; all cores by default.
    on_setting : function, optional
        Called with the words of each setting before it is played.
    on_compile : function, optional
        Called before a program is compiled for the first time on this machine.

    Returns
    -------
    SweepResult
        The figure at every setting that was played, and the setting that was searched, confirmed on fresh
        games.

    Raises
    ------
    Usage
        If a game, strategy, option or figure does not exist, or the game refuses a setting.
    Failure
        If a strategy chose an illegal action, or a game does not end.
    """
    began = time.perf_counter()
    names = [strategies] if isinstance(strategies, str) else list(strategies)
    grid = make_grid(game, players, preset, options)
    everywhere = [x.game for x in grid.settings]
    fewest = min(x.players for x in everywhere)
    figure = figure_for(of or (SPREAD if fewest > 1 else f"{SCORE}:1"), everywhere)
    _check(grid, figure, games, fair, target, bisect)
    run = SweepRun(grid, figure, names, games, seed, threads, on_setting, on_compile)
    is_even = bisect and _bisected(run, target)
    if not is_even:
        for i in range(len(grid.settings)):
            run.play(i)
    choice = _chosen(run, target) if fair or target is not None else None
    notes = _notes(run, bisect, is_even)
    flags = _flags(names, of, games, seed, fair, target, bisect)
    command = sweep_command(
        everywhere[0].name,
        {"players": None if players is None else str(players), "preset": preset},
        [f"{k}={_text(x)}" for k, x in options.items()],
        flags,
    )
    goal = "" if choice is None else "equal seats" if target is None else f"{figure.label} = {target:g}"
    return SweepResult(
        f"{everywhere[0].rules.GAME.title}: {figure.label}", grid, figure,
        [x for _, x in sorted(run.points.items())], goal, target, choice, notes, command,
        time.perf_counter() - began,
    )  # fmt: skip


def _text(values: AxisValues) -> str:
    several = [values] if isinstance(values, str | int) else values
    return ",".join(map(str, several))


def _flags(
    names: Sequence[str], of: str, games: int, seed: int, fair: bool, target: float | None, bisect: bool
) -> list[str]:
    """Return the end of the command that repeats a sweep."""
    words = [word for x in names for word in ("--strategy", x)]
    if target is not None:
        value = f"{target:g}" if float(f"{target:g}") == target else repr(target)
        words += ["--target", f"{of}={value}"]
    elif of:
        words += ["--of", of]
    words += ["--fair"] * fair + ["--bisect"] * bisect
    return [*words, "--games", str(games), "--seed", str(seed)]


def _check(
    grid: SweepGrid, figure: SweepFigure, games: int, fair: bool, target: float | None, bisect: bool
) -> None:
    """Raise ``Usage`` for settings that do not fit together."""
    if not 2 <= whole_number("number of games", games) <= MOST_GAMES:
        raise Usage(f"the number of games is {games:,}; expected 2 to {MOST_GAMES:,} for each setting")
    if fair and (target is not None or figure.name != SPREAD):
        raise Usage("equal seats are searched by the figure spread; leave out the other figure")
    if target is not None and not math.isfinite(target):
        raise Usage(f"the target is {target}; expected a number")
    if not bisect:
        return
    if not fair and target is None:
        raise Usage("bisection searches a setting; add --fair or --target FIGURE=VALUE")
    axes = [k for k, x in grid.axes.items() if len(x) > 1]
    if len(axes) != 1 or not grid.whole_axis(axes[0]):
        raise Usage("bisection needs one option with a range of whole numbers, such as 5:15")
    if fair and any(x.game.players != 2 for x in grid.settings):
        raise Usage(
            "bisection finds equal seats only for two players, since with more no single difference has to "
            "change its sign; leave it out"
        )


def _bisected(run: SweepRun, target: float | None) -> bool:
    """Play the settings that bisection needs; return False if the figure neither rises nor falls."""
    (axis,) = (k for k, x in run.grid.axes.items() if len(x) > 1)
    order = sorted(range(len(run.grid.settings)), key=lambda i: int(run.grid.settings[i].values[axis]))

    def value(place: int) -> Estimate:
        point = run.play(order[place])
        return run.leads[order[place]] if target is None else point.estimate

    goal = 0.0 if target is None else target
    low, high = 0, len(order) - 1
    while high - low > 1:
        first, last, middle = value(low), value(high), value((low + high) // 2)
        if middle.low > max(first.high, last.high) or middle.high < min(first.low, last.low):
            return False
        is_past = (middle.value >= goal) == (last.value >= first.value)
        low, high = (low, (low + high) // 2) if is_past else ((low + high) // 2, high)
    value(low), value(high)
    return True


def _chosen(run: SweepRun, target: float | None) -> SweepChoice:
    """Return the best setting, played again: the first likely one that is confirmed, or the closest."""

    def distance(i: int) -> float:
        value = run.points[i].estimate.value
        return value if target is None else abs(value - target)

    order = sorted(run.points, key=lambda i: (distance(i), i))
    likely = [i for i in order if _agrees(run.points[i], target)]
    choices = []
    for i in (likely or order[:1])[:MOST_CONFIRMED]:
        fresh = run.play_fresh(i)
        choices.append(SweepChoice(fresh, _agrees(fresh, target)))
        if choices[-1].is_confirmed:
            return choices[-1]
    return choices[0]


def _agrees(x: SweepPoint, target: float | None) -> bool:
    """Return whether the games agree that all seats are equal, or that the target is reached."""
    return x.p_value >= ERROR if target is None else x.estimate.low <= target <= x.estimate.high


def _notes(run: SweepRun, bisect: bool, is_even: bool) -> list[str]:
    notes = [AT_RANDOM] if set(run.strategies) == {RANDOM} else []
    if not bisect:
        return notes
    if is_even:
        return [*notes, f"Bisection played {len(run.points)} of {len(run.grid.settings)} settings."]
    what = (
        "The first seat's advantage"
        if run.figure.name in (SPREAD, LEAD)
        else f"The figure {run.figure.label}"
    )
    return [*notes, f"{what} neither rises nor falls over the range, so all settings were played."]
