"""Running the comparisons of a study one after the other, until all are done or an interrupt comes."""

import time
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from upcard.engine.errors import Usage
from upcard.engine.progress_callback import OnProgress
from upcard.study.study_registry import Study

FEWEST_GAMES = 100
Trial = TypeVar("Trial")
TrialResult = TypeVar("TrialResult")


class ComparisonRun(Generic[Trial, TrialResult]):
    """The results of the trials of a study, in their order; after an interrupt, of the first ones.

    Parameters
    ----------
    trials : sequence
        The trials in the order of play.
    title : function
        Returns the name of a trial, for the progress.
    play : function
        Plays a trial and returns its result; it may raise ``KeyboardInterrupt``.
    on_step : function, optional
        Called with the name of every trial and the fraction that is done; it may raise an interrupt, too.
    """

    def __init__(
        self,
        trials: Sequence[Trial],
        title: Callable[[Trial], str],
        play: Callable[[Trial], TrialResult],
        on_step: OnProgress | None,
    ) -> None:
        began = time.perf_counter()
        self.results: list[TrialResult] = []
        for i, trial in enumerate(trials):
            try:
                if on_step:
                    on_step(title(trial), i / len(trials))
                self.results.append(play(trial))
            except KeyboardInterrupt:
                break
        self.is_whole = len(self.results) == len(trials)
        self.seconds = time.perf_counter() - began

    def settings(
        self, study: Study, unit: str, games: int, seed: int, more: dict[str, Any]
    ) -> dict[str, Any]:
        """Return the settings of a report; `games` is the maximum for a `unit`, such as ``duel``."""
        return {
            f"most games of a {unit}": games,
            "seed": seed,
            **more,
            "stopped early": not self.is_whole,
            "seconds": round(self.seconds, 1),
            "repeat with": f"upcard study {study.name} --games {games} --seed {seed}",
        }


def check_games(games: int, unit: str) -> None:
    """Raise ``Usage`` if there are too few games for each `unit`, such as ``duel``."""
    if games < FEWEST_GAMES:
        raise Usage(f"the number of games per {unit} was given as {games}; expected {FEWEST_GAMES} or more")
