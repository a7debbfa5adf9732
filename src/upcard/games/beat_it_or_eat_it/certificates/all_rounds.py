"""All rounds of Beat It Or Eat It at once, with numpy: the consequences of a tablebase of hands that lead.

The scores of hands that lead to an empty table determine every position of every round by the rules: from the
fullest tables to the empty one, where the result can be compared with the scores. This repeats the solver's
inner loop, written again from the rules, with no line in common. It needs two layers of tables in memory; a
layer is all tables with the same number of cards.

Scores are those of :mod:`upcard.games.beat_it_or_eat_it.certificates.cell_measures`. The positions of one
table are numbered by the leader's hand, a bit for each card that is not on the table, the lowest for the
lowest card; read from the end they are numbered by the other hand.
"""

import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from upcard.games.beat_it_or_eat_it.certificates.cell_measures import (
    BIG,
    CellMeasure,
    ScoreArray,
    scores_before_ply,
)


@dataclass(frozen=True)
class CoverPositions:
    """All positions in which a card was led to a table with these beaten cards, and is to be covered."""

    table: tuple[int, ...]
    """The cards below, in increasing order; card ``rank * suits + suit``."""
    card: int
    """The card that was led."""
    hands: tuple[int, ...]
    """The cards in hand, in increasing order. A position is numbered by the leader's cards; 0 and the last
    number, where a hand is empty and the game over, mean nothing."""
    eating: ScoreArray
    covering: ScoreArray
    """The scores of the answering player by eating, and by the best card that covers, or ``-BIG`` if there
    is none."""


@dataclass(frozen=True)
class CheckEffort:
    """The effort to analyse all rounds of a size."""

    states: int
    """Number of positions with a lead."""
    tables: int
    """Number of sets of cards on the table."""
    memory: int
    """Memory in bytes."""
    seconds: float
    """Time in seconds, a rough estimate."""


def table_kinds(suits: int, length: int) -> Iterator[tuple[tuple[int, ...], int, int]]:
    """Yield how many cards of each suit can be on a table, the number of such tables, and the free cards."""
    for on_table in itertools.product(range(0, length + 1, 2), repeat=suits):
        yield on_table, math.prod(math.comb(length, k) for k in on_table), suits * length - sum(on_table)


def effort(suits: int, length: int) -> CheckEffort:
    """Estimate the effort to analyse all rounds of a size."""
    layers: Counter[int] = Counter()
    calls = touched = tables = 0
    for on_table, alike, free in table_kinds(suits, length):
        pairs = sum(math.comb(length - k, 2) for k in on_table)
        layers[free] += alike << free
        tables += alike
        calls += alike * (6 * free + 2 * pairs)
        touched += alike * (6 * free * 2**free // 2 + 2 * pairs * 2**free // 4)
    memory = 2 * max(states + layers[free - 2] for free, states in layers.items()) + (8 << suits * length)
    return CheckEffort(layers.total(), tables, memory, calls * CALL_SECONDS + touched * CELL_SECONDS)


CALL_SECONDS, CELL_SECONDS = 4e-6, 1e-9


def analyse_rounds(
    suits: int,
    length: int,
    leads: ScoreArray,
    measure: CellMeasure,
    on_answers: Callable[[CoverPositions], None] | None = None,
    on_step: Callable[[float], None] | None = None,
) -> ScoreArray:
    """Compute the value of every hand that leads to an empty table, from the values after somebody eats.

    Parameters
    ----------
    leads : int16 array of shape (2 ** (suits * length),)
        The score of each hand that leads after the other player has eaten.
    measure : CellMeasure
        The measure of the scores.
    on_answers : function, optional
        Called with all positions with a card to be covered, table by table and card by card.
    on_step : function, optional
        Called now and then with the share of the work that is done.

    Returns
    -------
    int16 array of the same shape
        The resulting scores; only a table of true scores results in itself.
    """
    layers = _layers(suits, length)
    total, done = sum(len(t) << (suits * length - k) for k, t in layers.items()), 0
    ahead: dict[int, ScoreArray] = {}
    for on_table, tables in layers.items():
        here = {}
        for number, table in enumerate(tables):
            here[table] = _table(table, suits, length, leads, measure, ahead, on_answers)
            if on_step is not None and number % 256 == 0:
                on_step((done + (number << (suits * length - on_table))) / total)
        done += len(tables) << (suits * length - on_table)
        ahead = here
    return ahead[0]


def _layers(suits: int, length: int) -> dict[int, list[int]]:
    """Return the tables by their number of cards, most cards first: an even number of every suit."""
    of_suit = [
        sum(1 << (r * suits) for r in ranks)
        for k in range(0, length + 1, 2)
        for ranks in itertools.combinations(range(length), k)
    ]
    layers: dict[int, list[int]] = {}
    for parts in itertools.product(of_suit, repeat=suits):
        table = sum(part << u for u, part in enumerate(parts))
        layers.setdefault(table.bit_count(), []).append(table)
    return dict(sorted(layers.items(), reverse=True))


def _table(
    table: int,
    suits: int,
    length: int,
    leads: ScoreArray,
    measure: CellMeasure,
    ahead: dict[int, ScoreArray],
    on_answers: Callable[[CoverPositions], None] | None,
) -> ScoreArray:
    """Return the scores of all positions with a lead to one table."""
    free = [k for k in range(suits * length) if not table >> k & 1]
    eaten = scores_before_ply(_subsets(leads, table))
    here = np.full(1 << len(free), -BIG, np.int16)
    for i, card in enumerate(free):
        eating = eaten.reshape(-1, 2, 1 << i)[:, 0].reshape(-1)
        covering = _covering(table, i, free, suits, ahead)
        if on_answers is not None:
            below = tuple(k for k in range(suits * length) if table >> k & 1)
            on_answers(CoverPositions(below, card, (*free[:i], *free[i + 1 :]), eating, covering))
        led = here.reshape(-1, 2, 1 << i)[:, 1]
        before = measure.before_leading(np.maximum(eating, covering))
        np.maximum(led, before.reshape(led.shape), out=led)
    here[0] = BIG - 1  # a player who has covered with their last card has won
    here[1 << np.arange(len(free))] = BIG - 1  # and so has a player who leads it
    return here


def _subsets(leads: ScoreArray, table: int) -> ScoreArray:
    """Return the scores of all hands without a card of the table, in order."""
    for k in reversed([k for k in range(len(leads).bit_length() - 1) if table >> k & 1]):
        leads = leads.reshape(-1, 2, 1 << k)[:, 0].reshape(-1)
    return leads


def _covering(table: int, i: int, free: list[int], suits: int, ahead: dict[int, ScoreArray]) -> ScoreArray:
    """Return the scores of covering free card number `i` in the best way."""
    best = np.full(1 << (len(free) - 1), -BIG, np.int16)
    for j in range(i + 1, len(free)):
        if (free[j] - free[i]) % suits == 0:
            after = ahead[table | 1 << free[i] | 1 << free[j]][::-1]  # the player who covers leads next
            theirs = best.reshape(-1, 2, 1 << (j - 1))[:, 0]
            np.maximum(theirs, after.reshape(theirs.shape), out=theirs)
    return best
