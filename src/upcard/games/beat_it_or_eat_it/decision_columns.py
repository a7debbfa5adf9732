"""Columns of a class's table of decisions for Beat It Or Eat It: the hands and the table."""

from collections.abc import Sequence

from upcard.classroom.export_columns import ExportColumn
from upcard.engine.state import PlainState
from upcard.games.beat_it_or_eat_it.rules import position_text

COLUMNS = (
    ExportColumn("position", "Hands of both players and the cards on the table, as the game writes them."),
)


def values(steps: Sequence[tuple[PlainState, int]], last: PlainState) -> list[dict[str, object]]:
    """Return the values of the columns for each position with the action played there."""
    return [{"position": position_text(s)} for s, _ in steps]
