"""A tournament: the standings, and the payoffs as a heat map."""

from dataclasses import replace

import numpy as np

from upcard.document.model import Table
from upcard.report.charts import interval_bar
from upcard.report.notebook_sheet import Sheet, sheet_of, table_of, with_bars
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


table = tournament_table


def sheet(result: TournamentResult) -> Sheet:
    """Return the sheet of a tournament."""
    parts = [_standings(result), _payoffs(result)]
    if result.until_decided:
        keys, columns = fates(result, NAME_WIDTH)
        parts.append(table_of("What became of each pair", [*keys, *columns]))
    return sheet_of(heading(result), parts, [*standing_notes(result), *payoff_notes(result)])


def _standings(result: TournamentResult) -> Table:
    """Return the standings, with a bar for the payoff of every strategy against the field."""
    payoffs = [s.field_payoff for s in result.standings]
    reach = max(0.01, *(max(abs(e.low), abs(e.high)) for e in payoffs))
    bars = [interval_bar(e, -reach, reach, 0.0) for e in payoffs]
    standings = table_of("Standings", [*who(result, NAME_WIDTH), *standing_columns(result.standings)])
    return with_bars(standings, "against the field", bars)


def _payoffs(result: TournamentResult) -> Table:
    """Return a table with a column for each opponent; winners are blue and losers red."""
    order = [s.place - 1 for s in result.standings]
    shown = result.payoffs[order][:, order]
    top = max(float(abs(shown).max()), 1e-9)
    tints = {(i, j + 1): float(x) / top for (i, j), x in np.ndenumerate(shown)}
    columns = [*who(result, NAME_WIDTH, ranked=False), *matrix(result)]
    return replace(table_of("Row minus column (win shares in percentage points)", columns), tints=tints)
