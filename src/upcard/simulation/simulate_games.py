"""The front door of simulation: a game, strategies, a number of games; estimates with their errors."""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor

from upcard.engine.entrants import StrategyLike
from upcard.engine.errors import Usage
from upcard.engine.game import Game
from upcard.engine.game_spec import game_from
from upcard.simulation.estimate import check_level
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
    on_progress: OnGames | None = None,
    on_compile: Callable[[], None] | None = None,
) -> SimulationResult:
    """Play a game many times and estimate what happens.

    The result depends on the game, the strategies, the number of games and the seed only: not on threads,
    chunks or machines.

    Parameters
    ----------
    strategies : str, function, or sequence of them
        One for every seat, or one per seat: ``"NAME"``, ``"NAME:key=value"``, or a function of a view. A
        function outside the compilable subset is interpreted, some hundred times slower.
    games : int
        How many games.
    players, preset : int, str, optional
        For a game given by name, as in ``uc.game``; by default as many players as strategies, if there are
        several.
    seed : int
        Seed of all streams, from 0.
    seating : str
        ``"fixed"``, ``"rotate"`` (every entrant takes every seat equally often) or ``"random"``.
    duplicate : bool
        Play every deal once with each rotation of the seats; luck of the deal then cancels.
    threads : int, optional
        All cores by default.
    executor : concurrent.futures.Executor, optional
        Plays instead of threads: processes, or a cluster.
    gpu : bool
        Whether an accelerator plays instead: the same games, what came with Upcard only, and no searches.
    level : float
        Confidence of the intervals.
    on_progress : function, optional
        Called with games done and games planned.
    on_compile : function, optional
        Called before a program is compiled for the first time on this machine.

    Returns
    -------
    SimulationResult
        Interrupted by Ctrl-C, it holds what was done.

    Raises
    ------
    Usage
        If something asked for does not exist or is out of range.
    Failure
        If a strategy chose what is not legal.
    """
    chosen = _chosen(game, players, preset, strategies)
    plan = make_plan(games, seed, chosen.players, seating, duplicate)
    check_level(level)
    lineup = line_up(chosen, strategies)
    seats = "rotate" if plan.per_block > 1 else seating
    return simulate_lineup(lineup, plan, seats, threads, level, on_progress, on_compile, executor, gpu)


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
) -> SimulationResult:
    """Play a line-up by a plan, for callers who choose the cast of the program; see :func:`simulate`.

    Parameters
    ----------
    lineup : LineUp
        The strategies, and the others of the program.
    seating : str
        The word for it in the result.
    threads, level, on_progress, on_compile, executor, gpu
        As for :func:`simulate`.

    Raises
    ------
    KeyboardInterrupt
        If it was stopped before anything was done.
    """
    simulator = _on_gpu(lineup, threads, executor, on_compile) if gpu else Simulator(lineup, on_compile)
    played = play_plan(simulator, plan, threads, on_progress, 0, executor)
    if played.blocks == 0:
        raise KeyboardInterrupt
    return make_result(lineup, plan, played, seating, level)


def _on_gpu(
    lineup: LineUp, threads: int | None, executor: Executor | None, on_compile: Callable[[], None] | None
) -> Simulator:
    """Prepare the line-up for an accelerator, which takes neither threads nor remote workers."""
    from upcard.simulation.gpu import GpuSimulator

    if threads is not None or executor is not None:
        raise Usage("an accelerator plays alone; give neither threads nor workers beside it")
    return GpuSimulator(lineup, on_compile)


def _chosen(
    game: Game | str,
    players: int | None,
    preset: str | None,
    strategies: StrategyLike | Sequence[StrategyLike],
) -> Game:
    several = not isinstance(strategies, str) and not callable(strategies) and len(strategies) > 1
    return game_from(game, players, preset, usual=len(strategies) if several else None)  # type: ignore[arg-type]
