"""Player that follows a certificate of kind ``stages``: Goofspiel with shown bids, position by position.

The view of a seat determines the position, whatever led to it: the cards both players still have, the prizes
to come, the current prize, and a lead or ties that still count. These are packed into one whole number, which
is looked up in a sorted table. In a position that the file lacks (``upcard verify`` would refuse such a file)
the player bids the lowest card.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.certificates.certificate import read_fraction
from upcard.engine.errors import Refused
from upcard.engine.game import Game
from upcard.engine.tree.sampling import draw_action, limits_of, odds_of, with_tables
from upcard.engine.tree.strategy_table import ActionWeights, ChooseAction, place
from upcard.games.goofspiel.certificates import KIND
from upcard.games.goofspiel.rules import CARRIED, LONGEST, SEATS, WIN, points
from upcard.kit.strategy import State

__all__ = ["KIND", "choose", "player", "position"]

NAME = "solved_stages"
SPAN = 256
"""A number above the number of possible leads and the maximum value of carried ties."""

PRIZE, HANDS = 3, 6
"""Index of the prize and of the hands in a ``position_key`` of the rules; ties and lead are between them."""

NOTHING = np.zeros(1, np.int64)
KEYS, STARTS, LIMITS = NOTHING, NOTHING, NOTHING


def choose(v: State) -> int:
    """Draw a bid from the mixture of the position; bid the lowest card in an unknown position."""
    key = position(v)
    i = place(KEYS, key)
    at = 0
    if KEYS[i] == key:
        first = STARTS[SEATS * i + v.me]
        at = draw_action(v, LIMITS, first, STARTS[SEATS * i + v.me + 1] - first)
    return card(cards_of(v, v.me), at)


def card(cards: int, at: int) -> int:
    """Return card number `at` (from 0) of a set of cards, which is given as bits."""
    k = 0
    while at > 0 or (cards >> k) & 1 == 0:
        at -= (cards >> k) & 1
        k += 1
    return k


def cards_of(v: State, p: int) -> int:
    """Return the cards that seat `p` has before the current bid, as bits."""
    cards = (1 << int(v.length)) - 1
    for i in range(1, v.shown[p, 0] + 1):
        cards -= 1 << int(v.shown[p, i])
    return cards


def position(v: State) -> int:
    """Return the number of the position in a view, the same as :func:`numbered` returns for its key."""
    prizes = (1 << int(v.length)) - 1 - (1 << int(v.prize))
    carried = 0
    for i in range(1, v.tied[0] + 1):
        prizes -= 1 << int(v.tied[i])
        if v.ties == CARRIED:
            carried += int(v.tied[i]) + 1
    for p in range(SEATS):
        for i in range(1, v.won[p, 0] + 1):
            prizes -= 1 << int(v.won[p, i])
    lead = points(v, 0) - points(v, 1) if v.objective == WIN else 0
    return packed(cards_of(v, 0), cards_of(v, 1), prizes, int(v.prize), carried, lead)


def packed(first: int, second: int, prizes: int, prize: int, carried: int, lead: int) -> int:
    """Pack the cards of both seats, the prizes to come, the prize, ties and lead into one number."""
    sets = ((first << LONGEST) + second << LONGEST) + prizes
    return ((sets * LONGEST + prize) * SPAN + carried) * SPAN + lead + SPAN // 2


def numbered(text: str, length: int) -> tuple[int, tuple[int, int]]:
    """Return the number of a position from its key in a certificate, and each seat's number of cards.

    Raises
    ------
    Refused
        If the text is not the key of a position.
    """
    try:
        key = [int(x) for x in text.split(",")]
        prize, carried, lead = key[PRIZE:HANDS]
    except ValueError:
        raise Refused(f"{text[:80]} is not the key of a position") from None
    hands = [key[HANDS + p * length : HANDS + (p + 1) * length] for p in range(SEATS)]
    prizes = key[HANDS + SEATS * length :]
    is_whole = len(hands[1]) == length and all(x in (0, 1) for hand in hands for x in hand)
    if not is_whole or not all(0 <= x < length for x in (prize, *prizes)):
        raise Refused(f"{text[:80]} is not the key of a position")
    first, second = (sum(x << k for k, x in enumerate(hand)) for hand in hands)
    number = packed(first, second, sum(1 << x for x in prizes), prize, carried, lead)
    return number, (sum(hands[0]), sum(hands[1]))


def player(stated: dict[str, Any], game: Game) -> ChooseAction:
    """Return a player that follows a certificate, see :mod:`upcard.certificates.kind_registry`."""
    stages, length = stated.get("stages"), int(game.option_words()["length"])
    if not isinstance(stages, dict) or not stages:
        raise Refused("stages is missing or of the wrong kind; expected positions with two mixtures")
    by_position: dict[int, list[list[float]]] = {}
    for text, entry in stages.items():
        key, held = numbered(text, length)
        by_position[key] = [_mixture(text, entry, p, held[p]) for p in range(SEATS)]
    mixtures = [x for key in sorted(by_position) for x in by_position[key]]
    counts = np.array([len(x) for x in mixtures])
    tables: dict[str, npt.NDArray[Any]] = {
        "KEYS": np.array(sorted(by_position), np.int64),
        "STARTS": np.array([0, *np.cumsum(counts)], np.int64),
        "LIMITS": limits_of(np.array([x for one in mixtures for x in one]), counts),
    }
    return with_tables(choose, tables, NAME, _odds)


def _mixture(text: str, entry: object, p: int, cards: int) -> list[float]:
    stated: Sequence[object] = entry[1 + p] if isinstance(entry, list) and len(entry) == 1 + SEATS else ()
    if not isinstance(stated, list) or len(stated) != cards or not cards:
        raise Refused(f"the mixture of seat {p + 1} in {text[:80]} does not have {cards} chances")
    chances = [read_fraction(x, text[:80]) for x in stated]
    if min(chances) < 0 or sum(chances) != 1:
        raise Refused(f"the chances of seat {p + 1} in {text[:80]} do not have the sum 1")
    return [float(x) for x in chances]


def _odds(tables: dict[str, Any], v: State) -> ActionWeights:
    """Return a player's odds in a view, from its global tables."""
    key, cards = position(v), cards_of(v, v.me)
    held = [card(cards, n) for n in range(cards.bit_count())]
    i = place(tables["KEYS"], key)
    if tables["KEYS"][i] != key:
        return ((held[0], 1),)
    first = int(tables["STARTS"][SEATS * i + v.me])
    return odds_of(tables["LIMITS"][first : first + len(held)].tolist(), held)
