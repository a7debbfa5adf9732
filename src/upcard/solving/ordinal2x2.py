"""The ordinal type of a game of two players with two actions: the game if only the order of payoffs matters.

Payoffs are replaced by ranks, and games that differ only in the names of actions count as one. So there are
144 types without ties, and 1,413 in all. D. Robinson and D. Goforth ("The topology of the 2x2 games: a new
periodic table", 2005) arrange the 144 in four layers of six rows and six columns, so that neighbours differ
by a *swap* of two payoffs of one player that are next in rank. B. Bruns ("Names for games: locating 2x2
games", Games 6, 2015) names each by the two symmetric games whose payoffs the players have, and places games
with ties by half-swaps, between the games that result from breaking the ties.

A type is turned so that the best cell of the row player is in the right column and that of the column player
in the upper row, as both sources do. The row player's payoffs are then one of twelve patterns. Six have the
best payoff in the lower right, six in the upper right. In each six, swaps of the two lowest payoffs and of
the two middle payoffs alternate around a ring. Numbers follow these rings, and start so that the Prisoner's
Dilemma is 111, Chicken 122 and the Stag Hunt 322, as in the book. We did not compare games in which the two
players' patterns differ with the book. It is our reading that the digits are layer, row player's pattern and
column player's pattern, and that layer 2 has the two best cells in one column and layer 4 in one row.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import permutations, product

from upcard.solving.matrix2x2 import CELLS, COLUMN, ROW, Bimatrix, bimatrix

# Ranks of a player's payoffs in the order of ``CELLS``, 1 for the lowest; equal payoffs share a rank.
OrdinalRanks = tuple[int, ...]

DISCORD: dict[str, OrdinalRanks] = {
    "Pd": (1, 3, 2, 4),
    "Ch": (2, 3, 1, 4),
    "Ba": (3, 2, 1, 4),
    "Hr": (3, 1, 2, 4),
    "Cm": (2, 1, 3, 4),
    "Dl": (1, 2, 3, 4),
}
"""The row player's payoffs in the symmetric games whose best cells lie opposite, by Bruns's abbreviations."""

ACCORD: dict[str, OrdinalRanks] = {
    "Nc": (2, 4, 1, 3),
    "Sh": (1, 4, 2, 3),
    "As": (1, 4, 3, 2),
    "Co": (2, 4, 3, 1),
    "Pc": (3, 4, 2, 1),
    "Ha": (3, 4, 1, 2),
}
"""The row player's payoffs in the symmetric games where one cell is best for both."""

PATTERNS = {ranks: code for code, ranks in (*DISCORD.items(), *ACCORD.items())}
NUMBERS = {code: i + 1 for ring in (DISCORD, ACCORD) for i, code in enumerate(ring)}
LAYERS = {(True, True): 1, (True, False): 2, (False, False): 3, (False, True): 4}

NAMES = {
    "PdPd": "Prisoner's Dilemma",
    "ChCh": "Chicken",
    "BaBa": "Battle",
    "HrHr": "Hero",
    "CmCm": "Compromise",
    "DlDl": "Deadlock",
    "NcNc": "Concord",
    "ShSh": "Stag Hunt",
    "AsAs": "Assurance",
    "CoCo": "Coordination",
    "PcPc": "Peace",
    "HaHa": "Harmony",
    "PdCh": "Called Bluff",
    "DlCh": "Bully",
    "HaCh": "Samaritan's Dilemma",
    "AsPd": "Alibi",
}
"""Bruns's names of the symmetric games, and four older names of others: Called Bluff and Bully are G.
Snyder and P. Diesing's ("Conflict among nations", 1977), the Samaritan's Dilemma is J. Buchanan's (1975),
Alibi is Robinson and Goforth's. With the players exchanged the name is the same. A. Rapoport calls Battle
the Leader ("Exploiter, leader, hero, and martyr", 1967)."""

TIED_NAMES = "Matching Pennies", "Battle of the Sexes"
"""Names by J. von Neumann and O. Morgenstern (1944), and by R. D. Luce and H. Raiffa (1957)."""

TIES = {
    (1, 1, 1, 1): "no ties",
    (2, 1, 1): "the lowest two",
    (1, 2, 1): "the middle two",
    (1, 1, 2): "the highest two",
    (2, 2): "the lowest two and the highest two",
    (3, 1): "the lowest three",
    (1, 3): "the highest three",
    (4,): "all four",
}
"""Descriptions of equal payoffs, by the number of payoffs with each rank."""


@dataclass(frozen=True, order=True)
class OrdinalType:
    """A type of game in its standard orientation; make it with :func:`ordinal_type`."""

    row: OrdinalRanks
    column: OrdinalRanks
    """The ranks of each player's payoffs in the order of ``CELLS``."""

    @property
    def is_strict(self) -> bool:
        """Whether neither player has two equal payoffs."""
        return len(set(self.row)) == len(set(self.column)) == len(CELLS)

    @property
    def text(self) -> str:
        """The ranks of both players, cell by cell, such as ``1324/4321``; unique for each type."""
        return "/".join("".join(map(str, ranks)) for ranks in (self.row, self.column))

    @property
    def code(self) -> str:
        """The two patterns in Bruns's abbreviations, such as ``PdCh``; empty with ties."""
        return PATTERNS[self.row] + PATTERNS[_seen_by_column(self.column)] if self.is_strict else ""

    @property
    def number(self) -> int:
        """Layer, row and column in three digits, such as 111; 0 with ties."""
        if not self.is_strict:
            return 0
        row, column = self.code[:2], self.code[2:]
        return 100 * LAYERS[row in DISCORD, column in DISCORD] + 10 * NUMBERS[row] + NUMBERS[column]

    @property
    def name(self) -> str:
        """The common name in the sources; empty if there is none."""
        if not self.is_strict:
            return _tied_names().get(self, "")
        return NAMES.get(self.code) or NAMES.get(self.mirrored().code, "")

    @property
    def is_symmetric(self) -> bool:
        """Whether exchanging the players gives the same type."""
        return self == self.mirrored()

    def game(self) -> Bimatrix:
        """Return a game of this type, with its ranks as payoffs."""
        return bimatrix(self.row, self.column)

    def mirrored(self) -> "OrdinalType":
        """Return the type with the players exchanged."""
        return ordinal_type(self.game().transposed())

    def ties(self, player: int) -> str:
        """Return in words which payoffs of a player are equal."""
        ranks = (self.row, self.column)[player]
        return TIES[tuple(ranks.count(k) for k in sorted(set(ranks)))]

    def swapped(self, player: int, low: int) -> "OrdinalType":
        """Return the neighbour in which a player's payoffs of the ranks `low` and `low` + 1 are exchanged.

        Raises ``ValueError`` if the player has no such ranks.
        """
        ranks = [self.row, self.column]
        if not 1 <= low < max(ranks[player]):
            raise ValueError(f"there are no ranks {low} and {low + 1} to swap in {self.text}")
        other = {low: low + 1, low + 1: low}
        ranks[player] = tuple(other.get(k, k) for k in ranks[player])
        return _turned(ranks[ROW], ranks[COLUMN])

    def neighbours(self) -> dict[tuple[int, int], "OrdinalType"]:
        """Return every type one swap away, by the player and the lower rank: six for a strict type."""
        return {
            (player, low): self.swapped(player, low)
            for player, ranks in ((ROW, self.row), (COLUMN, self.column))
            for low in range(1, max(ranks))
        }

    def between(self) -> tuple["OrdinalType", ...]:
        """Return all strict types that result from breaking its ties; for a strict type, only itself."""
        types = {_turned(r, c) for r, c in product(_broken(self.row), _broken(self.column))}
        return tuple(sorted(types, key=lambda t: t.number))


def ordinal_type(game: Bimatrix) -> OrdinalType:
    """Return the type of any game, with or without equal payoffs."""
    row, column = (_ranks([game.payoff(p, c) for c in CELLS]) for p in (ROW, COLUMN))
    return _turned(row, column)


def _ranks(payoffs: list[Fraction]) -> OrdinalRanks:
    order = sorted(set(payoffs))
    return tuple(order.index(x) + 1 for x in payoffs)


@lru_cache(maxsize=1 << 14)
def _turned(row: OrdinalRanks, column: OrdinalRanks) -> OrdinalType:
    """Return the type with these ranks, in the standard one of its four orientations."""
    ways = []
    for rows, columns in CELLS:
        places = [2 * (i ^ rows) + (j ^ columns) for i, j in CELLS]
        ways.append(OrdinalType(tuple(row[k] for k in places), tuple(column[k] for k in places)))
    return max(ways, key=lambda t: (max(t.row[1], t.row[3]), max(t.column[0], t.column[1]), t))


def _seen_by_column(ranks: OrdinalRanks) -> OrdinalRanks:
    """Return the column player's ranks in the order in which the row player would list them."""
    return (ranks[3], ranks[1], ranks[2], ranks[0])


def _broken(ranks: OrdinalRanks) -> Iterator[OrdinalRanks]:
    """Yield all strict ranks that keep the order of unequal ranks."""
    for order in permutations(range(1, len(ranks) + 1)):
        pairs = list(zip(ranks, order, strict=True))
        if all(x < y for a, x in pairs for b, y in pairs if a < b):
            yield order


@lru_cache(maxsize=1)
def _tied_names() -> dict[OrdinalType, str]:
    """Return the names of games with ties: one wins if the actions match; two want to be together."""
    pennies = bimatrix((1, -1, -1, 1), (-1, 1, 1, -1))
    sexes = bimatrix((2, -1, -1, 1), (1, -1, -1, 2))
    return dict(zip(map(ordinal_type, (pennies, sexes)), TIED_NAMES, strict=True))


@lru_cache(maxsize=1)
def all_types() -> tuple[OrdinalType, ...]:
    """Return the 1,413 types with and without ties, in the order of their ranks."""
    ways = [r for r in product(range(1, 5), repeat=4) if set(r) == set(range(1, max(r) + 1))]
    return tuple(sorted({_turned(row, column) for row, column in product(ways, repeat=2)}))


@lru_cache(maxsize=1)
def strict_types() -> tuple[OrdinalType, ...]:
    """Return the 144 types without ties, in the order of their numbers."""
    return tuple(sorted((t for t in all_types() if t.is_strict), key=lambda t: t.number))
