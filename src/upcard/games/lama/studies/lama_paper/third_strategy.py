"""Section VI of the paper: how good the strategy that folds is, and how its parameters were chosen."""

from functools import partial
from itertools import product
from typing import Any

from upcard.document.model import FAILS, HOLDS, OPEN, Section, StudyFinding, Table
from upcard.games.lama.studies.lama_paper import paper_search as search
from upcard.games.lama.studies.lama_paper import printed_tables as paper
from upcard.games.lama.studies.lama_paper.identical_players import A_TENTH
from upcard.games.lama.studies.lama_paper.one_deviator import beats, gain, win_share
from upcard.games.lama.studies.lama_paper.paper_jobs import FIRST, RANDOM, SECOND, alike, one_against, spelled
from upcard.games.lama.studies.lama_paper.paper_statements import (
    estimate_from_error,
    even_share,
    findings,
    judge_differences,
    possible,
    statements,
)
from upcard.simulation.estimate import Estimate
from upcard.study.experiment_runner import Job, Lab, LeftOut
from upcard.study.verdicts import difference, family_confidence, text, widened, within

SETS = {"published": paper.PUBLISHED, "trial": paper.TRIAL}
READINGS = {
    "every card, all hands": (0, 0),
    "every card, the others' hands": (0, 1),
    "each kind once, all hands": (1, 0),
    "each kind once, the others' hands": (1, 1),
}


def jobs() -> list[Job]:
    """List the simulations for the statements and the comparison of readings, but not the search."""
    readings = [
        one_against(spelled(p, *reading), opponent)
        for opponent in (FIRST, SECOND)
        for p in SETS.values()
        for reading in READINGS.values()
    ]
    return [alike(RANDOM, 4), *readings]


def section(lab: Lab, runs: list[search.PaperSearch]) -> Section:
    """Return the part of the report on section VI."""
    tables, missing = possible(
        {f"the table against {other}": partial(_readings_table, lab, other) for other in (FIRST, SECOND)}
    )
    return Section(
        "The third strategy: section VI",
        [
            "One seat, drawn at random for every game, plays the strategy that folds; the other three play "
            "alike. The paper does not say what y counts (every card, or each kind once) nor what z counts "
            "(all hands, or only the others'). We tried every reading. A shared win counts for each winner.",
            *missing,
            *search.searches_cut(lab, runs),
        ],
        tables=tables,
        figures=[search.search_figure(runs)] if runs else [],
        findings=[
            *findings(lab, STATEMENTS),
            _centre_finding(),
            *search.search_findings(runs, _published(lab)),
        ],
    )


def _published(lab: Lab) -> Estimate | None:
    try:
        return _value(lab, FIRST, paper.PUBLISHED)
    except LeftOut:
        return None


def results(lab: Lab, runs: list[search.PaperSearch]) -> dict[str, Any]:
    """Return readings and searches as JSON values, and the winner's curse if there are enough searches."""

    def reading_of(opponent: str, name: str, reading: str) -> dict[str, Any]:
        value = _value(lab, opponent, SETS[name], READINGS[reading]).items("win_any")
        return {"against": opponent, "parameters": name, "reading": reading, **value}

    cases = enumerate(product((FIRST, SECOND), SETS, READINGS))
    readings, _ = possible({str(i): partial(reading_of, *case) for i, case in cases})
    searched = [{"kept": s.best_set, "found": s.search_share, "true": s.fresh_share} for s in runs]
    gap = search.curse(runs).items("winners_curse") if len(runs) >= search.LEAST_SEARCHES else {}
    return {"readings": readings, "searches": searched, **gap}


def _value(
    lab: Lab, opponent: str, parameters: dict[str, float], reading: tuple[int, int] = (0, 0)
) -> Estimate:
    return win_share(lab, spelled(parameters, *reading), opponent)


def _readings_table(lab: Lab, opponent: str) -> Table:
    rows: list[list[str | int | float]] = []
    for name, p in SETS.items():
        for reading, codes in READINGS.items():
            e = _value(lab, opponent, p, codes)
            rows.append([name, reading, f"{e.value:.4f}", f"{e.low:.4f} to {e.high:.4f}"])
    printed = paper.AGAINST_FIRST if opponent == FIRST else paper.AGAINST_SECOND
    note = f"The paper prints {printed.value:g} ({printed.low:g}, {printed.high:g}) for the published set."
    columns = ["parameters", "y counts, z looks at", "win share", "interval"]
    return Table(f"The folding strategy against three of {opponent}", columns, rows, note)


def _as_printed(lab: Lab, opponent: str, printed: paper.PrintedNumber) -> tuple[str, str]:
    """Judge whether the published parameters win the printed share, under the reading that is nearest."""
    values = {reading: _value(lab, opponent, paper.PUBLISHED, codes) for reading, codes in READINGS.items()}
    nearest = min(values, key=lambda r: abs(values[r].value - printed.value))
    # The interval is widened for the choice (Bonferroni).
    e = widened(values[nearest], family_confidence(len(READINGS)))
    is_inside = printed.low <= e.low and e.high <= printed.high
    verdict = HOLDS if is_inside else FAILS if e.high < printed.low or e.low > printed.high else OPEN
    return verdict, (
        f"The nearest of {len(READINGS)} readings ({nearest}) gives {text(e)}, allowing for the choice."
    )


def _considerable(lab: Lab) -> tuple[str, str]:
    """Judge whether the strategy that folds wins at least a tenth more than a quarter of the games."""
    value, bound = _value(lab, FIRST, paper.PUBLISHED), (1 + A_TENTH) / 4
    printed = paper.AGAINST_FIRST.value
    verdict, _ = judge_differences({"": estimate_from_error(value.value - bound, value.se)})
    return verdict, (
        f"It wins {text(value)}. Considerably is taken as a tenth more, {bound:g}. The paper prints "
        f"{printed:g}, which would be {printed - 0.25:.3f} more than 0.25. We found "
        f"{value.value - 0.25:.4f} more, of which {even_share(lab.play(alike(FIRST, 4))).value - 0.25:.4f} "
        "come from ties, which count for each winner."
    )


def _quarter(lab: Lab) -> tuple[str, str]:
    """Judge whether four random players win a quarter each, to the two digits that are printed."""
    even = even_share(lab.play(alike(RANDOM, 4)))
    verdict = within(estimate_from_error(even.value - 0.25, even.se), 0.005)
    return verdict, f"Four players at random win {text(even)} each on average: ties count for each winner."


def _in_order(lab: Lab) -> tuple[str, str]:
    """Judge whether third beats first, first beats second, and third beats second."""
    gains = {
        "third over first": gain(lab, spelled(paper.PUBLISHED), FIRST),
        "first over second": gain(lab, FIRST, SECOND),
        "third over second": gain(lab, spelled(paper.PUBLISHED), SECOND),
    }
    verdict, _ = judge_differences(gains)
    parts = ", ".join(f"{name} {text(e)}" for name, e in gains.items())
    return verdict, f"Gains of one player among three others, compared with playing like them: {parts}."


def _centre_finding() -> StudyFinding:
    parts = [
        f"the middle of {p.value:g} ({p.low:g}, {p.high:g}) is {p.value + p.offset:.4f}, "
        f"off by {200 * abs(p.offset) / (p.high - p.low):.0f} % of the half-width"
        for p in (paper.IN_SEARCH, paper.AGAINST_FIRST, paper.AGAINST_SECOND)
    ]
    claim = "VI-A: the three printed intervals are centred on their estimates."
    return StudyFinding(claim, FAILS, "; ".join(parts) + ".")


def _better_than_trial(lab: Lab) -> tuple[str, str]:
    """Judge whether the published parameters win more than the trial set."""
    published, trial = (_value(lab, FIRST, p) for p in (paper.PUBLISHED, paper.TRIAL))
    gap = difference(published, trial)
    return judge_differences({"": gap})[0], (
        f"The published set wins {text(published)}, the trial set {text(trial)}: a gain of {text(gap)}."
    )


STATEMENTS = statements(
    "third_strategy",
    {
        "printed_first": partial(_as_printed, opponent=FIRST, printed=paper.AGAINST_FIRST),
        "printed_second": partial(_as_printed, opponent=SECOND, printed=paper.AGAINST_SECOND),
        "quarter": _quarter,
        "considerable": _considerable,
        "beats_first": partial(beats, strategy=spelled(paper.PUBLISHED), others=FIRST),
        "beats_second": partial(beats, strategy=spelled(paper.PUBLISHED), others=SECOND),
        "in_order": _in_order,
        "better_than_trial": _better_than_trial,
    },
)
