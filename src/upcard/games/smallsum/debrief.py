"""The debrief of Smallsum in class: the class's bets by lead beside the optimum, and who has won."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from upcard.classroom.class_record import Played, Story
from upcard.classroom.mean_bars import FEW
from upcard.classroom.win_tally import WinTally
from upcard.document.model import Chart, Section, Series
from upcard.engine.state import PlainState
from upcard.games.smallsum.evaluator import SmallsumEvaluator, evaluator_of, unseen_ranks
from upcard.games.smallsum.rules import answering, most, open_sum, total, value
from upcard.language.messages import gettext as _
from upcard.language.messages import marked, ngettext
from upcard.simulation.estimate import of_spread, ratio_parts
from upcard.simulation.simulation_result import LEVEL

PLAY = 0
ROLES = ("A", "B")
ENDS = (-1.0, -0.6, -0.2, 0.2, 0.6, 1.0)
"""The ends of the groups of leads."""

NAMES = (
    marked("−100 to −60 %"),
    marked("−60 to −20 %"),
    marked("−20 to 20 %"),
    marked("20 to 60 %"),
    marked("60 to 100 %"),
)
LEAD_WORDS = marked(
    "The lead is the chance that your sum is the smaller one, minus the chance that it is the larger one, "
    "given the cards that you could see."
)
MARGIN_WORDS = marked("Red lines: margins of error. Bars of few pupils have no line.")


@dataclass(frozen=True)
class ClassBet:
    """A bet of a pupil: who, the lead, and the bet as a part of the maximum, beside that of the optimum."""

    pupil: str
    lead: float
    part: float
    optimal: float | None
    """The average bet of the optimum with the same cards; None if nobody has computed it."""


def lead_of(s: PlainState) -> float:
    """Return the lead of the player to move, from -1 to 1, by the cards that they see."""
    me = s.player
    mine, shown = total(s, me), open_sum(s, 1 - me)
    margins = [shown + value(k) - mine for k in unseen_ranks(s, me)]
    return sum((x > 0) - (x < 0) for x in margins) / len(margins)


def bets_of(one: Played) -> Iterator[ClassBet]:
    """Yield the bets of pupils in a match, wherever they could bet at all."""
    match = one.replayed()
    evaluator = evaluator_of(match.game)
    for (s, action, is_human), who in zip(one.positions(), one.who, strict=True):
        if is_human and not answering(s) and most(s) > 0:
            yield ClassBet(who, lead_of(s), action / most(s), _optimal(evaluator, s))


def _optimal(evaluator: SmallsumEvaluator | None, s: PlainState) -> float | None:
    """Return the average bet of the optimum as a part of the maximum."""
    if evaluator is None:
        return None
    odds = evaluator.odds(evaluator.game.view(s, s.player))
    return float(sum(float(chance) * bet for bet, chance in odds)) / most(s)


def debrief(story: Story, title: str) -> list[Section]:
    """Return the chart of the class's bets by lead beside the optimum, and the tally of all matches."""
    matches = story.of_step(PLAY)
    bets = [x for one in matches for x in bets_of(one)]
    return [bets_section(bets, title), tally_section(matches)]


def bets_section(bets: Sequence[ClassBet], title: str) -> Section:
    """Return the chart of bets by lead: columns of the class, and of the optimum with the same cards."""
    heading = _("Bets by lead at {game}", game=title)
    if not bets:
        return Section(heading, [_("Nobody in the class has bet yet."), _(LEAD_WORDS)])
    groups = [[x for x in bets if _group(x.lead) == i] for i in range(len(NAMES))]
    shown = [(i, group) for i, group in enumerate(groups) if group]
    places = [float(i) for i in range(len(shown))]
    intervals = [_part_of(group) for _, group in shown]
    series = [Series(_("your class"), places, *(list(x) for x in zip(*intervals, strict=True)))]
    if all(x.optimal is not None for x in bets):
        optimal = [float(np.mean([x.optimal for x in group])) for _, group in shown]
        series.append(Series(_("the optimum with the same cards"), places, optimal))
    chart = Chart(
        "bets-by-lead", _("Average bet, as a part of the maximum"), _("lead"), _("average bet"), series,
        names=[f"{_(NAMES[i])} ({len(group)})" for i, group in shown],
    )  # fmt: skip
    pupils = len({x.pupil for x in bets})
    number = _(
        "{bets} of {pupils}; the numbers in brackets are bets.",
        bets=ngettext("{n} bet", "{n} bets", len(bets)),
        pupils=ngettext("{n} pupil", "{n} pupils", pupils),
    )
    return Section(heading, [_(LEAD_WORDS), f"{number} {_(MARGIN_WORDS)}"], figures=[chart])


def _group(lead: float) -> int:
    """Return the number of the group of a lead."""
    return min(sum(lead >= end for end in ENDS[1:]), len(NAMES) - 1)


def _part_of(bets: Sequence[ClassBet]) -> tuple[float, float, float]:
    """Return the average part and its interval; bets of one pupil are not independent."""
    pupils = sorted({x.pupil for x in bets})
    sums = np.array([sum(x.part for x in bets if x.pupil == p) for p in pupils])
    sizes = np.array([sum(x.pupil == p for x in bets) for p in pupils], np.float64)
    share = float(sums.sum() / sizes.sum())
    if len(pupils) < FEW:
        return share, share, share
    estimate = of_spread(ratio_parts(sums, sizes), LEVEL)
    return share, max(0.0, estimate.low), min(1.0, estimate.high)


def tally_section(matches: Sequence[Played]) -> Section:
    """Return who has won, by pupil and by role, over all groups."""
    tally = WinTally(ROLES)
    for x in matches:
        if x.is_over:
            counts = [x.counts_for(p) for p in range(len(ROLES))]
            tally.add([(name, name) for name in x.names], counts, x.winners)
    return tally.section(_("Who has won"))
