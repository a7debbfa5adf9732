"""A census of Beat It Or Eat It: what tablebases of up to 18 cards say about starting and eating.

What is said of hands that lead to an empty table is counted over all of them. Positions with a card to be
covered are counted in sizes that have at most 10,000 times as many as games are asked for; of the largest of
the others a sample is taken, with intervals.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from upcard.checking.beat_it_table import LeadTable
from upcard.solving.beat_it_shipped import shipped
from upcard.strategies.tablebase import SIZES
from upcard.study.beat_it_positions import Choices, Size, cost, look, positions_of
from upcard.study.beat_it_rules import Judged, glances, judge
from upcard.study.beat_it_sections import (
    advantage,
    eating_section,
    glance_section,
    long_section,
    pattern_section,
    rules_section,
    starting_section,
    text,
)  # fmt: skip
from upcard.study.find import Step, Study
from upcard.study.lab import Lab, finish
from upcard.study.parts import StudyReport

STUDY = Study(
    name="beat-it-census",
    title="Beat It Or Eat It: a census",
    words="Is it an advantage to start, when should one eat, and how good are rules of thumb?",
    games=1_000,
)
RULES_TEXT = "beat-it-or-eat-it, no trumps, every size of at most 18 cards"
WHOLE = 10_000
"""Sizes with so many positions for each game asked for are counted in full."""

MOST_ROUND = 16
"""Cards of one suit whose rounds are looked through one at a time; more take too long."""


def run(
    games: int,
    seed: int = 1,
    threads: int | None = None,
    on_step: Step | None = None,
    on_compile: Callable[[], None] | None = None,
    sizes: Sequence[Size] = SIZES,
) -> StudyReport:
    """Count what tablebases say.

    Parameters
    ----------
    games : int
        Positions in a sample; ten thousand times as many are counted in full.
    seed : int
        Seed of the samples.
    threads, on_compile : optional
        As for every study; nothing is compiled here.
    on_step : function, optional
        Told what is done and the fraction of the study that is done.
    sizes : sequence of (int, int)
        Suits and length of all sizes; by default all that come along.

    Raises
    ------
    Usage
        If `games` is below 100: intervals would mean little.
    KeyboardInterrupt
        At a second interrupt.
    """
    lab = Lab(games, seed, threads, on_step, on_compile)
    tables = {size: table for size in sizes if (table := shipped(*size)) is not None}
    whole = [size for size in tables if 0 < positions_of(size) <= WHOLE * games]
    parts = largest(size for size in tables if size not in whole and (size[0] > 1 or size[1] <= MOST_ROUND))
    judged_sizes = largest(whole)
    lab.plan(
        (), further=sum(cost(lab, s, s in whole) for s in (*whole, *parts)) + 2 * games * len(judged_sizes)
    )
    choices: dict[Size, Choices] = {}
    for size in (*whole, *parts):
        look_at = partial(look, lab, tables[size], size in whole)
        full = math.inf if size in whole else games
        lab.keep(choices, size, look_at, cost(lab, size, size in whole), full)
    judged: dict[Size, Judged] = {}
    for size in largest(s for s, found in choices.items() if found.leads is not None):
        lab.keep(judged, size, partial(judge, lab, tables[size], choices[size]), 2.0 * games, games)
    sections = [
        starting_section(tables),
        long_section(tables),
        eating_section(choices),
        rules_section(judged),
        glance_section(tables),
        pattern_section(tables, choices),
    ]
    return finish(
        lab, STUDY, RULES_TEXT, answers(tables, choices), sections, results(tables, choices, judged)
    )


def largest(sizes: Iterable[Size]) -> list[Size]:
    """The size with most cards of each number of suits."""
    return list({size[0]: size for size in sorted(sizes)}.values())


def answers(tables: Mapping[Size, LeadTable], choices: Mapping[Size, Choices]) -> list[str]:
    """The plain answers, made from the numbers.

    Parameters
    ----------
    tables : mapping
        The tablebases by size.
    choices : mapping
        The positions in which a card can be covered, by size.
    """
    said = []
    for size in largest(s for s in tables if s[0] == 2):
        start = tables[size].starting()
        said.append(
            f"Starting helps, but seldom: of all {start.splits:,} ways to split {text(size)} cards, "
            f"one hand wins in {100 * start.same / start.splits:.1f} % whoever leads, who leads wins in "
            f"{100 * start.leader / start.splits:.1f} %, and who leads loses in {start.other:,}."
        )
        mirror = tables[size].mirror_deals()
        if mirror is not None:
            share_won = 100 * mirror.win / mirror.deals
            said.append(f"In mirror deals of {text(size)} who leads wins {share_won:.1f} %.")
    for size in largest(s for s, c in choices.items() if c.positions and s[0] == 2):
        c = choices[size]
        said.append(
            f"Where a card can be covered in {text(size)}, only eating is right in "
            f"{100 * c.eating / c.games:.1f} % of all positions, and only covering in "
            f"{100 * c.covering / c.games:.1f} %."
        )
    return said


def results(
    tables: Mapping[Size, LeadTable], choices: Mapping[Size, Choices], judged: Mapping[Size, Judged]
) -> dict[str, Any]:
    """All that was counted as plain values.

    Parameters
    ----------
    tables, choices, judged : mapping
        What was found, by size.
    """
    return {
        "sizes": [
            {
                "suits": size[0],
                "length": size[1],
                **{k: x for k, x in table.counts().items() if k != "receive"},
                "advantage": advantage(table),
                "foretold": glances(table),
            }
            for size, table in tables.items()
        ],
        "choices": [
            {
                "suits": size[0],
                "length": size[1],
                "positions": c.positions or None,
                "covered": c.games,
                "only_eating": c.eating,
                "only_covering": c.covering,
            }
            for size, c in choices.items()
        ],
        "rules": [
            {
                "suits": size[0],
                "length": size[1],
                "position": kind,
                "rule": rule,
                "positions": j.games,
                "matters": j.matters[kind],
                "kept": kept,
            }
            for size, j in judged.items()
            for (kind, rule), kept in j.kept.items()
        ],
    }
