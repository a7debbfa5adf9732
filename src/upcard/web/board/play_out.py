"""Playing a position out on the analysis board: one seat by hand, all others by a strategy.

Who plays stands in the address too, so that the server keeps nothing, and an action can be taken back.
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
    """Who plays a position out."""

    seat: int
    """The seat that is played by hand."""
    bot: str
    """The strategy on all other seats, as it is asked for."""

    @property
    def query(self) -> str:
        """What is added to an address."""
        return "&" + urlencode({SEAT: self.seat, BOT: self.bot})


def play_out_of(query: Mapping[str, str], match: Match) -> PlayOut | None:
    """Who plays a position out, as an address says it; None where all seats are played by hand.

    Raises
    ------
    UpcardError
        If there is no such seat or strategy.
    """
    if not query.get(BOT):
        return None
    seat = whole(SEAT, query.get(SEAT) or str(max(match.player, 0)))
    if seat >= match.game.players:
        raise Usage(f"{SEAT} is {seat}; expected a seat from 0 to {match.game.players - 1}")
    check_bot(query[BOT], match.game)
    return PlayOut(seat, query[BOT])


async def play_on(bots: Bots, match: Match, against: PlayOut) -> None:
    """Let the strategy act until it is the turn of who plays by hand. Modifies `match`."""
    for _ in range(MOST_IN_A_ROW):
        if match.is_over or match.player == against.seat:
            return
        match.do(await bots.decide(match, against.bot, THINKING))


def taken_back(match: Match, against: PlayOut | None) -> str:
    """The address before the last action, or before the last one by hand; empty where there is none."""
    own = [i for i, p in enumerate(match.movers) if against is None or p == against.seat]
    if not own:
        return ""
    return address_of(match, own[-1] - len(match.actions))
