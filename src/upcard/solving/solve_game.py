"""Solving a game: with a game-specific solver if there is one, else from its tree."""

from collections.abc import Callable
from pathlib import Path

from upcard.engine.errors import Failure, Usage
from upcard.engine.game import Game
from upcard.engine.game_spec import game_from
from upcard.engine.progress_callback import OnProgress
from upcard.engine.tree.game_tree import GameTree, TooLarge
from upcard.solving.game_solver_contract import AUTO, GAP, ITERATIONS, MOST_NODES, GameSolution, SolveTerms
from upcard.solving.game_solver_registry import Problem, find_problem, objectives_of
from upcard.solving.sequence_form import SequenceForm, sequence_form
from upcard.solving.tree_solution import solve_form, solve_tree


def solve(
    game: Game | str | GameTree | SequenceForm,
    method: str = AUTO,
    *,
    objective: str | None = None,
    gap: float = GAP,
    iterations: int = ITERATIONS,
    exact: bool | None = None,
    most_nodes: int = MOST_NODES,
    threads: int | None = None,
    memory: int | None = None,
    checkpoint: str | Path | None = None,
    on_step: OnProgress | None = None,
    on_start: Callable[[str], None] | None = None,
) -> GameSolution:
    """Solve a game.

    Parameters
    ----------
    game : Game, str, GameTree or SequenceForm
        The game, or its name, which stands for its usual players and options. To solve one game several
        times, pass its tree, as ``uc.unroll`` returns it, or the sequence form of the tree.
    method : str
        Name of a solver, or ``"auto"``: linear programming for small zero-sum trees of two players, else
        CFR+.
    objective : str, optional
        The goal, if a game can be solved for several; by default the usual one.
    gap : float
        An iterating solver stops once no seat can gain more than this by another strategy; 0 or more.
    iterations : int
        Maximum number of iterations, 1 or more.
    exact : bool, optional
        Whether to compute the value as a fraction; by default where that is quick.
    most_nodes : int
        Maximum number of nodes of a tree that is unrolled here.
    threads : int, optional
        Number of threads, if the solver can use several; all cores by default.
    memory : int, optional
        Memory limit in bytes; by default all free memory.
    checkpoint : str or Path, optional
        File in which progress of a long computation is stored; if it exists, work resumes from it.
    on_step : function, optional
        Called with the current work and the fraction that is done.
    on_start : function, optional
        Called before long work, with a sentence about its time and memory.

    Returns
    -------
    GameSolution
        A :class:`upcard.solving.tree_solution.Solution`, or the solution of a game-specific solver.

    Raises
    ------
    Usage
        If there is no such game, objective or solver, it cannot solve this game, or a number is out of range.
    Failure
        If the game is too large, or lacks perfect recall.
    """
    place = None if checkpoint is None else Path(checkpoint)
    terms = SolveTerms(method, gap, iterations, exact, most_nodes, threads, memory, place, on_step, on_start)
    if isinstance(game, GameTree | SequenceForm):
        if objective is not None:
            raise Usage(f"a tree is solved for its scores; leave out the objective {objective!r}")
        return solve_form(sequence_form(game) if isinstance(game, GameTree) else game, terms)
    return solve_problem(find_problem(game_from(game), objective), terms)


def solve_problem(problem: Problem, terms: SolveTerms) -> GameSolution:
    """Solve a game for its objective; errors are those of :func:`solve`."""
    if problem.solver is not None:
        solution: GameSolution = problem.solver.reach(problem.game, terms)
        return solution
    if problem.game.tree_text is not None:  # a tree file, about which no command has more to say
        return solve_tree(problem.game, terms)
    try:
        return solve_tree(problem.game, terms)
    except Failure as fault:
        hints = [_hint(problem.game)] if isinstance(fault, TooLarge) else []
        raise Failure(" ".join([f"{fault}.", *_reasons(problem.game), *hints]).removesuffix(".")) from None


def _reasons(game: Game) -> list[str]:
    """Return a sentence for each game-specific solver: whether it applies, or why not."""
    obstacles = [(name, m.why_not(game)) for name, m in objectives_of(game.name).items()]
    return [
        f"It is not solved for {name} either: {why}." if why else f"It can be solved with --objective {name}."
        for name, why in obstacles
    ]


def _hint(game: Game) -> str:
    """Return advice on what else can be computed about a game whose tree is too large."""
    applies = [name for name, m in objectives_of(game.name).items() if not m.why_not(game)]
    others = f"It can be solved with --objective {' or '.join(applies)}. " if applies else ""
    return (
        f"{others}`upcard rules {game.name}` shows which options make the game smaller; `upcard respond "
        f"{game.name} --against random --games 200` looks for better play against particular opponents."
    )
