"""The theory of a matrix of four cells, in sentences for a class."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from upcard.classroom.mean_bars import percent_text
from upcard.classroom.pairings import WORDS
from upcard.document.model import Section, Table
from upcard.solving.matrix2x2 import (
    COLUMN,
    ROW,
    STRICT,
    Bimatrix,
    MatrixCell,
    best_replies,
    dominance,
    equilibria,
    improvement,
    pure_equilibria,
)

Names = tuple[str, str]
"""The names of the row and the column player, or of the two choices, left before right."""

PLAYERS: Names = ("the row player", "the column player")
SYMMETRIC = (
    "Only the mixed equilibrium is symmetric. In each of the others one player gets more, and nothing tells "
    "two strangers who that should be."
)


def words_of(game: Bimatrix, sides: Names = PLAYERS, actions: Names = WORDS) -> list[str]:
    """Return sentences about dominance, equilibria and efficiency of a matrix.

    `sides` are the names of the players, `actions` those of the two choices.
    """
    sentences = []
    for player in (ROW, COLUMN):
        better = dominance(game, player)
        if better is not None:
            off = "always better off" if better.kind == STRICT else "never worse off"
            name, action = _capital(sides[player]), action_text(actions, better.action)
            sentences.append(
                f"{name} is {off} with {action}, whatever {sides[1 - player]} chooses: {action} is dominant."
            )
    stable = pure_equilibria(game)
    name = "Equilibria" if len(stable) > 1 else "Equilibrium"
    clauses = "; or ".join(choices_text(cell, sides, actions) for cell in stable)
    sentences.append(f"{name}: {clauses}." if stable else "There is no equilibrium without chance.")
    mixed = [(r.row.low, r.column.low) for r in equilibria(game) if r.is_point and 0 < r.row.low < 1]
    sentences += [f"Mixed equilibrium: {_mixed(*x, sides, actions)}." for x in mixed]
    if is_symmetric(game) and stable and mixed and all(i != j for i, j in stable):
        sentences.append(SYMMETRIC)
    return [*sentences, *_efficiency(game, sides, actions)]


def action_text(actions: Names, action: int) -> str:
    """Return the name of a choice, in quotes unless it is left or right."""
    return actions[action] if actions == WORDS else f"“{actions[action]}”"


def choices_text(
    cell: MatrixCell, sides: Names = PLAYERS, actions: Names = WORDS, last: str = ", ", is_past: bool = False
) -> str:
    """Return the choices of both players in a cell as a clause; `last` joins two different choices."""
    i, j = (action_text(actions, x) for x in cell)
    both, one = ("chose", "chose") if is_past else ("choose", "chooses")
    return f"both {both} {i}" if i == j else f"{sides[ROW]} {one} {i}{last}{sides[COLUMN]} {one} {j}"


def _mixed(row: Fraction, column: Fraction, sides: Names, actions: Names) -> str:
    """Return as a clause how often each player makes the first choice in a mixed equilibrium."""
    first = action_text(actions, 0)
    one, other = (percent_text(float(x)) for x in (row, column))
    if row == column:
        return f"each chooses {first} {one} of the time"
    return f"{sides[ROW]} chooses {first} {one} of the time, {sides[COLUMN]} {other}"


def is_symmetric(game: Bimatrix) -> bool:
    """Whether the matrix looks the same to both players."""
    return game == game.transposed()


def equilibrium_shares(game: Bimatrix) -> list[float]:
    """Return the shares of the first choice, averaged over both players, in the equilibria that are points.

    In a symmetric game, equilibria that treat the players differently are left out.
    """
    points = [r for r in equilibria(game) if r.is_point]
    if is_symmetric(game):
        points = [r for r in points if r.row.low == r.column.low]
    return sorted({float(r.row.low + r.column.low) / 2 for r in points})


def _efficiency(game: Bimatrix, sides: Names, actions: Names) -> Iterator[str]:
    """Yield a sentence on each pure equilibrium with a cell that is better for one and no worse for both."""
    stable = pure_equilibria(game)
    for cell in stable:
        better = improvement(game, cell)
        if better is None:
            continue
        gains = [game.payoff(p, better) - game.payoff(p, cell) for p in (ROW, COLUMN)]
        winner = sides[ROW if gains[ROW] > 0 else COLUMN]
        who = "Both" if min(gains) > 0 else _capital(winner)
        loser = "" if min(gains) > 0 else f", and {sides[COLUMN if gains[ROW] > 0 else ROW]} no worse off"
        choices = choices_text(better, sides, actions, " and ")
        pays = f"{payoffs_text(game, better)} instead of {payoffs_text(game, cell)}"
        yield f"{who} would be better off if {choices}: {pays}{loser}."
        if better in stable:
            yield "That is an equilibrium too: no promise is needed there, only trust."
        else:
            tempted = [p for p in (ROW, COLUMN) if better[p] not in best_replies(game, p, better[1 - p])]
            name = "each of them" if len(tempted) == 2 else sides[tempted[0]]
            yield f"But then {name} could gain by changing alone, so that cell does not last."


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def payoffs_text(game: Bimatrix, cell: MatrixCell) -> str:
    """Return the payoffs of row and column in a cell as text: ``5, −3``."""
    return f"{game.payoff(ROW, cell)}, {game.payoff(COLUMN, cell)}".replace("-", "−")


def matrix_section(
    title: str, game: Bimatrix, sides: Sequence[str], words: Sequence[str] = (), actions: Names = WORDS
) -> Section:
    """Return a section with a matrix as a table; `sides` are the names of the row and column player."""
    rows = [(f"{sides[0]}: {actions[i]}", *(payoffs_text(game, (i, j)) for j in (0, 1))) for i in (0, 1)]
    columns = ("", *(f"{sides[1]}: {x}" for x in actions))
    return Section(title, words, [Table(title, columns, rows)])
