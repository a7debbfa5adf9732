"""A census of Beat It Or Eat It: what the tables that come along say about starting and eating.

What is said of hands that lead to an empty table is counted over all of them. Positions with a card to be
covered are counted in sizes that have at most 10,000 times as many as games are asked for; of the others a
sample is taken, with intervals.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from upcard.games.beat_it_or_eat_it.certificates.cell_measures import PLIES
from upcard.games.beat_it_or_eat_it.certificates.lead_table import LeadTable
from upcard.games.beat_it_or_eat_it.solvers.shipped_tables import shipped_table
from upcard.games.beat_it_or_eat_it.strategies.tablebase import FILES, SIZES
from upcard.games.beat_it_or_eat_it.studies.census_positions import (
    EatOrCover,
    RoundSize,
    cost,
    look,
    positions_of,
)
from upcard.games.beat_it_or_eat_it.studies.census_sections import (
    advantage,
    eating_section,
    glance_section,
    long_section,
    pattern_section,
    rules_section,
    starting_section,
    text,
)  # fmt: skip
from upcard.games.beat_it_or_eat_it.studies.thumb_rule_results import JudgedRules, glances, judge
from upcard.study.experiment_runner import Lab, finish, in_lab
from upcard.study.study_parts import StudyReport
from upcard.study.study_registry import Study

STUDY = Study(
    name="beat-it-census",
    title="Beat It Or Eat It: a census",
    words="Is it an advantage to start, when should one eat, and how good are rules of thumb?",
    games=1_000,
)
RULES_TEXT = "beat-it-or-eat-it, no trumps, every size of at most 18 cards and two suits of up to 13"
WHOLE = 10_000
"""Sizes with so many positions for each game asked for are counted in full."""


@in_lab
def run(lab: Lab, sizes: Sequence[RoundSize] = (*SIZES, *FILES)) -> StudyReport:
    """Count what tablebases say.

    Parameters
    ----------
    lab : Lab
        Its games are positions in a sample; ten thousand times as many are counted in full.
    sizes : sequence of (int, int)
        Suits and length of all sizes; by default all that come along.
    """
    every = {size: table for size in sizes if (table := shipped_table(*size)) is not None}
    tables = {size: table for size, table in every.items() if table.measure == PLIES}
    whole = [size for size in tables if 0 < positions_of(size) <= WHOLE * lab.games]
    parts = [size for size in every if positions_of(size) > WHOLE * lab.games or size not in tables]
    judged_sizes = largest(whole)
    lab.plan(
        (),
        further=sum(cost(lab, s, s in whole) for s in (*whole, *parts)) + 2 * lab.games * len(judged_sizes),
    )
    choices: dict[RoundSize, EatOrCover] = {}
    for size in (*whole, *parts):
        look_at = partial(look, lab, every[size], size in whole)
        full = math.inf if size in whole else lab.games
        lab.play_once(choices, size, look_at, cost(lab, size, size in whole), full)
    judged: dict[RoundSize, JudgedRules] = {}
    for size in largest(s for s, found in choices.items() if found.leads is not None):
        lab.play_once(
            judged, size, partial(judge, lab, tables[size], choices[size]), 2.0 * lab.games, lab.games
        )
    sections = [
        starting_section(every),
        long_section(every),
        eating_section(choices),
        rules_section(judged),
        glance_section(tables),
        pattern_section(tables, choices),
    ]
    return finish(lab, STUDY, RULES_TEXT, answers(every, choices), sections, results(every, choices, judged))


def largest(sizes: Iterable[RoundSize]) -> list[RoundSize]:
    """The size with most cards of each number of suits."""
    return list({size[0]: size for size in sorted(sizes)}.values())


def answers(tables: Mapping[RoundSize, LeadTable], choices: Mapping[RoundSize, EatOrCover]) -> list[str]:
    """The plain answers, made from the numbers.

    Parameters
    ----------
    tables : mapping
        All tables by size.
    choices : mapping
        The positions in which a card can be covered, by size.
    """
    said = []
    for size in largest(s for s in tables if s[0] == 2):
        start, lead = tables[size].lead_advantage(), tables[size].lead_census()
        said.append(
            f"Starting helps, but seldom: with {text(size)} cards split at random who leads wins "
            f"{100 * lead.win / lead.positions:.1f} % and loses {100 * lead.loss / lead.positions:.1f} %. Of "
            f"all {start.splits:,} splits one hand wins in {100 * start.same / start.splits:.1f} % whoever "
            f"leads; who leads wins, whichever hand it is, in {100 * start.leader / start.splits:.1f} %, and "
            f"loses so in {start.other:,}."
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
    tables: Mapping[RoundSize, LeadTable],
    choices: Mapping[RoundSize, EatOrCover],
    judged: Mapping[RoundSize, JudgedRules],
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
                "measure": table.measure.name,
                **{k: x for k, x in table.counts().items() if k != "receive"},
                "advantage": advantage(table),
                "foretold": glances(table) if table.measure == PLIES else None,
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
