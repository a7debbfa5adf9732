"""A computed result of which only its sentences and its table are known."""

from upcard.report.notebook_sheet import Sheet, headed
from upcard.solving.game_solver_contract import SolutionReport


def sheet(report: SolutionReport) -> Sheet:
    """Return the sheet of a result."""
    title, *sentences = report.sentences()
    rows = report.rows()
    return Sheet(title, "", sentences, [headed("Result", rows)] if rows else [], [report.effort()])
