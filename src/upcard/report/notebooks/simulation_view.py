"""A simulation: win shares with intervals as bars, then all other results."""

from upcard.document.model import Table
from upcard.report.charts import interval_bar
from upcard.report.notebook_sheet import Sheet, sheet_of, table_of, with_bars
from upcard.report.result_tables import (
    difference_notes,
    fairness_notes,
    game_rows,
    gaps,
    heading,
    measures,
    pairs_of,
    seat_notes,
    simulation_table,
    who,
)
from upcard.simulation.simulation_result import SimulationResult

NAME_WIDTH = 200
"""Maximum width of strategy names; they need no line breaks, since a notebook scrolls."""


table = simulation_table


def sheet(result: SimulationResult) -> Sheet:
    """Return the sheet of a simulation."""
    parts = [_seats(result), _per_game(result)]
    notes = [*seat_notes(result), *fairness_notes(result)]
    if result.differences:
        columns = [*pairs_of(result, NAME_WIDTH), *gaps(result.differences)]
        parts.append(table_of("First minus second (win shares in percentage points)", columns))
        notes += difference_notes(result)
    return sheet_of(heading(result), parts, notes)


def _seats(result: SimulationResult) -> Table:
    """Return the seats, with a bar for the win share and a mark at an equal one."""
    shares = [s.estimates["win_share"] for s in result.seats]
    top, equal = max(0.05, *(e.high for e in shares)), 1 / len(shares)
    bars = [interval_bar(e, 0, max(top, 1.1 * equal), equal) for e in shares]
    title = "Seats" if result.seating == "fixed" else "Entrants"
    seats = table_of(title, [*who(result, NAME_WIDTH), *measures(result)])
    return with_bars(seats, "win share, dashes: an equal one", bars)


def _per_game(result: SimulationResult) -> Table:
    rows = [[name, f"{mean}\n{interval}"] for name, mean, interval in game_rows(result)]
    return Table("Per game", ["quantity", "mean"], rows)
