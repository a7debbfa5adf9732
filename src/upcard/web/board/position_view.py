"""The view of a position on the analysis board: who plays it out, and which seat is at the bottom.

In a playout, the visitor plays one seat and a bot plays all others. The seat at the bottom stays the same
until somebody rotates the table. Both are parts of the address, and links to other positions and to the
editors preserve them. So the server stores nothing, and actions can be undone. Examples and new positions
begin with the defaults. The board shows what the player to move may see.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from upcard.engine.errors import Usage
from upcard.engine.game import Match
from upcard.engine.read_number import plain_number
from upcard.play.position_address import BOT, SEAT, SIDE, address_of
from upcard.server.bots import THINKING, Bots, check_bot
from upcard.server.live_table import LiveTable

MOST_IN_A_ROW = 200


@dataclass(frozen=True)
class PlayOut:
    """The players of a playout."""

    seat: int
    """The visitor's seat."""
    bot: str
    """The strategy of all other seats, as in the address."""

    @property
    def query(self) -> str:
        """The part of an address with these players."""
        return "&" + urlencode({SEAT: self.seat, BOT: self.bot})


def read_play_out(query: Mapping[str, str], match: Match) -> PlayOut | None:
    """Return the players in a query; None without a bot. Raises UpcardError if a seat or bot is invalid."""
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


def address_at(live: LiveTable, at: int) -> str:
    """Return the address of the position of a finished match after `at` actions."""
    return f"/analysis/{live.row.game}?{address_of(live.match, at - live.turn)}"


def read_side(query: Mapping[str, str], match: Match, against: PlayOut | None) -> int:
    """Return the seat at the bottom: as in the query, else the visitor's in a playout, else the first.

    Raises UpcardError if there is no such seat.
    """
    return _seat_in(query, SIDE, match, against.seat if against else 0)


def _seat_in(query: Mapping[str, str], name: str, match: Match, usual: int) -> int:
    """Return the seat in a part of a query."""
    seat = plain_number(name, query.get(name) or str(usual))
    if seat >= match.game.players:
        raise Usage(f"{name} is {seat}; expected a seat from 0 to {match.game.players - 1}")
    return seat


def view_query(query: Mapping[str, str], against: PlayOut | None = None) -> str:
    """Return the part of an address that preserves the playout and the seat at the bottom."""
    return (against.query if against else "") + "".join(map(side_part, side_in(query).values()))


def side_in(query: Mapping[str, str]) -> dict[str, int]:
    """Return the part of a query with the seat at the bottom; empty if it has none."""
    return {SIDE: plain_number(SIDE, query[SIDE])} if query.get(SIDE) else {}


def side_query(query: Mapping[str, str], side: int) -> str:
    """Return the part of an address that preserves the seat at the bottom, without the playout."""
    return view_query(query) or (side_part(side) if side else "")


def side_part(seat: int) -> str:
    """Return the part of an address that puts a seat at the bottom."""
    return f"&{SIDE}={seat}"
