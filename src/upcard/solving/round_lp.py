"""Parts of a round by linear programming: the program of :mod:`upcard.solving.lp_program`, part by part.

Source: D. Koller, N. Megiddo, B. von Stengel, "Efficient computation of equilibria for extensive two-person
games", Games and Economic Behavior 14, 1996, section 3. The solver is HiGHS, see
:mod:`upcard.solving.highs`.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import highspy
import numpy as np
import numpy.typing as npt
from scipy.sparse import csc_array

from upcard.engine.arrays import FloatArray
from upcard.engine.tree.stochastic_game import SEATS, AnyIntArray, Round
from upcard.solving.highs import Corner, corner_of, model_of, new_solver, run
from upcard.solving.quasi_perfect import (
    TremblingPlans,
    TremblingProgram,
    limit_strategy,
    refined_corner,
    tremble_powers,
)


@dataclass(frozen=True)
class Corners:
    """The last corners of the programs of a round."""

    parts: npt.NDArray[np.int64]
    """Numbers of the parts that were solved."""
    statuses: npt.NDArray[np.uint8]
    """For each of these parts, HiGHS's basis statuses of its columns and then of its rows."""


class RoundPrograms:
    """Solves parts of a round; each linear program starts from its last corner.

    `refined` has the corners of parts that are optimal with all small trembles, by number of the part.
    """

    def __init__(self, round: Round) -> None:
        self.round = round
        self.refined: dict[int, Corner] = {}
        self._bases: dict[int, highspy.HighsBasis] = {}
        self._solver = new_solver(threads=1)

    @cached_property
    def local(self) -> AnyIntArray:
        """Number of each sequence among those of its player in its part; 0 for the empty sequence."""
        local = np.zeros(self.round.sequences, np.int64)
        for sequences in (x for part in self.sequences for x in part):
            local[sequences] = np.arange(len(sequences))
        return local

    @cached_property
    def sequences(self) -> tuple[tuple[AnyIntArray, AnyIntArray], ...]:
        """The sequences of the first and of the second player in every part, the empty sequence first."""
        r = self.round
        owner = np.concatenate([np.arange(SEATS), np.repeat(r.owner, r.count)])
        parts = []
        for begin, end in zip(r.sets_from[:-1], r.sets_from[1:], strict=True):
            low = int(r.first[begin]) if begin < end else SEATS
            high = int(r.first[end - 1] + r.count[end - 1]) if begin < end else SEATS
            first, second = (
                np.concatenate([[p], low + np.flatnonzero(owner[low:high] == p)]) for p in range(SEATS)
            )
            parts.append((first, second))
        return tuple(parts)

    def solve(self, part: int, worth: FloatArray, plan: FloatArray) -> None:
        """Solve one part; raise ``Failure`` if no optimum is found.

        Parameters
        ----------
        worth : float64 array of shape (ways,)
            Value to the first player of each continuation, as ``round.onward`` numbers them.
        plan : float64 array of shape (sequences,)
            Realization weights of both players; those of the part are overwritten.
        """
        first, second = self.sequences[part]
        if len(first) == len(second) == 1:
            return
        self._solver.passModel(self._model(part, worth))
        if part in self._bases:
            self._solver.setBasis(self._bases[part])
        run(self._solver, "a part of a round")
        solution = self._solver.getSolution()
        self._bases[part] = self._solver.getBasis()
        rows = len(solution.row_dual) - len(second)
        plan[first[1:]] = np.maximum(solution.col_value[1 : len(first)], 0)
        plan[second[1:]] = np.abs(solution.row_dual[rows + 1 :])

    def refine(self, part: int, worth: FloatArray) -> FloatArray | None:
        """Return probabilities that also play well after mistakes; None if no such corner is found.

        The result has the probabilities of all choices of the part, float64, information set by information
        set. `worth` is that of :meth:`solve`; see :mod:`upcard.solving.quasi_perfect`. A part that was
        refined before, with other values, starts from its corner.
        """
        first, second = self.sequences[part]
        if len(first) == len(second) == 1:
            return None
        program = self.trembling(part, *self._scaled_cells(part, worth))
        basis, last = self._bases.get(part), self.refined.get(part)
        result = refined_corner(program, self._solver, basis, "a part of a round", last)
        if result is None:
            return None
        self.refined[part] = result[0]
        return self.limit(part, result[1])

    def start_from(self, other: "RoundPrograms") -> None:
        """Start refining from the corners of another round, if it has the same decisions and ends."""
        arrays = ("owner", "before", "first", "count", "ends", "sets_from", "ends_from")
        if all(np.array_equal(getattr(self.round, x), getattr(other.round, x)) for x in arrays):
            self.refined = {**other.refined, **self.refined}

    def trembling(
        self, part: int, rows: AnyIntArray, columns: AnyIntArray, entries: npt.NDArray[Any]
    ) -> TremblingProgram:
        """Return the program of a part with minimum weights; the cells are those of :meth:`cells`."""
        height, width, plan_rows = self.shape(part)
        first, second = (self._powers[x] for x in self.sequences[part])
        return TremblingProgram((height, width), rows, columns, entries, plan_rows, first, second)

    def limit(self, part: int, plans: TremblingPlans) -> npt.NDArray[Any]:
        """Return the limits of the probabilities of all choices of a part, set by set."""
        r, (first, second) = self.round, self.sequences[part]
        begin, end = int(r.sets_from[part]), int(r.sets_from[part + 1])
        count = r.count[begin:end]
        weights = np.zeros((int(count.sum()), plans.first.shape[1]), plans.first.dtype)
        for sequences, series in ((first, plans.first), (second, plans.second)):
            weights[sequences[1:] - r.first[begin]] = series[1:]
        return limit_strategy(weights, count)

    @cached_property
    def _powers(self) -> AnyIntArray:
        r = self.round
        return tremble_powers(r.before, r.first, r.count, r.sequences)

    @property
    def solved(self) -> frozenset[int]:
        """Numbers of the parts that were solved."""
        return frozenset(self._bases)

    def corner(self, part: int) -> Corner:
        """Return the corner of a solved part."""
        return corner_of(self._bases[part])

    def corners(self) -> Corners:
        """Return the last corners of all parts that were solved."""
        statuses = [int(x) for basis in self._bases.values() for x in (*basis.col_status, *basis.row_status)]
        return Corners(np.array(list(self._bases), np.int64), np.array(statuses, np.uint8))

    def restore(self, corners: Corners) -> None:
        """Restore corners, from which the programs start next; other parts count as not solved.

        Raises ``ValueError`` or ``IndexError`` if the corners do not fit this round.
        """
        kinds = {int(x): x for x in highspy.HighsBasisStatus.__members__.values()}
        begin, bases = 0, {}
        for part in corners.parts.tolist():
            rows, columns, _ = self.shape(part)
            statuses = [kinds[x] for x in corners.statuses[begin : begin + columns + rows].tolist()]
            if len(statuses) != columns + rows:
                raise ValueError("there are too few statuses")
            basis = highspy.HighsBasis()
            basis.col_status, basis.row_status = statuses[:columns], statuses[columns:]
            basis.valid, basis.alien, basis.was_alien = True, False, False
            bases[part], begin = basis, begin + columns + rows
        if begin != len(corners.statuses):
            raise ValueError("there are too many statuses")
        self._bases = bases

    def shape(self, part: int) -> tuple[int, int, int]:
        """Return the numbers of rows, of columns and of the first player's plan rows in a part's program."""
        first, second = self.sequences[part]
        sets, others = (len(x) for x in self._sets(part))
        return 1 + sets + len(second), len(first) + others + 1, 1 + sets

    def cells(self, part: int, paid: npt.NDArray[Any]) -> tuple[AnyIntArray, AnyIntArray, npt.NDArray[Any]]:
        """Return rows, columns and entries of the program of a part; entries of the same cell must be added.

        `paid` has the first player's payoffs at the terminal nodes of the part, times chance.
        """
        r, local = self.round, self.local
        sets = self._sets(part)
        _, columns, plan_rows = self.shape(part)
        ends = local[r.ends[int(r.ends_from[part]) : int(r.ends_from[part + 1])]]
        cells = [
            (np.array([0, plan_rows]), np.array([0, columns - 1]), np.ones(2)),
            *self._plan_cells(sets[0], 1, is_row=True, shift=(0, 0)),
            *self._plan_cells(sets[1], 0, is_row=False, shift=(plan_rows, len(self.sequences[part][0]))),
            (plan_rows + ends[:, 1], ends[:, 0], -paid),
        ]
        rows, places, entries = (np.concatenate([np.asarray(c[k]) for c in cells]) for k in range(3))
        return rows, places, entries

    def _sets(self, part: int) -> tuple[AnyIntArray, AnyIntArray]:
        """Return the information sets of both players in a part."""
        r = self.round
        begin, end = int(r.sets_from[part]), int(r.sets_from[part + 1])
        owner = r.owner[begin:end]
        return begin + np.flatnonzero(owner == 0), begin + np.flatnonzero(owner == 1)

    def _plan_cells(
        self, sets: AnyIntArray, first: int, *, is_row: bool, shift: tuple[int, int]
    ) -> list[tuple[AnyIntArray, AnyIntArray, FloatArray]]:
        """Return rows, columns and entries of information sets: 1 for their choices, -1 for their parents."""
        r, local = self.round, self.local
        numbers = first + np.arange(len(sets))
        choices, _ = r.choices(sets)
        out = []
        for place, number, entry in (
            (local[choices], np.repeat(numbers, r.count[sets]), 1.0),
            (local[r.before[sets]], numbers, -1.0),
        ):
            row, column = (number, place) if is_row else (place, number)
            out.append((row + shift[0], column + shift[1], np.full(len(place), entry)))
        return out

    def _model(self, part: int, worth: FloatArray) -> highspy.HighsLp:
        """Return the program of a part, with payoffs shifted and scaled to -1 .. 1."""
        rows, columns, entries = self._scaled_cells(part, worth)
        height, width, plan_rows = self.shape(part)
        matrix = csc_array((entries, (rows, columns)), shape=(height, width))
        return model_of(matrix, plan_rows, len(self.sequences[part][0]))

    def _scaled_cells(self, part: int, worth: FloatArray) -> tuple[AnyIntArray, AnyIntArray, FloatArray]:
        r = self.round
        ends = slice(int(r.ends_from[part]), int(r.ends_from[part + 1]))
        weight, paid = r.weight[ends], worth[r.onward[ends]]
        middle, reach = (paid.max() + paid.min()) / 2, (paid.max() - paid.min()) / 2 or 1.0
        return self.cells(part, (paid - middle) / reach * (weight / weight.max()))
