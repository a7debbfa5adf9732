"""Columns of a class's table of decisions for Stoppers: the card held, chances, and the end of the round."""

from collections.abc import Sequence

from upcard.classroom.export_columns import ExportColumn
from upcard.engine.state import PlainState
from upcard.games.stoppers.class_turns import ClassTurn, class_turns, round_ends
from upcard.games.stoppers.studies.swap_statistics import LOW
from upcard.kit.ranks import value

COLUMNS = (
    ExportColumn("card_held", "Value of the card held before the decision.", "1 (ace) to 13 (King)"),
    ExportColumn("dealer", "Whether the player is the dealer, who draws from the deck.", "yes or no"),
    ExportColumn("lives", "Lives of the player before the decision.", "whole number"),
    ExportColumn(
        "neighbour", "Seat of the next player, from 1; with them the player can swap.", "whole number"
    ),
    ExportColumn(
        "card_received", "Value of the card received in a swap; empty if nothing was swapped.", "1 to 13"
    ),
    ExportColumn(
        "stopped", "Whether a King stopped the swap; empty if the neighbour has not answered.", "yes or no"
    ),
    ExportColumn(
        "low_left",
        f"Share of cards of value {LOW} or less among the cards that the player had not seen.",
        "0 to 1",
    ),
    ExportColumn(
        "higher_left",
        "Share of higher cards, without Kings, among the cards that the player had not seen.",
        "0 to 1",
    ),
    ExportColumn(
        "life_lost", "Whether the player lost a life in this round; empty if it is not over.", "yes or no"
    ),
)


def values(steps: Sequence[tuple[PlainState, int]], last: PlainState) -> list[dict[str, object]]:
    """Return the values of the columns for each position with the action played there.

    An answer to a request to swap has the card held, but no chances.
    """
    rows: list[dict[str, object]] = []
    for (s, _), end, turn in zip(steps, round_ends(steps, last), class_turns(steps, last), strict=True):
        p = s.player
        row: dict[str, object] = {"card_held": value(s.card[p]), "lives": s.life[p]}
        if end is not None:
            row["life_lost"] = _word(end.life[p] < s.life[p])
        rows.append(row if turn is None else row | _row(turn))
    return rows


def _row(turn: ClassTurn) -> dict[str, object]:
    """Return the values of the columns that only a turn has."""
    return {
        "dealer": _word(turn.is_dealer),
        "neighbour": turn.neighbour + 1,
        "stopped": "" if turn.is_stopped is None else _word(turn.is_stopped),
        "low_left": f"{turn.low_left:.6f}",
        "higher_left": f"{turn.chance:.6f}",
        "card_received": turn.came or "",
    }


def _word(is_so: bool) -> str:
    return "yes" if is_so else "no"
