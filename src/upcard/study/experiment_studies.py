"""Studies that play in a lab: each is asked for in the same way, and gets a lab of its own."""

from collections.abc import Callable
from typing import Any

from upcard.engine.progress_callback import OnProgress
from upcard.study.experiment_runner import Lab
from upcard.study.study_parts import StudyReport


def in_lab(study: Callable[..., StudyReport]) -> Callable[..., StudyReport]:
    """The function ``run`` of a study that plays in a lab.

    Parameters
    ----------
    study : function
        Takes the lab, and gives the report.

    Returns
    -------
    function
        Takes ``games``, and if need be ``seed``, ``threads``, ``on_step`` and ``on_compile``, as :class:`Lab`
        does, and whatever else the study takes by name. Raises ``Usage`` for fewer than 100 games, and
        ``KeyboardInterrupt`` at a second interrupt.
    """

    def run(
        games: int,
        seed: int = 1,
        threads: int | None = None,
        on_step: OnProgress | None = None,
        on_compile: Callable[[], None] | None = None,
        **more: Any,
    ) -> StudyReport:
        return study(Lab(games, seed, threads, on_step, on_compile), **more)

    run.__doc__, run.__module__ = study.__doc__, study.__module__
    return run
