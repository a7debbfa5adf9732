"""Seats: whether every seat wins equally often and scores the same, with equally good players."""

from collections.abc import Sequence
from dataclasses import dataclass

from upcard.document.model import Section, Table, TableCell
from upcard.engine.game import Game
from upcard.engine.wording import join_names
from upcard.simulation.estimate import Estimate
from upcard.simulation.game_tallies import GameTallies
from upcard.simulation.seat_test import EXACT, UNTESTED, SeatTest, compare_seats
from upcard.study.balance.balance_report import BalanceSection, plain_values
from upcard.study.balance.estimates_of_games import mean_of, win_share
from upcard.study.balance.play_levels import RANDOM, PlayLevel
from upcard.study.verdicts import per_cent, text

NAME, TITLE = "seats", "Seats"
ONE_SEAT = "There is only one seat."
ERROR = 0.05
"""Chance that any test of the section reports a difference between equal seats."""


@dataclass(frozen=True)
class SeatsAtLevel:
    """The results of all seats at one level of play."""

    level: PlayLevel
    shares: tuple[Estimate, ...]
    scores: tuple[Estimate, ...]
    test: SeatTest
    is_unequal: bool
    """Whether the test reports a difference, all levels together being wrong with chance ``ERROR``."""


def has_score_aim(game: Game) -> bool:
    """Return whether the score is the point of a game, as in games for money, and not who has more."""
    header = game.rules.GAME
    return bool(header.scored_in[0] or header.played_in[0])


def seats_at_levels(
    game: Game, levels: Sequence[PlayLevel], tallies: Sequence[GameTallies], seed: int
) -> list[SeatsAtLevel]:
    """Return the results of all seats at every level; the tests allow for their number by Holm's method."""
    unit, is_scored = float(game.rules.GAME.unit), has_score_aim(game)
    tests = [compare_seats(t.scores if is_scored else t.shares, seed) for t in tallies]
    unequal = holm([t.p_value for t in tests], ERROR)
    return [
        SeatsAtLevel(
            level,
            tuple(win_share(t.wins[:, p]) for p in range(game.players)),
            tuple(mean_of(t.scores[:, p], unit) for p in range(game.players)),
            test,
            is_unequal,
        )
        for level, t, test, is_unequal in zip(levels, tallies, tests, unequal, strict=True)
    ]


def holm(p_values: Sequence[float], error: float) -> list[bool]:
    """Return which hypotheses are rejected, any of them wrongly with at most the chance `error`.

    S. Holm, A simple sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 6
    (1979).
    """
    rejected = [False] * len(p_values)
    for rank, i in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        if p_values[i] > error / (len(p_values) - rank):
            break
        rejected[i] = True
    return rejected


def seats_section(
    game: Game,
    levels: Sequence[PlayLevel],
    tallies: Sequence[GameTallies],
    seed: int,
    commands: Sequence[str],
) -> BalanceSection:
    """Return the section; `commands` simulate each level again."""
    results = seats_at_levels(game, levels, tallies, seed)
    answer = _answer(game, results)
    what = "mean scores" if has_score_aim(game) else "win shares"
    how = (
        f"One test for each level compares the {what} of all seats. If all seats were equal at every level, "
        f"any of the tests would say otherwise with a probability of at most {ERROR:.0%}."
    )
    tables = [_table(x, command) for x, command in zip(results, commands, strict=True)]
    numbers = {"error": ERROR, "compared": what, "levels": [plain_values(x) for x in results]}
    return BalanceSection(NAME, answer, Section(TITLE, [answer, how], tables), numbers)


def _answer(game: Game, results: Sequence[SeatsAtLevel]) -> str:
    if game.players == 1:
        return ONE_SEAT
    if all(x.test.method == UNTESTED for x in results):
        return "There are too few games to test whether the seats are equal."
    unequal = [x for x in results if x.is_unequal]
    judged = [x for x in results if x.level.strategy != RANDOM]
    if not unequal:
        return _nothing_shown(game, judged or list(results))
    strongest = unequal[-1]
    where = join_names([x.level.words for x in unequal])
    equal = [x.level.words for x in results if not x.is_unequal]
    end = f" With {join_names(equal)} no difference is shown." if equal else ""
    only_random = " Nobody plays at random, so that says little about the game." * (
        [x.level.strategy for x in unequal] == [RANDOM] and bool(judged)
    )
    where = where if equal else "players of any level"
    return f"The seats are not equal with {where}. {_extremes(game, strongest)}{only_random}{end}"


def _nothing_shown(game: Game, judged: Sequence[SeatsAtLevel]) -> str:
    best = judged[-1]
    if has_score_aim(game):
        half, unit = max((e.high - e.low) / 2 for e in best.scores), "points a game"
        size = f"{half:.2g}"
    else:
        half, unit = max((e.high - e.low) / 2 for e in best.shares), "percentage points"
        size = f"{100 * half:.1f}"
    return (
        f"No seat is shown to do better or worse than another. With {best.level.words}, "
        f"a seat could still be off by about {size} {unit}."
    )


def _extremes(game: Game, x: SeatsAtLevel) -> str:
    values = x.scores if has_score_aim(game) else x.shares
    order = sorted(range(game.players), key=lambda p: values[p].value)
    low, high = order[0], order[-1]
    if has_score_aim(game):
        return (
            f"With {x.level.words}, seat {high + 1} scores most, {text(values[high])} a game, "
            f"and seat {low + 1} least, {text(values[low])}."
        )
    return (
        f"With {x.level.words}, seat {high + 1} wins most often, {per_cent(values[high])}, "
        f"and seat {low + 1} least often, {per_cent(values[low])}."
    )


def _verdict(x: SeatsAtLevel) -> str:
    """Return the result of the test of a level as a sentence."""
    if x.test.method == UNTESTED:
        return ONE_SEAT if len(x.shares) == 1 else "Too few games to test."
    verdict = "the seats are not equal" if x.is_unequal else "no difference is shown"
    kind = "exact test" if x.test.method == EXACT else "Hotelling's test"
    return f"{kind}: p = {x.test.p_value:.3g}, {verdict}."


def _table(x: SeatsAtLevel, command: str) -> Table:
    rows: list[list[TableCell]] = [
        [p + 1, per_cent(share), text(score, 3)]
        for p, (share, score) in enumerate(zip(x.shares, x.scores, strict=True))
    ]
    note = f"{_verdict(x)} Repeat: {command}"
    title = f"{x.level.name}: {x.level.games:,} games of {x.level.strategy}"
    return Table(title, ("seat", "share of the win", "score"), rows, note)
