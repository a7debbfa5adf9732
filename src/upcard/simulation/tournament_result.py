"""The result of a tournament, as typed records with every error attached."""

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
    """How much more one strategy wins than another."""

    first: int
    second: int
    """Their places in the list that was given, from 1."""
    payoff: Estimate
    """Mean win share of an entrant of the first less that of an entrant of the second."""
    games: int
    """Games in which both sat at the table."""
    verdict: str
    """``first`` or ``second``, whichever is better; ``equal within`` the margin; or ``open``."""

    def flat(self) -> dict[str, Any]:
        """Return one flat record."""
        pair = {"first": self.first, "second": self.second}
        return {**pair, **self.payoff.items("payoff"), "games": self.games, "verdict": self.verdict}


@dataclass(frozen=True)
class Standing:
    """How a strategy did."""

    place: int
    """Its place in the list that was given, from 1."""
    strategy: str
    """How it was asked for."""
    rank: int
    """1 and one more for each strategy that is decidedly better: by its mean against the field where the
    number of games was fixed, in the games between the two where each pair was played until decided."""
    field_payoff: Estimate
    """The mean of its payoffs against the others."""
    nash_weight: Estimate
    """Its weight in Nash averaging; the interval is the range over payoffs redrawn within their errors."""
    nash_payoff: Estimate
    """Its payoff against these weights, taken as they are."""
    alpha_mass: Estimate
    """Its mass in alpha-rank; the interval as that of the weight."""

    def flat(self) -> dict[str, Any]:
        """Return one flat record."""
        out: dict[str, Any] = {"place": self.place, "strategy": self.strategy, "rank": self.rank}
        for name in ("field_payoff", "nash_weight", "nash_payoff", "alpha_mass"):
            out |= getattr(self, name).items(name)
        return out


@dataclass(frozen=True)
class TableResult:
    """The games of one table; ``uc.simulate`` with its seed and duplicate deals plays them again."""

    entrants: list[int]
    """The entrants: places in the list of strategies, from 1."""
    seed: int
    """Seed of the table."""
    games: int
    """Games played."""


@dataclass(frozen=True)
class TournamentResult(Framed, kind="tournament"):
    """The result of a tournament."""

    game: str
    """Name of the game."""
    players: int
    """Number of players."""
    options: dict[str, Any]
    """Its options."""
    seed: int
    """Seed of all tables."""
    composition: str
    """``pairs`` or ``all``: which tables were played."""
    games: int
    """Games played at all tables."""
    interrupted: bool
    """Whether it was stopped early."""
    seconds: float
    """Wall-clock time."""
    level: float
    """Confidence of every interval; with `until_decided`, of all of them together."""
    until_decided: bool
    """Whether each pair stopped as soon as it was decided."""
    margin: float
    """Up to which difference two strategies then are equal; 0 otherwise."""
    standings: list[Standing]
    """The best first."""
    pairs: list[Pairing]
    """Every pair."""
    tables: list[TableResult]
    """Every table."""

    @property
    def games_per_second(self) -> float:
        """Games per second of wall-clock time."""
        return self.games / self.seconds if self.seconds > 0 else math.inf

    @property
    def payoffs(self) -> FloatArray:
        """The antisymmetric matrix of the payoffs, in the order that was given, of shape (m, m)."""
        return as_matrix(len(self.standings), np.array([p.payoff.value for p in self.pairs]))

    def pairing(self, first: int, second: int) -> Pairing:
        """Return how much more the strategy at one place wins than that at another, either way round."""
        return next(
            p if p.first == first else turned(p) for p in self.pairs if {p.first, p.second} == {first, second}
        )

    def to_json(self) -> dict[str, Any]:
        """Everything as plain values, ready for a JSON document."""
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
        """Return one row for each strategy and opponent, with the settings and its standing."""
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
    """Return a pairing seen from the other side."""
    e = p.payoff
    other = {"first": "second", "second": "first"}.get(p.verdict, p.verdict)
    return Pairing(p.second, p.first, Estimate(-e.value, -e.high, -e.low, e.se), p.games, other)


@dataclass(frozen=True)
class TournamentPayoffs:
    """Payoffs with the intervals and verdicts that belong to how they were played."""

    payoffs: PairPayoffs
    """The payoffs of the pairs."""
    pairs: list[Estimate]
    field: list[Estimate]
    """The payoffs, and each strategy's mean against the others."""
    verdicts: list[str]
    """For every pair."""
    ranks: list[int]
    """For every strategy."""


def fixed_findings(payoffs: PairPayoffs, level: float) -> TournamentPayoffs:
    """Return the payoffs of tables with a fixed number of games; Holm's method decides pairs and ranks."""
    each = np.eye(len(payoffs.values))
    pairs, field = (estimates(payoffs, rows, level) for rows in (each, payoffs.contrasts))
    verdicts, between = (decided(payoffs, rows, level) for rows in (each, gap_rows(payoffs)))
    return TournamentPayoffs(payoffs, pairs, field, verdicts, ranks(payoffs.count, between))


def sequential_findings(payoffs: PairPayoffs, limits: IntervalLimits, margin: float) -> TournamentPayoffs:
    """Return the payoffs of pairs that stopped when they were decided, from limits that hold all at once.

    A pair that is soon decided has a wide interval, and so has a mean; ranks follow from the verdicts.
    """
    rows = payoffs.contrasts
    pairs = _within(estimates(payoffs, np.eye(len(payoffs.values)), 0.5), limits)
    field = estimates(payoffs, rows, 0.5)
    verdicts = [interval_verdict(low, high, margin) for low, high in limits]
    return TournamentPayoffs(
        payoffs, pairs, _within(field, bounded(rows, limits)), verdicts, ranks(payoffs.count, verdicts)
    )


def _within(plain: list[Estimate], limits: IntervalLimits) -> list[Estimate]:
    """Estimates with other intervals."""
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
    """Return every pair with its payoff, its games and its verdict."""
    pairs = zip(pairs_of(outcome.payoffs.count), outcome.pairs, outcome.verdicts, strict=True)
    return [
        Pairing(i + 1, j + 1, e, sum(t.games for t in tallies if {i, j} <= set(t.seats)), v)
        for (i, j), e, v in pairs
    ]


def tournament_payoffs(
    tallies: list[TableTally], count: int, level: float, margin: float, limits: IntervalLimits | None
) -> TournamentPayoffs:
    """Return the payoffs by the tables, with limits from a sequential test if there was one."""
    payoffs = payoffs_of(tallies, count)
    return fixed_findings(payoffs, level) if limits is None else sequential_findings(payoffs, limits, margin)
