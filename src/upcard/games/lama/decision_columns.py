"""Columns of a class's table of decisions for L.A.M.A.: the top card, and what the hand costs."""

from collections.abc import Sequence

from upcard.classroom.export_columns import ExportColumn
from upcard.engine.state import PlainState
from upcard.games.lama.rules import KINDS, card_text, value

COLUMNS = (
    ExportColumn("top_card", "Card on top of the pile.", "1 to 6, or llama"),
    ExportColumn("hand_cards", "Number of cards in the player's hand.", "whole number"),
    ExportColumn("hand_points", "Points that the hand would cost now; each kind counts once.", "points"),
    ExportColumn("points", "Points of the player at the start of the round.", "points"),
    ExportColumn(
        "others_in", "Number of other players who have not dropped out of the round.", "whole number"
    ),
)


def values(steps: Sequence[tuple[PlainState, int]], last: PlainState) -> list[dict[str, object]]:
    """Return the values of the columns for each position with the action played there."""
    return [_row(s) for s, _ in steps]


def _row(s: PlainState) -> dict[str, object]:
    p = s.player
    return {
        "top_card": card_text(s.top),
        "hand_cards": s.size[p],
        "hand_points": sum(value(k) for k in range(KINDS) if s.hand[p, k]),
        "points": s.points[p],
        "others_in": s.active - 1,
    }
