"""Whether a tablebase of Beat It Or Eat It is right, checked one round at a time, in plain Python.

Each hand that leads is looked at to the end of its round, with what the table says of the hands that lead
then; its own distance must be what follows. If that holds for every hand, the table is right: a win d plies
away goes back to the end in d steps; who has a draw can always keep one, and so can the other. A part of the
hands, taken at random, proves nothing of the others but makes many mistakes unlikely.

No solver's code is used: only the rules as :mod:`upcard.checking.beat_it_round` states them.
"""

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from upcard.checking.beat_it_round import Round
from upcard.checking.beat_it_table import LeadTable


@dataclass(frozen=True)
class Checked:
    """What was found.

    Parameters
    ----------
    positions : int
        How many hands there are that lead.
    checked : int
        How many of them were looked at before the first mistake.
    mistake : str
        The first condition that is violated, as a sentence; empty if there is none.
    """

    positions: int
    checked: int
    mistake: str

    @property
    def is_proved(self) -> bool:
        """Whether all hands were looked at and agree."""
        return not self.mistake and self.checked == self.positions


def check_table(
    table: LeadTable, sample: int | None = None, seed: int = 0, on_step: Callable[[int], None] | None = None
) -> Checked:
    """Check all hands of a table, or a random sample of them.

    Parameters
    ----------
    table : LeadTable
        The tablebase, best opened from its file.
    sample : int, optional
        How many hands; all of them by default.
    seed : int
        Of the sample.
    on_step : function, optional
        Told how many hands were looked at, after each.
    """
    positions = len(table.distances) - 2
    hands: Iterable[int] = range(1, positions + 1)
    if sample is not None and sample < positions:
        hands = random.Random(seed).sample(range(1, positions + 1), sample)
    if table.distances[0] or table.distances[-1]:
        return Checked(positions, 0, "the empty hand and that of all cards must have the distance 0")
    done = 0
    for hand in hands:
        mistake = hand_mistake(table, hand)
        if mistake:
            return Checked(positions, done, mistake)
        done += 1
        if on_step is not None:
            on_step(done)
    return Checked(positions, done, "")


def hand_mistake(table: LeadTable, hand: int) -> str:
    """What is wrong with the distance of a hand that leads, as a sentence; empty if nothing is."""
    everything = len(table.distances) - 1
    told = int(table.distances[hand])
    found = Round(table.suits, table.length, table.distances).lead(hand, everything ^ hand)
    return "" if told == found else f"hand {hand} has the distance {told}, but its round leads to {found}"
