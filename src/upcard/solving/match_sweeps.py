"""Sweeps through the rounds of a match: each round is solved for the current values of the others.

A checkpoint holds the whole state between two parts of a round. Linear programs start from their last corner,
which may decide between equally good solutions. So the checkpoint holds these corners too: a match that was
interrupted ends with the same strategies as one that was not.
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
"""A part is not solved again if best responses gain at most this in it, times the part's probability."""

ANSWERS = 3
"""Number of best responses of each player in turn, to find parts with a pure solution."""


class MatchSweeps:
    """Solves the rounds of a match in repeated sweeps.

    Attributes
    ----------
    plans : list of float64 array of shape (sequences,)
        The realization weights of both players, round by round.
    values : float64 array of shape (rounds,)
        Current values of the rounds to their first players.
    programs : list of RoundPrograms
        Solvers of the parts of every round.
    done : int
        Number of complete sweeps.
    at : int
        Index of the round that is being solved.
    waiting : list of int, optional
        Parts of this round that are still to be solved; None before they are determined.
    missed : float
        Maximum total gain of both players by best responses in a round of this sweep, so far.
    change, gained : float
        Maximum change of a value in the last complete sweep, and `missed` at its end.
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
        """Return the state as named arrays for a checkpoint."""
        corners = [x.corners() for x in self.programs]
        arrays = {name: getattr(self, name) for name in NUMBERS}
        arrays |= {f"parts_{k}": x.parts for k, x in enumerate(corners)}
        arrays |= {f"statuses_{k}": x.statuses for k, x in enumerate(corners)}
        arrays |= {f"plan_{k}": plan for k, plan in enumerate(self.plans)}
        waiting = np.array(self.waiting or (), np.int64)
        return {"values": self.values, "waiting": waiting, "is_waiting": self.waiting is not None, **arrays}

    def restore(self, arrays: dict[str, Any]) -> None:
        """Restore the state from the arrays of a checkpoint; for :meth:`Checkpoint.fitting`."""
        for name in NUMBERS:
            setattr(self, name, type(getattr(self, name))(arrays[name].item()))
        self.values[:] = arrays["values"]
        self.waiting = arrays["waiting"].tolist() if arrays["is_waiting"] else None
        for k, (plan, programs) in enumerate(zip(self.plans, self.programs, strict=True)):
            plan[:] = arrays[f"plan_{k}"]
            programs.restore(Corners(arrays[f"parts_{k}"], arrays[f"statuses_{k}"]))

    def is_settled(self, most: float) -> bool:
        """Return whether no value changed by more than `most` in the last sweep, and nobody can gain more."""
        return self.change <= most and self.gained <= most

    def sweep(self, on_part: OnProgress) -> None:
        """Solve all parts in which a player could gain, starting where the last interrupt occurred.

        `on_part` is called before each part. If it raises ``KeyboardInterrupt``, the sweep can resume there.
        """
        worths = self.worths()
        while self.at < len(self.programs):
            self._solve_round(worths, on_part)
            self.missed = max(self.missed, float(self.gains(self.at, self.plans[self.at], worths).sum()))
            self.at, self.waiting = self.at + 1, None

    def adopt(self, values: FloatArray) -> None:
        """End a sweep with new values of the rounds, float64 of shape (rounds,)."""
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
        """Find parts of round `k` with a pure solution, by best responses in turn, and adopt these."""
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
        """Return, for each part of a round, the total that both players would gain by best responses."""
        best = [response(self.match.round_of(k), plan, p, worths[p]).by_part for p in range(SEATS)]
        whole = self.match.round_of(k).part_chances() * self.match.together
        gains: FloatArray = best[0] + best[1] - whole
        return gains

    def worths(self) -> tuple[FloatArray, FloatArray]:
        """Return the current value of each continuation to the first and to the second player."""
        mine, theirs = self.values, self.match.together - self.values
        return self.match.worth(mine, theirs, 0), self.match.worth(theirs, mine, 1)
