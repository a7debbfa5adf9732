"""The player of a request: seats are renumbered when the host starts or changes the rules.

A request may wait for the lock of its table. Inside the lock, the present seat of its player is looked up.
"""

from dataclasses import dataclass

from upcard.language.messages import gettext
from upcard.server.database import Conflict
from upcard.server.live_table import LiveTable


@dataclass(frozen=True)
class Sitter:
    """The player whose request waits."""

    seat: int
    """Their seat when the request came, from 0."""
    person: str
    """A key of the person; empty for a strategy."""


def sitter_of(live: LiveTable, seat: int) -> Sitter:
    """Return the player of a seat."""
    return Sitter(seat, live.seats[seat].person)


def seat_now(live: LiveTable, sitter: int | Sitter) -> int:
    """Return the present seat of a player; a number is that seat.

    Raises Conflict if the person has left, or has several other seats now.
    """
    if isinstance(sitter, int):
        return sitter
    if sitter.seat < len(live.seats) and live.seats[sitter.seat].person == sitter.person:
        return sitter.seat
    present = [x.number for x in live.seats if x.person and x.person == sitter.person]
    if len(present) != 1:
        raise Conflict(gettext("the seats of this table have changed; look at it and try again"))
    return present[0]
