"""The exact expected score of the first player for each way to deal Beat It Or Eat It, from a tablebase."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.games.beat_it_or_eat_it.certificates.lead_table import LeadTable, mirror_hands, outcomes
from upcard.games.beat_it_or_eat_it.certificates.packed_cells import hand_blocks
from upcard.games.beat_it_or_eat_it.rules import MOVERS, TOP, read_position
from upcard.games.beat_it_or_eat_it.solvers.tablebase_probe import hand_of, probe_places


def starting_value(table: LeadTable, options: Mapping[str, Any]) -> Fraction:
    """Return the first player's expected score over all deals, if both play perfectly.

    Raises
    ------
    Failure
        If the position has cards on the table, and too many cards for a search of the round.
    """
    if options["deal"] == "given":
        return Fraction(_position_value(table, options["position"]))
    if options["deal"] == "random":
        return _random(table)
    if options["deal"] == "mirror":
        return _mean(table, mirror_hands(table.suits, table.length))
    return _equal(table)


def _position_value(table: LeadTable, position: str) -> int:
    places = read_position(position)
    if places[TOP] == 0:
        return int(outcomes(table.distances[hand_of(table, places, MOVERS)]))
    best = probe_places(table, places)[0]
    return {"win": 1, "loss": -1, "draw": 0}[best.verdict]


def _mean(table: LeadTable, hands: npt.NDArray[np.int64]) -> Fraction:
    """Return the mean of hands that are equally likely."""
    return Fraction(int(outcomes(table.distances[hands]).sum()), len(hands))


def _equal(table: LeadTable) -> Fraction:
    """Return the mean over all hands of half the cards."""
    dealt, total = 0, 0
    for hands in hand_blocks(1, len(table.distances) - 1):
        some = hands[np.bitwise_count(hands) == (table.cards + 1) // 2]
        dealt += len(some)
        total += int(outcomes(table.distances[some]).sum())
    return Fraction(total, dealt)


def _random(table: LeadTable) -> Fraction:
    """Return the mean if each card is dealt by a coin, and an empty hand gets a random card."""
    everything = len(table.distances) - 1
    singles = 1 << np.arange(table.cards)
    sums = (int(outcomes(table.distances[hands]).sum()) for hands in hand_blocks(1, everything))
    total = sum(sums) + _mean(table, singles) + _mean(table, everything - singles)
    return total / (everything + 1)
