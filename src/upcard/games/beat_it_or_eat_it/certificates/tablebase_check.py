"""Check of a tablebase of Beat It Or Eat It: every hand that leads, or a sample of them.

The cells of the hands that lead after somebody has eaten determine all positions of every round by the rules,
and finally the result of each hand that leads to an empty table. It must equal the cell of that hand. If this
holds for every hand, the table is right: a win d plies away can be traced to the end in d steps, and both
players can always preserve a draw.

:mod:`upcard.games.beat_it_or_eat_it.certificates.all_rounds` analyses all rounds together, and also counts
the positions with a card to be covered. If that takes too much time or memory,
:mod:`upcard.games.beat_it_or_eat_it.certificates.round_analysis` checks random hands one at a time. They
prove nothing about the others, since hands can agree with each other and be wrong. No solver's code is used.
All counts in the header of the file are repeated.
"""

import math
import random
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.engine.errors import Refused
from upcard.engine.wording import counted
from upcard.games.beat_it_or_eat_it.certificates.all_rounds import CoverPositions, analyse_rounds, effort
from upcard.games.beat_it_or_eat_it.certificates.cell_measures import BIG, PLIES, CellMeasure, ScoreArray
from upcard.games.beat_it_or_eat_it.certificates.lead_table import (
    BEGINNING,
    Census,
    LeadTable,
    census_of,
    hand_text,
    open_table,
    stated_counts,
)
from upcard.games.beat_it_or_eat_it.certificates.round_analysis import RoundAnalysis
from upcard.games.beat_it_or_eat_it.rules import GAME

MAGIC = BEGINNING
MOST_SECONDS, MOST_MEMORY = 300.0, 3 * 10**9
"""All hands are checked by default, unless the estimate exceeds these seconds or bytes."""

SAMPLE_SECONDS = 60.0
"""Otherwise random hands are checked for this number of seconds."""

SURE = 0.95
"""Probability that a sample contains a hand that disagrees, if the reported share of all hands does."""

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
        """Add the positions of `answers` to the count."""
        self.waiting.append(np.maximum(answers.eating, answers.covering)[1:-1])
        if len(self.waiting) > TOGETHER or len(self.waiting[-1]) > TOGETHER:
            self.empty()

    def empty(self) -> None:
        """Count the arrays that wait."""
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
    """Check random hands, each of them at most once.

    No check of a hand starts after `seconds`. `on_step` is called after each hand with the share done.
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
    """Return what is wrong with the distance of a hand that leads; empty if it is right."""
    other, stated = len(table.distances) - 1 ^ hand, int(table.distances[hand])
    of_round = RoundAnalysis(table)
    return "" if of_round.leads_to(hand, other, stated) else _mistake(table, hand, of_round.lead(hand, other))


def _mistake(table: LeadTable, hand: int, cell: int) -> str:
    stated = int(table.distances[hand])
    words = hand_text(table.suits, table.length, hand)
    return f"hand {hand}, {words}, has the distance {stated}, but its round leads to {cell}"


def _outside(table: LeadTable) -> str:
    """Return what is wrong with cells that make it impossible to analyse rounds; empty if nothing is."""
    if table.distances[0] or table.distances[-1]:
        return "the empty hand and that of all cards must have the distance 0"
    farthest: npt.NDArray[np.intp] = np.flatnonzero(table.distances >= BIG)
    if len(farthest):
        hand = int(farthest[0])
        return f"hand {hand} has the distance {table.distances[hand]}; expected less than {BIG:,}"
    return ""


def check_file(
    path: Path, sample: int | None = None, on_step: Callable[[str, float], None] | None = None
) -> list[str]:
    """Check the file of a tablebase, see :mod:`upcard.certificates.kind_registry`.

    Without a `sample`, the number of random hands, all hands are checked. If that would take more than
    ``MOST_SECONDS`` or ``MOST_MEMORY``, as many are checked as ``SAMPLE_SECONDS`` allow.
    """
    table = open_table(path)
    stated, counts = stated_counts(path), table.counts()
    for name in ("lead", "mirror", "starting"):
        _compare(name, stated.get(name), counts[name])
    checked = _checked(table, sample, None if on_step is None else partial(on_step, "checking hands"))
    if checked.mistake:
        raise Refused(checked.mistake)
    if checked.receive is not None and stated["receive"] is not None:
        _compare("receive", stated["receive"], asdict(checked.receive))
    hands = f"{len(table.distances) - 2:,} hands that lead"
    size = f"suits={table.suits}, length={table.length}"
    sweeps = counted(table.sweeps, "sweep")
    title = f"{GAME.title}, {size}, a tablebase of {hands}; it states {sweeps}"
    sentences = _counts_text(table, counts, checked) if checked.is_proved else []
    if checked.receive is not None and stated["receive"] is None:
        sentences.append("these positions were counted here; the file has no count of them")
    elif checked.receive is None and stated["receive"] is not None:
        sentences.append("the counts of positions with a card to be covered in the file were not checked")
    return [title, _cells_text(table, checked), *sentences]


def _compare(name: str, stated: Any, counted: dict[str, int] | None) -> None:
    """Refuse the counts under `name` in the header if they differ from those of the cells."""
    if stated == counted:
        return
    if not isinstance(stated, dict) or counted is None:
        raise Refused(f"the header states {name} as {str(stated)[:40]}; the count is {counted}")
    wrong = next((k for k in counted if stated.get(k) != counted[k]), None)
    if wrong is None:
        raise Refused(f"the header states other counts of {name} than {', '.join(counted)}")
    raise Refused(
        f"the header states {name}.{wrong} as {str(stated.get(wrong))[:40]}; the count is {counted[wrong]:,}"
    )


def _checked(table: LeadTable, sample: int | None, on_step: Callable[[float], None] | None) -> CheckedTable:
    """Check all hands, or a sample if one is requested or all would take too long."""
    hands, needed = len(table.distances) - 2, effort(table.suits, table.length)
    if sample is not None and sample < hands:
        return check_sample(table, sample, on_step=on_step)
    if sample is None and (needed.seconds > MOST_SECONDS or needed.memory > MOST_MEMORY):
        return check_sample(table, hands, SAMPLE_SECONDS, on_step=on_step)
    return check_table(table, on_step)


def _cells_text(table: LeadTable, checked: CheckedTable) -> str:
    """Return what was proved about the hands, in words."""
    what = "distance that their" if table.measure.counts_leads else "number of rounds that their"
    if checked.is_proved:
        return f"all {checked.positions:,} hands have the {what} round leads to: all are right"
    wrong = 1 - (1 - SURE) ** (1 / checked.checked)
    return (
        f"{checked.checked:,} hands of {checked.positions:,}, taken at random with seed 0, have the {what} "
        f"round leads to; if {100 * wrong:.2g} % of all hands disagreed, one of these would, "
        f"with a probability of {SURE}. This proves nothing about the others: hands can agree with each "
        "other and be wrong"
    )


def _counts_text(table: LeadTable, counts: dict[str, Any], checked: CheckedTable) -> list[str]:
    """Return sentences on the repeated counts."""
    lead, measure = counts["lead"], table.measure
    win, loss = (measure.amount_of(lead[k]) for k in ("longest_win", "longest_loss"))
    sentences = [
        f"counted from them: {lead['win']:,} won, {lead['loss']:,} lost, {lead['draw']:,} endless; "
        f"the longest win takes {win} {measure.name}, the longest loss {loss}"
    ]
    if checked.receive is not None:
        r = checked.receive
        sentences.append(
            f"of {r.positions:,} positions with a card to be covered {r.win:,} are won, {r.loss:,} lost, "
            f"{r.draw:,} endless"
        )
    return sentences
