"""A simulation: who won how often, with intervals as bars, then all that was counted."""

from rich.console import RenderableType

from upcard.report.document import Grid, Sheet, Strip, interval_bar, strips_of
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
"""Names of strategies are not broken: a notebook has room, and scrolls."""


def table(result: SimulationResult) -> RenderableType:
    """What ``print`` shows of it, as the command does."""
    return simulation_table(result)


def sheet(result: SimulationResult) -> Sheet:
    """What is shown of a simulation."""
    first, *more = heading(result).plain.split("\n")
    title, _, facts = first.partition(" · ")
    parts = [_seats(result), _per_game(result)]
    notes = [*seat_notes(result), *fairness_notes(result)]
    if result.differences:
        strips = strips_of([*pairs_of(result, NAME_WIDTH), *gaps(result.differences)])
        parts.append(Grid("First minus second (win shares in percentage points)", strips))
        notes += difference_notes(result)
    return Sheet(title, facts, more, parts, notes)


def _seats(result: SimulationResult) -> Grid:
    """The seats, with a bar for the win share and a mark at an equal one."""
    shares = [s.estimates["win_share"] for s in result.seats]
    top, equal = max(0.05, *(e.high for e in shares)), 1 / len(shares)
    bars = [interval_bar(e, 0, max(top, 1.1 * equal), equal) for e in shares]
    strips = strips_of([*who(result, NAME_WIDTH), *measures(result)])
    chart = Strip("win share, dashes: an equal one", bars, is_text=True)
    return Grid("Seats" if result.seating == "fixed" else "Entrants", [*strips[:2], chart, *strips[2:]])


def _per_game(result: SimulationResult) -> Grid:
    names, means, intervals = zip(*game_rows(result), strict=True)
    cells = [f"{mean}\n{interval}" for mean, interval in zip(means, intervals, strict=True)]
    return Grid("Per game", [Strip("quantity", names, True), Strip("mean", cells)])
