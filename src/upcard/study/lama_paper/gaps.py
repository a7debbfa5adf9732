"""Differences between numbers of the study: how sure they are, and how a statement on many is judged.

A statement that compares several pairs holds if each difference does with 95 %, and does not hold if one of
them lies the other way by more than chance explains for all of them; see
:func:`upcard.study.judge.exceed_together`. So each verdict is wrong with 5 % at the most.
"""

import math
from collections.abc import Mapping

from upcard.simulation.estimate import Estimate
from upcard.simulation.result import SimulationResult
from upcard.study.judge import exceed_together, exceeds, family_confidence, widened
from upcard.study.parts import FAILS, HOLDS, OPEN

Gaps = Mapping[str, Estimate]
"""What is compared, and a difference that should lie above 0."""

WORDS = {HOLDS: "as said", FAILS: "the other way", OPEN: "undecided"}


def known(value: float, se: float) -> Estimate:
    """An estimate by its standard error."""
    return widened(Estimate(value, value, value, se), 0.95)


def lead(result: SimulationResult, seat: int, rival: int) -> Estimate:
    """How much more often one seat is among the winners than another, over the same games.

    Parameters
    ----------
    result : SimulationResult
        The games, one to a block.
    seat, rival : int
        Seats, from 1.
    """
    p, q = (result.seats[s - 1].estimates["win_any"].value for s in (seat, rival))
    # In a game the difference is 1, 0 or -1. Its square is 1 where one of the two wins without the other, so
    # its mean is at most p + q however the two depend on each other, and hardly less: few games are shared.
    # Adding the errors of p and q would also be safe, but a fifth too wide: who wins keeps the other from it.
    spread = max(0.0, p + q - (p - q) ** 2)
    return known(p - q, math.sqrt(spread / result.games))


def judged(gaps: Gaps, digits: int = 4) -> tuple[str, str]:
    """Whether all differences lie above 0; and in words how many do, and which one is the least sure to.

    Parameters
    ----------
    gaps : mapping
        The differences by their names.
    digits : int
        Decimals of the difference that is told.
    """
    verdict = exceed_together(gaps.values())
    wide = {where: widened(e, family_confidence(len(gaps))) for where, e in gaps.items()}
    parts = [
        FAILS if exceeds(wide[where]) == FAILS else HOLDS if exceeds(widened(e, 0.95)) == HOLDS else OPEN
        for where, e in gaps.items()
    ]
    where = min(gaps, key=lambda w: _distance(gaps[w]))
    e = widened(gaps[where], 0.95) if verdict == HOLDS else wide[where]
    least = f"{where} {e.value:+.{digits}f} ({e.low:+.{digits}f} to {e.high:+.{digits}f})"
    if len(gaps) == 1:
        return verdict, f"{least}."
    counts = ", ".join(f"{parts.count(v)} {word}" for v, word in WORDS.items() if v in parts)
    allowing = "" if verdict == HOLDS else ", allowing for all comparisons"
    return verdict, f"{len(gaps)} comparisons, {counts}; the least is {least}{allowing}."


def _distance(e: Estimate) -> float:
    """How far above 0 a number lies, in standard errors."""
    return e.value / e.se if e.se > 0 else math.copysign(math.inf, e.value) if e.value else 0.0
