"""The paper's statements with the functions that judge them; statements without games stay undecided."""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from upcard.document.model import OPEN, StudyFinding
from upcard.study.experiment_runner import Lab, LeftOut

JudgeStatement = Callable[[Lab], tuple[str, str]]
"""Return the verdict on a statement, and the numbers that show it."""

Statement = tuple[str, JudgeStatement]
"""A claim, with its place in the paper, and its judge."""

NOT_PLAYED = "The study was stopped before the games for this were played."

CLAIMS: dict[str, dict[str, str]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
"""The claims of the paper by subject and key."""

PartT = TypeVar("PartT")


def statements(subject: str, judges: Mapping[str, JudgeStatement]) -> tuple[Statement, ...]:
    """Return the claims of one subject with their judges, which have the same keys."""
    return tuple((CLAIMS[subject][key], judge) for key, judge in judges.items())


def findings(lab: Lab, statements: Sequence[Statement]) -> list[StudyFinding]:
    """Judge each statement; it stays undecided if its games were not played."""
    return [StudyFinding(claim, *_verdict(lab, judge)) for claim, judge in statements]


def _verdict(lab: Lab, judge: JudgeStatement) -> tuple[str, str]:
    try:
        return judge(lab)
    except LeftOut:
        return OPEN, NOT_PLAYED


def possible(makers: Mapping[str, Callable[[], PartT]]) -> tuple[list[PartT], list[str]]:
    """Build the parts whose games were played; the second result names the missing ones in a sentence."""
    parts, missing = [], []
    for name, make in makers.items():
        try:
            parts.append(make())
        except LeftOut:
            missing.append(name)
    return parts, left_out(missing)


def left_out(names: Sequence[str]) -> list[str]:
    """Return the sentence on parts that are missing because their games were not played."""
    return (
        [f"Missing, because the study was stopped before their games: {', '.join(names)}."] if names else []
    )
