"""The result of a tournament: typed records, in which every estimate has its confidence interval."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from upcard.engine.arrays import FloatArray
from upcard.engine.dataframes import Framed
from upcard.simulation.estimate import Estimate
from upcard.simulation.sequential_test import interval_verdict
from upcard.simulation.standings import (
    PairPayoffs,
    alpha_masses,
    as_matrix,
    bounded,
    decided,
    estimates,
    gap_rows,
    nash_weights,
    payoffs_of,
    ranks,
    resampled_payoffs,
)
from upcard.simulation.table_composition import TableTally, pairs_of

IntervalLimits = list[tuple[float, float]]


@dataclass(frozen=True)
class Pairing:
    """The comparison of two strategies."""

    first: int
    second: int
    """Places of the strategies in the list of all strategies, from 1."""
    payoff: Estimate
    """Mean win share of an entrant of the first strategy minus that of an entrant of the second."""
    games: int
    """Number of games at tables with both."""
    verdict: str
    """``first`` or ``second`` for the better one, ``equal within`` the margin, or ``open`` if undecided."""

    def flat(self) -> dict[str, Any]:
        """Return one flat record."""
        pair = {"first": self.first, "second": self.second}
        return {**pair, **self.payoff.items("payoff"), "games": self.games, "verdict": self.verdict}


@dataclass(frozen=True)
class Standing:
    """The result of a strategy."""

    place: int
    """Its place in the list of all strategies, from 1."""
    strategy: str
    """The strategy, as the user named it."""
    rank: int
    """1 plus the number of strategies that are shown to be better: by the means against the field if the
    number of games was fixed, by the games between the two if each pair was played until decided."""
    field_payoff: Estimate
    """Mean of its payoffs against the others."""
    nash_weight: Estimate
    """Its weight in Nash averaging; the interval is the range over payoffs redrawn within their errors."""
    nash_payoff: Estimate
    """Its payoff against the estimated weights, as if they were exact."""
    alpha_mass: Estimate
    """Its mass in alpha-rank; the interval is the range over the same redrawn payoffs."""

    def flat(self) -> dict[str, Any]:
        """Return one flat record."""
        out: dict[str, Any] = {"place": self.place, "strategy": self.strategy, "rank": self.rank}
        for name in ("field_payoff", "nash_weight", "nash_payoff", "alpha_mass"):
            out |= getattr(self, name).items(name)
        return out


@dataclass(frozen=True)
class TableResult:
    """The games of one table; ``uc.simulate`` with this seed and duplicate deals repeats them."""

    entrants: list[int]
    """For each seat, the place of its strategy in the list, from 1."""
    seed: int
    """Seed of the table."""
    games: int
    """Number of games played."""


@dataclass(frozen=True)
class TournamentResult(Framed, kind="tournament"):
    """The result of a tournament."""

    game: str
    """Name of the game."""
    players: int
    """Number of players."""
    options: dict[str, Any]
    """Options of the game."""
    seed: int
    """Seed of the tournament."""
    composition: str
    """``pairs`` or ``all``: the tables that were played."""
    games: int
    """Number of games played at all tables."""
    interrupted: bool
    """Whether Ctrl-C stopped it early."""
    seconds: float
    """Wall-clock time, in seconds."""
    level: float
    """Confidence of every interval, between 0 and 1; with `until_decided`, of all intervals together."""
    until_decided: bool
    """Whether each pair stopped as soon as it was decided."""
    margin: float
    """Difference of win shares up to which two strategies are equal; 0 if the number of games was fixed."""
    standings: list[Standing]
    """The standings of all strategies, the best first."""
    pairs: list[Pairing]
    """The comparisons of all pairs."""
    tables: list[TableResult]
    """The games of every table."""

    @property
    def games_per_second(self) -> float:
        """Number of games per second of wall-clock time."""
        return self.games / self.seconds if self.seconds > 0 else math.inf

    @property
    def payoffs(self) -> FloatArray:
        """The antisymmetric matrix of payoffs, float64 of shape (m, m), in the order of the list."""
        return as_matrix(len(self.standings), np.array([p.payoff.value for p in self.pairs]))

    def pairing(self, first: int, second: int) -> Pairing:
        """Return the comparison of the strategies at two places, from 1, in either order."""
        return next(
            p if p.first == first else turned(p) for p in self.pairs if {p.first, p.second} == {first, second}
        )

    def to_json(self) -> dict[str, Any]:
        """Return the result as plain values, ready for a JSON document."""
        names = ("game", "players", "options", "seed", "composition", "games", "interrupted", "seconds")
        out: dict[str, Any] = {name: getattr(self, name) for name in names}
        out |= {"games_per_second": self.games_per_second, "level": self.level}
        out |= {"until_decided": self.until_decided, "margin": self.margin}
        out["standings"] = [s.flat() for s in self.standings]
        out["pairs"] = [p.flat() for p in self.pairs]
        out["payoffs"] = self.payoffs.tolist()
        out["tables"] = [vars(t) for t in self.tables]
        return out

    def frame_rows(self) -> list[dict[str, Any]]:
        """Return one row for each strategy and opponent, with the settings and the strategy's standing."""
        names = ("game", "players", "seed", "composition", "level", "until_decided", "margin")
        settings = {name: getattr(self, name) for name in names}
        settings["options"] = " ".join(f"{k}={x}" for k, x in self.options.items())
        rows = []
        for s in sorted(self.standings, key=lambda s: s.place):
            for other in sorted(self.standings, key=lambda s: s.place):
                if other is not s:
                    p = self.pairing(s.place, other.place)
                    who = {"strategy": s.strategy, "opponent": other.strategy}
                    rows.append({**settings, **who, **p.flat(), **s.flat()})
        return rows


def turned(p: Pairing) -> Pairing:
    """Return a comparison with its two strategies exchanged."""
    e = p.payoff
    other = {"first": "second", "second": "first"}.get(p.verdict, p.verdict)
    return Pairing(p.second, p.first, Estimate(-e.value, -e.high, -e.low, e.se), p.games, other)


@dataclass(frozen=True)
class TournamentPayoffs:
    """Payoffs with their intervals, verdicts and ranks."""

    payoffs: PairPayoffs
    """The payoffs of the pairs."""
    pairs: list[Estimate]
    field: list[Estimate]
    """Estimates of all payoffs, and of each strategy's mean against the others."""
    verdicts: list[str]
    """The verdict on every pair."""
    ranks: list[int]
    """The rank of every strategy."""


def fixed_payoffs(payoffs: PairPayoffs, level: float) -> TournamentPayoffs:
    """Return the payoffs of tables with a fixed number of games; Holm's method decides pairs and ranks."""
    each = np.eye(len(payoffs.values))
    pairs, field = (estimates(payoffs, rows, level) for rows in (each, payoffs.contrasts))
    verdicts, between = (decided(payoffs, rows, level) for rows in (each, gap_rows(payoffs)))
    return TournamentPayoffs(payoffs, pairs, field, verdicts, ranks(payoffs.count, between))


def sequential_payoffs(payoffs: PairPayoffs, limits: IntervalLimits, margin: float) -> TournamentPayoffs:
    """Return the payoffs of pairs that stopped when they were decided, from limits that hold together.

    A pair that is decided early has a wide interval, and so have the means. Ranks follow from the verdicts.
    """
    rows = payoffs.contrasts
    pairs = _within(estimates(payoffs, np.eye(len(payoffs.values)), 0.5), limits)
    field = estimates(payoffs, rows, 0.5)
    verdicts = [interval_verdict(low, high, margin) for low, high in limits]
    return TournamentPayoffs(
        payoffs, pairs, _within(field, bounded(rows, limits)), verdicts, ranks(payoffs.count, verdicts)
    )


def _within(plain: list[Estimate], limits: IntervalLimits) -> list[Estimate]:
    """Return estimates with other intervals."""
    return [Estimate(e.value, low, high, e.se) for e, (low, high) in zip(plain, limits, strict=True)]


def make_standings(
    outcome: TournamentPayoffs, labels: Sequence[str], seed: int, level: float
) -> list[Standing]:
    """Return every strategy's standing, the best first."""
    payoffs = outcome.payoffs
    drawn = resampled_payoffs(payoffs, seed, level)
    weights, masses = nash_weights(payoffs, drawn, level), alpha_masses(payoffs, drawn, level)
    against = np.array([w.value for w in weights])
    rows = np.array([as_matrix(payoffs.count, row) @ against for row in np.eye(len(payoffs.values))]).T
    nash = estimates(payoffs, rows, level)
    standings = [
        Standing(k + 1, labels[k], outcome.ranks[k], outcome.field[k], weights[k], nash[k], masses[k])
        for k in range(payoffs.count)
    ]
    return sorted(standings, key=lambda s: (s.rank, -s.field_payoff.value, s.place))


def make_pairs(outcome: TournamentPayoffs, tallies: list[TableTally]) -> list[Pairing]:
    """Return the comparison of every pair: its payoff, number of games and verdict."""
    pairs = zip(pairs_of(outcome.payoffs.count), outcome.pairs, outcome.verdicts, strict=True)
    return [
        Pairing(i + 1, j + 1, e, sum(t.games for t in tallies if {i, j} <= set(t.seats)), v)
        for (i, j), e, v in pairs
    ]


def tournament_payoffs(
    tallies: list[TableTally], count: int, level: float, margin: float, limits: IntervalLimits | None
) -> TournamentPayoffs:
    """Return the payoffs from the tables, with the limits of a sequential test if there was one."""
    payoffs = payoffs_of(tallies, count)
    return fixed_payoffs(payoffs, level) if limits is None else sequential_payoffs(payoffs, limits, margin)
