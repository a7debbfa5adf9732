"""What the paper says, each with the function that judges it; and what becomes of it without its games."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from upcard.document.model import OPEN, Finding
from upcard.study.experiment_runner import Lab, LeftOut

JudgeStatement = Callable[[Lab], tuple[str, str]]
"""Gives the verdict on a statement, and the numbers that show it."""

Statement = tuple[str, JudgeStatement]
"""A claim, with its place in the paper, and its judge."""

NOT_PLAYED = "The study was stopped before the games for this were played."

PartT = TypeVar("PartT")


def findings(lab: Lab, statements: Sequence[Statement]) -> list[Finding]:
    """What becomes of each statement; undecided if its games were not played.

    Parameters
    ----------
    lab : Lab
        Who plays.
    statements : sequence of Statement
        What is said.
    """
    return [Finding(claim, *_verdict(lab, judge)) for claim, judge in statements]


def _verdict(lab: Lab, judge: JudgeStatement) -> tuple[str, str]:
    try:
        return judge(lab)
    except LeftOut:
        return OPEN, NOT_PLAYED


def possible(makers: Mapping[str, Callable[[], PartT]]) -> tuple[list[PartT], list[str]]:
    """What can be made of the games that were played, and a sentence on the rest, if there is any.

    Parameters
    ----------
    makers : mapping
        Functions that make the parts, by the names of these.
    """
    made, missing = [], []
    for name, make in makers.items():
        try:
            made.append(make())
        except LeftOut:
            missing.append(name)
    return made, left_out(missing)


def left_out(names: Sequence[str]) -> list[str]:
    """The sentence on parts that are missing since their games were not played."""
    return [f"Left out, since the study was stopped before their games: {', '.join(names)}."] if names else []
