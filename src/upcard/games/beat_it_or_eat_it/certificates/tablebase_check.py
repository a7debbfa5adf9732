"""Check of a tablebase of Beat It Or Eat It: every hand that leads, or a sample of them.

The cells of the hands that lead after somebody has eaten determine all positions of every round by the rules,
and finally the result of each hand that leads to an empty table. It must equal the cell of that hand. If this
holds for every hand, the table is right: a win d plies away can be traced to the end in d steps, and both
players can always preserve a draw.

:mod:`upcard.games.beat_it_or_eat_it.certificates.all_rounds` analyses all rounds together, and also counts
the positions with a card to be covered. If that takes too much time or memory,
:mod:`upcard.games.beat_it_or_eat_it.certificates.round_analysis` checks random hands one at a time. They
prove nothing about the others, since hands can agree with each other and be wrong. No solver's code is used.
"""

import math
import random
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from upcard.games.beat_it_or_eat_it.certificates.all_rounds import CoverPositions, analyse_rounds
from upcard.games.beat_it_or_eat_it.certificates.cell_measures import BIG, PLIES, CellMeasure, ScoreArray
from upcard.games.beat_it_or_eat_it.certificates.lead_table import Census, LeadTable, census_of, hand_text
from upcard.games.beat_it_or_eat_it.certificates.round_analysis import RoundAnalysis

TOGETHER = 1_000
"""Number of arrays of positions that are counted at once; a longer array is counted alone."""


@dataclass(frozen=True)
class CheckedTable:
    """The result of a check."""

    positions: int
    """Number of hands that lead."""
    checked: int
    """Number of hands that agree, in increasing order or in the order of the sample."""
    mistake: str
    """The first condition that is violated, as a sentence; empty if there is none."""
    receive: Census | None = None
    """All positions with a card to be covered, counted again; None if not all hands were checked, or the
    table does not count plies."""

    @property
    def is_proved(self) -> bool:
        """Whether all hands were checked and agree."""
        return not self.mistake and self.checked == self.positions


def check_table(table: LeadTable, on_step: Callable[[float], None] | None = None) -> CheckedTable:
    """Check all hands of a table, and count the positions with a card to be covered.

    `on_step` is called now and then with the share that is done.
    """
    positions = len(table.distances) - 2
    mistake = _outside(table)
    if mistake:
        return CheckedTable(positions, 0, mistake)
    measure, tally = table.measure, _CellTally(table.measure)
    scores = measure.scores_of(table.distances)
    cells = measure.cells_of(analyse_rounds(table.suits, table.length, scores, measure, tally.note, on_step))
    wrong = np.flatnonzero(cells[1:-1] != table.distances[1:-1])
    if len(wrong):
        hand = int(wrong[0]) + 1
        return CheckedTable(positions, hand - 1, _mistake(table, hand, int(cells[hand])))
    return CheckedTable(positions, positions, "", tally.census() if measure == PLIES else None)


class _CellTally:
    """Counts the cells of positions with a card to be covered, many at once."""

    def __init__(self, measure: CellMeasure) -> None:
        self.measure = measure
        self.frequency = np.zeros(2 * BIG, np.int64)
        self.waiting: list[ScoreArray] = [np.zeros(0, np.int16)]

    def note(self, answers: CoverPositions) -> None:
        """Count some positions."""
        self.waiting.append(np.maximum(answers.eating, answers.covering)[1:-1])
        if len(self.waiting) > TOGETHER or len(self.waiting[-1]) > TOGETHER:
            self.empty()

    def empty(self) -> None:
        """Count the waiting arrays."""
        counts = np.bincount(self.measure.cells_of(np.concatenate(self.waiting)))
        self.frequency[: len(counts)] += counts
        self.waiting = self.waiting[:1]

    def census(self) -> Census:
        """Return the census of all positions counted."""
        self.empty()
        return census_of(self.frequency)


def check_sample(
    table: LeadTable,
    hands: int,
    seconds: float = math.inf,
    seed: int = 0,
    on_step: Callable[[float], None] | None = None,
) -> CheckedTable:
    """Check hands taken at random, each of them at most once.

    Parameters
    ----------
    hands : int
        The size of the sample.
    seconds : float
        No hand is started after this time.
    seed : int
        The seed of the sample.
    on_step : function, optional
        Callback, called after each hand with the share that is done.
    """
    positions = len(table.distances) - 2
    mistake = _outside(table)
    begun, done = time.monotonic(), 0
    chosen = random.Random(seed).sample(range(1, positions + 1), min(hands, positions))
    while not mistake and done < len(chosen) and (done == 0 or time.monotonic() - begun < seconds):
        mistake = hand_mistake(table, chosen[done])
        done += not mistake
        if on_step is not None:
            on_step(max(done / len(chosen), min(1.0, (time.monotonic() - begun) / seconds)))
    return CheckedTable(positions, done, mistake)


def hand_mistake(table: LeadTable, hand: int) -> str:
    """Say what is wrong with the distance of a hand that leads; empty if nothing is."""
    other, stated = len(table.distances) - 1 ^ hand, int(table.distances[hand])
    of_round = RoundAnalysis(table.suits, table.length, table.distances, table.measure)
    return "" if of_round.leads_to(hand, other, stated) else _mistake(table, hand, of_round.lead(hand, other))


def _mistake(table: LeadTable, hand: int, cell: int) -> str:
    stated = int(table.distances[hand])
    words = hand_text(table.suits, table.length, hand)
    return f"hand {hand}, {words}, has the distance {stated}, but its round leads to {cell}"


def _outside(table: LeadTable) -> str:
    """Say what is wrong with cells for which no round can be analysed."""
    if table.distances[0] or table.distances[-1]:
        return "the empty hand and that of all cards must have the distance 0"
    farthest: npt.NDArray[np.intp] = np.flatnonzero(table.distances >= BIG)
    if len(farthest):
        hand = int(farthest[0])
        return f"hand {hand} has the distance {table.distances[hand]}; expected less than {BIG:,}"
    return ""
