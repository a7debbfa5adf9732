"""Threshold strategies, which change low cards and keep high ones, and their equilibria.

In these games every seat has at most one turn with two actions: keep or change. A *cell* is everything that a
seat may know at its turn. A *rule* groups cells that share a threshold, and gives each cell a level in its
group: the seat changes if the level is below the threshold.

Iterated best responses look for an equilibrium, seat after seat, until nobody gains by another threshold. If
there are few thresholds, all are tried. A seat's gain is always measured over all strategies, not only over
threshold strategies. All sums are whole numbers: nothing is rounded.

Sources: threshold strategies at Le Her are those of P. R. de Montmort, 1713; iterated best responses as in
D. Monderer, L. S. Shapley, "Potential games", Games and Economic Behavior 14, 1996, where they are called
improvement paths.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Protocol

import numpy as np

from upcard.engine.arrays import BoolArray, IntArray
from upcard.engine.errors import Usage

KEEP, CHANGE = 0, 1
MOST_SWEEPS, MOST_PROFILES = 200, 100_000


class OneTurnGame(Protocol):
    """A game in which every seat has one turn at most, with two actions, 0 to keep and 1 to change."""

    @property
    def seats(self) -> int:
        """Number of players."""
        ...

    @property
    def scale(self) -> int:
        """The whole number that stands for a payoff of 1 in the results of both methods."""
        ...

    def worth(self, plan: Sequence[BoolArray], seat: int) -> IntArray:
        """Return the values of both actions of a seat in each of its cells, if the others play by a plan.

        `plan` has a bool array of shape (cells of the seat,) for each seat: whether it changes in each cell;
        that of `seat` is ignored. The values are int64 of shape (2, cells of the seat): the expected payoff
        times `scale`, summed over all ways to the cell.
        """
        ...

    def worth_by_mistake(self, plan: Sequence[BoolArray], seat: int) -> IntArray:
        """Return what :meth:`worth` returns, if others made mistakes that lead to further cells."""
        ...


@dataclass(frozen=True)
class ThresholdRule:
    """The cells of every seat that share a threshold."""

    groups: tuple[int, ...]
    """Number of thresholds of every seat."""
    group: tuple[IntArray, ...]
    """For every seat, the number of each cell's threshold, int64 of shape (cells of the seat,)."""
    level: tuple[IntArray, ...]
    """For every seat, each cell's level, 0 to `levels` - 1; -1 for always, `levels` for never change."""
    levels: int
    """The highest threshold; the lowest is 0."""

    def plan(self, thresholds: "Sequence[tuple[int, ...]]") -> list[BoolArray]:
        """Return whether each seat changes in each cell: bool arrays of shape (cells of the seat,)."""
        return [
            level < np.array(numbers, np.int64)[group]
            for numbers, group, level in zip(thresholds, self.group, self.level, strict=True)
        ]

    def all_at(self, threshold: int) -> "list[tuple[int, ...]]":
        """Return thresholds that are all equal."""
        return [(threshold,) * n for n in self.groups]

    def reply(
        self, turns: OneTurnGame, thresholds: "Sequence[tuple[int, ...]]", seat: int
    ) -> tuple[int, ...]:
        """Return the best thresholds of a seat against those of the others.

        Among equally good thresholds it takes those that are best after mistakes of others, then the current
        one, then the lowest.
        """
        plan = self.plan(thresholds)
        by_play = self.gains(seat, turns.worth(plan, seat))
        best = by_play == by_play.max(axis=1, keepdims=True)
        if best.sum() > len(best):
            by_mistake = self.gains(seat, turns.worth_by_mistake(plan, seat))
            by_mistake[~best] = np.iinfo(np.int64).min
            best = by_mistake == by_mistake.max(axis=1, keepdims=True)
        lowest = best.argmax(axis=1).tolist()
        return tuple(x if best[g, x] else lowest[g] for g, x in enumerate(thresholds[seat]))

    def gains(self, seat: int, worth: IntArray) -> IntArray:
        """Return the gain of each threshold of a seat over never changing, by :meth:`OneTurnGame.worth`.

        The result is int64 of shape (groups of the seat, levels + 1).
        """
        level, shape = self.level[seat], (self.groups[seat], self.levels + 1)
        is_open = (level >= 0) & (level < self.levels)
        gains = np.zeros(shape, np.int64)
        np.add.at(
            gains, (self.group[seat][is_open], level[is_open] + 1), (worth[CHANGE] - worth[KEEP])[is_open]
        )
        return np.cumsum(gains, axis=1)


@dataclass(frozen=True)
class SettledThresholds:
    """The result of iterated best responses."""

    thresholds: tuple[tuple[int, ...], ...]
    """The thresholds of every seat."""
    sweeps: int
    """Number of sweeps through all seats."""
    is_equilibrium: bool
    """Whether nobody gains by other thresholds; otherwise the responses form a cycle."""


def best_response_dynamics(
    turns: OneTurnGame,
    rule: ThresholdRule,
    start: Sequence[tuple[int, ...]],
    on_reply: Callable[[], None] | None = None,
) -> SettledThresholds:
    """Let every seat in turn take its best thresholds, from `start` on, until nothing changes.

    `on_reply` is called before each reply is computed; it may raise ``KeyboardInterrupt``.
    """
    now = [tuple(numbers) for numbers in start]
    answered: list[list[tuple[int, ...]]] = [[] for _ in now]
    seen: set[tuple[tuple[int, ...], ...]] = set()
    while tuple(now) not in seen and len(seen) < MOST_SWEEPS:
        before = tuple(now)
        seen.add(before)
        for seat in range(turns.seats):
            if answered[seat] != now:
                if on_reply:
                    on_reply()
                now[seat] = rule.reply(turns, now, seat)
                answered[seat] = list(now)
        if tuple(now) == before:
            return SettledThresholds(before, len(seen), True)
    return SettledThresholds(tuple(now), len(seen), False)


def every_profile(rule: ThresholdRule) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Return all thresholds of all seats; raise ``Usage`` if there are more than ``MOST_PROFILES``."""
    number = (rule.levels + 1) ** sum(rule.groups)
    if number > MOST_PROFILES:
        raise Usage(f"there are {number:,} profiles of thresholds; expected at most {MOST_PROFILES:,}")
    each = (product(range(rule.levels + 1), repeat=n) for n in rule.groups)
    return product(*each)


def equilibria(turns: OneTurnGame, rule: ThresholdRule) -> list[tuple[tuple[int, ...], ...]]:
    """Return all profiles of :func:`every_profile` in which nobody gains by other thresholds."""
    return [
        profile
        for profile in every_profile(rule)
        if all(rule.reply(turns, profile, p) == profile[p] for p in range(turns.seats))
    ]


def outcome(turns: OneTurnGame, plan: Sequence[BoolArray], seat: int) -> tuple[int, int]:
    """Return a seat's expected payoff if all play by a plan, and its maximum gain by another strategy.

    Both are multiplied by ``turns.scale``; the gain is 0 or more.
    """
    worth = turns.worth(plan, seat)
    got = np.where(plan[seat], worth[CHANGE], worth[KEEP])
    return int(got.sum()), int((worth.max(axis=0) - got).sum())


def __getattr__(name: str) -> Any:
    """Return a name that the documentation once imported from here, with a warning."""
    from upcard.old_paths import former_name

    return former_name(__name__, name)
