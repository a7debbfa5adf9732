"""The theory of a matrix of four cells, in sentences for a class."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import reduce

from upcard.classroom.mean_bars import percent_text
from upcard.classroom.pairings import WORDS
from upcard.document.model import Section, Table
from upcard.language.messages import gettext as _
from upcard.language.messages import marked
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

PLAYERS: Names = (marked("the row player"), marked("the column player"))
SYMMETRIC = marked(
    "Only the mixed equilibrium is symmetric. In each of the others one player gets more, and nothing tells "
    "two strangers who that should be."
)


def words_of(game: Bimatrix, sides: Names = PLAYERS, actions: Names = WORDS) -> list[str]:
    """Return sentences about dominance, equilibria and efficiency of a matrix.

    `sides` are the names of the players, `actions` those of the two choices.
    """
    sides = _(sides[0]), _(sides[1])
    sentences = [*_dominances(game, sides, actions)]
    stable = pure_equilibria(game)
    clauses = [choices_text(cell, sides, actions) for cell in stable]
    if len(clauses) > 1:
        joined = reduce(lambda x, y: _("{choices}; or {others}", choices=x, others=y), clauses)
        sentences.append(_("Equilibria: {choices}.", choices=joined))
    elif clauses:
        sentences.append(_("Equilibrium: {choices}.", choices=clauses[0]))
    else:
        sentences.append(_("There is no equilibrium without chance."))
    mixed = [(r.row.low, r.column.low) for r in equilibria(game) if r.is_point and 0 < r.row.low < 1]
    sentences += [_mixed(*x, sides, actions) for x in mixed]
    if is_symmetric(game) and stable and mixed and all(i != j for i, j in stable):
        sentences.append(_(SYMMETRIC))
    return [*sentences, *_efficiency(game, sides, actions)]


def _dominances(game: Bimatrix, sides: Names, actions: Names) -> Iterator[str]:
    """Yield a sentence on each player with a dominant choice."""
    for player in (ROW, COLUMN):
        better = dominance(game, player)
        if better is None:
            continue
        values = {
            "player": _capital(sides[player]),
            "other": sides[1 - player],
            "action": action_text(actions, better.action),
        }
        if better.kind == STRICT:
            yield _(
                "{player} is always better off with {action}, whatever {other} chooses: {action} is "
                "dominant.",
                **values,
            )
        else:
            yield _(
                "{player} is never worse off with {action}, whatever {other} chooses: {action} is dominant.",
                **values,
            )


def action_text(actions: Names, action: int) -> str:
    """Return the name of a choice, in quotes unless it is left or right."""
    name = _(actions[action])
    return name if actions == WORDS else _("“{name}”", name=name)


def choices_text(
    cell: MatrixCell, sides: Names = PLAYERS, actions: Names = WORDS, is_listed: bool = True
) -> str:
    """Return the choices of both players in a cell as a clause; two are only separated if `is_listed`."""
    i, j = (action_text(actions, x) for x in cell)
    if i == j:
        return _("both choose {action}", action=i)
    values = {"row": _(sides[ROW]), "column": _(sides[COLUMN]), "one": i, "other": j}
    if is_listed:
        return _("{row} chooses {one}, {column} chooses {other}", **values)
    return _("{row} chooses {one} and {column} chooses {other}", **values)


def _mixed(row: Fraction, column: Fraction, sides: Names, actions: Names) -> str:
    """Return how often each player makes the first choice in a mixed equilibrium."""
    first = action_text(actions, 0)
    one, other = (percent_text(float(x)) for x in (row, column))
    if row == column:
        return _("Mixed equilibrium: each chooses {action} {share} of the time.", action=first, share=one)
    return _(
        "Mixed equilibrium: {row} chooses {action} {share} of the time, {column} {other_share}.",
        row=sides[ROW],
        column=sides[COLUMN],
        action=first,
        share=one,
        other_share=other,
    )


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
        winner, other = (ROW, COLUMN) if gains[ROW] > 0 else (COLUMN, ROW)
        values = {
            "choices": choices_text(better, sides, actions, is_listed=False),
            "better": payoffs_text(game, better),
            "worse": payoffs_text(game, cell),
        }
        if min(gains) > 0:
            yield _("Both would be better off if {choices}: {better} instead of {worse}.", **values)
        else:
            yield _(
                "{player} would be better off if {choices}: {better} instead of {worse}, and {other} no "
                "worse off.",
                player=_capital(sides[winner]),
                other=sides[other],
                **values,
            )
        if better in stable:
            yield _("That is an equilibrium too: no promise is needed there, only trust.")
            continue
        tempted = [p for p in (ROW, COLUMN) if better[p] not in best_replies(game, p, better[1 - p])]
        if len(tempted) == 2:
            yield _("But then each of them could gain by changing alone, so that cell does not last.")
        else:
            yield _(
                "But then {player} could gain by changing alone, so that cell does not last.",
                player=sides[tempted[0]],
            )


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def payoffs_text(game: Bimatrix, cell: MatrixCell) -> str:
    """Return the payoffs of row and column in a cell as text: ``5, −3``."""
    return f"{game.payoff(ROW, cell)}, {game.payoff(COLUMN, cell)}".replace("-", "−")


def matrix_section(
    title: str, game: Bimatrix, sides: Sequence[str], words: Sequence[str] = (), actions: Names = WORDS
) -> Section:
    """Return a section with a matrix as a table; `sides` are the names of the row and column player."""
    row, column = ([_("{player}: {choice}", player=_(side), choice=_(x)) for x in actions] for side in sides)
    rows = [(row[i], *(payoffs_text(game, (i, j)) for j in (0, 1))) for i in (0, 1)]
    columns = ("", *column)
    return Section(title, words, [Table(title, columns, rows)])
