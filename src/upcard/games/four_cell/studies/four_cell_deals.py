"""The matrices of Four-Cell as 2x2 games: the chance of each type, counted over all deals, and sampled deals.

Each player gets the value of the card on their own axis. So the eight cards of the crosses are a game of two
players with two actions, and its type depends only on the order of the four values on each axis. All deals of
one order are counted at once: the count runs through the values from the lowest to the highest, and at each
value some of the cards that have the next rank on either axis are taken, in as many ways as cards of that
value can be chosen for their places.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import perm

from upcard.engine.game import Game, make_game
from upcard.games.four_cell.rules import CARDS, CELLS, value
from upcard.games.four_cell.solvers.turn_matrix import turn_matrix
from upcard.solving.matrix2x2 import Bimatrix, bimatrix
from upcard.solving.ordinal2x2 import OrdinalRanks, OrdinalType, ordinal_type
from upcard.study.experiment_runner import Lab

STEP = 100
TypeProbabilities = Mapping[OrdinalType, Fraction]


def table(deck: str) -> Game:
    """Return the two-player game with one of the two packs; `deck` is its option ``courts``."""
    return make_game("four-cell", 2, courts=deck)


# ---- counting ----


def copies(game: Game) -> tuple[int, ...]:
    """Return how many cards of the pack have each value, from the lowest value to the highest."""
    s = game.blank()
    counts = Counter(value(s, k) for k in range(CARDS))
    return tuple(counts[x] for x in sorted(counts))


@lru_cache(maxsize=1 << 10)
def ways(pack: tuple[int, ...], first: OrdinalRanks, second: OrdinalRanks) -> int:
    """Return the number of deals to eight places in which the values on two axes have a given order.

    `pack` says how many cards have each value; `first` and `second`, how many places of each axis have its
    lowest value, the next, and so on.
    """
    counts = {(0, 0): 1}
    for n in pack:
        after = Counter(counts)
        for (a, b), w in counts.items():
            for i, j in ((1, 0), (0, 1), (1, 1)):
                taken = sum(first[a : a + i]) + sum(second[b : b + j])
                if a + i <= len(first) and b + j <= len(second):
                    after[a + i, b + j] += w * perm(n, taken)
        counts = after
    return counts[len(first), len(second)]


def type_chances(game: Game) -> dict[OrdinalType, Fraction]:
    """Return the exact chance of every type that can be dealt."""
    pack = copies(game)
    orders = [r for r in product(range(1, CELLS + 1), repeat=CELLS) if set(r) == set(range(1, max(r) + 1))]
    counts: Counter[OrdinalType] = Counter()
    for row, column in product(orders, repeat=2):
        counts[ordinal_type(bimatrix(row, column))] += ways(pack, _sizes(row), _sizes(column))
    return {t: Fraction(n, perm(sum(pack), 2 * CELLS)) for t, n in sorted(counts.items()) if n}


def _sizes(ranks: OrdinalRanks) -> tuple[int, ...]:
    """Return how many places have each rank."""
    return tuple(ranks.count(k) for k in sorted(set(ranks)))


# ---- dealing ----


@dataclass
class Deals:
    """Matrices that were dealt."""

    games: int = 0
    types: Counter[OrdinalType] = field(default_factory=Counter)
    """How many matrices of each type were dealt."""
    is_stop_asked: bool = False
    """Always false: an interrupt is raised instead."""


def deal(lab: Lab, deck: str) -> Deals:
    """Deal as many matrices with a pack as the study needs, by the rules of the game."""
    game, games = table(deck), lab.in_part(1)
    report = lab.meter(f"dealing, courts {deck}", lab.games)
    out = Deals()
    for number in range(games):
        out.types[ordinal_type(dealt_game(game, lab.seed, number))] += 1
        out.games += 1
        if out.games % STEP == 0:
            report(out.games, games)
    return out


def dealt_game(game: Game, seed: int, number: int) -> Bimatrix:
    """Return the game that the crosses form after a deal: S chooses a row, W a column, left before right."""
    return turn_matrix(game.match(seed, number).state)
