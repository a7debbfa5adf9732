"""Series at tables: a chain of tables, each with one hand, which the rematch links.

The first hand is a usual table. Each next one is the rematch of the hand before, and its row has the payoffs
of all earlier hands. A hand that ends by agreement counts 0 for everybody. A series ends early, without more
hands, if somebody resigns or the players abort a hand.
"""

from fractions import Fraction
from typing import Any

from upcard.language.messages import game_words
from upcard.language.messages import gettext as _
from upcard.play.series import PlayedHand, SeriesStanding, leaders, standings
from upcard.server.live_table import AGREED, FINISHED, LiveTable


def is_series(live: LiveTable) -> bool:
    """Return whether a table is a hand of a series."""
    return live.row.hands > 1


def has_next_hand(live: LiveTable) -> bool:
    """Return whether another hand of the series follows the one that has ended here."""
    return live.row.ending in (FINISHED, AGREED) and live.row.hand < live.row.hands


def hand_text(live: LiveTable) -> str:
    """Return which hand of a series a table is, such as ``hand 3 of 10``; empty for a single match."""
    if not is_series(live):
        return ""
    word = game_words(live.game.rules.GAME.played_in[0])
    return _("{word} {n} of {total}", word=word, n=live.row.hand, total=live.row.hands)


def played_hands(live: LiveTable) -> list[PlayedHand]:
    """Return the hands of the series that count, in their order: with this one, if it has ended."""
    hands = [PlayedHand(x, tuple(map(_payoff, scores))) for x, scores in live.row.earlier]
    if live.row.ending == FINISHED:
        hands.append(PlayedHand(live.key, tuple(live.match.scores())))
    elif live.row.ending == AGREED:
        hands.append(PlayedHand(live.key, (0,) * live.row.players))
    return hands


def standings_of(live: LiveTable) -> list[SeriesStanding]:
    """Return the standing of the player of each seat in the series."""
    return standings(live.row.hand, played_hands(live), live.game)


def series_winners(live: LiveTable) -> list[int]:
    """Return the seats that win the series or share the win; none before its end, or if it was aborted."""
    if not live.is_over or has_next_hand(live):
        return []
    if live.row.ending in (FINISHED, AGREED):
        return leaders(standings_of(live))
    return live.winners


def columns_of_next(live: LiveTable) -> dict[str, Any]:
    """Return the columns of the table that follows this one: the next hand, or the first of a new series."""
    if not has_next_hand(live):
        return {"hands": live.row.hands}
    earlier = tuple((x.table, tuple(str(score) for score in x.scores)) for x in played_hands(live))
    return {"hand": live.row.hand + 1, "hands": live.row.hands, "earlier": earlier}


def _payoff(text: str) -> int | Fraction:
    """Return a stored payoff: a whole number if it is one."""
    paid = Fraction(text)
    return int(paid) if paid.denominator == 1 else paid
