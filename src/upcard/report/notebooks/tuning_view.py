"""A tuning: what the parameters are worth, and the course of the search."""

import hashlib

from upcard.report.document import Drawing, Grid, Sheet, grid_of
from upcard.report.plots import figure_svg
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
from upcard.study.study_parts import Figure


def sheet(result: TuningResult) -> Sheet:
    """What is shown of a tuning."""
    first, *more = heading(result).plain.split("\n")
    title, _, facts = first.partition(" · ")
    parts: list[Grid | Drawing] = [
        grid_of("What they are worth", strength_rows(result)),
        grid_of("Parameters", parameter_rows(result)),
        Drawing(_course(result)),
    ]
    return Sheet(title, facts, [*more, verdict_sentence(result)], parts, [curse_sentence(result)])


def _course(result: TuningResult) -> str:
    """The search, generation by generation."""
    figure = Figure(
        "search", "The course of the search", "candidates tried", GOALS[result.goal], course_of(result)
    )
    own = hashlib.sha256(repr(figure).encode()).hexdigest()[:8]  # several may stand in one notebook
    return figure_svg(figure, f"search-{own}")
