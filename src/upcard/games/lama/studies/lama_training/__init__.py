"""The training of L.A.M.A.'s strongest strategy, ``fitted-values``, from nothing to the weights that ship.

The strategy plays against three players of the paper's first strategy. At some of its decisions, each legal
choice is tried and played to the end of the round. A network is fitted to the results, plays the next games,
and so on. At the end the weights play fresh games.
"""

import io
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.document.model import FAILS, HOLDS, OPEN, Chart, Section, StudyFinding, Table
from upcard.engine.errors import Usage
from upcard.engine.progress_callback import OnProgress
from upcard.games.lama.strategies.fitted_values import TRAITS, WEIGHTS
from upcard.games.lama.studies.lama_training.training_loop import Trainer, TrainingRound
from upcard.simulation.estimate import Estimate, quantile, share
from upcard.simulation.executors import check_threads
from upcard.study.experiment_runner import Lab
from upcard.study.study_parts import StudyReport
from upcard.study.study_registry import Study
from upcard.study.verdicts import curve, text

STUDY = Study(
    name="lama-training",
    title="Training a L.A.M.A. player",
    words="How strong does a player become who learns from the results of their choices?",
    games=1_000_000,
)

ROUNDS, OPENING, POLISH = 22, 6, 8
"""Rounds of improvement in the first course, how many of these are short opening rounds, and rounds in the
second course, which starts from the weights of the first and learns in small steps."""

GAMES, OPENING_GAMES = 0.8, 0.2
"""Games of a usual round and of an opening round, as fractions of the fresh games at the end."""

RATE, SLOWER, LAST_RATE = 1.5e-3, 1e-3, 2e-5
"""Learning rates: in the opening rounds, after them, and at the end; the rate falls linearly."""

FINE, LAST_FINE = 2e-4, 1e-5
"""The same in the second course; a warm restart, as in I. Loshchilov, F. Hutter, "SGDR", ICLR 2017."""

SECOND = 500
"""Added to the seed for the second course, so that it plays other games."""

GOAL, LEVEL = 0.40, 0.95
FEWEST = 100
WEIGHTS_FILE = "fitted_values.npy"


@dataclass(frozen=True)
class TrainingResult:
    """The result of a training."""

    improvements: list[TrainingRound]
    weights: npt.NDArray[np.float16]
    """The final weights, float16 of shape (number of weights,)."""
    games: int
    """Number of fresh games at the end."""
    strength: Estimate
    """Share of fresh games won, including ties."""
    is_whole: bool
    """Whether the training ran to its end without an interrupt."""


def run(
    games: int,
    seed: int = 1,
    threads: int | None = None,
    on_step: OnProgress | None = None,
    on_compile: Callable[[], None] | None = None,
) -> StudyReport:
    """Train a player and measure it; after an interrupt, measure the current weights with few games.

    `games` are the fresh games at the end; a round of improvement plays up to eight tenths as many. The seed
    determines the result, whatever the number of threads (all cores by default).

    Raises
    ------
    Usage
        If `games` is below ``FEWEST``.
    """
    if games < FEWEST:
        raise Usage(f"{games} games are too few; expected {FEWEST} or more, and a million to learn well")
    lab = Lab(games, seed, check_threads(threads), on_step, on_compile)
    trained = _train(lab)
    conditions = {
        "fresh games": trained.games,
        "games per round of improvement": games_of(ROUNDS, games),
        "rounds of improvement": len(trained.improvements),
    }
    rules = "lama, preset paper, 4 players, against three of same-first, the learner's seat in turn"
    settings = lab.settings(STUDY, rules, **conditions)
    del settings["games per cell"]
    file = io.BytesIO()
    np.save(file, trained.weights)
    files = {WEIGHTS_FILE: file.getvalue()}
    return StudyReport(
        STUDY.name, STUDY.title, _summary(trained), settings, [_section(trained)], _results(trained), files
    )


class TrainingCurves:
    """Both courses of a training: the trainer of the current course, and the improvements so far."""

    def __init__(self, lab: Lab) -> None:
        self.lab = lab
        self.trainer = self._trainer(lab.seed)
        self.improvements: list[TrainingRound] = []

    def _trainer(self, seed: int, weights: npt.NDArray[np.float16] | None = None) -> Trainer:
        return Trainer(seed, check_threads(self.lab.threads), self.lab.on_compile, weights)

    def run(self) -> None:
        """Run every round of both courses."""
        rounds = ROUNDS + POLISH
        for i in range(rounds):
            self.lab.report_progress(f"round {i + 1} of {rounds}", i / (rounds + 1))
            if i == ROUNDS:
                self._begin_again()
            self.improvements.append(self.trainer.improve(games_of(i, self.lab.games), rates_of(i)))
        self.lab.report_progress("fresh games", rounds / (rounds + 1))

    def weights(self) -> npt.NDArray[np.float16]:
        """Return the current weights, rounded as they are stored in a file."""
        rounded: npt.NDArray[np.float16] = self.trainer.network.w.astype(np.float16)
        return rounded

    def _begin_again(self) -> None:
        """Begin the second course with these weights and a new trainer, and relearn the value of points."""
        self.trainer = self._trainer(self.lab.seed + SECOND, self.weights())
        self.trainer.settle(games_of(ROUNDS, self.lab.games), (RATE, FINE))


def _train(lab: Lab) -> TrainingResult:
    """Run all rounds of improvement, or those before an interrupt, then play the fresh games."""
    course, games = TrainingCurves(lab), lab.games
    try:
        course.run()
    except KeyboardInterrupt:
        lab.hurry()
        games = max(games // 100, FEWEST)
    trainer, weights = course.trainer, course.weights()
    trainer.network.w[:] = weights
    strength = estimate(trainer.confirm(games), games)
    return TrainingResult(course.improvements, weights, games, strength, not lab.is_hurrying)


def games_of(i: int, games: int) -> int:
    """Return the number of games in round of improvement `i`, which counts from 0."""
    return int(games * (OPENING_GAMES if i < OPENING else GAMES))


def rates_of(i: int) -> tuple[float, float]:
    """Return the learning rates at the beginning and end of round of improvement `i`, which counts from 0."""
    if i < OPENING:
        return RATE, RATE
    if i < ROUNDS:
        return fall(SLOWER, LAST_RATE, i - OPENING, ROUNDS - OPENING)
    return fall(FINE, LAST_FINE, i - ROUNDS, POLISH)


def fall(first: float, last: float, i: int, steps: int) -> tuple[float, float]:
    """Return the values at both ends of step `i` if `first` falls linearly to `last` in `steps` steps."""
    return first + (last - first) * (i / steps), first + (last - first) * ((i + 1) / steps)


def estimate(wins: int, games: int) -> Estimate:
    """Return a share of games won, with Wilson's interval."""
    return share(wins, wins, games, 1, quantile(LEVEL))


def _summary(trained: TrainingResult) -> list[str]:
    stopped = [] if trained.is_whole else ["Stopped early: the weights are those of the last whole round."]
    return [
        *stopped,
        f"After {len(trained.improvements)} rounds of improvement the player wins {text(trained.strength)} "
        "of fresh games against three of same-first, including ties. Another same-first would win about "
        "0.258 of them.",
        f"The weights are stored beside this report, as {WEIGHTS_FILE}.",
    ]


def _section(trained: TrainingResult) -> Section:
    rows: list[list[str | int | float]] = []
    strengths = [estimate(round(x.won * x.games), x.games) for x in trained.improvements]
    for i, (x, e) in enumerate(zip(trained.improvements, strengths, strict=True), 1):
        rows.append([i, e.value, e.low, e.high, x.positions, *x.errors])
    table = Table(
        "Rounds of improvement",
        ["round", "won before it", "low", "high", "positions", "error of points", "error of ways"],
        rows,
        "The win shares come from games that the learner had not seen; the errors are mean squares.",
    )
    line = curve("fitted-values", range(len(strengths)), strengths)
    figure = Chart(
        "learning", "Strength while learning", "rounds of improvement", "share of games won", [line],
        "Against three of same-first; 95 % intervals.",
    )  # fmt: skip
    return Section("Learning", [], [table], [figure] if strengths else [], _findings(trained))


def _findings(trained: TrainingResult) -> list[StudyFinding]:
    s = trained.strength
    reached = HOLDS if s.low >= GOAL else FAILS if s.high < GOAL else OPEN
    same = len(WEIGHTS) == len(trained.weights) and bool(np.all(trained.weights == WEIGHTS))
    return [
        StudyFinding(f"The trained player wins at least {GOAL:.2f} of fresh games.", reached, text(s)),
        StudyFinding(
            "The weights are, to the last digit, those that Upcard ships.",
            HOLDS if same else FAILS,
            f"{len(trained.weights):,} weights compared; they depend only on games and seed",
        ),
    ]


def _results(trained: TrainingResult) -> dict[str, Any]:
    return {
        "rounds": [
            {"won": x.won, "games": x.games, "positions": x.positions, "errors": list(x.errors)}
            for x in trained.improvements
        ],
        **trained.strength.items("win_any"),
        "traits": TRAITS,
        "weights": len(trained.weights),
    }
