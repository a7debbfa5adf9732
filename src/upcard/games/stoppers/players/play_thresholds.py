"""Player that follows a certificate of kind ``stoppers-thresholds``, as if every round had a fresh deck.

Once players are out, fewer act in a round than in the solved one. Then the remaining players take the last
seats, with the dealer in the very last, as if the seats before had kept their cards. Nobody has proved how
good that is.
"""

from itertools import accumulate
from typing import Any

import numpy as np

from upcard.engine.game import Game
from upcard.engine.tree.sampling import with_tables
from upcard.engine.tree.strategy_table import ChooseAction
from upcard.games.stoppers.certificates.threshold_certificate import KIND, thresholds_of
from upcard.games.stoppers.players.play_round import free
from upcard.games.stoppers.rules import KEEP, KEPT, SWAP, SWAPPED, living, next_living
from upcard.kit.ranks import RANKS
from upcard.kit.strategy import State

__all__ = ["KIND", "free", "player"]

NAME = "solved_thresholds"
HISTORIES = 3
NOTHING = np.zeros(1, np.int32)
STARTS, LIMITS = NOTHING, NOTHING


def choose(v: State) -> int:
    """Swap a card below the threshold, which depends on earlier turns and on the card taken in a swap."""
    seat = len(STARTS) - living(v)
    did = 0
    last = KEPT
    p = next_living(v, v.dealer)
    while p != v.me:
        last = v.did[p]
        did = HISTORIES * did + last - KEPT
        seat += 1
        p = next_living(v, p)
    taken = v.dealt[v.me] - 1 if last == SWAPPED else 0
    return SWAP if v.card[v.me] < LIMITS[STARTS[seat] + did * RANKS + taken] else KEEP


def player(stated: dict[str, Any], game: Game) -> ChooseAction:
    """Return a player that follows a certificate, see :mod:`upcard.certificates.kind_registry`."""
    table = thresholds_of(stated, game.players)
    lines = [[x for line in seat for x in line] for seat in table]
    tables = {
        "STARTS": np.array([0, *accumulate(map(len, lines[:-1]))], np.int32),
        "LIMITS": np.array([x for line in lines for x in line], np.int32),
    }
    return with_tables(choose, tables, NAME)
