"""The L.A.M.A. paper repeated: every printed cell, every figure, every claim.

P. Romero Marimon, "The L.A.M.A. card game", TU Eindhoven, 2022, studies three strategies by simulation. This
study simulates all of it again under the rules behind its tables (preset ``paper``), compares cell by cell,
draws the figures, and reports which statements hold.
"""

from functools import partial
from typing import Any

from upcard.document.model import Section
from upcard.engine.wording import counted
from upcard.games.lama.studies.lama_paper import compared_cells as cells
from upcard.games.lama.studies.lama_paper import identical_players as all_alike
from upcard.games.lama.studies.lama_paper import one_deviator as one_apart
from upcard.games.lama.studies.lama_paper import paper_search as search
from upcard.games.lama.studies.lama_paper import third_strategy as third
from upcard.games.lama.studies.lama_paper.paper_jobs import LONG_DIVIDED
from upcard.games.lama.studies.lama_paper.paper_statements import possible
from upcard.study.experiment_runner import Lab, in_lab, tally
from upcard.study.study_parts import StudyReport
from upcard.study.study_registry import Study
from upcard.study.verdicts import FAMILY_LEVEL

STUDY = Study(
    name="lama-paper",
    title="The L.A.M.A. paper, run again",
    words="Do the tables, figures and claims of the L.A.M.A. paper hold?",
    games=10_000,
)
PATIENCE = 1.5  # seconds after an interrupt in which remaining simulations may still start


@in_lab
def run(lab: Lab) -> StudyReport:
    """Repeat the paper; after an interrupt the rest has few games or none, and the report says so.

    For games to 5000 points, the number of games is a tenth.
    """
    lab.patience = PATIENCE
    jobs = list(dict.fromkeys([*all_alike.jobs(), *one_apart.jobs(), *third.jobs()]))
    lab.plan(jobs, search.search_work(lab.games))
    possible({str(i): partial(lab.play, job) for i, job in enumerate(jobs)})
    searched = search.searches(lab)
    printed = cells.cells(lab)
    sections = [
        cells.section(printed),
        all_alike.first_section(lab),
        all_alike.second_section(lab),
        one_apart.section(lab),
        third.section(lab, searched),
    ]
    long = {"games to 5000 points": max(1, lab.games // LONG_DIVIDED), "searches": len(searched)}
    settings = lab.settings(STUDY, "lama, preset paper", **long)
    summary = [*lab.interruption(), *search.searches_cut(lab, searched), *_summary(printed, sections)]
    results = _results(lab, printed, searched)
    return StudyReport(STUDY.name, STUDY.title, summary, settings, sections, results)


def _summary(printed: list[cells.ComparedCell], sections: list[Section]) -> list[str]:
    inside, odd = sum(c.is_inside for c in printed), cells.disagreeing(printed)
    if not printed:
        return ["Tables I to IV were not played.", tally(sections)]
    of_all = f"of {len(printed)} cells"
    names = ": " + "; ".join(c.where for c in odd) if odd else ""
    return [
        f"{inside} of {len(printed)} printed intervals of Tables I to IV contain our value "
        f"(about {cells.expected(printed):.0f} would be expected with these errors).",
        f"{counted(len(odd), f'{of_all} differs', f'{of_all} differ')} by more than chance at the "
        f"family-wise level {100 * FAMILY_LEVEL:.0f} %{names}.",
        tally(sections),
    ]


def _results(
    lab: Lab, printed: list[cells.ComparedCell], searched: list[search.PaperSearch]
) -> dict[str, Any]:
    odd = cells.disagreeing(printed)
    return {
        "cells": [c.to_json(c not in odd) for c in printed],
        "cells_inside": sum(c.is_inside for c in printed),
        "cells_inside_rounded": sum(c.is_inside_rounded for c in printed),
        "cells_disagree": len(odd),
        "family_level": FAMILY_LEVEL,
        "section_6": third.results(lab, searched),
        "simulations": [r.to_json() for r in lab.results.values()],
    }
