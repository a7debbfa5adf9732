"""Orientation of the analysis board: the same seat stays at the bottom until somebody turns the board.

The chosen seat is part of the address, and links from position to position and to the editors keep it.
Examples and new positions begin with the default. The visible cards are those of the player to move.
"""

from collections.abc import Mapping

from upcard.engine.errors import Usage
from upcard.engine.game import Match
from upcard.web.board.play_out import PlayOut
from upcard.web.board.position_address import SIDE
from upcard.web.http.parse_int import whole


def read_side(query: Mapping[str, str], match: Match, against: PlayOut | None) -> int:
    """Return the seat at the bottom: as in the query, else the visitor's in a playout, else the first.

    Raises UpcardError if there is no such seat.
    """
    usual = against.seat if against else 0
    seat = whole(SIDE, query.get(SIDE) or str(usual))
    if seat >= match.game.players:
        raise Usage(f"{SIDE} is {seat}; expected a seat from 0 to {match.game.players - 1}")
    return seat


def view_query(query: Mapping[str, str], against: PlayOut | None = None) -> str:
    """Return the part of an address that keeps the playout and the orientation of the board."""
    return (against.query if against else "") + "".join(map(side_part, side_in(query).values()))


def side_in(query: Mapping[str, str]) -> dict[str, int]:
    """Return the orientation in a query, as a part of another query; empty if it has none."""
    return {SIDE: whole(SIDE, query[SIDE])} if query.get(SIDE) else {}


def side_query(query: Mapping[str, str], side: int) -> str:
    """Return the part of an address that keeps a seat at the bottom after a playout."""
    return view_query(query) or (side_part(side) if side else "")


def side_part(seat: int) -> str:
    """Return the part of an address that puts a seat at the bottom."""
    return f"&{SIDE}={seat}"
