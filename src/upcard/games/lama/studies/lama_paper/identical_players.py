"""Sections III and IV of the paper: statements about games in which all seats play one strategy."""

from functools import partial
from itertools import pairwise

from upcard.games.lama.studies.lama_paper.differences import (
    between,
    estimate_from_error,
    even_share,
    judge_differences,
    lead,
    near,
    scaled,
    surplus,
)
from upcard.games.lama.studies.lama_paper.paper_jobs import (
    FIRST,
    LONG_PLAYERS,
    LONG_TARGET,
    PLAYERS,
    SECOND,
    alike,
    closely,
)
from upcard.games.lama.studies.lama_paper.paper_statements import Statement
from upcard.games.lama.studies.lama_paper.printed_tables import TABLES
from upcard.simulation.estimate import Estimate
from upcard.simulation.simulation_result import SimulationResult
from upcard.study.experiment_runner import Lab
from upcard.study.verdicts import minus, text

TABLE_PLAYERS = tuple(t.players for t in TABLES if t.strategy == FIRST)
ABOUT_THREE = (2.5, 3.5)
MUCH_MORE = 2.0  # times the difference
A_TENTH = 0.1  # the smallest relative difference that is not called similar


def seats_of(lab: Lab, strategy: str, players: int, column: str) -> list[Estimate]:
    """Return a quantity of every seat when all play one strategy."""
    return [s.estimates[column] for s in lab.play(alike(strategy, players)).seats]


def rounds_of(lab: Lab, strategy: str, players: int) -> Estimate:
    """Return the mean number of rounds of a game when all play one strategy."""
    return lab.play(alike(strategy, players)).per_game["rounds_mean"]


def _one_more_player(lab: Lab, strategy: str, column: str, digits: int = 4) -> tuple[str, str]:
    """Judge whether a quantity falls for every seat with each additional player."""
    of = {n: seats_of(lab, strategy, n, column) for n in PLAYERS}
    gaps = {
        f"seat {p + 1}, n={n} to {m}": minus(of[n][p], of[m][p])
        for n, m in pairwise(PLAYERS)
        for p in range(n)
    }
    firsts = ", ".join(f"n={n} {text(of[n][0], digits)}" for n in PLAYERS)
    verdict, comparison = judge_differences(gaps, digits)
    return verdict, f"Decrease from n to n + 1 players, seat by seat: {comparison} Seat 1: {firsts}."


def _more_rounds(lab: Lab, strategy: str) -> tuple[str, str]:
    """Judge whether a game has fewer rounds with each additional player."""
    of = {n: rounds_of(lab, strategy, n) for n in PLAYERS}
    verdict, comparison = judge_differences(
        {f"n={n} to {m}": minus(of[n], of[m]) for n, m in pairwise(PLAYERS)}, 3
    )
    means = ", ".join(f"n={n} {text(e, 3)}" for n, e in of.items())
    return verdict, f"Decrease from n to n + 1 players: {comparison} Rounds: {means}."


def _about_three(lab: Lab, players: tuple[int, ...]) -> tuple[str, str]:
    """Judge whether a game has about three rounds for all of these numbers of players."""
    low, high = ABOUT_THREE
    gaps: dict[str, Estimate] = {}
    for n in players:
        gaps |= between(f"n={n}", rounds_of(lab, FIRST, n), low, high)
    verdict, comparison = judge_differences(gaps, 3)
    means = ", ".join(f"n={n} {text(rounds_of(lab, FIRST, n), 3)}" for n in players)
    return verdict, f"Rounds: {means}. About three is taken as {low:g} to {high:g}: {comparison}"


def _several_winners(lab: Lab) -> tuple[str, str]:
    """Judge whether the win shares of a table add up to more than one."""
    played = {n: lab.play(alike(FIRST, n)) for n in TABLE_PLAYERS}
    verdict, comparison = judge_differences({f"n={n}": surplus(r) for n, r in played.items()})
    split = ", ".join(f"{sum(s.estimates['win_share'].value for s in r.seats):.4f}" for r in played.values())
    sums = {t.name: sum(row[0].value for row in t.rows) for t in TABLES if t.strategy == FIRST}
    printed = ", ".join(f"{x:.3f} in Table {name}" for name, x in sums.items())
    return verdict, f"Sum minus 1: {comparison} Printed sums: {printed}. With shared wins split: {split}."


def _similar_seats(lab: Lab) -> tuple[str, str]:
    """Judge whether every seat's share is less than a tenth away from the mean of its table."""
    gaps: dict[str, Estimate] = {}
    for n in PLAYERS:
        shares = seats_of(lab, FIRST, n, "win_any")
        mean = even_share(lab.play(alike(FIRST, n)))
        for p, e in enumerate(shares):
            gaps |= near(f"n={n}, seat {p + 1}", e, mean, A_TENTH)
    verdict, comparison = judge_differences(gaps)
    return verdict, f"Similar is taken as less than a tenth from the mean of all seats: {comparison}"


def _similar_strategies(lab: Lab) -> tuple[str, str]:
    """Judge whether every seat's shares under both strategies are less than a tenth apart."""
    gaps: dict[str, Estimate] = {}
    for n in PLAYERS:
        pairs = zip(*(seats_of(lab, s, n, "win_any") for s in (SECOND, FIRST)), strict=True)
        for p, (e, other) in enumerate(pairs):
            gaps |= near(f"n={n}, seat {p + 1}", e, other, A_TENTH)
    verdict, comparison = judge_differences(gaps)
    return verdict, f"Quite similar is taken as less than a tenth apart: {comparison}"


def _first_over_last(lab: Lab, strategy: str) -> tuple[str, str]:
    """Judge whether the first seat wins more often than the last."""
    played = {n: lab.play(alike(strategy, n)) for n in PLAYERS}
    verdict, comparison = judge_differences({f"n={n}": lead(r, 1, n) for n, r in played.items()})
    return verdict, f"First minus last seat in the same games: {comparison}"


def _first_over_all(lab: Lab, strategy: str) -> tuple[str, str]:
    """Judge whether the first seat wins more often than each other seat."""
    played = {n: lab.play(closely(n) if strategy == FIRST else alike(strategy, n)) for n in PLAYERS}
    gaps = {f"n={n}, seat {q}": lead(played[n], 1, q) for n in PLAYERS for q in range(2, n + 1)}
    verdict, comparison = judge_differences(gaps)
    best = {n: max(played[n].seats, key=lambda s: s.estimates["win_any"].value).seat for n in PLAYERS}
    seats = ", ".join(f"n={n} seat {p}" for n, p in best.items())
    return verdict, f"Seat 1 minus each other seat in the same games: {comparison} Best seat: {seats}."


def _most_rounds(lab: Lab) -> tuple[str, str]:
    """Judge whether the first seat wins more rounds than each other seat."""
    gaps: dict[str, Estimate] = {}
    for n in PLAYERS:
        first, *others = seats_of(lab, FIRST, n, "round_win_share")
        gaps |= {f"n={n}, seat {q}": minus(first, e) for q, e in enumerate(others, 2)}
    verdict, comparison = judge_differences(gaps)
    return verdict, f"Rounds won by seat 1 minus those of each other seat: {comparison}"


def _first_has_fewer(lab: Lab, strategy: str) -> tuple[str, str]:
    """Judge whether the first seat has fewer points than the last."""
    of = {n: seats_of(lab, strategy, n, "points_mean") for n in PLAYERS}
    verdict, comparison = judge_differences({f"n={n}": minus(e[-1], e[0]) for n, e in of.items()}, 2)
    ends = "; ".join(f"n={n} {text(e[0], 2)} and {text(e[-1], 2)}" for n, e in of.items())
    return verdict, f"Points of the last seat minus those of the first: {comparison} First and last: {ends}."


def _long_order(lab: Lab) -> tuple[str, str]:
    """Judge whether first and last seat are much further apart in long games."""
    gaps: dict[str, Estimate] = {}
    parts = []
    for n in LONG_PLAYERS:
        short, long = (lead(lab.play(alike(FIRST, n, t)), 1, n) for t in (40, LONG_TARGET))
        gaps[f"n={n}"] = minus(long, scaled(short, MUCH_MORE))
        parts.append(f"n={n} {text(short)} to 40 points, {text(long)} to {LONG_TARGET}")
    verdict, comparison = judge_differences(gaps)
    more = "Much more is taken as more than twice as much. Long games minus twice the short ones"
    return verdict, f"Win share of the first seat minus the last: {'; '.join(parts)}. {more}: {comparison}"


def _long_points(lab: Lab, is_part: bool) -> tuple[str, str]:
    """Judge whether first and last seat differ more in long games: in points, or in relation to them."""
    gaps: dict[str, Estimate] = {}
    parts = []
    digits = 4 if is_part else 2
    for n in LONG_PLAYERS:
        short, long = (_behind(lab.play(alike(FIRST, n, t)), is_part) for t in (40, LONG_TARGET))
        gaps[f"n={n}"] = minus(long, short)
        parts.append(f"n={n} {text(short, digits)} to 40 points, {text(long, digits)} to {LONG_TARGET}")
    verdict, comparison = judge_differences(gaps, digits)
    what = "Points of the last seat minus those of the first" + (
        ", as a part of their sum" if is_part else ""
    )
    return verdict, f"{what}: {'; '.join(parts)}. Long minus short games: {comparison}"


def _behind(result: SimulationResult, is_part: bool) -> Estimate:
    """Estimate how many more points the last seat has than the first, or that as a part of their sum."""
    a, b = (result.seats[p].estimates["points_mean"] for p in (0, -1))
    if not is_part:
        return minus(b, a)
    both = a.value + b.value
    # To first order; the errors are added, since the two depend on each other.
    return estimate_from_error((b.value - a.value) / both, 2 * (a.value * b.se + b.value * a.se) / both**2)


def _a_round_more(lab: Lab) -> tuple[str, str]:
    """Judge whether two players need more than one extra round with the first strategy."""
    first, second = (rounds_of(lab, s, 2) for s in (FIRST, SECOND))
    more = minus(first, second)
    verdict, _ = judge_differences({"": estimate_from_error(more.value - 1, more.se)})
    rounds = f"{text(first, 3)} for {FIRST}, {text(second, 3)} for {SECOND}"
    return verdict, f"Rounds with two players: {rounds}; the difference is {text(more, 3)}."


def _costlier_rounds(lab: Lab) -> tuple[str, str]:
    """Judge whether a round costs two players more points with the second strategy."""
    first, second = (_points_a_round(lab.play(alike(s, 2))) for s in (FIRST, SECOND))
    verdict, _ = judge_differences({"": minus(second, first)})
    points = f"{text(first, 2)} for {FIRST}, {text(second, 2)} for {SECOND}"
    return verdict, f"Points of both players per round (the winner of a round gets none): {points}."


def _points_a_round(result: SimulationResult) -> Estimate:
    points = [s.estimates["points_mean"] for s in result.seats]
    rounds = result.per_game["rounds_mean"]
    total = sum(e.value for e in points)
    value = total / rounds.value
    return estimate_from_error(value, value * (sum(e.se for e in points) / total + rounds.se / rounds.value))


THIRD_SECTION: tuple[Statement, ...] = (
    (
        "III-A, Figure 1: for each player the probability to win falls with the number of players.",
        partial(_one_more_player, strategy=FIRST, column="win_any"),
    ),
    (
        "III-A, Tables I and II: the probabilities add up to more than one, since several players can win.",
        _several_winners,
    ),
    ("III-A, Figure 1: all players win with a similar probability.", _similar_seats),
    (
        "III-A, Figure 1: the first player wins a game to 40 points more often than the last.",
        partial(_first_over_last, strategy=FIRST),
    ),
    (
        "III-A, Figure 1: the first player wins a game to 40 points more often than anyone else.",
        partial(_first_over_all, strategy=FIRST),
    ),
    ("III-A: the first player gets rid of all cards more easily: seat 1 wins the most rounds.", _most_rounds),
    (
        "III-A: about three rounds end a game with four and five players (Tables I and II).",
        partial(_about_three, players=TABLE_PLAYERS),
    ),
    (
        "III-A: about three rounds end a game with any number of players from two to eight (Figure 1).",
        partial(_about_three, players=tuple(PLAYERS)),
    ),
    (
        "III-A, Figure 2: the order of the turns matters much more when the game goes to 5000 points.",
        _long_order,
    ),
    (
        "III-A, Figure 3: the first player ends with fewer points than the last.",
        partial(_first_has_fewer, strategy=FIRST),
    ),
    (
        "III-A: the difference is more visible when the game goes to 5000 points: more points.",
        partial(_long_points, is_part=False),
    ),
    (
        "III-A: the difference is more visible when the game goes to 5000 points: a greater part of them.",
        partial(_long_points, is_part=True),
    ),
    (
        "III-A, Figure 3: for each player the points of a game fall with the number of players.",
        partial(_one_more_player, strategy=FIRST, column="points_mean", digits=2),
    ),
    (
        "III-A, Figure 4: the number of rounds falls with the number of players.",
        partial(_more_rounds, strategy=FIRST),
    ),
)

FOURTH_SECTION: tuple[Statement, ...] = (
    (
        "IV-A, Figure 5: the probability to win falls with the number of players.",
        partial(_one_more_player, strategy=SECOND, column="win_any"),
    ),
    ("IV-A, Figure 5: the results are quite similar to those of the first strategy.", _similar_strategies),
    (
        "IV-A, Figure 5: the first player has an advantage over the last.",
        partial(_first_over_last, strategy=SECOND),
    ),
    (
        "IV-A, Figure 5: the first player has an advantage over all others.",
        partial(_first_over_all, strategy=SECOND),
    ),
    (
        "IV-A, Figure 6: the last player ends with more points than the first.",
        partial(_first_has_fewer, strategy=SECOND),
    ),
    (
        "IV-A, Figure 7: the number of rounds falls with the number of players.",
        partial(_more_rounds, strategy=SECOND),
    ),
    (
        "IV-A, Figure 7: with two players the first strategy needs more than one round more than the second.",
        _a_round_more,
    ),
    (
        "IV-A: with two players the loser of a round gets more points under the second strategy.",
        _costlier_rounds,
    ),
)
