"""Small games from the literature: published values, the speed of solvers, and a check by playing."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from upcard.document.model import FAILS, HOLDS, Chart, Section, Series, StudyFinding, Table
from upcard.engine.game import Game, make_game
from upcard.engine.registry import game_modules
from upcard.engine.tree.game_tree import unroll
from upcard.solving import tree_solution as solution
from upcard.solving.exploitability import gaps
from upcard.solving.game_solver_contract import SolveTerms
from upcard.solving.regrets import Regrets
from upcard.solving.sequence_form import SequenceForm, sequence_form
from upcard.solving.solve_game import solve as solve_game
from upcard.solving.solver_registry import solver_modules
from upcard.solving.tree_solution import Solution
from upcard.study.experiment_runner import Job, Lab, finish, in_lab
from upcard.study.study_parts import StudyReport
from upcard.study.study_registry import Study
from upcard.study.verdicts import agreement

STUDY = Study(
    name="small-games",
    title="Small games: published values, computed again",
    words="Are the published values of small games confirmed, and how fast are they computed?",
    games=100_000,
)
RULES = "Kuhn poker, Leduc poker, Le Her, liar's dice and Goofspiel"
BIDDING = "goofspiel"
LEARNED = ("kuhn-poker", "leduc-poker", "le-her")
"""The games for which learning curves are drawn, and in which `equilibrium` plays against itself."""

DOUBLINGS = 13
"""How often the number of iterations is doubled."""

LENGTH = 4
WORK = 20_000
"""Cost of a solution or of a learning curve, in usual games."""


@dataclass(frozen=True)
class PublishedValue:
    """A published value of a game to the first seat, with its source."""

    game: str
    preset: str | None
    value: float
    error: float
    """Maximum rounding error of the printed value."""
    source: str

    @property
    def title(self) -> str:
        """The names of the game and its preset."""
        return self.game if self.preset is None else f"{self.game}, {self.preset}"

    def table(self) -> Game:
        """Return the game with its options."""
        return make_game(self.game, None, self.preset)


EXACT = 1e-12
KNOWN = (
    PublishedValue("kuhn-poker", None, -1 / 18, EXACT, "-1/18: H. W. Kuhn, 1950"),
    PublishedValue(
        "leduc-poker", None, -0.085606424078, 1e-12,
        "-0.085606424078: OpenSpiel's linear program",
    ),
    PublishedValue(
        "le-her", None, 2 * 11327 / 22100 - 1, EXACT,
        "11327/22100 of the games: Bellhouse and Fillion, 2015",
    ),
    PublishedValue("liars-dice", "two-sided", 1 / 2, EXACT, "1/2: Gambit"),
    PublishedValue("liars-dice", "four-sided", 0.0625, 1e-4, "0.0625: CFR+ of OpenSpiel"),
    PublishedValue("goofspiel", "three", 0.0, EXACT, "0: both seats are alike"),
)  # fmt: skip


@in_lab
def run(lab: Lab) -> StudyReport:
    """Solve the games, compare the speed of regret minimization, and check the solutions by playing."""
    installed = game_modules()
    games, known_values = [x for x in LEARNED if x in installed], [x for x in KNOWN if x.game in installed]
    lab.plan(map(job, games), further=WORK * (len(known_values) + len(games) * len(learners())))
    solved = {known: solve(lab, known) for known in known_values}
    values = {known.game: x.value for known, x in solved.items()}
    sections = [values_section(solved), learning_section({name: learned(lab, name) for name in games})]
    if BIDDING in installed:
        sections.append(bids_section(solve_game(make_game(BIDDING, length=LENGTH), objective="stages")))
    sections.append(check_section(lab, {name: values[name] for name in games}))
    published = [
        {**x.to_json(), "published": known.value, "source": known.source} for known, x in solved.items()
    ]
    return finish(lab, STUDY, RULES, [answer(solved)], sections, {"values": published})


def solve(lab: Lab, known: PublishedValue) -> Solution:
    """Return the solution of a game by linear programming."""
    solved = solution.solve_tree(known.table(), SolveTerms("lp"))
    lab.advance(f"solving {known.title}", WORK)
    return solved


def answer(solved: Mapping[PublishedValue, Solution]) -> str:
    """Return the answer of the study in a sentence."""
    right = sum(agrees(known, x) for known, x in solved.items())
    exact = sum(x.value_exact is not None for x in solved.values())
    return (
        f"{right} of {len(solved)} published values are confirmed; {exact} of all are exact fractions, which "
        "a certificate proves."
    )


# ---- values ----


def agrees(known: PublishedValue, solved: Solution) -> bool:
    """Whether a published value lies within the bounds of a solution, up to its rounding error."""
    low, high = solved.bounds
    return low - known.error <= known.value <= high + known.error


def values_section(solved: Mapping[PublishedValue, Solution]) -> Section:
    """Return the section that compares every value with the published one."""
    rows = [
        [known.title, short(x.value_exact), f"{x.value:.12f}", known.source] for known, x in solved.items()
    ]
    columns = ["game", "exactly", "value for the first seat", "published"]
    note = "A win counts 1 at Le Her and at liar's dice, so that 277/11050 is 2 x 11327/22100 - 1."
    wrong = [known.title for known, x in solved.items() if not agrees(known, x)]
    but = f"; not {', '.join(wrong)}" if wrong else ""
    evidence = f"{len(solved) - len(wrong)} of {len(solved)} agree{but}."
    finding = StudyFinding("All published values are confirmed.", FAILS if wrong else HOLDS, evidence)
    text = ["Linear programming finds a corner of a polyhedron, which is then computed in whole numbers."]
    table = Table("Computed and published values", columns, rows, note)
    return Section("Values", text, [table], [], [finding])


def short(x: Fraction | None) -> str:
    """Return a fraction as a short text: long ones by their number of digits, None as a dash."""
    if x is None:
        return "-"
    digits = len(str(x.denominator))
    return str(x) if digits <= 12 else f"a fraction with {digits} digits below the line"


# ---- regret minimization ----


def learners() -> list[str]:
    """Return the names of the methods that can be inspected after every iteration."""
    return sorted(name for name, module in solver_modules().items() if hasattr(module, "schedule"))


def learned(lab: Lab, name: str) -> dict[str, list[float]]:
    """Return the :func:`distances` of each method from an equilibrium of a game, by method."""
    form = sequence_form(unroll(make_game(name)))
    by_method = {}
    for method in learners():
        by_method[method] = distances(form, method)
        lab.advance(f"{method}, {name}", WORK)
    return by_method


def distances(form: SequenceForm, method: str) -> list[float]:
    """Return the mean gain of a player by a best response, after 1, 2, 4 and so on iterations of a method."""
    regrets, out = Regrets(form, solver_modules()[method].schedule), []
    for n in range(DOUBLINGS + 1):
        regrets.run(2**n - regrets.iterations)
        out.append(float(np.mean(gaps(form, regrets.average()))))
    return out


def learning_section(by_game: Mapping[str, Mapping[str, list[float]]]) -> Section:
    """Return the section that compares the speed of regret minimization, with one chart per game."""
    figures = [learning_figure(name, methods) for name, methods in by_game.items()]
    last = {name: {m: x[-1] for m, x in methods.items()} for name, methods in by_game.items()}
    rows = [[name, *(f"{x:.1e}" for x in ends.values())] for name, ends in last.items()]
    title = f"Mean gain by a best response after {2**DOUBLINGS:,} iterations"
    block = Table(title, ["game", *learners()], rows)
    first = [name for name, ends in last.items() if min(ends.values()) < ends["cfr"]]
    verdict = HOLDS if len(first) == len(last) else FAILS
    claim = "In every game, a later method comes closer to an equilibrium than the first one, CFR."
    finding = StudyFinding(claim, verdict, f"It does in {len(first)} of {len(last)} games.")
    return Section("Learning", [], [block], figures, [finding])


def learning_figure(name: str, methods: Mapping[str, list[float]]) -> Chart:
    """Return a chart of the mean gain by iterations, both as powers of ten."""
    powers = [n * math.log10(2) for n in range(DOUBLINGS + 1)]
    series = [Series(m, powers, [math.log10(max(x, 1e-16)) for x in gap]) for m, gap in methods.items()]
    title = f"{name}: what a best response gains, by iterations"
    axes = "iterations, as a power of ten", "mean gain, as a power of ten"
    return Chart(f"learning-{name}", title, *axes, series, whole_x=False)


# ---- Goofspiel ----


def bids_section(stages: Any) -> Section:
    """Return the section with the equilibrium bids for the first prize at Goofspiel."""
    series = []
    for prize, x in stages.openings.items():
        bids = [float(a + 1) for a in x.actions[0]]
        series.append(Series(f"prize {prize}", bids, [float(c) for c in x.chances[0]]))
    title = f"Goofspiel with {LENGTH} cards: how often each card is bid for the first prize"
    figure = Chart("bids", title, "card", "chance", series, "Other mixtures may be just as good.")
    return Section("Bids", ["Both players know everything except the other's present bid."], [], [figure])


# ---- a check by playing ----


def job(name: str) -> Job:
    """Return the job in which the solution of a game plays against itself."""
    return Job(name, ("equilibrium", "equilibrium"))


def check_section(lab: Lab, values: Mapping[str, float]) -> Section:
    """Return the section that checks, by playing, the computed values of the solutions."""
    findings = []
    for name, value in values.items():
        claim = f"`equilibrium` scores {value:+.6f} per game against itself at {name}."
        findings.append(agreement(lab, job(name), "score_mean", value, claim, "games"))
    return Section("Checked by playing", [], [], [], findings)
