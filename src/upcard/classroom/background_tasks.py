"""The functions of background jobs, which run in a separate process."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from upcard.classroom.activity_registry import find_activity
from upcard.classroom.activity_steps import Talk
from upcard.classroom.class_record import Story
from upcard.classroom.mean_bars import mean_bar
from upcard.document.model import Bar, Section
from upcard.engine.errors import Failure
from upcard.engine.game import make_game
from upcard.engine.players import can_play
from upcard.engine.record import parse_record, replay
from upcard.review.evaluator_registry import evaluator_for
from upcard.review.match_review import review
from upcard.simulation.lineup import line_up
from upcard.simulation.simulate_games import simulate_lineup
from upcard.simulation.simulation_plan import make_plan

LOOKS = (0.01, 0.1, 1.0)
"""Fractions of all matches after which the results of a contest are shown."""


def step_parts(story: Story) -> Sequence[Section]:
    """Return the sections that the reporting step of a class record shows; empty if it shows none."""
    step = find_activity(story.activity).steps[story.step]
    return tuple(step.tell(story)) if isinstance(step, Talk) and step.tell is not None else ()


@dataclass(frozen=True)
class JudgedAction:
    """An action: its seat, its loss, the best action in words, and whether it was a mistake.

    A loss that simulation estimates is 0 unless the action was a mistake.
    """

    seat: int
    lost: float
    best: str
    is_mistake: bool


@dataclass(frozen=True)
class JudgedMatch:
    """The judged actions of a match, in order, with the unit of losses and the source of the judgement."""

    unit: str
    source: str
    of_action: tuple[JudgedAction, ...]


def judge_match(record: str) -> JudgedMatch:
    """Compare every action so far of a match, from the text of its record, with the best action."""
    match = replay(parse_record(record))
    reviewed = review(match, evaluator_for(match.game))
    return JudgedMatch(
        reviewed.unit,
        reviewed.source,
        tuple(
            JudgedAction(d.seat, float(d.proven_loss), d.prospects[d.best][0], bool(d.lesson))
            for d in reviewed.decisions
        ),
    )


@dataclass(frozen=True)
class ContestEntry:
    """A strategy in a contest: its title, its text, whether the activity brought it, and its description."""

    words: str
    strategy: str
    is_known: bool = False
    rule: str = ""


def contest(
    game: str, options: Mapping[str, Any], entries: Sequence[ContestEntry], matches: int, together: bool
) -> tuple[Bar, ...]:
    """Return a bar with the win share and 95 % interval of each entry, the best first.

    Entries that cannot play this game are left out. Each entry plays at least `matches` matches: all entries
    at one table if `together`, otherwise each one against every other one at a table for two. Raises Failure
    if fewer than two entries can play, or not all of them although they play `together`.
    """
    chosen = make_game(game, len(entries) if together else 2, None, **options)
    able = [x for x in entries if can_play(x.strategy, chosen)]
    if len(able) < 2 or (together and len(able) < len(entries)):
        raise Failure(f"only {len(able)} of {len(entries)} rules can play {chosen.title}; change the others")
    cast = list(dict.fromkeys(x.strategy.partition(":")[0] for x in able))
    each = matches if together else -(-matches // (len(able) - 1))
    shares: list[list[tuple[float, float]]] = [[] for _ in able]
    tables = [tuple(range(len(able)))] if together else list(combinations(range(len(able)), 2))
    for number, table in enumerate(tables):
        lineup = line_up(chosen, [able[i].strategy for i in table], cast)
        plan = make_plan(each, number, chosen.players, "rotate")
        result = simulate_lineup(lineup, plan, "rotate")
        for i, seat in zip(table, result.seats, strict=True):
            share = seat.estimates["win_share"]
            shares[i].append((share.value, share.se))
    bars = [mean_bar(x.words, s, x.is_known, x.rule) for x, s in zip(able, shares, strict=True)]
    return tuple(sorted(bars, key=lambda x: -x.value))
