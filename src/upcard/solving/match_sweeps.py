"""Sweeps through the rounds of a match: each round is solved for the current values of the others.

A checkpoint holds all that is known between two parts of a round. Linear programs begin where they ended the
last time, which may decide between equally good solutions. So the checkpoint holds their corners too: a match
that was interrupted ends with the same strategies as one solved in one go.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from upcard.engine.arrays import FloatArray
from upcard.engine.progress_callback import OnProgress
from upcard.engine.tree.stochastic_game import SEATS, StochasticGame
from upcard.solving.round_best_response import response
from upcard.solving.round_lp import Corners, RoundPrograms

NUMBERS = ("done", "at", "missed", "change", "gained")
"""Attributes of :class:`MatchSweeps` that a checkpoint holds as plain numbers."""

SLIGHT = 1e-15
"""A part is not solved again if nobody gains more in it, weighted as it counts in its round."""

ANSWERS = 3
"""Number of replies by both players, to find parts that need no mixing."""


class MatchSweeps:
    """Solves the rounds of a match again and again.

    Attributes
    ----------
    plans : list of float64 array of shape (sequences,)
        The realization weights of both players, round by round.
    values : float64 array of shape (rounds,)
        Current values of the rounds to their first players.
    programs : list of RoundPrograms
        Solvers of the parts of every round.
    done : int
        How many sweeps are whole.
    at : int
        The round that is being solved.
    waiting : list of int, optional
        Its parts that are still to be solved; None before it is known which.
    missed : float
        The most that both would still gain in a round of this sweep by best responses, so far.
    change, gained : float
        By how much the last whole sweep changed a value at most, and what `missed` was at its end.
    """

    def __init__(self, match: StochasticGame) -> None:
        self.match = match
        self.values = match.stopped.astype(np.float64)
        rounds = [match.round_of(k) for k in range(len(match.names))]
        self.programs = [RoundPrograms(r) for r in rounds]
        self.plans = [r.plan(r.strategy(np.ones(r.sequences))) for r in rounds]
        self.done, self.at, self.missed = 0, 0, 0.0
        self.waiting: list[int] | None = None
        self.change = self.gained = np.inf

    def arrays(self) -> dict[str, Any]:
        """Return all that is known, to be stored in a checkpoint."""
        corners = [x.corners() for x in self.programs]
        arrays = {name: getattr(self, name) for name in NUMBERS}
        arrays |= {f"parts_{k}": x.parts for k, x in enumerate(corners)}
        arrays |= {f"statuses_{k}": x.statuses for k, x in enumerate(corners)}
        arrays |= {f"plan_{k}": plan for k, plan in enumerate(self.plans)}
        waiting = np.array(self.waiting or (), np.int64)
        return {"values": self.values, "waiting": waiting, "is_waiting": self.waiting is not None, **arrays}

    def restore(self, arrays: dict[str, Any]) -> None:
        """Restore what a checkpoint holds, as a function for :meth:`Checkpoint.fitting`."""
        for name in NUMBERS:
            setattr(self, name, type(getattr(self, name))(arrays[name].item()))
        self.values[:] = arrays["values"]
        self.waiting = arrays["waiting"].tolist() if arrays["is_waiting"] else None
        for k, (plan, programs) in enumerate(zip(self.plans, self.programs, strict=True)):
            plan[:] = arrays[f"plan_{k}"]
            programs.restore(Corners(arrays[f"parts_{k}"], arrays[f"statuses_{k}"]))

    def is_settled(self, most: float) -> bool:
        """Return whether the last sweep changed no value by more than that, and left nobody more to gain."""
        return self.change <= most and self.gained <= most

    def sweep(self, on_part: OnProgress) -> None:
        """Solve all parts in which somebody could gain, from where the last interrupt came.

        An interrupt that `on_part` raises, which is called before each part, leaves all as it is between two.
        """
        worths = [self.match.worth(v, w, p) for p, (v, w) in enumerate(self._both())]
        while self.at < len(self.programs):
            self._solve_round(worths, on_part)
            self.missed = max(self.missed, float(self.gains(self.at, self.plans[self.at], worths).sum()))
            self.at, self.waiting = self.at + 1, None

    def adopt(self, values: FloatArray) -> None:
        """End a sweep: the rounds are now taken to be worth `values`, float64 of shape (rounds,)."""
        self.change, self.gained = float(np.abs(values - self.values).max()), self.missed
        self.values = values
        self.done, self.at, self.missed = self.done + 1, 0, 0.0

    def _solve_round(self, worths: Sequence[FloatArray], on_part: OnProgress) -> None:
        k, programs = self.at, self.programs[self.at]
        title, rounds = f"round {self.match.names[k]}", len(self.programs)
        on_part(title, k / rounds)
        if self.waiting is None:
            if not programs.solved:
                self.settle(k, worths)
            self.waiting = np.flatnonzero(self.gains(k, self.plans[k], worths) > SLIGHT).tolist()
        parts = programs.round.parts
        while self.waiting:
            on_part(title, (k + self.waiting[0] / parts) / rounds)
            programs.solve(self.waiting[0], worths[0], self.plans[k])
            del self.waiting[0]

    def settle(self, k: int, worths: Sequence[FloatArray]) -> None:
        """Try whether some parts of a round need no mixing: each answers the other in turn."""
        round, plan = self.match.round_of(k), self.plans[k].copy()
        for _ in range(ANSWERS):
            for p in range(SEATS):
                plan = response(round, plan, p, worths[p]).plan
        open_before = self.gains(k, self.plans[k], worths) > SLIGHT
        is_settled = open_before & (self.gains(k, plan, worths) <= SLIGHT)
        part = np.repeat(
            np.searchsorted(round.sets_from, np.arange(len(round.owner)), "right") - 1, round.count
        )
        chosen = SEATS + np.flatnonzero(is_settled[part])
        self.plans[k][chosen] = plan[chosen]

    def gains(self, k: int, plan: FloatArray, worths: Sequence[FloatArray]) -> FloatArray:
        """Return what both would gain together in every part of a round by best responses."""
        best = [response(self.match.round_of(k), plan, p, worths[p]).by_part for p in range(SEATS)]
        whole = self.match.round_of(k).part_chances() * self.match.together
        gains: FloatArray = best[0] + best[1] - whole
        return gains

    def _both(self) -> tuple[tuple[FloatArray, FloatArray], tuple[FloatArray, FloatArray]]:
        mine, theirs = self.values, self.match.together - self.values
        return (mine, theirs), (theirs, mine)
