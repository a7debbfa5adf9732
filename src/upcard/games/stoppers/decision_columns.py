"""Columns of a class's table of decisions for Stoppers: the card held, chances, and the end of the round."""

from collections.abc import Sequence

from upcard.classroom.export_columns import ExportColumn
from upcard.engine.state import PlainState
from upcard.games.stoppers.rules import KEEP, NONE, STOP, SWAP, can_stop, next_living
from upcard.kit.ranks import KING, RANKS, SUITS, value

LOW = 6
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
    after = [*(s for s, _ in steps[1:]), last]
    rows: list[dict[str, object]] = []
    for i, (s, action) in enumerate(steps):
        p = s.player
        end = next((x for x in after[i:] if x.rounds != s.rounds or x.over), None)
        row: dict[str, object] = {"card_held": value(s.card[p]), "lives": s.life[p]}
        if end is not None:
            row["life_lost"] = _word(end.life[p] < s.life[p])
        if s.asker == NONE and action in (KEEP, SWAP):
            row |= _turn(s, action, end, _is_stopped(s, action, after[i], steps[i + 1 : i + 2]))
        rows.append(row)
    return rows


def _is_stopped(
    s: PlainState, action: int, after: PlainState, answer: Sequence[tuple[PlainState, int]]
) -> bool | None:
    """Return whether a King stopped a swap; None if its holder may decide and has not answered yet."""
    if action != SWAP or s.player == s.dealer:
        return False
    if after.asker == NONE:
        return bool(can_stop(s, next_living(s, s.player)))
    return answer[0][1] == STOP if answer else None


def _turn(s: PlainState, action: int, end: PlainState | None, is_stopped: bool | None) -> dict[str, object]:
    """Return what is known about a turn, and the card that a swap brought."""
    p = s.player
    q = next_living(s, p)
    is_dealer, is_swap = p == s.dealer, action == SWAP
    unseen = [SUITS - s.used[k] - (k == s.card[p]) for k in range(RANKS)]
    low, higher = (sum(x) / max(1, sum(unseen)) for x in (unseen[:LOW], unseen[s.card[p] + 1 : KING]))
    row: dict[str, object] = {
        "dealer": _word(is_dealer),
        "neighbour": q + 1,
        "stopped": "" if is_stopped is None else _word(is_stopped),
        "low_left": f"{low:.6f}",
        "higher_left": f"{higher:.6f}",
    }
    if is_swap and is_stopped is False and not is_dealer:
        row["card_received"] = value(s.card[q])
    elif is_swap and is_dealer and end is not None:
        row["card_received"] = end.showed[p]
    return row


def _word(is_so: bool) -> str:
    return "yes" if is_so else "no"
