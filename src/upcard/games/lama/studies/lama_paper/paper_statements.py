"""The paper's statements with the functions that judge them; statements without games stay undecided.

A statement that compares several pairs holds if each difference does at 95 %. It fails if one of them lies
the other way by more than chance explains for all of them; see
:func:`upcard.study.verdicts.exceed_together`. So each verdict is wrong with probability 5 % at most.
"""

import math
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

from upcard.document.model import FAILS, HOLDS, OPEN, Chart, Section, Series, StudyFinding
from upcard.engine.wording import signed
from upcard.simulation.estimate import Estimate
from upcard.simulation.simulation_result import SimulationResult
from upcard.study.experiment_runner import Job, Lab, LeftOut
from upcard.study.verdicts import curve, difference, exceed_together, exceeds, family_confidence, widened

JudgeStatement = Callable[[Lab], tuple[str, str]]
"""Returns the verdict on a statement, and the numbers behind it in words."""

Statement = tuple[str, JudgeStatement]
"""A claim, with its place in the paper, and its judge."""

DrawChart = Callable[[Lab, int], Chart]
"""Draws the figure of the paper with this number."""

Gaps = Mapping[str, Estimate]
"""Differences that should lie above 0, by the words for the comparison."""

WORDS = {HOLDS: "as stated", FAILS: "the other way", OPEN: "undecided"}

NOT_PLAYED = "The study was stopped before the games for this were played."

CLAIMS: dict[str, dict[str, str]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
"""The claims of the paper by subject and key."""

PartT = TypeVar("PartT")


def statements(subject: str, judges: Mapping[str, JudgeStatement]) -> tuple[Statement, ...]:
    """Return the claims of one subject with their judges, which have the same keys."""
    return tuple((CLAIMS[subject][key], judge) for key, judge in judges.items())


def findings(lab: Lab, claims: Sequence[Statement]) -> list[StudyFinding]:
    """Judge each statement; it stays undecided if its games were not played."""
    return [StudyFinding(claim, *_verdict(lab, judge)) for claim, judge in claims]


def _verdict(lab: Lab, judge: JudgeStatement) -> tuple[str, str]:
    try:
        return judge(lab)
    except LeftOut:
        return OPEN, NOT_PLAYED


def possible(makers: Mapping[str, Callable[[], PartT]]) -> tuple[list[PartT], list[str]]:
    """Build the parts whose games were played; also return a sentence that names the missing ones."""
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


def figure_section(
    lab: Lab,
    title: str,
    charts: Mapping[int, DrawChart],
    claims: Sequence[Statement],
    text: Sequence[str] = (),
) -> Section:
    """Return a part of the report with those of its figures whose games were played."""
    figures, missing = possible({f"Figure {n}": partial(chart, lab, n) for n, chart in charts.items()})
    return Section(title, [*text, *missing], figures=figures, findings=findings(lab, claims))


def by_seat(lab: Lab, job: Job, column: str, label: str) -> Series:
    """Return a quantity of every seat as a series of a chart."""
    seats = lab.play(job).seats
    return curve(label, [s.seat for s in seats], [s.estimates[column] for s in seats])


def estimate_from_error(value: float, se: float) -> Estimate:
    """Return an estimate with the 95 % interval of its standard error."""
    return widened(Estimate(value, value, value, se), 0.95)


def lead(result: SimulationResult, seat: int, rival: int) -> Estimate:
    """Estimate how much more often one seat is among the winners than a rival; seats count from 1."""
    p, q = (result.seats[s - 1].estimates["win_any"].value for s in (seat, rival))
    # In each game the difference is 1, 0 or -1. Its square is 1 if exactly one of the two wins. So its mean
    # is at most p + q however the two depend on each other, and hardly less, since few games are shared.
    # Adding the errors of p and q would also be safe, but a fifth too wide: two wins exclude each other.
    spread = max(0.0, p + q - (p - q) ** 2)
    return estimate_from_error(p - q, math.sqrt(spread / result.games))


def judge_differences(gaps: Gaps, digits: int = 4) -> tuple[str, str]:
    """Judge whether all differences lie above 0; count them by verdict and show the least certain one."""
    verdict = exceed_together(gaps.values())
    wide = {where: widened(e, family_confidence(len(gaps))) for where, e in gaps.items()}
    parts = [
        FAILS if exceeds(wide[where]) == FAILS else HOLDS if exceeds(widened(e, 0.95)) == HOLDS else OPEN
        for where, e in gaps.items()
    ]
    where = min(gaps, key=lambda w: _distance(gaps[w]))
    e = widened(gaps[where], 0.95) if verdict == HOLDS else wide[where]
    value, low, high = (signed(x, digits) for x in (e.value, e.low, e.high))
    least = f"{where} {value} ({low} to {high})"
    if len(gaps) == 1:
        return verdict, f"{least}."
    counts = ", ".join(f"{parts.count(v)} {word}" for v, word in WORDS.items() if v in parts)
    allowing = "" if verdict == HOLDS else ", allowing for all comparisons"
    return verdict, f"{len(gaps)} comparisons, {counts}; the least is {least}{allowing}."


def judged(gaps: Gaps, before: str, after: str = "", digits: int = 4) -> tuple[str, str]:
    """Judge whether all differences lie above 0; put the sentence on them between `before` and `after`."""
    verdict, comparison = judge_differences(gaps, digits)
    return verdict, f"{before} {comparison} {after}".rstrip()


def _distance(e: Estimate) -> float:
    """Return how many standard errors an estimate lies above 0."""
    return e.value / e.se if e.se > 0 else math.copysign(math.inf, e.value) if e.value else 0.0


def scaled(e: Estimate, factor: float) -> Estimate:
    """Return an estimate multiplied by a factor of 0 or more."""
    return estimate_from_error(factor * e.value, factor * e.se)


def surplus(result: SimulationResult) -> Estimate:
    """Estimate how many winners a game has beyond one: the win shares of all seats, less 1."""
    n, more = result.players, sum(s.estimates["win_any"].value for s in result.seats) - 1
    # A game has 0 to n - 1 winners beyond one, so the mean of their square is at most n - 1 times their mean.
    return estimate_from_error(more, math.sqrt(max(0.0, (n - 1) * more - more * more) / result.games))


def even_share(result: SimulationResult) -> Estimate:
    """Estimate what a seat drawn at random wins: above 1/n, since ties count for each winner."""
    more = surplus(result)
    return estimate_from_error((1 + more.value) / result.players, more.se / result.players)


def between(name: str, e: Estimate, low: float, high: float) -> dict[str, Estimate]:
    """Return how far an estimate lies above a lower bound and below an upper one, by name."""
    return {
        f"{name} above {low:g}": estimate_from_error(e.value - low, e.se),
        f"{name} below {high:g}": estimate_from_error(high - e.value, e.se),
    }


def near(name: str, e: Estimate, other: Estimate, part: float) -> dict[str, Estimate]:
    """Return how far an estimate lies inside a relative margin around another one, on both sides."""
    return {
        f"{name} upwards": difference(scaled(other, 1 + part), e),
        f"{name} downwards": difference(e, scaled(other, 1 - part)),
    }
