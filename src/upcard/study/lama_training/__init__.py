"""The training of L.A.M.A.'s strongest strategy, ``fitted-values``, from nothing to the weights that ship.

The strategy plays against three of the paper's first one; its decisions are looked at, each legal way to go
on is tried and played to the end of the round, and a network is fitted to what that led to. Then it plays
with the new network, and so on. At the end the weights play fresh games.
"""

import io
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.engine.errors import Usage
from upcard.simulation.estimate import Estimate, quantile, share
from upcard.simulation.run import check_threads
from upcard.strategies.fitted_values import TRAITS, WEIGHTS
from upcard.study.find import Step, Study
from upcard.study.judge import curve, text
from upcard.study.lama_training.training import Improvement, Trainer
from upcard.study.parts import FAILS, HOLDS, OPEN, Block, Figure, Finding, Section, StudyReport

STUDY = Study(
    name="lama-training",
    title="Training a L.A.M.A. player",
    words="How strong does a player become who learns from what his choices led to?",
    games=1_000_000,
)

ROUNDS, OPENING = 22, 6
"""Rounds of improvement; the first ones, which learn what is plain, play fewer games."""

GAMES, OPENING_GAMES = 0.8, 0.2
"""Games of a round, as parts of the fresh games at the end: of a usual one, and of one of the first."""

RATE, SLOWER, LAST_RATE = 1.5e-3, 1e-3, 2e-5
"""Rates of fitting: in the first rounds, after them, and at the end, to which it falls in a straight line."""

GOAL, LEVEL = 0.40, 0.95
FEWEST = 100
WEIGHTS_FILE = "fitted_values.npy"


@dataclass(frozen=True)
class Trained:
    """What came of a training.

    Parameters
    ----------
    improvements : list of Improvement
        Every round.
    weights : float16 array
        What the rounds led to.
    games : int
        Fresh games at the end.
    strength : Estimate
        Share of fresh games won, ties counting.
    is_whole : bool
        Whether no interrupt cut it short.
    """

    improvements: list[Improvement]
    weights: npt.NDArray[np.float16]
    games: int
    strength: Estimate
    is_whole: bool


def run(
    games: int,
    seed: int = 1,
    threads: int | None = None,
    on_step: Step | None = None,
    on_compile: Callable[[], None] | None = None,
) -> StudyReport:
    """Train and confirm; after an interrupt, what there is by then is confirmed with few games.

    Parameters
    ----------
    games : int
        Fresh games at the end; a round of improvement plays up to eight tenths as many.
    seed : int
        Everything follows from it.
    threads : int, optional
        All cores by default; the weights do not depend on it.
    on_step : function, optional
        Told what is done and the fraction that is done.
    on_compile : function, optional
        Told when a program is compiled.

    Raises
    ------
    Usage
        If `games` is below ``FEWEST``.
    """
    if games < FEWEST:
        raise Usage(f"{games} games were asked for; expected {FEWEST} or more, and a million to learn well")
    began = time.perf_counter()
    trainer = Trainer(seed, check_threads(threads), on_compile)
    trained = _train(trainer, games, on_step)
    settings = {
        "fresh games": trained.games,
        "games per round of improvement": games_of(ROUNDS - 1, games),
        "rounds of improvement": len(trained.improvements),
        "stopped early": not trained.is_whole,
        "seed": seed,
        "rules": "lama, preset paper, 4 players, against three of same-first, the learner's seat in turn",
        "confidence of intervals": LEVEL,
        "seconds": round(time.perf_counter() - began, 1),
        "repeat with": f"upcard study {STUDY.name} --games {games} --seed {seed}",
    }
    sections = [_section(trained)]
    return StudyReport(
        STUDY.name, STUDY.title, _summary(trained), settings, sections, _results(trained),
        {WEIGHTS_FILE: _file(trained.weights)},
    )  # fmt: skip


def _train(trainer: Trainer, games: int, on_step: Step | None) -> Trained:
    """All rounds of improvement, or those before an interrupt, and the fresh games."""
    tell = on_step or (lambda what, done: None)
    improvements: list[Improvement] = []
    is_whole = True
    try:
        for i in range(ROUNDS):
            tell(f"round {i + 1} of {ROUNDS}", i / (ROUNDS + 1))
            improvements.append(trainer.improve(games_of(i, games), rates_of(i)))
        tell("fresh games", ROUNDS / (ROUNDS + 1))
    except KeyboardInterrupt:
        is_whole, games = False, max(games // 100, FEWEST)
    weights = trainer.mind.w.astype(np.float16)
    trainer.mind.w[:] = weights
    return Trained(improvements, weights, games, estimate(trainer.confirm(games), games), is_whole)


def games_of(i: int, games: int) -> int:
    """How many games round of improvement `i` plays, from 0 on; at the end there are `games` fresh ones."""
    return int(games * (OPENING_GAMES if i < OPENING else GAMES))


def rates_of(i: int) -> tuple[float, float]:
    """The rates of fitting at the beginning and at the end of round of improvement `i`, from 0 on."""
    if i < OPENING:
        return RATE, RATE
    begin, end = ((j - OPENING) / (ROUNDS - OPENING) for j in (i, i + 1))
    return SLOWER + (LAST_RATE - SLOWER) * begin, SLOWER + (LAST_RATE - SLOWER) * end


def estimate(wins: int, games: int) -> Estimate:
    """A share of games won, with Wilson's interval."""
    return share(wins, wins, games, 1, quantile(LEVEL))


def _summary(trained: Trained) -> list[str]:
    s = trained.strength
    stopped = [] if trained.is_whole else ["Stopped early: the weights are those of the last whole round."]
    return [
        *stopped,
        f"After {len(trained.improvements)} rounds of improvement the player wins {text(s)} "
        "of fresh games against three of same-first, ties counting; "
        "same-first itself wins about 0.258 of them.",
        f"The weights are written beside this report, as {WEIGHTS_FILE}.",
    ]


def _section(trained: Trained) -> Section:
    rows: list[list[str | int | float]] = []
    strengths = [estimate(round(x.won * x.games), x.games) for x in trained.improvements]
    for i, (x, e) in enumerate(zip(trained.improvements, strengths, strict=True), 1):
        rows.append([i, e.value, e.low, e.high, x.positions, *x.errors])
    table = Block(
        "Rounds of improvement",
        ["round", "won before it", "low", "high", "positions", "error of points", "error of ways"],
        rows,
        "Shares won while learning are of games that the learner had not seen; the errors are mean squares.",
    )
    line = curve("fitted-values", range(len(strengths)), strengths)
    figure = Figure(
        "learning", "Strength while learning", "rounds of improvement", "share of games won", [line],
        "Against three of same-first; 95 % intervals.",
    )  # fmt: skip
    return Section("Learning", [], [table], [figure] if strengths else [], _findings(trained))


def _findings(trained: Trained) -> list[Finding]:
    s = trained.strength
    reached = HOLDS if s.low >= GOAL else FAILS if s.high < GOAL else OPEN
    same = len(WEIGHTS) == len(trained.weights) and bool(np.all(trained.weights == WEIGHTS))
    return [
        Finding(f"The trained player wins at least {GOAL:.2f} of fresh games.", reached, text(s)),
        Finding(
            "The weights are, to the last digit, those that Upcard ships.",
            HOLDS if same else FAILS,
            f"{len(trained.weights):,} weights compared; they follow from games and seed",
        ),
    ]


def _results(trained: Trained) -> dict[str, Any]:
    return {
        "rounds": [
            {"won": x.won, "games": x.games, "positions": x.positions, "errors": list(x.errors)}
            for x in trained.improvements
        ],
        **trained.strength.items("win_any"),
        "traits": TRAITS,
        "weights": len(trained.weights),
    }


def _file(weights: npt.NDArray[np.float16]) -> bytes:
    buffer = io.BytesIO()
    np.save(buffer, weights)
    return buffer.getvalue()
