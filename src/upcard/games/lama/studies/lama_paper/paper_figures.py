"""Figures 1-8 drawn from our own results, with the paper's statements about them."""

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
from upcard.games.lama.studies.lama_paper.paper_statements import findings, possible
from upcard.study.experiment_runner import Job, Lab
from upcard.study.verdicts import FAMILY_LEVEL, curve


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


def _long_figure(lab: Lab) -> Chart:
    series = [
        _by_seat(lab, alike(FIRST, n, target), "win_any", f"n = {n}, to {target} points")
        for n in LONG_PLAYERS
        for target in (40, LONG_TARGET)
    ]
    title = f"Figure 2: win share by seat, games to 40 and to {LONG_TARGET} points, all {FIRST}"
    return Chart("fig-2", title, "seat", "win share", series)


def _last_apart_figure(lab: Lab) -> Chart:
    series = [_by_seat(lab, last_apart(n), "win_any", f"n = {n}") for n in PLAYERS]
    title = f"Figure 8: win share by seat; the last seat plays {FIRST}, all others {SECOND}"
    return Chart("fig-8", title, "seat", "win share", series)


def first_section(lab: Lab) -> Section:
    """Build the part on section III of the paper: all seats play the first strategy."""
    figures, missing = possible(
        {
            "Figure 1": partial(_seat_figure, lab, 1, FIRST, "win_any", "win share"),
            "Figure 2": partial(_long_figure, lab),
            "Figure 3": partial(_seat_figure, lab, 3, FIRST, "points_mean", "points"),
            "Figure 4": partial(_rounds_figure, lab, 4, FIRST),
        }
    )
    return Section(
        "The first strategy: Figures 1 to 4",
        [
            "If several players share a win, it counts for each of them, as in the paper.",
            "A statement that needs several comparisons holds if each of them does at "
            f"{100 * (1 - FAMILY_LEVEL):.0f} %. It fails if one lies the other way by more than chance "
            f"explains for all of them (Bonferroni, family-wise level {100 * FAMILY_LEVEL:.0f} %).",
            *missing,
        ],
        figures=figures,
        findings=findings(lab, all_alike.THIRD_SECTION),
    )


def second_section(lab: Lab) -> Section:
    """Build the part on section IV of the paper: all seats play the second strategy."""
    figures, missing = possible(
        {
            "Figure 5": partial(_seat_figure, lab, 5, SECOND, "win_any", "win share"),
            "Figure 6": partial(_seat_figure, lab, 6, SECOND, "points_mean", "points"),
            "Figure 7": partial(_rounds_figure, lab, 7, SECOND),
        }
    )
    return Section(
        "The second strategy: Figures 5 to 7",
        missing,
        figures=figures,
        findings=findings(lab, all_alike.FOURTH_SECTION),
    )


def comparison_section(lab: Lab) -> Section:
    """Build the part on section V: one player of the first strategy among players of the second."""
    figures, missing = possible({"Figure 8": partial(_last_apart_figure, lab)})
    return Section(
        "One against the other: Figure 8",
        [
            "The paper says that the last player is more likely to win. That can be compared with 1/n, with "
            "the same seat when all play the second strategy, or with the others at the table. The results "
            "differ, since ties count for each winner and seats are not equal. All three are shown.",
            *missing,
        ],
        figures=figures,
        findings=findings(lab, one_apart.STATEMENTS),
    )
