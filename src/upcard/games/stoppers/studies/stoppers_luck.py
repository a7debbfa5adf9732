"""The first question of the classroom sheet: whether Stoppers is strictly a game of luck.

One player plays one strategy and all others play another, with seats drawn at random. Luck alone would give
everybody 1/n of the games. The *skill share* measures how far the one player gets from 1/n towards winning
every game.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import product
from typing import Any

from upcard.document.model import FAILS, HOLDS, OPEN, Chart, Section, StudyFinding, Table
from upcard.games.stoppers.studies.study_tables import PLAYERS, RULES, TYPICAL, WINS, Family, seat
from upcard.simulation.estimate import Estimate
from upcard.study.experiment_runner import Job, Lab, finish, in_lab
from upcard.study.study_parts import StudyReport
from upcard.study.study_registry import Study
from upcard.study.verdicts import above, contrary, curve, exceeds, overall, per_cent, widened, within

STUDY = Study(
    name="stoppers-luck",
    title="Stoppers: luck or strategy?",
    words="Is Stoppers strictly a game of luck or does it involve a strategy?",
    games=20_000,
)
THRESHOLDS = range(14)
BEST, THRESHOLD, NEVER, RANDOM = "counting", "swap-at-most", "never-swap", "random"
FIELD = (BEST, "informed-swap", THRESHOLD, NEVER, RANDOM)
MIDDLE = 6
MARGIN = 0.01  # of a win share: one game in a hundred
HALF, HARDLY = 0.5, 0.01
FAMILY = Family(6 * len(PLAYERS) + 1)


@in_lab
def run(lab: Lab) -> StudyReport:
    """Play every strategy against every other, and every threshold; after an interrupt, play fewer games."""
    tables = [_one(s, o, n) for n in PLAYERS for s in FIELD for o in FIELD]
    limits = [_one(swapping(t), o, n) for o in (NEVER, THRESHOLD) for n in PLAYERS for t in THRESHOLDS]
    jobs = list(dict.fromkeys([*tables, *limits]))
    lab.plan(jobs)
    for job in jobs:
        lab.play(job)
    sections = [skill_section(lab), threshold_section(lab), field_section(lab)]
    results = {"skill": skills(lab), "margin": MARGIN, **FAMILY.items()}
    return finish(lab, STUDY, RULES, [answer(partial(share, lab))], sections, results)


def swapping(t: int) -> str:
    """Return the text of the strategy that swaps cards of at most the value `t`."""
    return f"{THRESHOLD}:t={t}"


def _one(strategy: str, others: str, players: int) -> Job:
    return seat(strategy, others, players, FIELD)


def share(lab: Lab, strategy: str, others: str, players: int) -> Estimate:
    """Return the share of games that the one player wins; shared wins count in part."""
    return lab.play(_one(strategy, others, players)).seats[0].estimates[WINS]


def skill(e: Estimate, players: int) -> Estimate:
    """Rescale a win share: 0 at the equal share (luck alone), 1 at winning always."""
    equal = 1 / players
    value, low, high = ((x - equal) / (1 - equal) for x in (e.value, e.low, e.high))
    return Estimate(value, low, high, e.se / (1 - equal))


def explained(s: Estimate) -> Estimate:
    """Return the share of the variance of winning explained by the strategies: the squared skill share.

    If all others play alike, the variance between the players' chances of winning, divided by the variance of
    winning at the equal share, is exactly this square.
    """
    ends = sorted(x * x for x in (s.low, s.high))
    low = 0.0 if s.low < 0 < s.high else ends[0]
    return Estimate(s.value**2, low, ends[1], 2 * abs(s.value) * s.se)


def skills(lab: Lab) -> list[dict[str, Any]]:
    """Return the effect of strategy at every table, as plain values."""
    return [
        {"players": n, "strategy": BEST, "others": others}
        | e.items(WINS)
        | s.items("skill_share")
        | explained(s).items("explained")
        for n, others, e, s in _skills(lab)
    ]


def _skills(lab: Lab) -> Iterator[tuple[int, str, Estimate, Estimate]]:
    """Yield the players, the strategy of the others, the wins of the best strategy and its skill share."""
    for n, others in product(PLAYERS, FIELD[1:]):
        e = share(lab, BEST, others, n)
        yield n, others, e, skill(e, n)


def answer(won: Callable[[str, str, int], Estimate]) -> str:
    """Answer the question in words; `won` is the win share of one strategy against others, by players."""
    verdict = luck_alone([(won(BEST, NEVER, n), n) for n in PLAYERS])
    naive, good = (won(BEST, o, TYPICAL) for o in (NEVER, THRESHOLD))
    opening = {
        FAILS: "No, Stoppers is not strictly a game of luck: how you play changes how often you win.",
        HOLDS: "Yes, for these strategies: none of them won noticeably more than its equal share.",
        OPEN: "These games are too few to say whether Stoppers is strictly a game of luck.",
    }[verdict]
    parts = [explained(skill(e, TYPICAL)) for e in (naive, good)]
    return (
        f"{opening} With {TYPICAL} players, luck alone would give everybody {100 / TYPICAL:.0f} games in "
        f"100. A player who counts the used cards wins {per_cent(naive)} against three who never swap, and "
        f"{per_cent(good)} against three who swap every card up to {MIDDLE}. So strategy explains "
        f"{per_cent(parts[0])} of the variance of winning in the first case and {per_cent(parts[1])} in the "
        "second. The rest is the luck of cards and seats. The brackets show intervals of 95 %."
    )


def luck_alone(wins: Iterable[tuple[Estimate, int]]) -> str:
    """Judge whether everybody wins the equal share, within the margin; a single exception refutes it."""
    verdicts = []
    for e, n in wins:
        wide = widened(e, FAMILY.confidence)
        gap = Estimate(wide.value - 1 / n, wide.low - 1 / n, wide.high - 1 / n, wide.se)
        verdicts.append(within(gap, MARGIN))
    return overall(verdicts)


def decides(wins: Iterable[tuple[Estimate, int]], bound: float) -> str:
    """Judge whether strategy explains more than a share of the variance of winning, at every table."""
    return overall(exceeds(explained(skill(widened(e, FAMILY.confidence), n)), bound) for e, n in wins)


def _against(lab: Lab, strategy: str, others: str) -> list[tuple[Estimate, int]]:
    return [(share(lab, strategy, others, n), n) for n in PLAYERS]


def _listed(wins: Iterable[tuple[Estimate, int]]) -> str:
    return "; ".join(f"{n} players: {per_cent(e)}" for e, n in wins)


def skill_section(lab: Lab) -> Section:
    """Describe the effect of the best strategy we know, and the variance it explains."""
    return Section(
        "How much does skill matter?",
        [
            f"One player plays {BEST}, chosen before the games; all others play alike; seats are drawn "
            "for every game. The skill share is (wins − 1/n) / (1 − 1/n): 0 if the player wins no more than "
            "an equal share, 1 if they always win. Its square is the share of the variance of winning "
            "that the strategies explain, ties aside. The rest is the luck of cards and seats.",
            FAMILY.text(),
        ],
        tables=[_skill_table(lab)],
        figures=[_skill_figure(lab)],
        findings=_skill_findings(lab),
    )


def _skill_table(lab: Lab) -> Table:
    rows: list[list[str | int | float]] = [
        [n, others, f"{100 / n:.1f}", per_cent(e), per_cent(s), per_cent(explained(s))]
        for n, others, e, s in _skills(lab)
    ]
    columns = ["players", "the others play", "equal share %", "wins", "skill share", "variance explained"]
    return Table(f"Skill share of {BEST}", columns, rows)


def _skill_figure(lab: Lab) -> Chart:
    lines = [
        curve(f"against {others}", PLAYERS, [skill(e, n) for e, n in _against(lab, BEST, others)], 100)
        for others in FIELD[1:]
    ]
    title = f"Skill share of {BEST} by the number of players"
    return Chart("skill", title, "players", "skill share, per cent", lines, "0 is luck alone.")


def _skill_findings(lab: Lab) -> list[StudyFinding]:
    never, good = (_against(lab, BEST, others) for others in (NEVER, THRESHOLD))
    shares = [(skill(e, n), n) for e, n in never]
    luck = "Stoppers is strictly a game of luck: all players win equal shares, within one game in a hundred."
    return [
        StudyFinding(luck, luck_alone(never), f"{BEST} against players who never swap: {_listed(never)}."),
        StudyFinding(
            "Against players who never swap, strategy explains over half of the variance, at every table.",
            decides(never, HALF),
            _explained(never),
        ),
        StudyFinding(
            "Among players who swap low cards, luck decides nearly everything: strategy under "
            f"{100 * HARDLY:.0f} %.",
            hardly_decides(good),
            f"{BEST} against {swapping(MIDDLE)} wins {_listed(good)}. {_explained(good)}",
        ),
        StudyFinding(
            f"With {PLAYERS[-1]} players strategy matters less than with {PLAYERS[0]}.",
            above(shares[0][0], shares[-1][0], FAMILY.confidence),
            f"Skill share against players who never swap: {_listed(shares)}.",
        ),
    ]


def _explained(wins: Iterable[tuple[Estimate, int]]) -> str:
    return f"Variance explained: {_listed((explained(skill(e, n)), n) for e, n in wins)}."


def hardly_decides(wins: Iterable[tuple[Estimate, int]]) -> str:
    """Judge whether strategy explains hardly anything at every table; a single exception refutes it."""
    return overall(contrary(decides([w], HARDLY)) for w in wins)


def threshold_section(lab: Lab) -> Section:
    """Describe the effect of every threshold."""
    return Section(
        "Which cards to swap",
        [
            "One player swaps every card up to some value and keeps higher ones: no card at 0, every card at "
            "13. Each threshold is played against players who never swap, and against players who swap cards "
            f"up to {MIDDLE}, just below the middle of the thirteen ranks."
        ],
        figures=[_threshold_figure(lab, NEVER, "never"), _threshold_figure(lab, THRESHOLD, "middle")],
        findings=[_middle_finding(lab), _random_finding(lab)],
    )


def _threshold_figure(lab: Lab, others: str, name: str) -> Chart:
    lines = [
        curve(f"{n} players", THRESHOLDS, [share(lab, swapping(t), others, n) for t in THRESHOLDS], 100)
        for n in PLAYERS
    ]
    title = f"Games won by one player who swaps cards up to a value, the others play {others}"
    return Chart(f"threshold-{name}", title, "highest value that is swapped", "wins, per cent", lines)


def _middle_finding(lab: Lab) -> StudyFinding:
    verdicts, parts = [], []
    for n in PLAYERS:
        low, middle, high = (share(lab, swapping(t), NEVER, n) for t in (0, MIDDLE, 13))
        verdicts += [above(middle, end, FAMILY.confidence) for end in (low, high)]
        parts.append(f"{n} players: {per_cent(middle)}, not {per_cent(low)} or {per_cent(high)}")
    claim = f"Swapping cards up to {MIDDLE} is better than swapping none, and better than swapping all."
    return StudyFinding(claim, overall(verdicts), "; ".join(parts) + ".")


def _random_finding(lab: Lab) -> StudyFinding:
    wins = _against(lab, RANDOM, NEVER)
    claim = "Swapping at random is worse than never swapping."
    verdict = overall(contrary(exceeds(widened(e, FAMILY.confidence), 1 / n)) for e, n in wins)
    return StudyFinding(claim, verdict, f"random against players who never swap: {_listed(wins)}.")


def field_section(lab: Lab) -> Section:
    """Describe the games of every strategy against every other one."""
    tables = []
    for n in PLAYERS:
        rows = [[s, *(per_cent(share(lab, s, others, n)) for others in FIELD)] for s in FIELD]
        title = f"{n} players: wins of the one player; luck alone gives {100 / n:.1f} %"
        tables.append(Table(title, ["one plays", *FIELD], rows))
    return Section(
        "Everyone against everyone",
        [
            "Each row is the strategy of one player, each column that of all others. If both are the same, "
            "the true value is 1/n, which checks the simulation."
        ],
        tables=tables,
    )
