"""How strong are the levels of opponents? Each level plays against the one below, in every game.

Two levels play the same deals with rotated seats. The difference of their shares of the win is measured until
it is decided. In games where the score is the point, such as poker, the difference of their mean scores is
measured instead, with a fixed number of games in each order of the seats. A strategy that searches as long as
it may has a fixed number of playouts here, about as many as it finishes in a second on a slow computer.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from upcard.document.model import HOLDS, OPEN, Section, StudyFinding, Table
from upcard.engine.game import Game, make_game
from upcard.engine.progress_callback import OnProgress
from upcard.play.bot_levels import OpponentLevel, levels_of
from upcard.simulation.estimate import Estimate, quantile
from upcard.simulation.play_tournament import tournament
from upcard.simulation.simulate_games import simulate
from upcard.study.comparison_runner import ComparisonRun, check_games
from upcard.study.study_parts import StudyReport
from upcard.study.study_registry import Study

STUDY = Study(
    name="bot-levels",
    title="The levels of opponents",
    words="How much stronger is each level of opponents than the one below?",
    games=20_000,
)

ERROR, MARGIN = 0.05, 0.01
MEASURED_AS = {"ismcts": "ismcts:playouts=400", "alpha-beta": "alpha-beta:positions=2000"}
SCORED_GAMES = 4
"""Times as many games where scores are compared, which vary more than shares of the win."""

SCORED = "games of a comparison of scores"

WIN_SHARE, SCORE = "share of the win", "score"


@dataclass(frozen=True)
class LevelTable:
    """A table whose levels are measured."""

    game: str
    players: int
    preset: str = ""
    is_scored: bool = False
    """Whether the score is the point of the game, and not who has more."""

    def make(self) -> Game:
        """Return the game with its options."""
        return make_game(self.game, self.players, self.preset or None)

    @property
    def title(self) -> str:
        """The game, its players and its preset in words."""
        words = [
            self.make().title,
            f"{self.players} players",
            *([f"preset {self.preset}"] * bool(self.preset)),
        ]
        return ", ".join(words)


TABLES = (
    LevelTable("smallsum", 2, "basic"),
    LevelTable("smallsum", 2, "choice"),
    LevelTable("smallsum", 2, "alternate"),
    LevelTable("stoppers", 2),
    LevelTable("stoppers", 4),
    LevelTable("beat-it-or-eat-it", 2),
    LevelTable("lama", 2),
    LevelTable("lama", 4),
    LevelTable("four-cell", 2),
    LevelTable("four-cell", 4),
    LevelTable("goofspiel", 2),
    LevelTable("le-her", 2),
    LevelTable("liars-dice", 2),
    LevelTable("kuhn-poker", 2, is_scored=True),
    LevelTable("leduc-poker", 2, is_scored=True),
)


_LevelPair = tuple[LevelTable, OpponentLevel, OpponentLevel]


@dataclass(frozen=True)
class LevelComparison:
    """A level against the one below."""

    table: LevelTable
    level: str
    below: str
    """The names of both levels."""
    difference: Estimate
    """How much more the higher level gets than the lower one."""
    games: int

    @property
    def is_better(self) -> bool:
        """Whether the higher level is shown to be better."""
        return self.difference.low > 0

    def to_json(self) -> dict[str, Any]:
        """Return the comparison as plain values."""
        t = self.table
        place = {"game": t.game, "players": t.players, "preset": t.preset}
        levels = {"level": self.level, "below": self.below, "unit": SCORE if t.is_scored else WIN_SHARE}
        return {**place, **levels, **self.difference.items("difference"), "games": self.games}


def run(
    games: int,
    seed: int = 1,
    threads: int | None = None,
    on_step: OnProgress | None = None,
    on_compile: Callable[[], None] | None = None,
    tables: Sequence[LevelTable] = TABLES,
) -> StudyReport:
    """Play every level against the one below; an interrupt ends the study early.

    `games` is the maximum number of games of a comparison of win shares, and a comparison of scores has
    ``SCORED_GAMES`` times as many; raises Usage if it is below 100. The other arguments are those of
    :class:`upcard.study.experiment_runner.Lab`; `tables` are the measured tables.
    """
    check_games(games, "comparison")
    pairs = [(table, *pair) for table in tables for pair in pairwise(levels_of(table.make()))]

    def play(pair: _LevelPair) -> LevelComparison:
        table, below, level = pair
        return compare_levels(table, level, below, games, seed, ERROR / len(pairs), threads, on_compile)

    played = ComparisonRun(pairs, lambda pair: f"{pair[0].title}: {pair[2].name}", play, on_step)
    more = {SCORED: SCORED_GAMES * games, "probability that any interval is wrong": ERROR}
    rows = {table: [x for x in played.results if x.table == table] for table in tables}
    return StudyReport(
        STUDY.name,
        STUDY.title,
        _summary(played.results, len(pairs)),
        played.settings(STUDY, "comparison", games, seed, more),
        [_section(table, row) for table, row in rows.items() if row],
        {"comparisons": [x.to_json() for x in played.results]},
    )


def compare_levels(
    table: LevelTable,
    level: OpponentLevel,
    below: OpponentLevel,
    games: int,
    seed: int,
    error: float,
    threads: int | None = None,
    on_compile: Callable[[], None] | None = None,
) -> LevelComparison:
    """Measure how much more a level gets than the one below; the interval is wrong with chance `error`."""
    strategies = [MEASURED_AS.get(x.strategy, x.strategy) for x in (level, below)]
    if table.is_scored:
        difference, played = _score_difference(
            table.make(), strategies, SCORED_GAMES * games // 2, seed, error, threads
        )
    else:
        pairing = tournament(
            table.make(), strategies, games, seed=seed, until_decided=True, error=error, margin=MARGIN,
            threads=threads, on_compile=on_compile,
        ).pairing(1, 2)  # fmt: skip
        difference, played = pairing.payoff, pairing.games
    return LevelComparison(table, level.name, below.name, difference, played)


def _score_difference(
    game: Game, strategies: Sequence[str], games: int, seed: int, error: float, threads: int | None
) -> tuple[Estimate, int]:
    """Return the difference of mean scores of two strategies, the mean over both orders of the seats."""
    first = simulate(game, list(strategies), games, seed=seed, threads=threads).seats[0]
    second = simulate(game, list(reversed(strategies)), games, seed=seed + 1, threads=threads).seats[1]
    a, b = (x.estimates["score_mean"] for x in (first, second))
    mean, se = a.value + b.value, math.hypot(a.se, b.se)  # in a game of constant sum 0, twice the mean score
    half = quantile(1 - error) * se
    return Estimate(mean, mean - half, mean + half, se), 2 * games


def _summary(comparisons: Sequence[LevelComparison], planned: int) -> list[str]:
    better = sum(x.is_better for x in comparisons)
    stopped = (
        []
        if len(comparisons) == planned
        else [f"Stopped early: {len(comparisons)} of {planned} comparisons."]
    )
    return [*stopped, f"The higher level is better in {better} of {len(comparisons)} comparisons."]


def _section(table: LevelTable, comparisons: Sequence[LevelComparison]) -> Section:
    unit = SCORE if table.is_scored else WIN_SHARE
    columns = ["level", "against", f"difference in {unit}", "low", "high", "games"]
    rows: list[list[str | int | float]] = [
        [x.level, x.below, x.difference.value, x.difference.low, x.difference.high, x.games]
        for x in comparisons
    ]
    strategies = (f"{x.name}: {MEASURED_AS.get(x.strategy, x.strategy)}" for x in levels_of(table.make()))
    note = f"{'; '.join(strategies)}. All intervals of the study hold together with {1 - ERROR:.0%}."
    verdict = HOLDS if all(x.is_better for x in comparisons) else OPEN
    finding = StudyFinding(
        f"Each level of {table.title} is better than the one below.", verdict,
        "; ".join(f"{x.level} {x.difference.value:+.3f}" for x in comparisons),
    )  # fmt: skip
    return Section(table.title, [], [Table(table.title, columns, rows, note)], [], [finding])
