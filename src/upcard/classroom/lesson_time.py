"""How many minutes the steps of an activity take with its settings.

Playing takes the taps of a match, which bots count by playing some matches, times the usual seconds of a tap,
which were measured in classes. Two choices at the same time count once.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from statistics import fmean
from typing import Any

from upcard.classroom.activity_steps import Choose, Play, Step, class_options
from upcard.classroom.pairings import continuation_of, rounds_of
from upcard.classroom.seating import table_sizes
from upcard.engine.call_strategy import call_strategy
from upcard.engine.game_spec import GameSpec
from upcard.engine.players import entrant_for
from upcard.play.session import view_with_luck
from upcard.play.simultaneous import simultaneous_choosers

COUNTED_MATCHES, MOST_TAPS = 6, 500
"""Number of matches in which taps are counted, and maximum number of taps that count in one."""

ROUND_SECONDS, READING_SECONDS = 30.0, 120.0
"""Usual seconds of a round with two buttons, and seconds until everybody has read the matrix."""

PLANNED = "planned"
"""Name of the setting with the number of matches that the teacher plans for each group."""

MOST_PLANNED = 9


@dataclass(frozen=True)
class TapJob:
    """A match whose taps are counted: game, number of seats, options by name, and the strategy."""

    game: str
    seats: int
    options: tuple[tuple[str, str], ...]
    bot: str


def tap_job(step: Play, settings: Mapping[str, Any], size: int) -> TapJob:
    """Return the match of a step whose taps are counted, for groups of at most `size` pupils."""
    sizes = table_sizes(step)
    seats = next((n for n in sizes if n >= size), sizes[-1])
    options = class_options(step, settings)
    if step.chosen_for is not None:
        options |= step.chosen_for(settings, seats, "")
    return TapJob(step.game, seats, tuple((name, str(x)) for name, x in options.items()), step.bot)


def count_taps(job: TapJob) -> float:
    """Return the mean number of taps of a match, one after the other; takes up to some seconds."""
    game = GameSpec(job.game, job.seats, None, dict(job.options)).game()
    bot = entrant_for(job.bot, game)
    counts = []
    for seed in range(COUNTED_MATCHES):
        match, taps, together = game.match(seed), 0, set[int]()
        while not match.is_over and taps < MOST_TAPS:
            if match.player not in together:
                taps, together = taps + 1, set(simultaneous_choosers(game, match.state))
            together.discard(match.player)
            match.do(call_strategy(bot.choose, view_with_luck(match), bot.parameters, bot.label))
        counts.append(taps)
    return fmean(counts)


def step_minutes(step: Step, settings: Mapping[str, Any], taps: float | None = None) -> int:
    """Return the usual minutes of a step with these settings; `taps` is the result of :func:`count_taps`."""
    if isinstance(step, Play) and step.seconds and taps is not None:
        return max(1, ceil(planned_matches(step, settings) * taps * step.seconds / 60.0))
    if isinstance(step, Choose):
        rounds = expected_rounds(step, settings)
        return ceil((READING_SECONDS + ROUND_SECONDS * rounds) / 60.0)
    return step.minutes


def expected_rounds(step: Choose, settings: Mapping[str, Any]) -> float:
    """Return the expected number of rounds with two buttons, also if chance ends them."""
    chance = continuation_of(step, settings)
    if chance:
        return 100 / (100 - chance)
    return rounds_of(step, settings)


def planned_matches(step: Play, settings: Mapping[str, Any]) -> int:
    """Return the number of matches that each group plays, as the teacher plans it."""
    return int(settings.get(PLANNED) or step.matches)
