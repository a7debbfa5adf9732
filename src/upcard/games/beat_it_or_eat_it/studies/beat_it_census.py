"""A census of Beat It Or Eat It: what the shipped tables show about starting and eating.

All hands that lead to an empty table are counted. Positions with a card to be covered are counted in full in
sizes with at most 10,000 times as many positions as the study has games. Other sizes are sampled, with
intervals.
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
    JudgedRules,
    RoundSize,
    cost,
    evaluate_size,
    glances,
    judge,
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
from upcard.study.experiment_runner import Lab, finish, in_lab
from upcard.study.study_parts import StudyReport
from upcard.study.study_registry import Study

STUDY = Study(
    name="beat-it-census",
    title="Beat It Or Eat It: a census",
    words="Is it an advantage to start, when should you eat, and how good are rules of thumb?",
    games=1_000,
)
RULES_TEXT = "beat-it-or-eat-it, no trumps, every size of at most 18 cards and two suits of up to 13"
WHOLE = 10_000
"""A size is counted in full if it has at most this many positions per game of the study."""


@in_lab
def run(lab: Lab, sizes: Sequence[RoundSize] = (*SIZES, *FILES)) -> StudyReport:
    """Count positions by the tablebases of some sizes, all that ship by default.

    The number of games is that of positions in a sample; sizes with up to ten thousand times as many
    positions are counted in full.
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
        evaluate = partial(evaluate_size, lab, every[size], size in whole)
        full = math.inf if size in whole else lab.games
        lab.play_once(choices, size, evaluate, cost(lab, size, size in whole), full)
    judged: dict[RoundSize, JudgedRules] = {}
    for size in largest(s for s, choice in choices.items() if choice.leads is not None):
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
    """Return the largest size for each number of suits."""
    return list({size[0]: size for size in sorted(sizes)}.values())


def answers(tables: Mapping[RoundSize, LeadTable], choices: Mapping[RoundSize, EatOrCover]) -> list[str]:
    """Return the short answers in sentences."""
    sentences = []
    for size in largest(s for s in tables if s[0] == 2):
        start, lead = tables[size].lead_advantage, tables[size].lead_census()
        sentences.append(
            f"Starting rarely decides the game, but it helps: with {text(size)} cards split at random the "
            f"leader wins {100 * lead.win / lead.positions:.1f} % and loses "
            f"{100 * lead.loss / lead.positions:.1f} %. There are {start.splits:,} splits. In "
            f"{100 * start.same / start.splits:.1f} % of them one hand wins, whoever leads. In "
            f"{100 * start.leader / start.splits:.1f} % the leader wins with either hand. In {start.other:,} "
            "splits the leader loses with either hand."
        )
        mirror = tables[size].mirror_deals()
        if mirror is not None:
            share_won = 100 * mirror.win / mirror.deals
            sentences.append(f"In mirror deals of {text(size)} the leader wins {share_won:.1f} %.")
    for size in largest(s for s, c in choices.items() if c.positions and s[0] == 2):
        c = choices[size]
        sentences.append(
            f"If a card can be covered in {text(size)}, only eating is right in "
            f"{100 * c.eating / c.games:.1f} % of all positions, and only covering in "
            f"{100 * c.covering / c.games:.1f} %."
        )
    return sentences


def results(
    tables: Mapping[RoundSize, LeadTable],
    choices: Mapping[RoundSize, EatOrCover],
    judged: Mapping[RoundSize, JudgedRules],
) -> dict[str, Any]:
    """Return all counts as JSON values."""
    return {
        "sizes": [
            {
                **_size_entries(size),
                "measure": table.measure.name,
                **{k: x for k, x in table.counts().items() if k != "receive"},
                "advantage": advantage(table),
                "foretold": glances(table) if table.measure == PLIES else None,
            }
            for size, table in tables.items()
        ],
        "choices": [
            {
                **_size_entries(size),
                "positions": c.positions or None,
                "covered": c.games,
                "only_eating": c.eating,
                "only_covering": c.covering,
            }
            for size, c in choices.items()
        ],
        "rules": [
            {
                **_size_entries(size),
                "position": kind,
                "rule": rule,
                "positions": j.games,
                "matters": j.matters[kind],
                "kept": count,
            }
            for size, j in judged.items()
            for (kind, rule), count in j.preserved.items()
        ],
    }


def _size_entries(size: RoundSize) -> dict[str, int]:
    return {"suits": size[0], "length": size[1]}
