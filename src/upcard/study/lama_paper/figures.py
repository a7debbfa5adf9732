"""Figures 1-8 drawn from our own results, and what the paper says of them."""

from itertools import pairwise

from upcard.simulation.estimate import Estimate
from upcard.study.judge import above, contrary, curve, overall, text
from upcard.study.lab import Job, Lab
from upcard.study.lama_paper.gaps import judged, lead
from upcard.study.lama_paper.jobs import DEAR, FIRST, LONG_TARGET, SECOND, alike, closely, job, one_against
from upcard.study.parts import FAILS, HOLDS, OPEN, Figure, Finding, Section, Series

PLAYERS = range(2, 9)
LONG_PLAYERS = (2, 3)
MOST_GAINING = 5  # players up to which the paper sees the first strategy gain
ENOUGH = 0.005  # a relative standard error that would show a growth of a few per cent
GAINS = {HOLDS: "a gain", FAILS: "a loss", OPEN: "undecided"}


def jobs() -> list[Job]:
    """Everything that the figures need."""
    both = [alike(s, n) for s in (FIRST, SECOND) for n in PLAYERS]
    long = [alike(FIRST, n, LONG_TARGET) for n in LONG_PLAYERS]
    return [
        *both,
        *map(closely, PLAYERS),
        *long,
        *(_odd_one(n) for n in PLAYERS),
        one_against(DEAR, FIRST, 8),
    ]


def _odd_one(players: int) -> Job:
    """The last seat plays the first strategy, all others the second."""
    return job((SECOND,) * (players - 1) + (FIRST,))


def _by_seat(lab: Lab, job: Job, column: str, label: str) -> Series:
    seats = lab.play(job).seats
    return curve(label, [s.seat for s in seats], [s.estimates[column] for s in seats])


def _seat_figure(lab: Lab, number: int, strategy: str, column: str, what: str) -> Figure:
    series = [_by_seat(lab, alike(strategy, n), column, f"n = {n}") for n in PLAYERS]
    title = f"Figure {number}: {what} by seat, all {strategy}, for n players"
    return Figure(f"fig-{number}", title, "seat", what, series)


def _rounds_figure(lab: Lab, number: int, strategy: str) -> Figure:
    means = [lab.play(alike(strategy, n)).per_game["rounds_mean"] for n in PLAYERS]
    series = [curve(strategy, list(PLAYERS), means)]
    title = f"Figure {number}: rounds of a game, all {strategy}"
    return Figure(f"fig-{number}", title, "players", "rounds", series)


def _long_figure(lab: Lab) -> Figure:
    series = [
        _by_seat(lab, alike(FIRST, n, target), "win_any", f"n = {n}, to {target} points")
        for n in LONG_PLAYERS
        for target in (40, LONG_TARGET)
    ]
    title = f"Figure 2: win share by seat, games to 40 and to {LONG_TARGET} points, all {FIRST}"
    return Figure("fig-2", title, "seat", "win share", series)


def _odd_one_figure(lab: Lab) -> Figure:
    series = [_by_seat(lab, _odd_one(n), "win_any", f"n = {n}") for n in PLAYERS]
    title = f"Figure 8: win share by seat; the last seat plays {FIRST}, all others {SECOND}"
    return Figure("fig-8", title, "seat", "win share", series)


def first_section(lab: Lab) -> Section:
    """Section III of the paper: all seats play the first strategy."""
    return Section(
        "The first strategy: Figures 1 to 4",
        ["Win shares count every winner of a game that several players win, as the paper does."],
        figures=[
            _seat_figure(lab, 1, FIRST, "win_any", "win share"),
            _long_figure(lab),
            _seat_figure(lab, 3, FIRST, "points_mean", "points"),
            _rounds_figure(lab, 4, FIRST),
        ],
        findings=[_falls(lab), _early_wins(lab), _early_points(lab), _long_games(lab), _rounds(lab)],
    )


def second_section(lab: Lab) -> Section:
    """Section IV of the paper: all seats play the second strategy."""
    return Section(
        "The second strategy: Figures 5 to 7",
        figures=[
            _seat_figure(lab, 5, SECOND, "win_any", "win share"),
            _seat_figure(lab, 6, SECOND, "points_mean", "points"),
            _rounds_figure(lab, 7, SECOND),
        ],
        findings=[_two_players(lab)],
    )


def comparison_section(lab: Lab) -> Section:
    """Section V of the paper: one of the first strategy among players of the second."""
    return Section(
        "One against the other: Figure 8",
        [
            "More likely than its share can mean two things: than 1/n, or than the same seat's share when "
            "all play the second strategy. They differ, since ties count for each winner and seats are not "
            "equal. Both are given.",
        ],
        figures=[_odd_one_figure(lab)],
        findings=[_against_even(lab), _against_seat(lab), _alike_when_many(lab), _dear_when_many(lab)],
    )


def _falls(lab: Lab) -> Finding:
    shares = [lab.play(alike(FIRST, n)).seats[0].estimates["win_any"] for n in PLAYERS]
    verdicts = {above(a, b) for a, b in pairwise(shares)}
    evidence = (
        "Seat 1: " + ", ".join(f"n={n} {e.value:.3f}" for n, e in zip(PLAYERS, shares, strict=True)) + "."
    )
    claim = "III-A: the share of games won falls with the number of players."
    return Finding(claim, overall(verdicts), evidence)


def _early_wins(lab: Lab) -> Finding:
    played = {n: lab.play(closely(n)) for n in PLAYERS}
    gaps = {f"n={n}, seat {q}": lead(played[n], 1, q) for n in PLAYERS for q in range(2, n + 1)}
    verdict, told = judged(gaps)
    best = {n: max(played[n].seats, key=lambda s: s.estimates["win_any"].value).seat for n in PLAYERS}
    seats = ", ".join(f"n={n} seat {p}" for n, p in best.items())
    claim = "III-A, Figure 1: of all players the one who starts first wins a game to 40 points most often."
    evidence = f"Seat 1 minus each other seat in the same games: {told} Most often won: {seats}."
    return Finding(claim, verdict, evidence)


def _early_points(lab: Lab) -> Finding:
    parts, verdicts = [], set()
    for n in PLAYERS:
        seats = [s.estimates["points_mean"] for s in lab.play(alike(FIRST, n)).seats]
        verdicts.add(above(seats[-1], seats[0]))
        parts.append(f"n={n}: first {text(seats[0], 2)}, last {text(seats[-1], 2)}")
    claim = "III-A: the first player ends with slightly fewer points than the last."
    return Finding(claim, overall(verdicts), "; ".join(parts) + ".")


def _long_games(lab: Lab) -> Finding:
    parts, verdicts = [], []
    for n in LONG_PLAYERS:
        short, long = (
            [s.estimates["win_any"] for s in lab.play(alike(FIRST, n, t)).seats] for t in (40, LONG_TARGET)
        )
        verdicts.append(long[0].low - long[-1].high > short[0].high - short[-1].low)
        parts.append(
            f"n={n}: first and last seat {short[0].value:.3f} and {short[-1].value:.3f} to 40 points, "
            f"{long[0].value:.3f} and {long[-1].value:.3f} to {LONG_TARGET}"
        )
    claim = "III-A, Figure 2: the order of the turns matters much more when the game goes to 5000 points."
    return Finding(claim, HOLDS if all(verdicts) else OPEN, "; ".join(parts) + ".")


def _rounds(lab: Lab) -> Finding:
    means = [lab.play(alike(FIRST, n)).per_game["rounds_mean"] for n in PLAYERS]
    verdicts = {above(a, b) for a, b in pairwise(means)}
    parts = ", ".join(f"n={n} {e.value:.3f}" for n, e in zip(PLAYERS, means, strict=True))
    claim = "III-A, Figure 4: about three rounds a game, fewer with more players."
    return Finding(claim, overall(verdicts), f"Rounds: {parts}.")


def _two_players(lab: Lab) -> Finding:
    first, second = (lab.play(alike(s, 2)) for s in (FIRST, SECOND))
    rounds = [r.per_game["rounds_mean"] for r in (first, second)]
    claim = "IV-A: with two players the second strategy needs clearly fewer rounds than the first."
    evidence = (
        f"Rounds with two players: {text(rounds[0], 3)} for {FIRST}, {text(rounds[1], 3)} for {SECOND}."
    )
    return Finding(claim, above(rounds[0], rounds[1]), evidence)


def _last_seat(lab: Lab, n: int) -> Estimate:
    return lab.play(_odd_one(n)).seats[-1].estimates["win_any"]


def _against_even(lab: Lab) -> Finding:
    parts, verdicts = [], []
    for n in PLAYERS:
        e, fair = _last_seat(lab, n), Estimate(1 / n, 1 / n, 1 / n, 0.0)
        verdicts.append(above(e, fair) if n <= MOST_GAINING else above(fair, e))
        parts.append(f"n={n}: {text(e)} against 1/n = {1 / n:.4f}")
    claim = "V, Figure 8, against 1/n: the last seat wins more often than 1/n up to five players, less above."
    return Finding(claim, overall(verdicts), "; ".join(parts) + ".")


def _against_seat(lab: Lab) -> Finding:
    parts, verdicts = [], []
    for n in PLAYERS:
        e, same = _last_seat(lab, n), lab.play(alike(SECOND, n)).seats[-1].estimates["win_any"]
        gains = above(e, same)
        verdicts.append(gains if n <= MOST_GAINING else contrary(gains))
        parts.append(f"n={n}: {text(e)} against {text(same)}, {GAINS[gains]}")
    claim = (
        "V, Figure 8, against its own seat: the first strategy gains the last seat something up to five "
        "players, and loses something above."
    )
    return Finding(claim, overall(verdicts), "; ".join(parts) + ".")


def _alike_when_many(lab: Lab) -> Finding:
    gains = {}
    for n in PLAYERS:
        e, same = _last_seat(lab, n), lab.play(alike(SECOND, n)).seats[-1].estimates["win_any"]
        gains[n] = (e.value / same.value - 1, (e.se**2 + same.se**2) ** 0.5 / same.value)
    parts = ", ".join(f"n={n} {100 * g:+.1f} % (± {196 * se:.1f} %)" for n, (g, se) in gains.items())
    claim = "V: the more players, the less it matters which of the two strategies one plays."
    least = min(gains.values(), key=lambda g: abs(g[0]))
    growth, error = abs(gains[8][0]) - abs(least[0]), 3 * (least[1] + gains[8][1])
    evidence = f"What the first strategy gains the last seat: {parts}."
    return Finding(claim, FAILS if growth > error else HOLDS if least[1] < ENOUGH else OPEN, evidence)


def _dear_when_many(lab: Lab) -> Finding:
    dear = lab.play(one_against(DEAR, FIRST, 8)).seats[0].estimates["win_any"]
    fair = sum(s.estimates["win_any"].value for s in lab.play(alike(FIRST, 8)).seats) / 8
    claim = "VI: with eight players it starts to be better to lay the card that is worth more points."
    verdict = HOLDS if dear.low > fair else FAILS if dear.high < fair else OPEN
    evidence = (
        f"One {DEAR} among seven {FIRST}, seats drawn: {text(dear)}; when all play {FIRST}: {fair:.4f}."
    )
    return Finding(claim, verdict, evidence)
