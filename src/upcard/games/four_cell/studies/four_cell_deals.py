"""The matrices of Four-Cell as 2x2 games: the chance of each type, counted over all deals, and deals.

Each player gets the value of the card on his own axis, so that the eight cards of the crosses are a game of
two players with two actions, whose type depends on the order of the four values on either axis alone. All
deals of one order are counted at once: values are gone through from the lowest to the highest, and at each
some of the cards that are to have the next rank on either axis may be taken, in as many ways as cards of that
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
    """The game with one of the two packs."""
    return make_game("four-cell", 2, courts=deck)


# ---- counting ----


def copies(game: Game) -> tuple[int, ...]:
    """How many cards of the pack have each value, from the lowest value to the highest."""
    s = game.blank()
    found = Counter(value(s, k) for k in range(CARDS))
    return tuple(found[x] for x in sorted(found))


@lru_cache(maxsize=1 << 10)
def ways(pack: tuple[int, ...], first: OrdinalRanks, second: OrdinalRanks) -> int:
    """In how many ways eight places can be dealt to so that the values on two axes have a given order.

    Parameters
    ----------
    pack : tuple of int
        How many cards have each value.
    first, second : tuple of int
        How many of the places of each axis are to have the lowest value of the axis, the next, and so on.
    """
    found = {(0, 0): 1}
    for n in pack:
        after = Counter(found)
        for (a, b), w in found.items():
            for i, j in ((1, 0), (0, 1), (1, 1)):
                taken = sum(first[a : a + i]) + sum(second[b : b + j])
                if a + i <= len(first) and b + j <= len(second):
                    after[a + i, b + j] += w * perm(n, taken)
        found = after
    return found[len(first), len(second)]


def type_chances(game: Game) -> dict[OrdinalType, Fraction]:
    """The chance of every type that can be dealt, exactly."""
    pack = copies(game)
    orders = [r for r in product(range(1, CELLS + 1), repeat=CELLS) if set(r) == set(range(1, max(r) + 1))]
    found: Counter[OrdinalType] = Counter()
    for row, column in product(orders, repeat=2):
        found[ordinal_type(bimatrix(row, column))] += ways(pack, _sizes(row), _sizes(column))
    return {t: Fraction(n, perm(sum(pack), 2 * CELLS)) for t, n in sorted(found.items()) if n}


def _sizes(ranks: OrdinalRanks) -> tuple[int, ...]:
    """How many places have each rank."""
    return tuple(ranks.count(k) for k in sorted(set(ranks)))


# ---- dealing ----


@dataclass
class Deals:
    """Matrices that were dealt."""

    games: int = 0
    """How many."""
    types: Counter[OrdinalType] = field(default_factory=Counter)
    """How many of each type."""
    is_stop_asked: bool = False
    """Whether dealing was to stop; an interrupt is raised instead."""


def deal(lab: Lab, deck: str) -> Deals:
    """Deal as many matrices as the study is to have, by the rules of the game.

    Parameters
    ----------
    lab : Lab
        Whose games and seed they are.
    deck : str
        What courts are worth.
    """
    game, games = table(deck), lab.in_part(1)
    tell = lab.meter(f"dealing, courts {deck}", lab.games)
    out = Deals()
    for number in range(games):
        out.types[ordinal_type(dealt_game(game, lab.seed, number))] += 1
        out.games += 1
        if out.games % STEP == 0:
            tell(out.games, games)
    return out


def dealt_game(game: Game, seed: int, number: int) -> Bimatrix:
    """The game that the crosses are after a deal: S chooses a row, W a column, left before right.

    Parameters
    ----------
    game : Game
        Four-Cell for two.
    seed, number : int
        Which deal.
    """
    return turn_matrix(game.match(seed, number).state)
