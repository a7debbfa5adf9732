"""Columns of a class's table of decisions for Smallsum: sums, pennies, and the end of the round."""

from collections.abc import Sequence

from upcard.classroom.export_columns import ExportColumn
from upcard.engine.state import PlainState
from upcard.games.smallsum.rules import card_text, matched, open_sum, total

COLUMNS = (
    ExportColumn("own_sum", "Sum of the player's three cards.", "3 to 30"),
    ExportColumn("own_open_sum", "Sum of the player's two open cards.", "2 to 20"),
    ExportColumn("hidden_card", "The player's hidden card.", "A, 2 to 10, J, Q, K"),
    ExportColumn("open_sum", "Sum of the opponent's two open cards.", "2 to 20"),
    ExportColumn("pennies", "Pennies of the player before the decision.", "pennies"),
    ExportColumn("to_match", "Pennies that matching costs; 0 if there is no bet to answer.", "pennies"),
    ExportColumn("opponent_sum", "Sum of the opponent's three cards, not known to the player.", "3 to 30"),
    ExportColumn(
        "round_won", "Whether the player won the pot of this round; empty if nobody did or it is not over.",
        "yes or no",
    ),
    ExportColumn("round_pot", "Pennies in the pot at the end of the round; empty before that.", "pennies"),
)  # fmt: skip


def values(steps: Sequence[tuple[PlainState, int]], last: PlainState) -> list[dict[str, object]]:
    """Return the values of the columns for each position with the action played there."""
    after = [*(s for s, _ in steps[1:]), last]
    rows: list[dict[str, object]] = []
    for i, (s, _) in enumerate(steps):
        p = s.player
        end = next((x for x in after[i:] if x.round != s.round), None)
        rows.append(_cards(s, p) | ({} if end is None else _end(s, end, p)))
    return rows


def _cards(s: PlainState, p: int) -> dict[str, object]:
    return {
        "own_sum": total(s, p),
        "own_open_sum": open_sum(s, p),
        "hidden_card": card_text(s.down[p]),
        "open_sum": open_sum(s, 1 - p),
        "pennies": s.pennies[p],
        "to_match": matched(s),
        "opponent_sum": total(s, 1 - p),
    }


def _end(s: PlainState, end: PlainState, p: int) -> dict[str, object]:
    """Return how the round ended for seat `p`."""
    gains = [end.won[q] - s.won[q] for q in (p, 1 - p)]
    return {"round_won": "yes" if gains[0] else "no" if gains[1] else "", "round_pot": end.last_pot}
