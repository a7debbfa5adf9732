"""The figures of a sweep: numbers about a game, each estimated from the games of one setting."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from upcard.engine.arrays import IntArray
from upcard.engine.entrants import StrategyLike
from upcard.engine.errors import Usage, unknown_name
from upcard.engine.game import Game
from upcard.simulation import estimate
from upcard.simulation.estimate import Estimate
from upcard.simulation.game_rows import PART, POINTS, RowLayout, RowSimulator, RowSums
from upcard.simulation.kernel import SHARE, Sums
from upcard.simulation.lineup import line_up
from upcard.simulation.scheduler import play_plan
from upcard.simulation.seat_test import SeatTest, compare_seats
from upcard.simulation.simulation_plan import make_plan
from upcard.simulation.simulation_result import LEVEL, SimulationResult, make_result
from upcard.study.balance.estimates_of_games import exact_sums, share_of
from upcard.study.balance.seat_shares import has_score_aim

SPREAD, LEAD, TIES, DECISIONS, SCORE, WIN_SHARE = "spread", "lead", "ties", "decisions", "score", "win_share"
OF_SEATS = (WIN_SHARE, SCORE)
OF_ALL = (SPREAD, LEAD, TIES, DECISIONS)


@dataclass(frozen=True)
class SettingGames:
    """The games of one setting."""

    game: Game
    result: SimulationResult
    parts: IntArray
    """Shape (games, seats): parts of the win, of which ``SHARE`` are a whole win."""
    scores: IntArray
    """Shape (games, seats)."""

    @property
    def has_scores(self) -> bool:
        """Whether the seats are compared by their scores, as in games for money, and not by their wins."""
        return has_score_aim(self.game)

    def difference(self, p: int, q: int, level: float = LEVEL) -> Estimate:
        """Estimate the lead of seat p over seat q, in score or in the share of the win."""
        values = self.scores if self.has_scores else self.parts
        sums = *exact_sums(values[:, p] - values[:, q]), len(values), 1, level
        if self.has_scores:
            return estimate.score_difference(*sums).times(float(self.game.rules.GAME.unit))
        return estimate.share_difference(*sums, SHARE)

    def seat_test(self, seed: int) -> SeatTest:
        """Test all seats together."""
        return compare_seats(self.scores if self.has_scores else self.parts / SHARE, seed)


@dataclass(frozen=True)
class SweepFigure:
    """A figure by its name, such as ``decisions`` or ``score:2``."""

    name: str
    seat: int
    """The seat, from 1; 0 for a figure of the whole game."""
    is_share: bool
    """Whether it is shown in per cent."""
    measure: Callable[[SettingGames], Estimate]

    @property
    def label(self) -> str:
        """The figure in words."""
        if self.name == SPREAD:
            return "best minus worst seat"
        if self.name == LEAD:
            return "first minus last seat"
        words = self.name.replace("_", " ")
        return f"{words} of seat {self.seat}" if self.seat else words


def play_setting(
    game: Game, strategies: Sequence[StrategyLike], games: int, seed: int, threads: int | None = None,
    on_compile: Callable[[], None] | None = None,
) -> SettingGames:  # fmt: skip
    """Play the games of a setting; raise as :func:`upcard.simulate`, and KeyboardInterrupt after Ctrl-C."""
    lineup, plan, layout = line_up(game, strategies), make_plan(games, seed, game.players), RowLayout.of(game)
    parts: list[IntArray] = []

    def on_chunk(first: int, sums: Sums) -> None:
        if isinstance(sums, RowSums):
            parts.append(layout.seats(sums.rows)[:, :, [PART, POINTS]])

    played = play_plan(RowSimulator(lineup, on_compile), plan, threads, on_chunk=on_chunk)
    if played.interrupted:
        raise KeyboardInterrupt
    cells = np.concatenate(parts)
    return SettingGames(
        game, make_result(lineup, plan, played, "fixed", LEVEL), cells[:, :, 0], cells[:, :, 1]
    )


def figure_names(game: Game) -> list[str]:
    """Return the names of all figures of a game, without seats."""
    return [*OF_ALL, *OF_SEATS, *(m.name for m in getattr(game.rules, "MEASURES", ()))]


def figure_for(text: str, games: Sequence[Game]) -> SweepFigure:
    """Return the figure that a text names, such as ``score:2``, for some games of the same rules.

    Raises ``Usage`` if there is no such figure or seat.
    """
    name, _, seat = text.partition(":")
    known = figure_names(games[0])
    if name not in known:
        raise unknown_name("figure", name, known, owner=games[0].name)
    fewest = min(x.players for x in games)
    if name in (SPREAD, LEAD) and fewest < 2:
        raise Usage(f"the figure {name} compares seats, but there is a setting with one seat; use score")
    measures = {m.name: m for m in getattr(games[0].rules, "MEASURES", ())}
    if name in OF_ALL or (name in measures and measures[name].per_game):
        if seat:
            raise Usage(f"{text!r} names a seat, but {name} is a figure of the whole game; write {name}")
        return _of_game(name, games[0])
    number = seat or "1"
    if not (number.isascii() and number.isdigit() and len(number) < 5 and 1 <= int(number) <= fewest):
        raise Usage(f"{text!r} names seat {number!r}; expected {name}:1 to {name}:{fewest}")
    return _of_seat(name, int(number), measures)


def _of_game(name: str, game: Game) -> SweepFigure:
    if name == SPREAD:
        return SweepFigure(name, 0, not has_score_aim(game), seat_spread)
    if name == LEAD:
        return SweepFigure(name, 0, not has_score_aim(game), lambda x: x.difference(0, x.game.players - 1))
    if name == TIES:
        return SweepFigure(name, 0, True, lambda x: share_of((x.parts > 0).sum(axis=1) > 1))
    is_share = f"{name}_share" in _estimate_names(game)
    key = f"{name}_share" if is_share else f"{name}_mean"
    return SweepFigure(name, 0, is_share, lambda x: x.result.per_game[key])


def _estimate_names(game: Game) -> set[str]:
    """Return the names of the estimates of the rules file's measures."""
    measures = getattr(game.rules, "MEASURES", ())
    return {f"{m.name}_{'share' if m.of or m.share else 'mean'}" for m in measures}


def _of_seat(name: str, seat: int, measures: dict[str, object]) -> SweepFigure:
    if name in measures:
        m = measures[name]
        is_share = bool(getattr(m, "of", "") or getattr(m, "share", False))
        key = f"{name}_share" if is_share else f"{name}_mean"
    else:
        is_share = name == WIN_SHARE
        key = WIN_SHARE if is_share else "score_mean"
    return SweepFigure(name, seat, is_share, lambda x: x.result.seats[seat - 1].estimates[key])


def seat_spread(x: SettingGames) -> Estimate:
    """Estimate the largest difference between two seats.

    The interval holds for all pairs of seats together (Bonferroni), so it also holds for the pair that looks
    most different.
    """
    pairs = list(combinations(range(x.game.players), 2))
    level = 1 - (1 - LEVEL) / len(pairs)
    every = [x.difference(p, q, level) for p, q in pairs]
    widest = max(every, key=lambda e: abs(e.value))
    low = max(0.0, *(max(e.low, -e.high) for e in every))
    return Estimate(abs(widest.value), low, max(max(abs(e.low), abs(e.high)) for e in every), widest.se)
