"""Tournaments: strategies play in pairs, or in every possible line-up, and are ranked."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace

from upcard.engine.entrants import Entrant, StrategyLike
from upcard.engine.errors import Usage
from upcard.engine.game import Game
from upcard.engine.game_spec import game_from
from upcard.engine.players import entrant_for
from upcard.engine.wording import counted
from upcard.simulation.estimate import check_level
from upcard.simulation.lineup import check_strategies, listed
from upcard.simulation.scheduler import OnGames
from upcard.simulation.sequential_test import OPEN, ConfidenceSequence, interval_verdict
from upcard.simulation.simulation_plan import make_plan
from upcard.simulation.simulation_result import LEVEL
from upcard.simulation.table_composition import (
    TableTally,
    all_tables,
    looks,
    pair_tables,
    pairs_of,
    table_seed,
)
from upcard.simulation.tournament_result import (
    TableResult,
    TournamentResult,
    make_pairs,
    make_standings,
    tournament_payoffs,
)
from upcard.simulation.tournament_runner import TournamentTables

GAMES, MOST_GAMES = 10_000, 1_000_000
"""Default number of games at each table, and default maximum if pairs are played until decided."""

COMPOSITIONS = ("pairs", "all")
ERROR, MARGIN = 0.05, 0.01
GROWTH, LOOK_GROWTH = 2.0, 1.2
"""Factor by which each round increases the games: without tests, and with a test after each round."""


def tournament(
    game: Game | str,
    strategies: Sequence[StrategyLike],
    games: int | None = None,
    *,
    players: int | None = None,
    preset: str | None = None,
    seed: int = 0,
    tables: str = "pairs",
    until_decided: bool = False,
    error: float = ERROR,
    margin: float = MARGIN,
    threads: int | None = None,
    executor: Executor | None = None,
    level: float = LEVEL,
    on_progress: OnGames | None = None,
    on_compile: Callable[[], None] | None = None,
) -> TournamentResult:
    """Play strategies against each other and rank them.

    Every deal is played once with each rotation of the seats, and no two tables share their deals. The
    result depends only on the game, the strategies, the number of games and the seed, not on threads.

    Parameters
    ----------
    game : Game or str
        The game, or its name.
    strategies : sequence of str or function
        Two or more strategies, all different.
    games : int, optional
        Number of games at each table, rounded up to whole rotations; 10,000 by default. With `until_decided`
        it is the maximum, 1,000,000 by default.
    players, preset : int, str, optional
        For a game given by name, as in ``uc.game``.
    seed : int
        Seed of all tables.
    tables : str
        ``"pairs"``: the two strategies of every pair take alternate seats at a table; if the number of seats
        is odd, they also play at a second table with exchanged seats. ``"all"``: every way to fill the seats
        with at least two different strategies.
    until_decided : bool
        Whether a pair stops once it is decided, by the test of :mod:`upcard.simulation.sequential_test`.
    error : float
        Maximum probability that this test is wrong about any pair, between 0 and 1, with Bonferroni's
        correction.
    margin : float
        Two strategies count as equal if their win shares surely differ by no more than this, 0 to 1.
    threads : int, optional
        Number of threads; all cores by default.
    executor : concurrent.futures.Executor, optional
        Processes or a cluster that play instead of threads.
    level : float
        Confidence of the intervals if the number of games is fixed, and of all ranks together.
    on_progress : function, optional
        Called with the numbers of games done and planned.
    on_compile : function, optional
        Called before a program is compiled for the first time on this machine.

    Returns
    -------
    TournamentResult
        After Ctrl-C it holds the games that were done.

    Raises
    ------
    Usage
        If a game, strategy or setting does not exist or is out of range.
    Failure
        If a strategy chose an illegal action.
    KeyboardInterrupt
        After Ctrl-C before every table had two deals.
    """
    chosen = game_from(game, players, preset)
    entrants = _entrants(chosen, strategies)
    check_level(level)
    _check_test(tables, until_decided, error, margin)
    most = games if games is not None else MOST_GAMES if until_decided else GAMES
    plan = make_plan(most, seed, chosen.players, duplicate=True)
    if plan.blocks < 2:
        raise Usage(
            f"{counted(most, 'game')} at a table {'is' if most == 1 else 'are'} too few for a confidence "
            f"interval; give {chosen.players + 1} or more, so that there are two deals"
        )
    duels = _duels(chosen, len(entrants), tables, seed, error)
    table_runner = TournamentTables(chosen, entrants, threads, on_progress, on_compile, executor)
    began = time.perf_counter()
    played = _play(table_runner, duels, plan.blocks, margin if until_decided else None)
    tallies = [t for d in played for t in d.tallies]
    if any(t.blocks < 2 for t in tallies):
        raise KeyboardInterrupt
    limits = [d.limits for d in played] if until_decided else None
    level = 1 - error if until_decided else level
    payoffs = tournament_payoffs(tallies, len(entrants), level, margin, limits)
    return TournamentResult(
        game=chosen.name,
        players=chosen.players,
        options=chosen.option_words(),
        seed=seed,
        composition=tables,
        games=sum(t.games for t in tallies),
        interrupted=any(d.planned(plan.blocks) > d.games for d in played),
        seconds=time.perf_counter() - began,
        level=level,
        until_decided=until_decided,
        margin=margin if until_decided else 0.0,
        standings=make_standings(payoffs, [e.label for e in entrants], seed, level),
        pairs=make_pairs(payoffs, tallies),
        tables=[TableResult([s + 1 for s in t.seats], t.seed, t.games) for t in tallies],
    )


@dataclass(frozen=True)
class TableGroup:
    """Tables that are played in turn: those of a pair, or a single table of all strategies."""

    tallies: tuple[TableTally, ...]
    """The games of each table."""
    sequence: ConfidenceSequence
    """The confidence sequence of a pair."""
    verdict: str = OPEN
    """The verdict of a pair; ``OPEN`` until it is decided."""

    @property
    def limits(self) -> tuple[float, float]:
        """Lower and upper limit of the payoff, which is at most half the width of its range."""
        low, high = self.sequence.interval
        end = self.sequence.width / 2
        return max(low, -end), min(high, end)

    @property
    def games(self) -> int:
        """Number of games played at its tables."""
        return sum(t.games for t in self.tallies)

    def planned(self, blocks: int) -> int:
        """Return the number of games if each table plays `blocks`; a decided pair plays no more."""
        return sum(len(t.seats) * (blocks if self.verdict == OPEN else t.blocks) for t in self.tallies)

    def after(self, tallies: tuple[TableTally, ...], margin: float) -> "TableGroup":
        """Return the pair after a whole round with the new `tallies`, and with its verdict."""
        pair = self.tallies[0].who
        rounds = zip(self.tallies, tallies, strict=True)
        sequence = self.sequence.after(tuple(new.since(old, *pair) for old, new in rounds))
        looked = TableGroup(tallies, sequence)
        return replace(looked, verdict=interval_verdict(*looked.limits, margin))


def _entrants(game: Game, strategies: Sequence[StrategyLike]) -> tuple[Entrant, ...]:
    chosen = listed(strategies)
    if len(chosen) < 2:
        raise Usage(f"{len(chosen) or 'no'} strategy was given; a tournament needs two or more")
    if game.players < 2:
        raise Usage(f"{game.name} has only one player here; a tournament needs two or more")
    check_strategies(chosen)
    out: list[Entrant] = []
    for e in (entrant_for(x, game) for x in chosen):
        same = next((o for o in out if (o.choose, o.parameters) == (e.choose, e.parameters)), None)
        if same is not None:
            raise Usage(f"{same.label} and {e.label} are the same strategy; give each one once")
        out.append(e)
    return tuple(out)


def _check_test(tables: str, until_decided: bool, error: float, margin: float) -> None:
    if tables not in COMPOSITIONS:
        raise Usage(f"the tables are {tables!r}; expected {' or '.join(COMPOSITIONS)}")
    if until_decided and tables != "pairs":
        raise Usage(
            "only pairs can be played until they are decided; use tables 'pairs', or a fixed number of games"
        )
    if not 0 < error < 1:
        raise Usage(f"the error is {error}; expected a fraction between 0 and 1, such as {ERROR}")
    if not 0 <= margin < 1:
        raise Usage(
            f"the margin is {margin}; expected a difference of win shares from 0 to 1, such as {MARGIN}"
        )


def _duels(game: Game, count: int, tables: str, seed: int, error: float) -> list[TableGroup]:
    """Return the groups of tables before any game: one for every pair, or one for each table of all."""
    if tables == "all":
        rows = [[seats] for seats in all_tables(count, game.players)]
    else:
        rows = [pair_tables(i, j, game.players) for i, j in pairs_of(count)]
    each = error / len(rows)
    duels = []
    for row in rows:
        tallies = tuple(TableTally.empty(seats, table_seed(seed, seats)) for seats in row)
        width = tallies[0].width(*tallies[0].who[:2])
        duels.append(TableGroup(tallies, ConfidenceSequence.start(width, each, len(row))))
    return duels


def _play(
    table_runner: TournamentTables, duels: list[TableGroup], blocks: int, margin: float | None
) -> list[TableGroup]:
    """Play in rounds, so that all tables have about as many games if Ctrl-C is pressed.

    With a margin, every pair is tested after each round. A pair whose round was interrupted stays as it was
    before the round, since the test uses whole rounds only.
    """
    played = list(duels)
    try:
        for at in looks(blocks, GROWTH if margin is None else LOOK_GROWTH):
            for k, duel in enumerate(played):
                if duel.verdict != OPEN:
                    continue
                table_runner.planned = sum(d.planned(blocks) for d in played)
                tallies, is_stopped = table_runner.play(duel.tallies, at)
                if margin is None:
                    played[k] = replace(duel, tallies=tallies)
                elif all(t.blocks == at for t in tallies):
                    played[k] = duel.after(tallies, margin)
                if is_stopped:
                    return played
    except KeyboardInterrupt:  # between two tables
        return played
    return played
