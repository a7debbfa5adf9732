"""Seats around the square of Four-Cell, and what its cells pay to the two players whose turn it is."""

from upcard.engine.state import PlainState
from upcard.games.four_cell import rules
from upcard.games.four_cell.art import value_text
from upcard.kit.cards import EMPTY
from upcard.play.table_sides import PrizeCell, TableSides

COLUMN_WORDS = ("left", "right")


def sides(v: PlainState, me: int | None) -> TableSides:
    """Return the square of a view of seat `me`, or of watchers; with `me` None, all cards are open."""
    is_seated = me is not None and me >= 0
    chosen = v.disclosed[me] if is_seated and not v.over else EMPTY
    cells = tuple(_cell(v, i, me, chosen) for i in range(rules.CELLS))
    seat = v.player if me is None else me
    if v.over or v.player != seat:
        return TableSides(tuple(range(v.seats)), cells)
    playable = [k for k in range(rules.CARDS) if rules.legal(v, k)]
    leads = {k: tuple(c.name for i, c in enumerate(cells) if _is_picked(i, seat, k)) for k in playable}
    labels = {k: f"{rules.card_text(k)} {card_label(v, k)}" for k in playable}
    return TableSides(tuple(range(v.seats)), cells, leads, labels)


def card_label(v: PlainState, k: int) -> str:
    """Return what a card does when it is played: its value once collected, and the column that it picks."""
    return f"{value_text(rules.value(v, k))}, {COLUMN_WORDS[rules.column(k)]}"


def _is_picked(cell: int, p: int, k: int) -> bool:
    return rules.is_in_column(cell, p, rules.column(k))


def _cell(v: PlainState, i: int, me: int | None, chosen: int) -> PrizeCell:
    """Return a cell with the points that the two players of this turn get if it is chosen."""
    first = v.first
    pair = () if v.over else tuple(sorted((first, rules.neighbour(first))))
    prizes = tuple((p, rules.prize(v, p, i)) for p in pair)
    is_possible = chosen == EMPTY or me is None or _is_picked(i, me, chosen)
    is_last = v.cell == i and chosen == EMPTY
    return PrizeCell(rules.CELL_NAMES[i], prizes, is_possible, is_last)
