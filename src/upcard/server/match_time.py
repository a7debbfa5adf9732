"""Total time: what every player has left for the whole match, computed from the times of the stored actions.

A player's time runs while it is their turn, also if a computer plays for them. It stands still during the
turns of others, and for a moment after each round, when everybody looks at the result. Nothing is stored
besides the actions, so that the times survive a restart.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from upcard.server.clock import TOTAL, read_clock
from upcard.server.repository import AHEAD, PERSON, StoredAction, StoredTable

ROUND_PAUSE = 3.0
"""Seconds after the end of a round before the next player's time runs."""


@dataclass(frozen=True)
class MatchTime:
    """The times of a match at the beginning of the current turn."""

    left: tuple[float, ...]
    """By seat, seconds for the rest of the match."""
    begun: float
    """When the time of the player to move begins to run, in seconds since 1970."""

    def due_at(self, seat: int) -> float:
        """Return when the time of a seat is over if it is its turn, in seconds since 1970."""
        return self.begun + self.left[seat]


def match_time(
    row: StoredTable, actions: Sequence[StoredAction], round_ends: Collection[int]
) -> MatchTime | None:
    """Return the times of a match after some actions; None before the deal, and with another clock.

    `round_ends` are the numbers of the actions that ended a round, from 0.
    """
    clock = read_clock(row.clock)
    if clock.kind != TOTAL or row.dealt_at is None:
        return None
    left, begun = [float(clock.length)] * row.players, row.dealt_at
    for a in actions:
        left[a.seat] = max(0.0, left[a.seat] - max(0.0, a.at - begun))
        if a.by in (PERSON, AHEAD):
            left[a.seat] += clock.plus
        begun = a.at + (ROUND_PAUSE if a.number in round_ends else 0.0)
    return MatchTime(tuple(left), begun)
