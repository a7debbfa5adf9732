"""From which side the analysis board is seen: the same one at every step, until somebody turns the table.

Where it was turned stands in the address too, and is handed on from position to position, and while cards are
laid or put. An example, and a position that is set up anew, begin with the usual side. What is seen is still
what who is to act may see.
"""

from collections.abc import Mapping

from upcard.engine.errors import Usage
from upcard.engine.game import Match
from upcard.web.board.play_out import PlayOut
from upcard.web.board.position_address import SIDE
from upcard.web.http.parse_int import whole


def side_of(query: Mapping[str, str], match: Match, against: PlayOut | None) -> int:
    """The seat that lies below: the one asked for, that of who plays by hand, or the first.

    Raises
    ------
    UpcardError
        If there is no such seat.
    """
    usual = against.seat if against else 0
    seat = whole(SIDE, query.get(SIDE) or str(usual))
    if seat >= match.game.players:
        raise Usage(f"{SIDE} is {seat}; expected a seat from 0 to {match.game.players - 1}")
    return seat


def handed_on(query: Mapping[str, str], against: PlayOut | None = None) -> str:
    """What is added to an address of the same board: who plays, and how the table was turned."""
    return (against.query if against else "") + "".join(map(turned_to, turned(query).values()))


def turned(query: Mapping[str, str]) -> dict[str, int]:
    """How an address says that the table was turned; empty where it does not."""
    return {SIDE: whole(SIDE, query[SIDE])} if query.get(SIDE) else {}


def kept_by_hand(query: Mapping[str, str], side: int) -> str:
    """What is added to an address so that a seat stays below where nobody plays against it any more."""
    return handed_on(query) or (turned_to(side) if side else "")


def turned_to(seat: int) -> str:
    """What is added to an address so that a seat lies below."""
    return f"&{SIDE}={seat}"
