"""What was found by solving, where nothing more is known of it than its sentences and its table."""

from upcard.report.document import Sheet, grid_of
from upcard.solving.game_solver_contract import SolverReport


def sheet(finding: SolverReport) -> Sheet:
    """What is shown of a finding."""
    title, *sentences = finding.sentences()
    rows = finding.rows()
    return Sheet(title, "", sentences, [grid_of("What was found", rows)] if rows else [], [finding.effort()])
