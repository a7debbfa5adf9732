"""The view of a position on the analysis board: who plays it out, and which seat is at the bottom.

In a playout, the visitor plays one seat and a bot all others. The seat at the bottom stays the same until
somebody turns the board. Both are parts of the address, which links from position to position and to the
editors keep: the server stores nothing, and actions can be undone. Examples and new positions begin with the
defaults. The visible cards are those of the player to move.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from upcard.engine.errors import Usage
from upcard.engine.game import Match
from upcard.server.bots import THINKING, Bots, check_bot
from upcard.web.board.position_address import BOT, SEAT, SIDE, address_of
from upcard.web.http.parse_int import whole

MOST_IN_A_ROW = 200


@dataclass(frozen=True)
class PlayOut:
    """The players of a position that is played out."""

    seat: int
    """The visitor's seat."""
    bot: str
    """The strategy on all other seats, as written by the visitor."""

    @property
    def query(self) -> str:
        """Part of an address with these players."""
        return "&" + urlencode({SEAT: self.seat, BOT: self.bot})


def read_play_out(query: Mapping[str, str], match: Match) -> PlayOut | None:
    """Return the players in an address; None without a bot. Raises UpcardError without such a seat or bot."""
    if not query.get(BOT):
        return None
    seat = _seat_in(query, SEAT, match, max(match.player, 0))
    check_bot(query[BOT], match.game)
    return PlayOut(seat, query[BOT])


async def play_on(bots: Bots, match: Match, against: PlayOut) -> None:
    """Let the bot act until it is the visitor's turn. Modifies `match`."""
    for _ in range(MOST_IN_A_ROW):
        if match.is_over or match.player == against.seat:
            return
        match.do(await bots.decide(match, against.bot, THINKING))


def undo_address(match: Match, against: PlayOut | None) -> str:
    """Return the address before the last action (of the visitor, in a playout); empty if there is none."""
    turns = [i for i, p in enumerate(match.movers) if against is None or p == against.seat]
    if not turns:
        return ""
    return address_of(match, turns[-1] - len(match.actions))


def read_side(query: Mapping[str, str], match: Match, against: PlayOut | None) -> int:
    """Return the seat at the bottom: as in the query, else the visitor's in a playout, else the first.

    Raises UpcardError if there is no such seat.
    """
    return _seat_in(query, SIDE, match, against.seat if against else 0)


def _seat_in(query: Mapping[str, str], name: str, match: Match, usual: int) -> int:
    """Return the seat in a part of a query."""
    seat = whole(name, query.get(name) or str(usual))
    if seat >= match.game.players:
        raise Usage(f"{name} is {seat}; expected a seat from 0 to {match.game.players - 1}")
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
