"""The second question of the classroom sheet: whether it is worthwhile to look at the used cards.

One player counts the used cards, or plays as well as possible without; the others and the deals are the same.
"""

from collections.abc import Sequence

from upcard.document.model import FAILS, HOLDS, OPEN, Chart, Section, StudyFinding, Table
from upcard.games.stoppers.studies.study_tables import (
    CLASSROOM,
    FRESH,
    LOSSES,
    PLAYERS,
    RULES,
    TYPICAL,
    WINS,
    Family,
    cells,
    differences,
    flat,
    seat,
)
from upcard.simulation.estimate import Estimate
from upcard.simulation.paired_comparison import PairedComparison
from upcard.study.experiment_runner import Job, Lab, finish, in_lab
from upcard.study.study_parts import StudyReport
from upcard.study.study_registry import Study
from upcard.study.verdicts import contrary, curve, difference, exceeds, overall, per_cent, points, within

STUDY = Study(
    name="stoppers-counting",
    title="Stoppers: is it worthwhile to look at the used cards?",
    words="Is it worthwhile to pay attention to the used cards in Stoppers?",
    games=100_000,
)
COUNTING, INFORMED, THRESHOLD = "counting", "informed-swap", "swap-at-most"
CAST = (COUNTING, INFORMED, THRESHOLD)
RESHUFFLES = (CLASSROOM, "eager", "before_round", FRESH)
SETTINGS = {
    COUNTING: tuple(f"{COUNTING}:share={k / 100:g}" for k in range(30, 75, 5)),
    INFORMED: tuple(f"{INFORMED}:t={t}" for t in range(3, 11)),
    THRESHOLD: tuple(f"{THRESHOLD}:t={t}" for t in range(3, 11)),
}
TRIAL_DIVIDED, TRIAL_STREAM = 5, 1_000_003
MARGIN = 0.005  # of a win share: one game in two hundred
FAMILY = Family(5 * len(PLAYERS) + 1)


@in_lab
def run(lab: Lab) -> StudyReport:
    """Compare counting with not counting over the same deals; after an interrupt, play fewer games.

    The trials that choose thresholds have a fifth of the games.
    """
    trials = [_trial(s, n) for n in PLAYERS for several in SETTINGS.values() for s in several]
    twins = [j for n in PLAYERS for j in (_one(COUNTING, n), _one(INFORMED, n))]
    lab.plan(trials + twins * (len(RESHUFFLES) + 2))
    for job in trials:
        lab.play(job)
    plain = {r: [plainly(lab, n, r) for n in PLAYERS] for r in RESHUFFLES}
    tuned = {rival: [_tuned(lab, n, rival) for n in PLAYERS] for rival in (INFORMED, THRESHOLD)}
    sections = [plain_section(plain), tuned_section(lab, tuned)]
    results = {
        "plain": flat(plain),
        "tuned": flat(tuned),
        "chosen": {str(n): {s: best(lab, s, n) for s in SETTINGS} for n in PLAYERS},
        **FAMILY.items(),
    }
    summary = answer(plain[CLASSROOM], tuned[INFORMED], plain[FRESH])
    return finish(lab, STUDY, RULES, [summary], sections, results)


def _one(strategy: str, players: int, reshuffle: str = CLASSROOM) -> Job:
    """Describe games of a strategy against others who compare cards after a swap, but do not count."""
    return seat(strategy, INFORMED, players, CAST, reshuffle)


def _trial(strategy: str, players: int) -> Job:
    """Describe separate games that only choose a threshold, so that a lucky choice looks no better later."""
    return seat(strategy, INFORMED, players, CAST, divided=TRIAL_DIVIDED, stream=TRIAL_STREAM)


def best(lab: Lab, strategy: str, players: int) -> str:
    """Return the setting of a strategy that won the most trial games."""
    return max(SETTINGS[strategy], key=lambda s: lab.play(_trial(s, players)).seats[0].estimates[WINS].value)


def plainly(lab: Lab, players: int, reshuffle: str) -> PairedComparison:
    """Compare a player who counts with the same player without counting, over the same deals."""
    return lab.compare(_one(COUNTING, players, reshuffle), _one(INFORMED, players, reshuffle))


def _tuned(lab: Lab, players: int, rival: str) -> PairedComparison:
    """Compare counting with a rival, each at its best setting for this table, over fresh deals."""
    return lab.compare(_one(best(lab, COUNTING, players), players), _one(best(lab, rival, players), players))


def spares(differences: Sequence[Estimate]) -> str:
    """Judge whether counting loses fewer lives at every table, that is, all differences lie below 0."""
    return overall(contrary(exceeds(e)) for e in differences)


def is_idle(differences: Sequence[Estimate]) -> str:
    """Judge whether counting changes less than one game in two hundred, at every table."""
    return overall(within(e, MARGIN) for e in differences)


def answer(
    classroom: Sequence[PairedComparison],
    tuned: Sequence[PairedComparison],
    fresh: Sequence[PairedComparison],
) -> str:
    """Answer the question in words, by the rules of the sheet, with the best thresholds, and fresh decks.

    Each list compares counting with not counting for each number of players.
    """
    verdicts = [exceeds(e) for e in FAMILY.gains(classroom)]
    middle = PLAYERS.index(TYPICAL)
    here = classroom[middle]
    without = here.second.seats[0].estimates[WINS]
    return (
        f"{_opening(verdicts)} {_tables(verdicts)} With {TYPICAL} players, a player who swaps cards up to 6 "
        f"wins {per_cent(without)} of the games. Over the same deals, counting changes that by "
        f"{points(here.difference(WINS))} games in 100, and by {points(tuned[middle].difference(WINS))} "
        "if both use their best thresholds. If the deck is shuffled before every round, there is nothing to "
        f"count, and counting changes it by {points(fresh[middle].difference(WINS))}. The brackets "
        "show intervals of 95 %."
    )


def _opening(verdicts: Sequence[str]) -> str:
    """Return the overall answer as a sentence."""
    look = "it is worthwhile to look at the used cards"
    if set(verdicts) == {HOLDS}:
        return f"Yes, {look}."
    if {HOLDS, FAILS} <= set(verdicts):
        return f"It depends on the number of players whether {look}."
    if set(verdicts) == {FAILS}:
        return "No, it is not worthwhile to look at the used cards."
    return f"These games are too few to say for every table whether {look}."


def _tables(verdicts: Sequence[str]) -> str:
    """Return a sentence on the tables where counting wins more games, fewer games, or is undecided."""
    words = {
        HOLDS: "wins more games with {} players",
        FAILS: "wins fewer games with {} players",
        OPEN: "is undecided with {} players",
    }
    tables = {v: [str(n) for n, w in zip(PLAYERS, verdicts, strict=True) if w == v] for v in words}
    return f"Counting {'; it '.join(words[v].format(', '.join(ns)) for v, ns in tables.items() if ns)}."


def plain_section(plain: dict[str, list[PairedComparison]]) -> Section:
    """Describe the comparison of counting with not counting, for every way to reshuffle."""
    return Section(
        "The same player, with and without counting",
        [
            f"One player plays {COUNTING}, then the same deals and seats again with {INFORMED}; all others "
            f"play {INFORMED}. If they had to give a card, both keep a higher one and swap a lower one. "
            f"Otherwise {COUNTING} swaps if more than half of the unseen cards are higher, and {INFORMED} "
            "swaps cards up to 6. That is the same if no used cards lie open.",
            "So the difference is the information in the used cards. In the classroom they stay open until "
            f"the deck is used up ({CLASSROOM}). Other options shuffle them in sooner (eager, before_round). "
            f"With {FRESH} the whole deck is shuffled before each round, and both should play alike.",
            FAMILY.text(),
        ],
        tables=[differences("Gain by counting", "counting", plain)],
        figures=[_figure(plain, WINS, "win share"), _figure(plain, LOSSES, "lives lost per round")],
        findings=_plain_findings(plain),
    )


def _figure(plain: dict[str, list[PairedComparison]], name: str, words: str) -> Chart:
    lines = [curve(r, PLAYERS, [p.difference(name) for p in several], 100) for r, several in plain.items()]
    title = f"Change in {words} by counting, by the number of players and the way to reshuffle"
    return Chart(name.replace("_", "-"), title, "players", f"{words}, percentage points", lines)


def _plain_findings(plain: dict[str, list[PairedComparison]]) -> list[StudyFinding]:
    here, fresh = plain[CLASSROOM], plain[FRESH]
    more = difference(*FAMILY.gains([here[-1], here[0]]))
    evidence = f"The difference is {points(more)} percentage points, at the confidence of the family."
    return [
        FAMILY.finding("In the classroom game, counting wins more games, at every table.", here),
        FAMILY.finding(
            "In the classroom game, a player who counts loses fewer lives per round, at every table.",
            here,
            LOSSES,
            spares,
        ),
        FAMILY.finding(
            "With the deck shuffled before every round, counting changes less than one game in two hundred.",
            fresh,
            judge=is_idle,
        ),
        StudyFinding(
            f"Counting gains more with {PLAYERS[-1]} players, who use more cards, than with {PLAYERS[0]}.",
            exceeds(more),
            evidence,
        ),
    ]


def tuned_section(lab: Lab, tuned: dict[str, list[PairedComparison]]) -> Section:
    """Describe the comparison of counting with the best play without it."""
    return Section(
        "Each at its best threshold",
        [
            "Perhaps 6 is not the best threshold, and half not the best share. So each strategy was tried "
            "at several settings for every number of players. The settings that won most games were then "
            "compared over fresh deals. Otherwise a lucky setting would look better than it is."
        ],
        tables=[_tuned_table(lab, tuned)],
        findings=[
            FAMILY.finding(
                f"At its best, counting wins more games than {rival} at its best, at every table.", several
            )
            for rival, several in tuned.items()
        ],
    )


def _tuned_table(lab: Lab, tuned: dict[str, list[PairedComparison]]) -> Table:
    lines: list[list[str | int | float]] = [
        [n, best(lab, COUNTING, n), best(lab, rival, n), *cells(p)]
        for rival, several in tuned.items()
        for n, p in zip(PLAYERS, several, strict=True)
    ]
    columns = ["players", "counting", "without", "wins without", "more wins", "more lives lost per round"]
    note = "Differences in percentage points, over the same deals."
    return Table("Best against best", columns, lines, note)
