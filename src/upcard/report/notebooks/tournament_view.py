"""A tournament: the standings, and the payoffs as a heat map."""

from rich.console import RenderableType

from upcard.report.document import Grid, Sheet, Strip, interval_bar, strips_of
from upcard.report.tournament_text import (
    fates,
    heading,
    matrix,
    payoff_notes,
    standing_columns,
    standing_notes,
    tournament_table,
    who,
)
from upcard.simulation.tournament_result import TournamentResult

NAME_WIDTH = 200


def table(result: TournamentResult) -> RenderableType:
    """What ``print`` shows of it, as the command does."""
    return tournament_table(result)


def sheet(result: TournamentResult) -> Sheet:
    """What is shown of a tournament."""
    first, *more = heading(result).plain.split("\n")
    title, _, facts = first.partition(" · ")
    parts = [_standings(result), _payoffs(result)]
    if result.until_decided:
        keys, columns = fates(result, NAME_WIDTH)
        parts.append(Grid("What became of each pair", strips_of([*keys, *columns])))
    return Sheet(title, facts, more, parts, [*standing_notes(result), *payoff_notes(result)])


def _standings(result: TournamentResult) -> Grid:
    """How every strategy did, with a bar for its payoff against the field."""
    found = [s.field_payoff for s in result.standings]
    reach = max(0.01, *(max(abs(e.low), abs(e.high)) for e in found))
    bars = [interval_bar(e, -reach, reach, 0.0) for e in found]
    strips = strips_of([*who(result, NAME_WIDTH), *standing_columns(result.standings)])
    return Grid("Standings", [*strips[:2], Strip("against the field", bars, is_text=True), *strips[2:]])


def _payoffs(result: TournamentResult) -> Grid:
    """A column for each opponent; who wins more is blue, who wins less is red."""
    order = [s.place - 1 for s in result.standings]
    shown = result.payoffs[order][:, order]
    top = max(float(abs(shown).max()), 1e-9)
    columns = [
        Strip(c.head, c.cells, tints=(shown[:, j] / top).tolist()) for j, c in enumerate(matrix(result))
    ]
    caption = "Row minus column (win shares in percentage points)"
    return Grid(caption, [*strips_of(who(result, NAME_WIDTH, ranked=False)), *columns])
