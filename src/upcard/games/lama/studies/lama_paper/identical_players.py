"""Sections III and IV of the paper, with Figures 1 to 7: games in which all seats play one strategy."""

from collections.abc import Callable
from functools import partial
from itertools import pairwise

from upcard.document.model import Chart, Section
from upcard.games.lama.studies.lama_paper.paper_jobs import (
    FIRST,
    LONG_PLAYERS,
    LONG_TARGET,
    PLAYERS,
    SECOND,
    alike,
    closely,
)
from upcard.games.lama.studies.lama_paper.paper_statements import (
    DrawChart,
    between,
    by_seat,
    estimate_from_error,
    even_share,
    figure_section,
    judge_differences,
    judged,
    lead,
    near,
    scaled,
    statements,
    surplus,
)
from upcard.games.lama.studies.lama_paper.printed_tables import TABLES
from upcard.simulation.estimate import Estimate
from upcard.simulation.simulation_result import SimulationResult
from upcard.study.experiment_runner import Job, Lab
from upcard.study.verdicts import FAMILY_LEVEL, curve, difference, text

TABLE_PLAYERS = tuple(t.players for t in TABLES if t.strategy == FIRST)
ABOUT_THREE = (2.5, 3.5)
MUCH_MORE = 2.0  # times the difference
A_TENTH = 0.1  # the smallest relative difference that is not called similar


def jobs() -> list[Job]:
    """List the simulations for these figures and statements."""
    both = [alike(s, n) for s in (FIRST, SECOND) for n in PLAYERS]
    long = [alike(FIRST, n, LONG_TARGET) for n in LONG_PLAYERS]
    return [*both, *map(closely, PLAYERS), *long]


def seats_of(lab: Lab, strategy: str, players: int, column: str) -> list[Estimate]:
    """Return a quantity (`column`) of every seat if all play one strategy."""
    return [s.estimates[column] for s in lab.play(alike(strategy, players)).seats]


def rounds_of(lab: Lab, strategy: str, players: int) -> Estimate:
    """Return the mean number of rounds of a game if all play one strategy."""
    return lab.play(alike(strategy, players)).per_game["rounds_mean"]


def _one_more_player(lab: Lab, strategy: str, column: str, digits: int = 4) -> tuple[str, str]:
    """Judge whether a quantity falls for every seat with each additional player."""
    of = {n: seats_of(lab, strategy, n, column) for n in PLAYERS}
    gaps = {
        f"seat {p + 1}, n={n} to {m}": difference(of[n][p], of[m][p])
        for n, m in pairwise(PLAYERS)
        for p in range(n)
    }
    firsts = ", ".join(f"n={n} {text(of[n][0], digits)}" for n in PLAYERS)
    return judged(gaps, "Decrease from n to n + 1 players, seat by seat:", f"Seat 1: {firsts}.", digits)


def _more_rounds(lab: Lab, strategy: str) -> tuple[str, str]:
    """Judge whether a game has fewer rounds with each additional player."""
    of = {n: rounds_of(lab, strategy, n) for n in PLAYERS}
    gaps = {f"n={n} to {m}": difference(of[n], of[m]) for n, m in pairwise(PLAYERS)}
    means = ", ".join(f"n={n} {text(e, 3)}" for n, e in of.items())
    return judged(gaps, "Decrease from n to n + 1 players:", f"Rounds: {means}.", 3)


def _about_three(lab: Lab, players: tuple[int, ...]) -> tuple[str, str]:
    """Judge whether a game has about three rounds for all of these numbers of players."""
    low, high = ABOUT_THREE
    gaps: dict[str, Estimate] = {}
    for n in players:
        gaps |= between(f"n={n}", rounds_of(lab, FIRST, n), low, high)
    means = ", ".join(f"n={n} {text(rounds_of(lab, FIRST, n), 3)}" for n in players)
    return judged(gaps, f"Rounds: {means}. About three is taken as {low:g} to {high:g}:", digits=3)


def _several_winners(lab: Lab) -> tuple[str, str]:
    """Judge whether the win shares of a table add up to more than one."""
    played = {n: lab.play(alike(FIRST, n)) for n in TABLE_PLAYERS}
    gaps = {f"n={n}": surplus(r) for n, r in played.items()}
    split = ", ".join(f"{sum(s.estimates['win_share'].value for s in r.seats):.4f}" for r in played.values())
    sums = {t.name: sum(row[0].value for row in t.rows) for t in TABLES if t.strategy == FIRST}
    printed = ", ".join(f"{x:.3f} in Table {name}" for name, x in sums.items())
    return judged(gaps, "Sum minus 1:", f"Printed sums: {printed}. With shared wins split: {split}.")


def _similar(lab: Lab, strategy: str, others: Callable[[int], list[Estimate]], what: str) -> tuple[str, str]:
    """Judge whether every seat's win share differs by less than a tenth from that in `others`."""
    gaps: dict[str, Estimate] = {}
    for n in PLAYERS:
        pairs = zip(seats_of(lab, strategy, n, "win_any"), others(n), strict=True)
        for p, (e, other) in enumerate(pairs, 1):
            gaps |= near(f"n={n}, seat {p}", e, other, A_TENTH)
    return judged(gaps, what)


def _similar_seats(lab: Lab) -> tuple[str, str]:
    """Judge whether every seat's win share differs by less than a tenth from the mean of its table."""
    what = "Similar is taken as less than a tenth from the mean of all seats:"
    return _similar(lab, FIRST, lambda n: [even_share(lab.play(alike(FIRST, n)))] * n, what)


def _similar_strategies(lab: Lab) -> tuple[str, str]:
    """Judge whether every seat's shares under both strategies are less than a tenth apart."""
    what = "Quite similar is taken as less than a tenth apart:"
    return _similar(lab, SECOND, lambda n: seats_of(lab, FIRST, n, "win_any"), what)


def _first_over_last(lab: Lab, strategy: str) -> tuple[str, str]:
    """Judge whether the first seat wins more often than the last."""
    played = {n: lab.play(alike(strategy, n)) for n in PLAYERS}
    gaps = {f"n={n}": lead(r, 1, n) for n, r in played.items()}
    return judged(gaps, "First minus last seat in the same games:")


def _first_over_all(lab: Lab, strategy: str) -> tuple[str, str]:
    """Judge whether the first seat wins more often than each other seat."""
    played = {n: lab.play(closely(n) if strategy == FIRST else alike(strategy, n)) for n in PLAYERS}
    gaps = {f"n={n}, seat {q}": lead(played[n], 1, q) for n in PLAYERS for q in range(2, n + 1)}
    best = {n: max(played[n].seats, key=lambda s: s.estimates["win_any"].value).seat for n in PLAYERS}
    seats = ", ".join(f"n={n} seat {p}" for n, p in best.items())
    return judged(gaps, "Seat 1 minus each other seat in the same games:", f"Best seat: {seats}.")


def _most_rounds(lab: Lab) -> tuple[str, str]:
    """Judge whether the first seat wins more rounds than each other seat."""
    gaps: dict[str, Estimate] = {}
    for n in PLAYERS:
        first, *others = seats_of(lab, FIRST, n, "round_win_share")
        gaps |= {f"n={n}, seat {q}": difference(first, e) for q, e in enumerate(others, 2)}
    return judged(gaps, "Rounds won by seat 1 minus those of each other seat:")


def _first_has_fewer(lab: Lab, strategy: str) -> tuple[str, str]:
    """Judge whether the first seat has fewer points than the last."""
    of = {n: seats_of(lab, strategy, n, "points_mean") for n in PLAYERS}
    gaps = {f"n={n}": difference(e[-1], e[0]) for n, e in of.items()}
    ends = "; ".join(f"n={n} {text(e[0], 2)} and {text(e[-1], 2)}" for n, e in of.items())
    return judged(gaps, "Points of the last seat minus those of the first:", f"First and last: {ends}.", 2)


def _long(
    lab: Lab,
    measure: Callable[[SimulationResult], Estimate],
    times: float,
    words: tuple[str, str],
    digits: int,
) -> tuple[str, str]:
    """Judge whether a quantity in long games is more than `times` the same quantity in short ones."""
    gaps: dict[str, Estimate] = {}
    parts = []
    for n in LONG_PLAYERS:
        short, long = (measure(lab.play(alike(FIRST, n, t))) for t in (40, LONG_TARGET))
        gaps[f"n={n}"] = difference(long, scaled(short, times))
        parts.append(f"n={n} {text(short, digits)} to 40 points, {text(long, digits)} to {LONG_TARGET}")
    what, compared = words
    return judged(gaps, f"{what}: {'; '.join(parts)}. {compared}:", digits=digits)


def _long_order(lab: Lab) -> tuple[str, str]:
    """Judge whether first and last seat are much further apart in long games."""
    more = "Much more is taken as more than twice as much. Long games minus twice the short ones"
    words = ("Win share of the first seat minus the last", more)
    return _long(lab, lambda r: lead(r, 1, r.players), MUCH_MORE, words, 4)


def _long_points(lab: Lab, is_part: bool) -> tuple[str, str]:
    """Judge whether first and last seat differ more in long games: in points, or in parts of their sum."""
    what = "Points of the last seat minus those of the first"
    words = (f"{what}, as a part of their sum" if is_part else what, "Long minus short games")
    return _long(lab, partial(_behind, is_part=is_part), 1, words, 4 if is_part else 2)


def _behind(result: SimulationResult, is_part: bool) -> Estimate:
    """Estimate how many more points the last seat has than the first, or that as a part of their sum."""
    a, b = (result.seats[p].estimates["points_mean"] for p in (0, -1))
    if not is_part:
        return difference(b, a)
    both = a.value + b.value
    # To first order; the errors are added, since the two depend on each other.
    return estimate_from_error((b.value - a.value) / both, 2 * (a.value * b.se + b.value * a.se) / both**2)


def _a_round_more(lab: Lab) -> tuple[str, str]:
    """Judge whether two players need more than one extra round with the first strategy."""
    first, second = (rounds_of(lab, s, 2) for s in (FIRST, SECOND))
    more = difference(first, second)
    verdict, _ = judge_differences({"": estimate_from_error(more.value - 1, more.se)})
    rounds = f"{text(first, 3)} for {FIRST}, {text(second, 3)} for {SECOND}"
    return verdict, f"Rounds with two players: {rounds}; the difference is {text(more, 3)}."


def _costlier_rounds(lab: Lab) -> tuple[str, str]:
    """Judge whether a round costs two players more points with the second strategy."""
    first, second = (_points_a_round(lab.play(alike(s, 2))) for s in (FIRST, SECOND))
    verdict, _ = judge_differences({"": difference(second, first)})
    points = f"{text(first, 2)} for {FIRST}, {text(second, 2)} for {SECOND}"
    return verdict, f"Points of both players per round (the winner of a round gets none): {points}."


def _points_a_round(result: SimulationResult) -> Estimate:
    points = [s.estimates["points_mean"] for s in result.seats]
    rounds = result.per_game["rounds_mean"]
    total = sum(e.value for e in points)
    value = total / rounds.value
    return estimate_from_error(value, value * (sum(e.se for e in points) / total + rounds.se / rounds.value))


THIRD_SECTION = statements(
    "first_strategy",
    {
        "win_falls": partial(_one_more_player, strategy=FIRST, column="win_any"),
        "several_winners": _several_winners,
        "similar_seats": _similar_seats,
        "first_over_last": partial(_first_over_last, strategy=FIRST),
        "first_over_all": partial(_first_over_all, strategy=FIRST),
        "most_rounds": _most_rounds,
        "about_three_in_tables": partial(_about_three, players=TABLE_PLAYERS),
        "about_three": partial(_about_three, players=tuple(PLAYERS)),
        "long_order": _long_order,
        "first_has_fewer": partial(_first_has_fewer, strategy=FIRST),
        "long_points": partial(_long_points, is_part=False),
        "long_parts": partial(_long_points, is_part=True),
        "points_fall": partial(_one_more_player, strategy=FIRST, column="points_mean", digits=2),
        "rounds_fall": partial(_more_rounds, strategy=FIRST),
    },
)

FOURTH_SECTION = statements(
    "second_strategy",
    {
        "win_falls": partial(_one_more_player, strategy=SECOND, column="win_any"),
        "similar_strategies": _similar_strategies,
        "first_over_last": partial(_first_over_last, strategy=SECOND),
        "first_over_all": partial(_first_over_all, strategy=SECOND),
        "first_has_fewer": partial(_first_has_fewer, strategy=SECOND),
        "rounds_fall": partial(_more_rounds, strategy=SECOND),
        "a_round_more": _a_round_more,
        "costlier_rounds": _costlier_rounds,
    },
)


def _seat_figure(lab: Lab, number: int, strategy: str, column: str, what: str) -> Chart:
    series = [by_seat(lab, alike(strategy, n), column, f"n = {n}") for n in PLAYERS]
    title = f"Figure {number}: {what} by seat, all {strategy}, for n players"
    return Chart(f"fig-{number}", title, "seat", what, series)


def _rounds_figure(lab: Lab, number: int, strategy: str) -> Chart:
    means = [lab.play(alike(strategy, n)).per_game["rounds_mean"] for n in PLAYERS]
    series = [curve(strategy, list(PLAYERS), means)]
    title = f"Figure {number}: rounds of a game, all {strategy}"
    return Chart(f"fig-{number}", title, "players", "rounds", series)


def _long_figure(lab: Lab, number: int) -> Chart:
    series = [
        by_seat(lab, alike(FIRST, n, target), "win_any", f"n = {n}, to {target} points")
        for n in LONG_PLAYERS
        for target in (40, LONG_TARGET)
    ]
    title = f"Figure {number}: win share by seat, games to 40 and to {LONG_TARGET} points, all {FIRST}"
    return Chart(f"fig-{number}", title, "seat", "win share", series)


def first_section(lab: Lab) -> Section:
    """Return the part of the report on section III of the paper: all seats play the first strategy."""
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
    return figure_section(lab, "The first strategy: Figures 1 to 4", charts, THIRD_SECTION, text)


def second_section(lab: Lab) -> Section:
    """Return the part of the report on section IV of the paper: all seats play the second strategy."""
    charts: dict[int, DrawChart] = {
        5: partial(_seat_figure, strategy=SECOND, column="win_any", what="win share"),
        6: partial(_seat_figure, strategy=SECOND, column="points_mean", what="points"),
        7: partial(_rounds_figure, strategy=SECOND),
    }
    return figure_section(lab, "The second strategy: Figures 5 to 7", charts, FOURTH_SECTION)
