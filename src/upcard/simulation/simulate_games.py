"""Simulation of many games: estimates of win shares and scores with confidence intervals."""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from pathlib import Path

from upcard.engine.entrants import StrategyLike
from upcard.engine.errors import Usage
from upcard.engine.file_endings import check_table_name
from upcard.engine.game import Game
from upcard.engine.game_spec import game_from
from upcard.simulation.estimate import check_level
from upcard.simulation.game_row_file import GameRowFile
from upcard.simulation.game_rows import RowSimulator, RowSums
from upcard.simulation.kernel import Sums
from upcard.simulation.lineup import LineUp, line_up
from upcard.simulation.scheduler import OnGames, play_plan
from upcard.simulation.simulation_plan import SimulationPlan, make_plan
from upcard.simulation.simulation_result import LEVEL, SimulationResult, make_result
from upcard.simulation.simulator import Simulator


def simulate(
    game: Game | str,
    strategies: StrategyLike | Sequence[StrategyLike] = "random",
    games: int = 10_000,
    *,
    players: int | None = None,
    preset: str | None = None,
    seed: int = 0,
    seating: str = "fixed",
    duplicate: bool = False,
    threads: int | None = None,
    executor: Executor | None = None,
    gpu: bool = False,
    level: float = LEVEL,
    save: str | Path | GameRowFile | None = None,
    on_progress: OnGames | None = None,
    on_compile: Callable[[], None] | None = None,
) -> SimulationResult:
    """Play a game many times and estimate win shares, scores and the measures of its rules.

    The result depends only on the game, the strategies, the number of games and the seed: not on threads,
    chunks or machines.

    Parameters
    ----------
    game : Game or str
        The game, or its name.
    strategies : str, function, or sequence of them
        One for all seats, or one per seat: ``"NAME"``, ``"NAME:key=value"``, or a function of a view. A
        function outside the compilable subset is interpreted, which is about a hundred times slower.
    games : int
        Number of games, 1 or more; rounded up to whole rotations if seats rotate.
    players, preset : int, str, optional
        For a game given by name, as in ``uc.game``; by default as many players as strategies, if there are
        several.
    seed : int
        Seed of all streams, from 0.
    seating : str
        ``"fixed"``, ``"rotate"`` (every entrant takes every seat equally often) or ``"random"``.
    duplicate : bool
        Whether to play every deal once with each rotation of the seats, so that the luck of the deal cancels.
    threads : int, optional
        Number of threads; all cores by default.
    executor : concurrent.futures.Executor, optional
        Processes or a cluster that play instead of threads.
    gpu : bool
        Whether an accelerator plays the same games instead. It plays only games and strategies that came with
        Upcard, and no strategies that search.
    level : float
        Confidence of the intervals, between 0 and 1.
    save : str or Path, optional
        A file, ``.csv`` or ``.parquet``, for a table with a row for each game; or a ``GameRowFile``, which
        is written later.
    on_progress : function, optional
        Called with the numbers of games done and planned.
    on_compile : function, optional
        Called before a program is compiled for the first time on this machine.

    Returns
    -------
    SimulationResult
        After Ctrl-C it holds the games that were done.

    Raises
    ------
    Usage
        If a game, strategy or setting does not exist or is out of range.
    Failure
        If a strategy chose an illegal action, or there is no accelerator.
    KeyboardInterrupt
        After Ctrl-C before any game was done.
    """
    chosen = _chosen(game, players, preset, strategies)
    plan = make_plan(games, seed, chosen.players, seating, duplicate)
    check_level(level)
    lineup = line_up(chosen, strategies)
    seats = "rotate" if plan.per_block > 1 else seating
    settings = plan, seats, threads, level, on_progress, on_compile, executor, gpu
    if save is None or isinstance(save, GameRowFile):
        return simulate_lineup(lineup, *settings, save)
    check_table_name(save)
    with GameRowFile(chosen, plan) as rows:
        result = simulate_lineup(lineup, *settings, rows)
        rows.write(save)
    return result


def simulate_lineup(
    lineup: LineUp,
    plan: SimulationPlan,
    seating: str,
    threads: int | None = None,
    level: float = LEVEL,
    on_progress: OnGames | None = None,
    on_compile: Callable[[], None] | None = None,
    executor: Executor | None = None,
    gpu: bool = False,
    rows: GameRowFile | None = None,
) -> SimulationResult:
    """Play a line-up by a plan, for callers who choose the cast of the program themselves.

    `seating` is the word for the seating in the result, and `rows` gets a row for each game; other
    arguments and errors are those of :func:`simulate`.
    """
    if gpu and rows is not None:
        raise Usage("an accelerator stores no rows of games; play on the processors instead")
    kind = Simulator if rows is None else RowSimulator
    simulator = _on_gpu(lineup, threads, executor, on_compile) if gpu else kind(lineup, on_compile)

    def on_chunk(first: int, sums: Sums) -> None:
        if rows is not None and isinstance(sums, RowSums):
            rows.add(first * plan.per_block, sums.rows)

    played = play_plan(simulator, plan, threads, on_progress, 0, executor, on_chunk)
    if played.blocks == 0:
        raise KeyboardInterrupt
    return make_result(lineup, plan, played, seating, level)


def _on_gpu(
    lineup: LineUp, threads: int | None, executor: Executor | None, on_compile: Callable[[], None] | None
) -> Simulator:
    """Return a simulator on an accelerator; raise ``Usage`` if threads or remote workers are given too."""
    from upcard.simulation.gpu import GpuSimulator

    if threads is not None or executor is not None:
        raise Usage("an accelerator plays alone; leave out threads and workers")
    return GpuSimulator(lineup, on_compile)


def _chosen(
    game: Game | str,
    players: int | None,
    preset: str | None,
    strategies: StrategyLike | Sequence[StrategyLike],
) -> Game:
    several = not isinstance(strategies, str) and not callable(strategies) and len(strategies) > 1
    return game_from(game, players, preset, usual=len(strategies) if several else None)  # type: ignore[arg-type]
