"""A tuning: the strength of the parameters, and the course of the search."""

from upcard.document.model import Chart, Figure, Table
from upcard.report.line_charts import chart_svg
from upcard.report.notebook_sheet import Sheet, headed, sheet_of
from upcard.report.tuning_text import (
    GOALS,
    course_of,
    curse_sentence,
    heading,
    parameter_rows,
    strength_rows,
    verdict_sentence,
)
from upcard.simulation.tuning_result import TuningResult

CHART_WIDTH = 520


def sheet(result: TuningResult) -> Sheet:
    """Return the sheet of a tuning."""
    parts: list[Table | Figure] = [
        headed("Strength", strength_rows(result)),
        headed("Parameters", parameter_rows(result)),
        Figure(_course(result)),
    ]
    return sheet_of(heading(result), parts, [curse_sentence(result)], [verdict_sentence(result)])


def _course(result: TuningResult) -> str:
    """Draw the search, generation by generation."""
    goal = GOALS[result.goal]
    chart = Chart("search", "The course of the search", "candidates tried", goal, course_of(result))
    return chart_svg(chart, CHART_WIDTH)
