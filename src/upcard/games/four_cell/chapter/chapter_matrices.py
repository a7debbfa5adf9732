"""The matrices of the chapter on Four-Cell: deals, the dilemma, and their theory."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from upcard.classroom.class_matrices import MATRICES
from upcard.games.four_cell import rules
from upcard.games.four_cell.rules import CELL_NAMES
from upcard.games.four_cell.studies.four_cell_deals import TypeProbabilities, dealt_game, table, type_chances
from upcard.games.four_cell.studies.four_cell_types import shares
from upcard.solving.matrix2x2 import CELLS, Bimatrix, equilibria
from upcard.solving.ordinal2x2 import all_types

COURTS = "10"
DEAL, NONE, DILEMMA_DEAL = 8, 20, 193
"""Numbers of deals: one to solve by hand, one without a pure equilibrium, and a Prisoner's Dilemma."""

DILEMMA, CHICKEN, STAG = (MATRICES[name].game for name in ("dilemma", "chicken", "stag"))


@dataclass(frozen=True)
class DealCell:
    """A cell of a deal: its name, and the cards of south and west with their values."""

    name: str
    south: int
    west: int
    south_value: int
    west_value: int


@lru_cache(maxsize=1024)
def deal(seed: int) -> Bimatrix:
    """Return the matrix of a deal; south chooses the row, west the column, and left comes before right."""
    return dealt_game(table(COURTS), seed, 0)


def crosses(seed: int) -> list[DealCell]:
    """Return the four crosses of a deal, in the order of the matrix."""
    s = table(COURTS).match(seed).state
    cells = []
    for i, j in CELLS:
        cell = rules.meeting(0, i, 1, j)
        cards = [int(s.matrix[rules.place(cell, seat)]) for seat in (0, 1)]
        values = [int(rules.prize(s, seat, cell)) for seat in (0, 1)]
        cells.append(DealCell(CELL_NAMES[cell], *cards, *values))
    return cells


def mixture(m: Bimatrix) -> tuple[Fraction, Fraction]:
    """Return the probability of the first choice for row and column in the mixed equilibrium."""
    mixed = next(r for r in equilibria(m) if r.is_point and 0 < r.row.low < 1)
    return mixed.row.low, mixed.column.low


@lru_cache(maxsize=1)
def chances() -> TypeProbabilities:
    """Return the probability of every type of matrix, counted over all deals."""
    return type_chances(table(COURTS))


def share(feature: str, *answers: str) -> Fraction:
    """Return the probability that a feature of the dealt matrix has one of these values."""
    known = shares(chances())
    return sum((known[feature, x] for x in answers), Fraction(0))


def named_share(name: str) -> Fraction:
    """Return the probability of a type with this name; that of one type if several have it."""
    return next((p for t, p in chances().items() if t.name == name), Fraction(0))


def strict_types() -> int:
    """Return the number of types without ties."""
    return sum(t.is_strict for t in all_types())
