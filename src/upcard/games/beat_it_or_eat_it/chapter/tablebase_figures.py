"""Positions and counts of the chapter on Beat It Or Eat It, from the tablebases that come with Upcard."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from upcard.engine.errors import Usage
from upcard.engine.game import make_game
from upcard.games.beat_it_or_eat_it import rules
from upcard.games.beat_it_or_eat_it.certificates.lead_table import LeadTable, hand_text, outcomes
from upcard.games.beat_it_or_eat_it.solvers.shipped_tables import shipped_table
from upcard.games.beat_it_or_eat_it.solvers.tablebase_probe import ProbedMove, probe

LOST = -1
MOST_MOVES = 200


@dataclass(frozen=True)
class LineMove:
    """A move in a line of play: its player, from 0, its words, and the position before it."""

    player: int
    words: str
    position: str


def table(suits: int, length: int) -> LeadTable:
    """Return the tablebase of a size, or raise `Usage` if none comes with Upcard."""
    shipped = shipped_table(suits, length)
    if shipped is None:
        raise Usage(
            f"no table of {suits} suits of {length} cards comes with Upcard; choose at most 18 cards, "
            "or two suits of at most 13"
        )
    return shipped


def moves(suits: int, length: int, position: str) -> tuple[ProbedMove, ...]:
    """Return all moves of a position with their results, the best first."""
    return probe(table(suits, length), position)


@lru_cache(maxsize=64)
def line(suits: int, length: int, position: str) -> tuple[LineMove, ...]:
    """Return perfect play by both players from a position, to the end or until a position comes again."""
    options = {"suits": str(suits), "length": str(length), "deal": "given", "position": position}
    match = make_game(rules.GAME.name, 2, **options).match(1)
    played: list[LineMove] = []
    seen: set[tuple[int, str]] = set()
    while not match.is_over and len(played) < MOST_MOVES:
        here = (match.player, rules.position_text(match.state))
        if here in seen:
            break
        seen.add(here)
        move = moves(suits, length, here[1])[0]
        played.append(LineMove(match.player, match.words(move.action), here[1]))
        match.do(move.action)
    return tuple(played)


def zugzwangs(suits: int, length: int) -> list[str]:
    """Return the splits in which the leader loses, whichever hand leads; each split is listed once."""
    verdicts = outcomes(table(suits, length).distances)
    hands = [h for h in range(1, len(verdicts) // 2) if verdicts[h] == LOST == verdicts[-1 - h]]
    return [hand_text(suits, length, h) for h in hands]


def endless(suits: int, length: int) -> list[str]:
    """Return the positions of a size in which perfect play by both players never ends."""
    distances = table(suits, length).distances
    return [hand_text(suits, length, h) for h in range(1, len(distances) - 1) if distances[h] == 0]


def position(owners: Sequence[bool]) -> str:
    """Return a position of one suit, with you to lead; `owners` marks your cards, the lowest first."""
    hand = sum(1 << k for k, mine in enumerate(owners) if mine)
    return hand_text(1, len(owners), hand)
