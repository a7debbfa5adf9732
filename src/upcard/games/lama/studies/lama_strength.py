"""How strong L.A.M.A. strategies are: each plays new games against three of the paper's first strategy.

The paper's folding strategy takes part with three sets of parameters: as published, tuned inside the paper's
box of parameters, and tuned outside it. The last strategy learned its values. The seeds differ from those
of tuning and learning, so nobody has trained on these games.
"""

from upcard.document.model import Section, StudyFinding, Table
from upcard.games.lama.studies.lama_training import GOAL
from upcard.simulation.estimate import Estimate
from upcard.study.experiment_runner import Lab, finish, in_lab, one_against
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
    INSIDE: "tuned inside the paper's box",
    OUTSIDE: "tuned anywhere",
    LEARNED: "values learned from simulated games",
}
WINS = "win_any"
STREAM = 7_000_003  # added to the seed, so that no other study plays the same games


@in_lab
def run(lab: Lab) -> StudyReport:
    """Play every strategy against three of the first; after an interrupt, play fewer games."""
    jobs = {
        name: one_against(
            "lama", name, FIRST, 4, preset="paper", stream=STREAM, weight=10 if name == LEARNED else 1
        )
        for name in ENTRANTS
    }
    lab.plan(jobs.values())
    played = {name: lab.play(job) for name, job in jobs.items()}
    won = {name: result.seats[0].estimates[WINS] for name, result in played.items()}
    counted = {name: result.games for name, result in played.items()}
    results = {"win_any": [{"strategy": name, **e.items(WINS)} for name, e in won.items()]}
    return finish(lab, STUDY, RULES, [_answer(won)], [_section(won, counted)], results)


def _answer(won: dict[str, Estimate]) -> str:
    """Return the results in sentences."""
    return (
        f"All play against three of {FIRST}. Another {FIRST} wins {text(won[FIRST])} of the games. The "
        f"folding strategy wins {text(won[PUBLISHED])} as published, {text(won[INSIDE])} when tuned inside "
        f"the paper's box, and {text(won[OUTSIDE])} when tuned anywhere. {LEARNED} wins "
        f"{text(won[LEARNED])}."
    )


def _section(won: dict[str, Estimate], games: dict[str, int]) -> Section:
    rows: list[list[str | int | float]] = [
        [name, ENTRANTS[name], e.value, e.low, e.high, games[name]] for name, e in won.items()
    ]
    columns = ["strategy", "what it is", "share of games won", "low", "high", "games"]
    note = "Ties count for every winner, so equal players win more than a quarter each."
    return Section("Strength", [], [Table("One against three", columns, rows, note)], [], findings(won))


def findings(won: dict[str, Estimate]) -> list[StudyFinding]:
    """Judge whether tuning and learning improved the strategies, and whether the goal is reached."""
    level = family_confidence(4)
    claims = [
        ("Tuning inside the paper's box beats the published parameters.", INSIDE, PUBLISHED),
        ("Tuning outside the box beats tuning inside it.", OUTSIDE, INSIDE),
        ("Learned values beat every folding strategy.", LEARNED, OUTSIDE),
    ]
    comparisons = [
        StudyFinding(claim, above(won[a], won[b], level), f"{text(won[a])} against {text(won[b])}")
        for claim, a, b in claims
    ]
    reached = exceeds(widened(won[LEARNED], level), GOAL)
    confidence = f"the probability that any of these verdicts is wrong is at most {FAMILY_LEVEL:.0%}"
    goal = f"Learned values win more than {GOAL:.2f} of the games."
    return [*comparisons, StudyFinding(goal, reached, f"{text(won[LEARNED])}; {confidence}")]
