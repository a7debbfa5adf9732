"""Tension: when a game is decided, how often the lead changes, and whether the leader runs away."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from upcard.document.model import Chart, Section, Series
from upcard.simulation import estimate
from upcard.simulation.estimate import Estimate
from upcard.simulation.game_recorder import part_of
from upcard.simulation.game_tallies import GameTallies
from upcard.simulation.win_chances import POINTS
from upcard.study.balance.balance_report import BalanceSection, plain_values
from upcard.study.balance.estimates_of_games import LEVEL
from upcard.study.balance.game_bank import GameBank
from upcard.study.balance.play_levels import PlayLevel
from upcard.study.verdicts import per_cent, text

NAME, TITLE = "tension", "Tension"
MOST_GAMES, PLAYOUTS = 200, 100
CLEAR_LEAD = 0.1
"""How much better a seat's winning chance must be to take the lead from another."""

HALF = POINTS // 2


@dataclass(frozen=True)
class Tension:
    """When the games of a level are decided."""

    level: PlayLevel
    games: int
    leader_wins: tuple[Estimate, ...]
    """Share of the win of whoever is ahead after 0, 1/10, ... 9/10 of the decisions."""
    lead_changes: Estimate
    """Number of changes of the leader in a game, at ten points."""
    behind: Estimate
    """How far the winner was behind the leader on average, in winning chance (drama)."""
    runaway: Estimate
    """Share of games whose leader at half-time stays ahead until they win."""


def leaders_of(chances: npt.NDArray[np.float64]) -> npt.NDArray[np.int64]:
    """Return who is ahead at each point, of shape (games, points); a small lead does not change it."""
    games, points, _ = chances.shape
    leaders = np.zeros((games, points), np.int64)
    leaders[:, 0] = chances[:, 0].argmax(axis=1)
    rows = np.arange(games)
    for k in range(1, points):
        best, old = chances[:, k].argmax(axis=1), leaders[:, k - 1]
        is_clear = chances[rows, k, best] > chances[rows, k, old] + CLEAR_LEAD
        leaders[:, k] = np.where(is_clear, best, old)
    return leaders


def tension_of(
    level: PlayLevel, shares: npt.NDArray[np.float64], chances: npt.NDArray[np.float64]
) -> Tension:
    """Return the tension of games with these shares of the win and these winning chances at ten points."""
    rows = np.arange(len(shares))
    ahead = chances.argmax(axis=2)
    leaders = leaders_of(chances)
    behind = chances.max(axis=2) - (chances * shares[:, None, :]).sum(axis=2) / np.maximum(
        shares.sum(axis=1)[:, None], 1e-9
    )
    stays = (leaders[:, HALF:] == leaders[:, HALF : HALF + 1]).all(axis=1)
    return Tension(
        level,
        len(shares),
        tuple(_share(shares[rows, ahead[:, k]]) for k in range(POINTS)),
        estimate.of_spread((np.diff(leaders, axis=1) != 0).sum(axis=1).astype(np.float64), LEVEL),
        estimate.of_spread(behind.mean(axis=1), LEVEL),
        _share(np.where(stays, shares[rows, leaders[:, HALF]], 0.0)),
    )


def _share(values: npt.NDArray[np.float64]) -> Estimate:
    """Estimate the mean of shares from 0 to 1, with an interval inside them, even if all are alike."""
    count = len(values)
    value = float(values.mean())
    low, high = estimate.wilson(value, count, estimate.quantile(LEVEL))
    return Estimate(value, low, high, float(values.std() / np.sqrt(count)))


def tension_section(bank: GameBank) -> BalanceSection:
    """Return the section, about the strongest level."""
    level = bank.strongest
    tallies: GameTallies = bank.tallies_of(level)
    games = part_of(tallies.games, min(level.games, max(1, int(MOST_GAMES * bank.effort))))
    bank.begin("winning chances during games")
    chances = bank.chances(games, PLAYOUTS)
    x = tension_of(level, tallies.shares[: games.plans.games], chances)
    answer = _answer(x)
    how = (
        f"In {x.games} games of {level.strategy}, winning chances are estimated after each tenth of the "
        f"decisions, by {PLAYOUTS} quick games from the true position. The lead changes if another seat is "
        f"clearly ahead, by {100 * CLEAR_LEAD:.0f} percentage points."
    )
    return BalanceSection(NAME, answer, Section(TITLE, [answer, how], figures=[_chart(x)]), plain_values(x))


def _answer(x: Tension) -> str:
    return (
        f"With {x.level.words}, whoever is ahead at half-time wins {per_cent(x.leader_wins[HALF])} of games, "
        f"and after nine tenths {per_cent(x.leader_wins[-1])}. "
        f"The lead changes {text(x.lead_changes, 1)} times a game. "
        f"In {per_cent(x.runaway)} of games, the leader at half-time stays ahead and wins. "
        f"On average, the winner was {100 * x.behind.value:.0f} percentage points behind the leader."
    )


def _chart(x: Tension) -> Chart:
    series = Series(
        "whoever is ahead",
        [10.0 * k for k in range(POINTS)],
        [100 * e.value for e in x.leader_wins],
        [100 * e.low for e in x.leader_wins],
        [100 * e.high for e in x.leader_wins],
    )
    return Chart("tension", "Does the leader win?", "decisions made, %", "games won, %", [series])
