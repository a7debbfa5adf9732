"""How strong L.A.M.A. strategies are: one of them against three of the paper's first, in fresh games.

The paper's folding strategy stands there as published, as tuned inside the paper's box of parameters and
outside it, beside the strategy that learned its values. Neither tuning nor learning has seen these games,
whose seeds are others.
"""

from upcard.document.model import Finding, Section, Table
from upcard.games.lama.studies.lama_training import GOAL
from upcard.simulation.estimate import Estimate
from upcard.study.experiment_runner import Job, Lab, finish, in_lab, one_against
from upcard.study.study_parts import StudyReport
from upcard.study.study_registry import Study
from upcard.study.verdicts import FAMILY_LEVEL, above, exceeds, family_confidence, text, widened

STUDY = Study(
    name="lama-strength",
    title="How strong L.A.M.A. strategies are",
    words="How many games does each strategy win against three of the paper's first?",
    games=1_000_000,
)
RULES = "lama, preset paper, 4 players, seats at random, ties counting for everybody as in the paper"

FIRST, PUBLISHED, INSIDE, OUTSIDE, LEARNED = (
    "same-first",
    "folding",
    "folding:A=7.418,B=14.047,C=2.0536,D=1.9255,each_kind=0,others=1",
    "folding:A=0.195,B=5.139,C=28.195,D=10.437,each_kind=0,others=1",
    "fitted-values",
)
ENTRANTS = {
    FIRST: "itself",
    PUBLISHED: "the paper's parameters",
    INSIDE: "the best found inside the paper's box",
    OUTSIDE: "the best found anywhere",
    LEARNED: "values learned from simulated games",
}
WINS = "win_any"
STREAM = 7_000_003  # added to the seed, so that no other study's games are met


@in_lab
def run(lab: Lab) -> StudyReport:
    """Play every strategy against three of the first; after an interrupt with few games.

    Parameters
    ----------
    lab : Lab
        Its games are those of each strategy.
    """
    jobs = {name: _job(name) for name in ENTRANTS}
    lab.plan(jobs.values())
    played = {name: lab.play(job) for name, job in jobs.items()}
    won = {name: result.seats[0].estimates[WINS] for name, result in played.items()}
    counted = {name: result.games for name, result in played.items()}
    results = {"win_any": [{"strategy": name, **e.items(WINS)} for name, e in won.items()]}
    return finish(lab, STUDY, RULES, [_answer(won)], [_section(won, counted)], results)


def _job(strategy: str) -> Job:
    """One of a strategy against three of the paper's first."""
    weight = 10 if strategy == LEARNED else 1
    return one_against("lama", strategy, FIRST, 4, preset="paper", stream=STREAM, weight=weight)


def _answer(won: dict[str, Estimate]) -> str:
    """What each wins, in a sentence."""
    return (
        f"Against three of {FIRST}, which itself wins {text(won[FIRST])} of the games, folding wins "
        f"{text(won[PUBLISHED])} as published, {text(won[INSIDE])} when tuned inside the paper's box, "
        f"{text(won[OUTSIDE])} when tuned anywhere; {LEARNED} wins {text(won[LEARNED])}."
    )


def _section(won: dict[str, Estimate], games: dict[str, int]) -> Section:
    rows: list[list[str | int | float]] = [
        [name, ENTRANTS[name], e.value, e.low, e.high, games[name]] for name, e in won.items()
    ]
    columns = ["strategy", "what it is", "share of games won", "low", "high", "games"]
    note = "Ties count for everybody who shares the win, so that equal players win more than a quarter."
    return Section("Strength", [], [Table("One against three", columns, rows, note)], [], findings(won))


def findings(won: dict[str, Estimate]) -> list[Finding]:
    """What the paper, and the goal set for the learned strategy, come to.

    Parameters
    ----------
    won : dict of str to Estimate
        The share of games that each of ``ENTRANTS`` wins.
    """
    level = family_confidence(4)
    claims = [
        ("Tuning inside the paper's box beats the published parameters.", INSIDE, PUBLISHED),
        ("Tuning outside the box beats tuning inside it.", OUTSIDE, INSIDE),
        ("Learned values beat every folding strategy.", LEARNED, OUTSIDE),
    ]
    found = [
        Finding(claim, above(won[a], won[b], level), f"{text(won[a])} against {text(won[b])}")
        for claim, a, b in claims
    ]
    reached = exceeds(widened(won[LEARNED], level), GOAL)
    said = f"together the verdicts are wrong with a probability of at most {FAMILY_LEVEL:.0%}"
    goal = f"Learned values win more than {GOAL:.2f} of the games."
    return [*found, Finding(goal, reached, f"{text(won[LEARNED])}; {said}")]
