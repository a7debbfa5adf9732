"""A solution of which only its sentences and its table are known."""

from upcard.report.notebook_sheet import Sheet, headed
from upcard.solving.game_solver_contract import SolutionReport


def sheet(finding: SolutionReport) -> Sheet:
    """Return the sheet of a finding."""
    title, *sentences = finding.sentences()
    rows = finding.rows()
    return Sheet(title, "", sentences, [headed("What was found", rows)] if rows else [], [finding.effort()])
