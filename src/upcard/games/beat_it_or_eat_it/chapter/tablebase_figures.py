"""What the chapter on Beat It Or Eat It reads from the tablebases that come with Upcard."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from upcard.engine.errors import Usage
from upcard.engine.game import make_game
from upcard.games.beat_it_or_eat_it import rules
from upcard.games.beat_it_or_eat_it.certificates.lead_table import LeadTable, hand_text, outcomes
from upcard.games.beat_it_or_eat_it.solvers.shipped_tables import shipped_table
from upcard.games.beat_it_or_eat_it.solvers.tablebase_probe import ProbedMove, probe

WON, ENDLESS, LOST = 1, 0, -1
MOST_MOVES = 40


@dataclass(frozen=True)
class LineMove:
    """A move of a line: who made it, from 0, its words, and the position before it."""

    player: int
    words: str
    position: str


def table(suits: int, length: int) -> LeadTable:
    """The tablebase of a size.

    Raises
    ------
    Usage
        If none comes with Upcard.
    """
    found = shipped_table(suits, length)
    if found is None:
        raise Usage(
            f"no table of {suits} suits of {length} cards comes with Upcard; choose at most 18 cards, "
            "or two suits of at most 13"
        )
    return found


def moves(suits: int, length: int, position: str) -> tuple[ProbedMove, ...]:
    """All moves of a position with what comes of them, the best first."""
    return probe(table(suits, length), position)


@lru_cache(maxsize=64)
def line(suits: int, length: int, position: str) -> tuple[LineMove, ...]:
    """How it goes on if both play as well as can be, to the end or until a lead comes again.

    Parameters
    ----------
    suits, length : int
        The size.
    position : str
        As the rules write it.
    """
    options = {"suits": str(suits), "length": str(length), "deal": "given", "position": position}
    match, found, seen = (
        make_game(rules.GAME.name, 2, **options).match(1),
        list[LineMove](),
        set[tuple[int, str]](),
    )
    while not match.is_over and len(found) < MOST_MOVES:
        here = (match.player, rules.position_text(match.state))
        if here in seen:
            break
        seen.add(here)
        move = moves(suits, length, here[1])[0]
        found.append(LineMove(match.player, match.words(move.action), here[1]))
        match.do(move.action)
    return tuple(found)


def verdicts(found: LeadTable) -> tuple["np.ndarray[tuple[int], np.dtype[np.int64]]", int]:
    """What every hand that leads comes to, and the number of the hand with all cards."""
    return outcomes(found.distances), 2**found.cards - 1


def zugzwangs(suits: int, length: int) -> list[str]:
    """Positions in which whoever leads loses, whichever of the two hands it is; each split once."""
    found = table(suits, length)
    verdict, whole = verdicts(found)
    hands = [h for h in range(1, whole // 2 + 1) if verdict[h] == LOST == verdict[whole - h]]
    return [hand_text(suits, length, h) for h in hands]


def endless(suits: int, length: int) -> list[str]:
    """Positions in which play is endless if both play as well as can be."""
    found = table(suits, length)
    verdict, whole = verdicts(found)
    return [hand_text(suits, length, h) for h in range(1, whole) if verdict[h] == ENDLESS]


def position(owners: Sequence[bool]) -> str:
    """A position of one suit, yours to lead: whether each card, the lowest first, is yours."""
    hand = sum(1 << k for k, mine in enumerate(owners) if mine)
    return hand_text(1, len(owners), hand)
