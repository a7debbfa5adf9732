"""The last question of the classroom sheet: whether to avoid a neighbour who always gives low cards.

The study answers in two ways. First, a player who avoids such neighbours and one who does not play the same
deals. Second, in recorded games, each card that a neighbour gives is compared with the one before.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from upcard.document.model import FAILS, HOLDS, OPEN, Chart, Section, StudyFinding, Table
from upcard.engine.arrays import IntArray
from upcard.games.stoppers.studies.study_tables import (
    CLASSROOM,
    FRESH,
    LOSSES,
    PLAYERS,
    RULES,
    TYPICAL,
    WINS,
    Family,
    differences,
    flat,
    seat,
)
from upcard.games.stoppers.studies.swap_statistics import LOW, SwapMemory, swaps
from upcard.kit.ranks import KING
from upcard.simulation.estimate import Estimate
from upcard.simulation.paired_comparison import PairedComparison
from upcard.study.experiment_runner import Job, Lab, finish, in_lab
from upcard.study.study_parts import StudyReport
from upcard.study.study_registry import Study
from upcard.study.verdicts import all_exceed, contrary, curve, exceeds, per_cent, points, within

STUDY = Study(
    name="stoppers-neighbour",
    title="Stoppers: should I avoid the neighbour who gave me low cards?",
    words="My neighbour always gives me a low card: should I avoid swapping with them?",
    games=50_000,
)
AVOIDING, TRUSTING = "superstitious", "swap-at-most"
CAST = (AVOIDING, TRUSTING)
GRUDGES = range(KING + 1)
RECORD_PLAYERS, RECORD_DIVIDED = 6, 20
RECORD_WEIGHT = 2_000  # an interpreted game of six takes as long as 2,000 compiled ones for a pair of seats
REPORT_EVERY = 20
MARGIN = 0.015  # of the share of low cards
FAMILY = Family(3 * len(PLAYERS) + 3)

EVERY = "shuffled every round"
UNSHUFFLED, SHUFFLED = "classroom, not shuffled since", "classroom, shuffled since"


@in_lab
def run(lab: Lab) -> StudyReport:
    """Compare avoiding with not avoiding, and record swaps; after an interrupt, play fewer games.

    A twentieth of the games are recorded swap by swap, with one thread.
    """
    twins = [_one(AVOIDING, n) for n in PLAYERS] * 4 + [_one(AVOIDING, TYPICAL)] * 2 * (len(GRUDGES) - 1)
    lab.plan(twins, 2 * record_cost(lab.games))
    pairs = {r: [avoiding(lab, n, r) for n in PLAYERS] for r in (CLASSROOM, FRESH)}
    grudges = [avoiding(lab, TYPICAL, CLASSROOM, low) for low in GRUDGES]
    records: dict[str, NeighbourRecord] = {}
    for r in (CLASSROOM, FRESH):
        lab.play_once(records, r, partial(record, lab, r), record_cost(lab.games))
    memory = memories(records)
    sections = [avoiding_section(pairs, grudges), memory_section(records, memory)]
    results = {
        "avoiding": flat(pairs),
        "memory": [{"place": name} | m.items() for name, m in memory.items()],
        **FAMILY.items(),
    }
    return finish(lab, STUDY, RULES, [answer(pairs[CLASSROOM], memory)], sections, results)


def _one(strategy: str, players: int, reshuffle: str = CLASSROOM) -> Job:
    """Describe games of a strategy against others who swap every low card and bear no grudge."""
    return seat(strategy, TRUSTING, players, CAST, reshuffle)


def avoiding(lab: Lab, players: int, reshuffle: str, low: int = LOW) -> PairedComparison:
    """Compare avoiding a neighbour after a card of at most `low` with not avoiding, over the same deals."""
    grudge = f"{AVOIDING}:low={low}"
    return lab.compare(_one(grudge, players, reshuffle), _one(TRUSTING, players, reshuffle))


def record_cost(games: int) -> float:
    """Return the cost of recording one way to reshuffle, in games of the usual kind."""
    return games / RECORD_DIVIDED * RECORD_WEIGHT


@dataclass(frozen=True)
class NeighbourRecord:
    """Counts of the cards that neighbours gave, by the cards they had given before."""

    seen: IntArray
    """Swaps of each game, by whether used cards were shuffled since the swap before, by the value that
    came then, and by the value that came now."""
    stop_requested: bool
    """Whether an interrupt ended the recording."""

    @property
    def games(self) -> int:
        """Games recorded."""
        return len(self.seen)


def record(lab: Lab, reshuffle: str) -> NeighbourRecord:
    """Play games card by card and record every swap; an interrupt retains the games so far."""
    games, cost = lab.in_part(RECORD_DIVIDED), record_cost(lab.games)
    what, table = f"recording swaps, reshuffle {reshuffle}", _one(TRUSTING, RECORD_PLAYERS, reshuffle).table()
    seen: list[IntArray] = []
    stop_requested = False
    try:
        while len(seen) < games:
            if len(seen) % REPORT_EVERY == 0:
                lab.report_progress(what, cost * len(seen) / games)
            seen.append(swaps(table, lab.seed, len(seen)))
        lab.report_progress(what, cost)
    except KeyboardInterrupt:
        if not seen:
            raise
        stop_requested = True
    return NeighbourRecord(np.array(seen), stop_requested)


def memories(records: dict[str, NeighbourRecord]) -> dict[str, SwapMemory]:
    """Return the records by case: shuffled every round, not shuffled since the last swap, shuffled since."""
    fresh, here = records[FRESH].seen, records[CLASSROOM].seen
    return {
        EVERY: SwapMemory(fresh.sum(1)),
        UNSHUFFLED: SwapMemory(here[:, 0]),
        SHUFFLED: SwapMemory(here[:, 1]),
    }


def forgets(change: Estimate) -> str:
    """Judge whether low cards come as often after a low card as after another one, within the margin."""
    return within(change, MARGIN)


def makes_rarer(change: Estimate) -> str:
    """Judge whether low cards come less often after a low card than after another one."""
    return contrary(exceeds(change))


def answer(pairs: Sequence[PairedComparison], memory: dict[str, SwapMemory]) -> str:
    """Answer the question in words; `pairs` are comparisons by the rules of the sheet, by players."""
    opening = {
        HOLDS: "Yes, avoiding them wins more games.",
        FAILS: "No, do not avoid them: you would win fewer games.",
        OPEN: "These games are too few to say for every table whether you should avoid them.",
    }[all_exceed(FAMILY.gains(pairs))]
    here, fresh, used = pairs[PLAYERS.index(TYPICAL)], memory[EVERY], memory[UNSHUFFLED]
    lesson = {
        HOLDS: f"That is the same within {100 * MARGIN:g} in 100: cards remember nothing.",
        FAILS: "That is not the same.",
        OPEN: "These games are too few to show whether it is the same.",
    }[forgets(fresh.change(FAMILY.confidence))]
    return (
        f"{opening} With {TYPICAL} players and over the same deals, no longer asking a neighbour who gave "
        f"an ace to {LOW} changes your wins by {points(here.difference(WINS))} games in 100. If the deck is "
        f"shuffled before every round, the neighbour gives a low card {per_cent(fresh.after_low())} of the "
        f"time after a low one, and {per_cent(fresh.after_high())} after a higher one. {lesson} In the "
        f"classroom game, while used cards stay out of the deck, it is {per_cent(used.after_low())} and "
        f"{per_cent(used.after_high())}. The brackets show intervals of 95 %."
    )


def avoiding_section(pairs: dict[str, list[PairedComparison]], grudges: list[PairedComparison]) -> Section:
    """Describe the effect of avoiding a neighbour."""
    return Section(
        "With and without the grudge",
        [
            f"One player swaps every card up to {LOW}, as all others do. But once a neighbour gave a card of "
            "at most that value, this player never asks that neighbour again. The same deals and seats are "
            "played by a player without the grudge. The difference is the effect of the grudge.",
            FAMILY.text(),
        ],
        tables=[differences("Effect of the grudge", "the grudge", pairs)],
        figures=[_grudge_figure(grudges)],
        findings=_avoiding_findings(pairs),
    )


def _grudge_figure(grudges: list[PairedComparison]) -> Chart:
    line = curve(f"{TYPICAL} players", GRUDGES, [p.difference(WINS) for p in grudges], 100)
    title = "Effect of the grudge, by the highest card that is held against a neighbour"
    note = "At 0 nothing is ever held against anybody, and both players play alike."
    return Chart("grudge", title, "highest value that is resented", "wins, percentage points", [line], note)


def _avoiding_findings(pairs: dict[str, list[PairedComparison]]) -> list[StudyFinding]:
    here, fresh = pairs[CLASSROOM], pairs[FRESH]
    return [
        FAMILY.finding("Avoiding a neighbour who gave a low card wins more games, at every table.", here),
        FAMILY.finding("Avoiding them costs more lives per round, at every table.", here, LOSSES),
        FAMILY.finding("With the deck shuffled before every round, avoiding them wins more games.", fresh),
    ]


def memory_section(records: dict[str, NeighbourRecord], memory: dict[str, SwapMemory]) -> Section:
    """Describe whether a neighbour's card depends on the one before."""
    return Section(
        "Do they give low cards again?",
        [
            f"In {records[FRESH].games:,} and {records[CLASSROOM].games:,} games of {RECORD_PLAYERS} players "
            f"who all swap cards up to {LOW}, every card that a neighbour gave was compared with the card "
            "that the same neighbour gave the same player the time before. The person cannot matter: "
            "neighbours are asked before their own turn and must give the card they were dealt. A King is "
            "never given, since it stops the swap.",
            "But cards can matter. In the classroom game, a used low card lies open under the deck and "
            "cannot come again before it is shuffled in. One low card fewer among about 45 makes low "
            "cards rarer after a low card, by about 2 in 100: the opposite of the fear. So we separate games "
            "with a shuffle before every round, and swaps with a shuffle in between.",
            "Swaps of one game are not independent of each other, so the intervals are computed from the "
            "differences between games.",
        ],
        tables=[_memory_table(memory)],
        figures=[_memory_figure(memory)],
        findings=_memory_findings(memory),
    )


def _memory_table(memory: dict[str, SwapMemory]) -> Table:
    lines: list[list[str | int | float]] = [
        [name, int(m.seen.sum()), per_cent(m.after_low()), per_cent(m.after_high()), points(m.change())]
        for name, m in memory.items()
    ]
    columns = ["case", "swaps", "low after low", "low after higher", "difference"]
    note = f"Low is an ace to {LOW}; the difference is in percentage points."
    return Table("How often the neighbour gives a low card", columns, lines, note)


def _memory_figure(memory: dict[str, SwapMemory]) -> Chart:
    values = range(1, KING + 1)
    lines = [curve(name, values, [m.mean_after(x) for x in values]) for name, m in memory.items()]
    title = "The mean value of the card a neighbour gives, by the value of the card they gave before"
    return Chart("memory", title, "value given before", "mean value given now", lines)


def _memory_findings(memory: dict[str, SwapMemory]) -> list[StudyFinding]:
    margin = f"within {100 * MARGIN:g} low cards in 100"
    claims = [
        (
            EVERY,
            "With the deck shuffled before every round, a neighbour's card does not depend on the last one, "
            f"{margin}.",
            forgets,
        ),
        (
            UNSHUFFLED,
            "While used cards stay out of the deck, a low card is rarer after a low card.",
            makes_rarer,
        ),
        (
            SHUFFLED,
            f"Once used cards are shuffled in, a neighbour's card does not depend on the last one, {margin}.",
            forgets,
        ),
    ]
    return [
        StudyFinding(claim, judge(memory[name].change(FAMILY.confidence)), _swap_text(memory[name]))
        for name, claim, judge in claims
    ]


def _swap_text(m: SwapMemory) -> str:
    return (
        f"In {int(m.seen.sum()):,} swaps, {per_cent(m.after_low())} of the cards after a low one were low, "
        f"and {per_cent(m.after_high())} of those after a higher one: {points(m.change())} percentage points."
    )
