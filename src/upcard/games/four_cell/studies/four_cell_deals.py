"""The matrices of Four-Cell as 2x2 games: the chance of each type, counted over all deals, and sampled deals.

Each player gets the value of the card on their axis. So the eight cards of the crosses are a game of two
players with two actions, and its type depends only on the order of the four values on each axis. All deals
with the same orders are counted together: the count goes through the values from the lowest to the highest.
At each value, the places with the next rank on either axis, or on both, can be filled with cards of that
value, in as many ways as there are to choose the cards.
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
    """Return Four-Cell for two players with one of the two packs; `deck` is its option ``courts``."""
    return make_game("four-cell", 2, courts=deck)


# ---- counting ----


def copies(game: Game) -> tuple[int, ...]:
    """Return the number of cards with each value, from the lowest value to the highest."""
    s = game.blank()
    counts = Counter(value(s, k) for k in range(CARDS))
    return tuple(counts[x] for x in sorted(counts))


@lru_cache(maxsize=1 << 10)
def ways(pack: tuple[int, ...], first: OrdinalRanks, second: OrdinalRanks) -> int:
    """Return the number of deals to eight places in which the values on both axes have a certain order.

    `pack` is the number of cards with each value. `first` and `second` are the numbers of places on each axis
    with the lowest value, the next one, and so on.
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
    """Return the exact probability of every type that can be dealt."""
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
    """Number of matrices of each type."""
    stop_requested: bool = False
    """Always false: an interrupt is raised instead."""


def deal(lab: Lab, deck: str) -> Deals:
    """Return matrices dealt by the rules of the game with a pack, as many as the study needs."""
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
    """Return the matrix of the crosses after a deal: S chooses the row, W the column, left before right."""
    return turn_matrix(game.match(seed, number).state)
