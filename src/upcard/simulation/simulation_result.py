"""The result of a simulation: typed records, in which every estimate has its confidence interval."""

import math
from dataclasses import dataclass, field
from typing import Any

from upcard.engine.dataframes import Framed
from upcard.simulation import estimate
from upcard.simulation.estimate import Estimate
from upcard.simulation.kernel import DECISIONS, MEASURES, SCORE, SHARE, WIN, WIN_ANY, score_unit
from upcard.simulation.lineup import LineUp
from upcard.simulation.scheduler import PlayedGames
from upcard.simulation.simulation_plan import SimulationPlan

LEVEL = 0.95


@dataclass(frozen=True)
class SeatResult:
    """The results of one entrant."""

    seat: int
    """Its seat, from 1; if seats change, its place in the line-up."""
    strategy: str
    """Its strategy, as the user named it."""
    estimates: dict[str, Estimate]
    """Estimates by name: ``win_share`` (ties shared), ``win_any`` (among the winners, of whom there may be
    several), ``score_mean``, and the measures of the rules file: ``NAME_share`` or ``NAME_mean``."""
    deviations: dict[str, float]
    """Standard deviations over single games, by the name ``NAME_sd``."""

    def flat(self) -> dict[str, Any]:
        """Return one flat record."""
        out: dict[str, Any] = {"seat": self.seat, "strategy": self.strategy}
        for name, e in self.estimates.items():
            out |= e.items(name)
        return out | self.deviations


@dataclass(frozen=True)
class Difference:
    """The difference between two entrants, paired over the same blocks."""

    first: int
    second: int
    """Places in the line-up, from 1."""
    win_share: Estimate
    score_mean: Estimate
    """The first entrant minus the second."""

    def flat(self) -> dict[str, Any]:
        """Return one flat record."""
        pair = {"first": self.first, "second": self.second}
        return {**pair, **self.win_share.items("win_share"), **self.score_mean.items("score_mean")}


@dataclass(frozen=True)
class SimulationResult(Framed, kind="simulation"):
    """The result of a simulation."""

    game: str
    """Name of the game."""
    players: int
    """Number of players."""
    options: dict[str, Any]
    """Options of the game."""
    seed: int
    """Seed of all streams."""
    seating: str
    """``fixed``, ``rotate`` or ``random``."""
    duplicate: bool
    """Whether each deal was played with every rotation of the seats."""
    games: int
    """Number of games played."""
    interrupted: bool
    """Whether Ctrl-C stopped it early."""
    seconds: float
    """Wall-clock time, in seconds."""
    level: float
    """Confidence of every interval, between 0 and 1."""
    per_game: dict[str, Estimate]
    """Estimates by name: ``decisions_mean``, and the measures of a game from the rules file: ``NAME_share``
    or ``NAME_mean``."""
    seats: list[SeatResult]
    """The results of every entrant."""
    differences: list[Difference]
    """The differences of all pairs of entrants; empty if every block is a single game."""
    stop_requested: bool = False
    """Whether Ctrl-C was pressed, even if all games were already done."""
    measures: dict[str, str] = field(default_factory=dict)
    """Descriptions of the measures of the rules file, by name."""

    @property
    def games_per_second(self) -> float:
        """Number of games per second of wall-clock time."""
        return self.games / self.seconds if self.seconds > 0 else math.inf

    def to_json(self) -> dict[str, Any]:
        """Return the result as plain values, ready for a JSON document."""
        out: dict[str, Any] = {
            name: getattr(self, name)
            for name in ("game", "players", "options", "seed", "seating", "duplicate", "games", "interrupted")
        }
        out |= {"seconds": self.seconds, "games_per_second": self.games_per_second, "level": self.level}
        for name, e in self.per_game.items():
            out |= e.items(name)
        out["seats"] = [s.flat() for s in self.seats]
        if self.differences:
            out["differences"] = [d.flat() for d in self.differences]
        return out

    def frame_rows(self) -> list[dict[str, Any]]:
        """Return one row per seat, with the settings of the simulation in every row."""
        names = ("game", "players", "games", "seed", "seating", "duplicate", "level")
        settings = {name: getattr(self, name) for name in names} | {
            f"option_{k}": x for k, x in self.options.items()
        }
        return [{**settings, **s.flat()} for s in self.seats]


def make_result(
    lineup: LineUp, plan: SimulationPlan, played: PlayedGames, seating: str, level: float = LEVEL
) -> SimulationResult:
    """Return the result of a simulation: the sums as estimates.

    `seating` is the word for the seating in the result, `level` the confidence of the intervals.
    """
    n = len(lineup.entrants)
    return SimulationResult(
        game=lineup.game.name,
        players=lineup.game.players,
        options=lineup.game.option_words(),
        seed=plan.seed,
        seating=seating,
        duplicate=plan.duplicate,
        games=played.blocks * plan.per_block,
        interrupted=played.interrupted,
        seconds=played.seconds,
        level=level,
        per_game=_per_game(lineup, plan, played, level),
        seats=[_seat(lineup, plan, played, e, level) for e in range(n)],
        differences=_differences(lineup, plan, played, level) if plan.per_block > 1 else [],
        stop_requested=played.stop_requested,
        measures={m.name: m.words for m in getattr(lineup.game.rules, "MEASURES", ())},
    )


def _per_game(lineup: LineUp, plan: SimulationPlan, played: PlayedGames, level: float) -> dict[str, Estimate]:
    blocks, per_block, z = played.blocks, plan.per_block, estimate.quantile(level)
    columns = [[int(n) for n in column] for column in played.sums.games.T]
    of_game = [m for m in getattr(lineup.game.rules, "MEASURES", ()) if m.per_game]
    place = {m.name: g for g, m in enumerate(of_game, 1)}
    decisions, of_decisions, _ = columns[DECISIONS]
    out = {"decisions_mean": estimate.mean(decisions, of_decisions, blocks, per_block, level)}
    for m in of_game:
        total, squares, cross = columns[place[m.name]]
        if m.of:
            of_total, of_squares, _ = columns[place[m.of]]
            of = {"total": of_total, "squares": of_squares}
            out[f"{m.name}_share"] = estimate.ratio(total, squares, cross, of, blocks, z)
        elif m.share:
            out[f"{m.name}_share"] = estimate.share(total, squares, blocks, per_block, z)
        else:
            out[f"{m.name}_mean"] = estimate.mean(total, squares, blocks, per_block, level)
    return out


def _seat(lineup: LineUp, plan: SimulationPlan, played: PlayedGames, e: int, level: float) -> SeatResult:
    totals, squares, crosses, of_games = (row[e] for row in played.sums.entrants)
    blocks, per_block, z = played.blocks, plan.per_block, estimate.quantile(level)
    unit = score_unit(lineup.game.rules)

    def sums(c: int) -> tuple[int, int, int, int]:
        return int(totals[c]), int(squares[c]), blocks, per_block

    estimates = {
        "win_share": estimate.share(*sums(WIN), z, unit=SHARE),
        "win_any": estimate.share(*sums(WIN_ANY), z),
        "score_mean": estimate.mean(*sums(SCORE), level).times(unit),
    }
    columns = {"score": SCORE}
    measures = getattr(lineup.game.rules, "MEASURES", ())
    of_game = [m.name for m in measures if m.per_game]
    for c, m in enumerate((m for m in measures if not m.per_game), MEASURES):
        if m.of:
            g = 1 + of_game.index(m.of)
            of = {"total": int(played.sums.games[0, g]), "squares": int(played.sums.games[1, g])}
            x = int(totals[c]), int(squares[c]), int(crosses[c])
            estimates[f"{m.name}_share"] = estimate.ratio(*x, of, blocks, z)
        elif m.share:
            estimates[f"{m.name}_share"] = estimate.share(*sums(c), z)
        else:
            estimates[f"{m.name}_mean"] = estimate.mean(*sums(c), level)
            columns[m.name] = c
    games = blocks * per_block
    spreads = {
        f"{k}_sd": estimate.deviation(int(totals[c]), int(of_games[c]), games) for k, c in columns.items()
    }
    spreads["score_sd"] *= unit
    return SeatResult(e + 1, lineup.entrants[e].label, estimates, spreads)


def _differences(lineup: LineUp, plan: SimulationPlan, played: PlayedGames, level: float) -> list[Difference]:
    n, unit = len(lineup.entrants), score_unit(lineup.game.rules)

    def sums(k: int, c: int, e: int, f: int) -> tuple[int, int, int, int, float]:
        total = int(played.sums.entrants[0, e, c]) - int(played.sums.entrants[0, f, c])
        return total, int(played.sums.pairs[k, e, f]), played.blocks, plan.per_block, level

    return [
        Difference(
            e + 1,
            f + 1,
            estimate.share_difference(*sums(0, WIN, e, f), SHARE),
            estimate.score_difference(*sums(1, SCORE, e, f)).times(unit),
        )
        for e in range(n)
        for f in range(e + 1, n)
    ]
