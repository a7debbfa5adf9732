"""Figures 1-8 drawn from our own results, with the paper's statements about them."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from upcard.document.model import Chart, Section, Series
from upcard.games.lama.studies.lama_paper import identical_players as all_alike
from upcard.games.lama.studies.lama_paper import one_deviator as one_apart
from upcard.games.lama.studies.lama_paper.paper_jobs import (
    FIRST,
    LONG_PLAYERS,
    LONG_TARGET,
    PLAYERS,
    SECOND,
    alike,
    closely,
    last_apart,
)
from upcard.games.lama.studies.lama_paper.paper_statements import Statement, findings, possible
from upcard.study.experiment_runner import Job, Lab
from upcard.study.verdicts import FAMILY_LEVEL, curve

DrawChart = Callable[[Lab, int], Chart]
"""Draws the figure of the paper with this number."""


def jobs() -> list[Job]:
    """List the simulations for the figures and for the statements about them."""
    both = [alike(s, n) for s in (FIRST, SECOND) for n in PLAYERS]
    long = [alike(FIRST, n, LONG_TARGET) for n in LONG_PLAYERS]
    return [*both, *map(closely, PLAYERS), *long, *one_apart.jobs()]


def _by_seat(lab: Lab, job: Job, column: str, label: str) -> Series:
    seats = lab.play(job).seats
    return curve(label, [s.seat for s in seats], [s.estimates[column] for s in seats])


def _seat_figure(lab: Lab, number: int, strategy: str, column: str, what: str) -> Chart:
    series = [_by_seat(lab, alike(strategy, n), column, f"n = {n}") for n in PLAYERS]
    title = f"Figure {number}: {what} by seat, all {strategy}, for n players"
    return Chart(f"fig-{number}", title, "seat", what, series)


def _rounds_figure(lab: Lab, number: int, strategy: str) -> Chart:
    means = [lab.play(alike(strategy, n)).per_game["rounds_mean"] for n in PLAYERS]
    series = [curve(strategy, list(PLAYERS), means)]
    title = f"Figure {number}: rounds of a game, all {strategy}"
    return Chart(f"fig-{number}", title, "players", "rounds", series)


def _long_figure(lab: Lab, number: int) -> Chart:
    series = [
        _by_seat(lab, alike(FIRST, n, target), "win_any", f"n = {n}, to {target} points")
        for n in LONG_PLAYERS
        for target in (40, LONG_TARGET)
    ]
    title = f"Figure {number}: win share by seat, games to 40 and to {LONG_TARGET} points, all {FIRST}"
    return Chart(f"fig-{number}", title, "seat", "win share", series)


def _last_apart_figure(lab: Lab, number: int) -> Chart:
    series = [_by_seat(lab, last_apart(n), "win_any", f"n = {n}") for n in PLAYERS]
    title = f"Figure {number}: win share by seat; the last seat plays {FIRST}, all others {SECOND}"
    return Chart(f"fig-{number}", title, "seat", "win share", series)


def _section(
    lab: Lab,
    title: str,
    charts: Mapping[int, DrawChart],
    statements: Sequence[Statement],
    text: Sequence[str] = (),
) -> Section:
    """Build a part with those of its figures whose games were played."""
    figures, missing = possible(
        {f"Figure {number}": partial(chart, lab, number) for number, chart in charts.items()}
    )
    return Section(title, [*text, *missing], figures=figures, findings=findings(lab, statements))


def first_section(lab: Lab) -> Section:
    """Build the part on section III of the paper: all seats play the first strategy."""
    charts: dict[int, DrawChart] = {
        1: partial(_seat_figure, strategy=FIRST, column="win_any", what="win share"),
        2: _long_figure,
        3: partial(_seat_figure, strategy=FIRST, column="points_mean", what="points"),
        4: partial(_rounds_figure, strategy=FIRST),
    }
    text = [
        "If several players share a win, it counts for each of them, as in the paper.",
        "A statement that needs several comparisons holds if each of them does at "
        f"{100 * (1 - FAMILY_LEVEL):.0f} %. It fails if one lies the other way by more than chance "
        f"explains for all of them (Bonferroni, family-wise level {100 * FAMILY_LEVEL:.0f} %).",
    ]
    return _section(lab, "The first strategy: Figures 1 to 4", charts, all_alike.THIRD_SECTION, text)


def second_section(lab: Lab) -> Section:
    """Build the part on section IV of the paper: all seats play the second strategy."""
    charts: dict[int, DrawChart] = {
        5: partial(_seat_figure, strategy=SECOND, column="win_any", what="win share"),
        6: partial(_seat_figure, strategy=SECOND, column="points_mean", what="points"),
        7: partial(_rounds_figure, strategy=SECOND),
    }
    return _section(lab, "The second strategy: Figures 5 to 7", charts, all_alike.FOURTH_SECTION)


def comparison_section(lab: Lab) -> Section:
    """Build the part on section V: one player of the first strategy among players of the second."""
    text = [
        "The paper says that the last player is more likely to win. That can be compared with 1/n, with "
        "the same seat when all play the second strategy, or with the others at the table. The results "
        "differ, since ties count for each winner and seats are not equal. All three are shown.",
    ]
    charts = {8: _last_apart_figure}
    return _section(lab, "One against the other: Figure 8", charts, one_apart.STATEMENTS, text)
