"""What the paper says, each with the function that judges it."""

from collections.abc import Callable, Sequence

from upcard.study.lab import Lab
from upcard.study.parts import Finding

Judge = Callable[[Lab], tuple[str, str]]
"""Gives the verdict on a statement, and the numbers that show it."""

Statement = tuple[str, Judge]
"""A claim, with its place in the paper, and its judge."""


def findings(lab: Lab, statements: Sequence[Statement]) -> list[Finding]:
    """What becomes of each statement.

    Parameters
    ----------
    lab : Lab
        Who plays.
    statements : sequence of Statement
        What is said.
    """
    return [Finding(claim, *judge(lab)) for claim, judge in statements]
