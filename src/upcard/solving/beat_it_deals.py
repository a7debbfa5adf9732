"""What the first player may expect of each way to deal Beat It Or Eat It, exactly, from a tablebase."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.checking.beat_it_table import LeadTable, mirror_hands, outcomes
from upcard.rules.suited import MOVERS, TOP, read_position
from upcard.solving.beat_it_probe import hand_of, probe_places


def worth_of_starting(table: LeadTable, options: Mapping[str, Any]) -> Fraction:
    """The mean score of the first player over all deals with their chances, if both play perfectly.

    Parameters
    ----------
    table : LeadTable
        The tablebase of the size.
    options : mapping
        The options of the game; ``deal`` and ``position`` matter.

    Raises
    ------
    Failure
        If a position with cards on the table is given, and has too many cards to look the round through.
    """
    if options["deal"] == "given":
        return Fraction(_given(table, options["position"]))
    hands = np.arange(1, len(table.distances) - 1)
    if options["deal"] == "random":
        return _random(table)
    if options["deal"] == "mirror":
        return _mean(table, mirror_hands(table.suits, table.length))
    return _mean(table, hands[np.bitwise_count(hands) == (table.cards + 1) // 2])


def _given(table: LeadTable, position: str) -> int:
    places = read_position(position)
    if places[TOP] == 0:
        return int(outcomes(table.distances[hand_of(table, places, MOVERS)]))
    best = probe_places(table, places)[0]
    return {"win": 1, "loss": -1, "draw": 0}[best.verdict]


def _mean(table: LeadTable, hands: npt.NDArray[np.int64]) -> Fraction:
    """The mean of hands that are equally likely."""
    return Fraction(int(outcomes(table.distances[hands]).sum()), len(hands))


def _random(table: LeadTable) -> Fraction:
    """Each card by a coin; if they fall to one player, one of them goes over to the other, by lot."""
    everything = len(table.distances) - 1
    singles = 1 << np.arange(table.cards)
    total = Fraction(int(outcomes(table.distances[1:-1]).sum()))
    total += _mean(table, singles) + _mean(table, everything - singles)
    return total / (everything + 1)
