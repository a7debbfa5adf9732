"""Playing a position out on the analysis board: the visitor plays one seat, a bot all others.

The players are part of the address, so that the server stores nothing and actions can be undone.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from upcard.engine.errors import Usage
from upcard.engine.game import Match
from upcard.server.bots import THINKING, Bots, check_bot
from upcard.web.board.position_address import BOT, SEAT, address_of
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
    seat = whole(SEAT, query.get(SEAT) or str(max(match.player, 0)))
    if seat >= match.game.players:
        raise Usage(f"{SEAT} is {seat}; expected a seat from 0 to {match.game.players - 1}")
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
