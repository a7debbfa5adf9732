"""The last question of the classroom sheet: whether to avoid a neighbour who always gives low cards.

Two answers: a player who avoids her and one who does not play the same deals; and in recorded games, what a
neighbour gives is set beside what she gave the time before.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from upcard.document.model import FAILS, HOLDS, OPEN, Chart, Finding, Section, Table
from upcard.engine.arrays import IntArray
from upcard.games.stoppers.studies.study_tables import (
    CLASSROOM,
    FRESH,
    LOSSES,
    PLAYERS,
    RULES,
    TYPICAL,
    WINS,
    family_text,
    flat,
    listed,
    rows,
    seat,
)
from upcard.games.stoppers.studies.swap_statistics import LOW, SwapMemory, swaps
from upcard.kit.ranks import KING
from upcard.simulation.estimate import Estimate
from upcard.simulation.paired_comparison import PairedComparison
from upcard.study.experiment_runner import Job, Lab, finish, in_lab
from upcard.study.study_parts import StudyReport
from upcard.study.study_registry import Study
from upcard.study.verdicts import (
    FAMILY_LEVEL,
    all_exceed,
    contrary,
    curve,
    exceeds,
    family_confidence,
    per_cent,
    points,
    within,
)

STUDY = Study(
    name="stoppers-neighbour",
    title="Stoppers: should I avoid the neighbour who gave me low cards?",
    words="My neighbour always gives me a low card: should I avoid trading with her?",
    games=50_000,
)
AVOIDING, TRUSTING = "superstitious", "swap-at-most"
CAST = (AVOIDING, TRUSTING)
GRUDGES = range(KING + 1)
RECORD_PLAYERS, RECORD_DIVIDED = 6, 20
RECORD_WEIGHT = 2_000  # an interpreted game of six costs about so many compiled ones of one pair of seats
TOLD_EVERY = 20
MARGIN = 0.015  # of the share of low cards
FAMILY = 3 * len(PLAYERS) + 3  # comparisons behind the verdicts
CONFIDENCE = family_confidence(FAMILY)

EVERY, UNSHUFFLED, SHUFFLED = (
    "shuffled every round",
    "classroom, not shuffled since",
    "classroom, shuffled since",
)


@in_lab
def run(lab: Lab) -> StudyReport:
    """Compare avoiding with not avoiding, and record what neighbours give; after an interrupt with few games.

    Parameters
    ----------
    lab : Lab
        Its games are those of a comparison; a twentieth are recorded swap by swap, with one thread.
    """
    twins = [_one(AVOIDING, n) for n in PLAYERS] * 4 + [_one(AVOIDING, TYPICAL)] * 2 * (len(GRUDGES) - 1)
    lab.plan(twins, 2 * record_cost(lab.games))
    pairs = {r: [avoiding(lab, n, r) for n in PLAYERS] for r in (CLASSROOM, FRESH)}
    grudges = [avoiding(lab, TYPICAL, CLASSROOM, low) for low in GRUDGES]
    kept: dict[str, NeighbourRecord] = {}
    records = {
        r: lab.play_once(kept, r, partial(record, lab, r), record_cost(lab.games)) for r in (CLASSROOM, FRESH)
    }
    sections = [avoiding_section(pairs, grudges), memory_section(records)]
    results = {
        "avoiding": flat(pairs),
        "memory": [_memory_row(name, m) for name, m in memories(records).items()],
        "family": FAMILY,
        "family_level": FAMILY_LEVEL,
    }
    said = answer(pairs[CLASSROOM], memories(records))
    return finish(lab, STUDY, RULES, [said], sections, results)


def _one(strategy: str, players: int, reshuffle: str = CLASSROOM) -> Job:
    """Against others who swap every low card and bear no grudge."""
    return seat(strategy, TRUSTING, players, CAST, reshuffle)


def avoiding(lab: Lab, players: int, reshuffle: str, low: int = LOW) -> PairedComparison:
    """Who avoids a neighbour after a card of at most `low`, and who does not, over the same deals."""
    grudge = f"{AVOIDING}:low={low}"
    return lab.compare(_one(grudge, players, reshuffle), _one(TRUSTING, players, reshuffle))


def record_cost(games: int) -> float:
    """What the recording of one way to reshuffle costs, in games of the usual kind."""
    return games / RECORD_DIVIDED * RECORD_WEIGHT


@dataclass(frozen=True)
class NeighbourRecord:
    """What neighbours gave, and what they had given before."""

    seen: IntArray
    """In each game, swaps by whether used cards were shuffled since the one before, by the value that came
    then, and by the value that came now."""
    is_stop_asked: bool
    """Whether it was to stop."""

    @property
    def games(self) -> int:
        """Games recorded."""
        return len(self.seen)


def record(lab: Lab, reshuffle: str) -> NeighbourRecord:
    """Play games card by card and record every swap; an interrupt keeps what was done."""
    games, cost = lab.in_part(RECORD_DIVIDED), record_cost(lab.games)
    what, table = f"recording swaps, reshuffle {reshuffle}", _one(TRUSTING, RECORD_PLAYERS, reshuffle).table()
    seen: list[IntArray] = []
    try:
        while len(seen) < games:
            if len(seen) % TOLD_EVERY == 0:
                lab.report_progress(what, cost * len(seen) / games)
            seen.append(swaps(table, lab.seed, len(seen)))
        lab.report_progress(what, cost)
    except KeyboardInterrupt:
        if not seen:
            raise
        return NeighbourRecord(np.array(seen), True)
    return NeighbourRecord(np.array(seen), False)


def memories(records: dict[str, NeighbourRecord]) -> dict[str, SwapMemory]:
    """The three cases: shuffled before every round, not shuffled since the last swap, shuffled since."""
    fresh, here = records[FRESH].seen, records[CLASSROOM].seen
    return {
        EVERY: SwapMemory(fresh.sum(1)),
        UNSHUFFLED: SwapMemory(here[:, 0]),
        SHUFFLED: SwapMemory(here[:, 1]),
    }


def _memory_row(place: str, m: SwapMemory) -> dict[str, Any]:
    shares = m.after_low().items("low_after_low") | m.after_high().items("low_after_high")
    return {"place": place, "swaps": int(m.seen.sum()), **shares, **m.change().items("change")}


def forgets(change: Estimate) -> str:
    """Whether low cards come as often after a low card as after another, up to the margin."""
    return within(change, MARGIN)


def makes_rarer(change: Estimate) -> str:
    """Whether low cards come less often after a low card than after another."""
    return contrary(exceeds(change))


def answer(pairs: Sequence[PairedComparison], found: dict[str, SwapMemory]) -> str:
    """The plain answer, made from the numbers.

    Parameters
    ----------
    pairs : list of PairedComparison
        Avoiding and not avoiding, by the rules of the sheet, for each number of players.
    found : dict of str to SwapMemory
        What neighbours gave, in each case.
    """
    opening = {
        HOLDS: "Yes, avoiding her wins more games.",
        FAILS: "No, do not avoid her: you would win fewer games.",
        OPEN: "These games are too few to say for every table whether you should avoid her.",
    }[all_exceed(p.difference(WINS, CONFIDENCE) for p in pairs)]
    here, fresh, used = pairs[PLAYERS.index(TYPICAL)], found[EVERY], found[UNSHUFFLED]
    lesson = {
        HOLDS: f"which is the same, to {100 * MARGIN:g} in 100: cards remember nothing.",
        FAILS: "which is not the same.",
        OPEN: "which is too few games to tell whether it is the same.",
    }[forgets(fresh.change(CONFIDENCE))]
    return (
        f"{opening} With {TYPICAL} players and over the same deals, no longer asking a neighbour who gave "
        f"an ace to {LOW} changes how often you win by {points(here.difference(WINS))} games in 100. If the "
        f"deck is shuffled before every round, she gives a low card {per_cent(fresh.after_low())} of the "
        f"time after a low one, and {per_cent(fresh.after_high())} after a higher one, {lesson} In the "
        f"classroom game, while used cards stay out of the deck, it is {per_cent(used.after_low())} and "
        f"{per_cent(used.after_high())}. Intervals, in brackets, hold 95 %."
    )


def avoiding_section(pairs: dict[str, list[PairedComparison]], grudges: list[PairedComparison]) -> Section:
    """What it costs to avoid a neighbour."""
    return Section(
        "With and without the grudge",
        [
            f"One player swaps every card up to {LOW}, as all others do. But once a neighbour gave a card of "
            "at most that value, this player never asks that neighbour again. The same deals and seats are "
            "played by a player who asks again. The difference is what the grudge is worth.",
            family_text(FAMILY),
        ],
        tables=[_block(pairs)],
        figures=[_grudge_figure(grudges)],
        findings=_avoiding_findings(pairs),
    )


def _block(pairs: dict[str, list[PairedComparison]]) -> Table:
    columns = ["players", "reshuffle", "wins without a grudge", "more wins", "more lives lost per round"]
    return Table(
        "What the grudge is worth",
        columns,
        rows(pairs),
        "Differences in percentage points: with minus without.",
    )


def _grudge_figure(grudges: list[PairedComparison]) -> Chart:
    line = curve(f"{TYPICAL} players", GRUDGES, [p.difference(WINS) for p in grudges], 100)
    title = "What the grudge is worth, by the highest card that is held against a neighbour"
    note = "At 0 nothing is ever held against anybody, and the two play alike."
    return Chart("grudge", title, "highest value that is resented", "wins, percentage points", [line], note)


def _avoiding_findings(pairs: dict[str, list[PairedComparison]]) -> list[Finding]:
    claims = [
        ("Avoiding a neighbour who gave a low card wins more games, at every table.", CLASSROOM, WINS),
        ("Avoiding her costs more lives in a round, at every table.", CLASSROOM, LOSSES),
        ("With the deck shuffled before every round, avoiding her wins more games.", FRESH, WINS),
    ]
    return [
        Finding(
            claim,
            all_exceed(p.difference(name, CONFIDENCE) for p in pairs[reshuffle]),
            listed(pairs[reshuffle], name),
        )
        for claim, reshuffle, name in claims
    ]


def memory_section(records: dict[str, NeighbourRecord]) -> Section:
    """Whether what she gives depends on what she gave."""
    found = memories(records)
    return Section(
        "Does she give low cards again?",
        [
            f"In {records[FRESH].games:,} and {records[CLASSROOM].games:,} games of {RECORD_PLAYERS} players "
            f"who all swap cards up to {LOW}, every card that a neighbour gave was set beside the card that "
            "the same neighbour gave the same player the time before. Who she is cannot matter: she is asked "
            "before her own turn, and must give the card she was dealt, whatever she thinks. A King is never "
            "given, since it stops the swap.",
            "But cards can matter. In the classroom game a low card that has been used lies open under the "
            "deck and cannot come again before it is shuffled in. One low card fewer among some 45 that can "
            "come makes low cards rarer after a low card, by about 2 in 100, contrary to the fear. So the "
            "games with a shuffle before every round, where nothing can be left over, are kept apart, and so "
            "are swaps between which the used cards were shuffled in.",
            "Swaps of one game are not independent of each other; the errors are those between games.",
        ],
        tables=[_memory_block(found)],
        figures=[_memory_figure(found)],
        findings=_memory_findings(found),
    )


def _memory_block(found: dict[str, SwapMemory]) -> Table:
    lines: list[list[str | int | float]] = [
        [name, int(m.seen.sum()), per_cent(m.after_low()), per_cent(m.after_high()), points(m.change())]
        for name, m in found.items()
    ]
    columns = ["case", "swaps", "low after low", "low after higher", "difference"]
    note = f"Low is an ace to {LOW}; the difference is in percentage points."
    return Table("How often the neighbour gives a low card", columns, lines, note)


def _memory_figure(found: dict[str, SwapMemory]) -> Chart:
    values = range(1, KING + 1)
    lines = [curve(name, values, [m.mean_after(x) for x in values]) for name, m in found.items()]
    title = "The mean value of the card she gives, by the value of the card she gave before"
    return Chart("memory", title, "value that she gave before", "mean value that she gives now", lines)


def _memory_findings(found: dict[str, SwapMemory]) -> list[Finding]:
    claims = {
        EVERY: (
            "With the deck shuffled before every round, her card does not depend on her last one",
            forgets,
        ),
        UNSHUFFLED: (
            "While used cards stay out of the deck, a low card is rarer after a low card",
            makes_rarer,
        ),
        SHUFFLED: ("Once they have been shuffled in, her card does not depend on her last one", forgets),
    }
    ends = {forgets: f", to {100 * MARGIN:g} low cards in 100.", makes_rarer: "."}
    return [
        Finding(claim + ends[judge], judge(found[name].change(CONFIDENCE)), _told(found[name]))
        for name, (claim, judge) in claims.items()
    ]


def _told(m: SwapMemory) -> str:
    return (
        f"Of {int(m.seen.sum()):,} swaps, {per_cent(m.after_low())} gave a low card after a low one, "
        f"{per_cent(m.after_high())} after a higher one: {points(m.change())} percentage points."
    )
