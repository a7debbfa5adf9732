"""Columns of a class's table of decisions for Four-Cell: the matrix of the turn, and the column picked."""

from collections.abc import Sequence

from upcard.classroom.export_columns import ExportColumn
from upcard.engine.state import PlainState
from upcard.games.four_cell.rules import ROTATE, column, value
from upcard.games.four_cell.solvers.turn_matrix import columns_held, turn_matrix
from upcard.solving.matrix2x2 import CELLS, ROW, dominance
from upcard.solving.ordinal2x2 import ordinal_type

SIDES = ("left", "right")
COLUMNS = (
    ExportColumn("turn", "Number of the turn in the match, from 1.", "1 to 22"),
    ExportColumn(
        "matrix", "Payoffs of player and partner in left-left, left-right, right-left and right-right.",
        "OWN,PARTNER separated by |",
    ),
    ExportColumn("matrix_type", "Name of the matrix by the order of its payoffs; empty if it has none."),
    ExportColumn("picked", "Column that the card picks.", "left or right"),
    ExportColumn("card_value", "Value of the card that was played.", "points"),
    ExportColumn("dominant", "The player's dominant column; empty if there is none.", "left or right"),
    ExportColumn("dominance", "Whether that column is always better, or never worse.", "strict or weak"),
    ExportColumn("could_choose", "Whether the hand had cards for both columns.", "yes or no"),
    ExportColumn("points", "Points of the player before the decision.", "points"),
)  # fmt: skip


def values(steps: Sequence[tuple[PlainState, int]], last: PlainState) -> list[dict[str, object]]:
    """Return the values of the columns for each position with the action played there."""
    return [_row(s, action) for s, action in steps]


def _row(s: PlainState, action: int) -> dict[str, object]:
    p = s.player
    row: dict[str, object] = {"turn": s.played + 1, "points": s.points[p]}
    if action >= ROTATE:  # the matrix of the next turn is not complete
        return row
    game = turn_matrix(s)
    mine = game if p == s.first else game.transposed()
    best = dominance(mine, ROW)
    return row | {
        "matrix": "|".join(f"{mine.payoff(ROW, x)},{mine.payoff(1 - ROW, x)}" for x in CELLS),
        "matrix_type": ordinal_type(game).name,
        "picked": SIDES[column(action)],
        "card_value": value(s, action),
        "dominant": "" if best is None else SIDES[best.action],
        "dominance": "" if best is None else best.kind,
        "could_choose": "yes" if len(columns_held(s)) > 1 else "no",
    }
