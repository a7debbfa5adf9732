"""The functions of background jobs, which run in a process of their own."""

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
"""Fractions of all matches after which a contest is shown."""


def step_parts(story: Story) -> Sequence[Section]:
    """Return the sections that a step shows of a story."""
    step = find_activity(story.activity).steps[story.step]
    return tuple(step.tell(story)) if isinstance(step, Talk) and step.tell is not None else ()


@dataclass(frozen=True)
class JudgedAction:
    """An action: its seat, its loss, the best action, and whether the loss exceeds its error."""

    seat: int
    lost: float
    best: str
    is_mistake: bool


@dataclass(frozen=True)
class JudgedMatch:
    """The actions of a match against the optimum: the unit of losses, and the source of the judgement."""

    unit: str
    source: str
    of_action: tuple[JudgedAction, ...]


def judge_match(record: str) -> JudgedMatch:
    """Compare every action of a match so far with the optimum."""
    match = replay(parse_record(record))
    reviewed = review(match, evaluator_for(match.game))
    return JudgedMatch(
        reviewed.unit,
        reviewed.source,
        tuple(
            JudgedAction(d.seat, float(d.loss), d.prospects[d.best][0], bool(d.lesson))
            for d in reviewed.decisions
        ),
    )


@dataclass(frozen=True)
class ContestEntry:
    """A strategy in a contest: its title, its name, whether it is not the class's, and its rule."""

    words: str
    strategy: str
    is_known: bool = False
    rule: str = ""


def contest(
    game: str, options: Mapping[str, Any], entries: Sequence[ContestEntry], matches: int, together: bool
) -> tuple[Bar, ...]:
    """Return the win share of each entry, with its interval, the best first.

    Entries that cannot play this game are left out; raises Failure if fewer than two can. Each plays at least
    `matches` matches, all at one table if `together`, otherwise with every other one at a table of two.
    """
    chosen = make_game(game, len(entries) if together else 2, None, **options)
    able = [x for x in entries if can_play(x.strategy, chosen)]
    if len(able) < 2 or (together and len(able) < len(entries)):
        raise Failure(f"only {len(able)} rules can play {chosen.title}; expected at least two")
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
