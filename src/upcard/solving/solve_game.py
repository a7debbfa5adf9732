"""Solving a game: in a way of its own if there is one, else by its tree."""

from collections.abc import Callable
from pathlib import Path

from upcard.engine.errors import Failure, Usage
from upcard.engine.game import Game
from upcard.engine.game_spec import game_from
from upcard.engine.progress_callback import OnProgress
from upcard.engine.tree.game_tree import GameTree, TooLarge
from upcard.solving import tree_solution as solution
from upcard.solving.game_solver_contract import AUTO, GAP, ITERATIONS, MOST_NODES, Finding, SolveTerms
from upcard.solving.game_solver_registry import objective_for, objectives_of, with_objective
from upcard.solving.sequence_form import SequenceForm, sequence_form
from upcard.solving.solver_registry import find_solver

ITERATES = ("gap", "iterations", "checkpoint")
"""Terms of trees that matter to solvers that iterate only."""


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
) -> Finding:
    """Solve a game.

    Parameters
    ----------
    game : Game, str, GameTree or SequenceForm
        The game, or its name, which stands for its usual players and options; or its tree, as ``uc.unroll``
        gives it, or the sequence form of the tree, for who solves one game several times: it is not made
        again, and it is what is solved.
    method : str
        The name of a solver, or ``"auto"``: linear programming where it can be used and the tree is small,
        else CFR+.
    objective : str, optional
        What for, where a game can be solved for several things.
    gap : float
        An iterating solver stops when no seat gains more than that by another strategy.
    iterations : int
        It stops after so many anyway.
    exact : bool, optional
        Whether the value is wanted as a fraction; by default where that is quick.
    most_nodes : int
        A tree with more nodes is refused, but not one that is given.
    threads : int, optional
        By default as many as there are cores, where more than one can be used.
    memory : int, optional
        The bytes that may be used; by default what is free.
    checkpoint : str or Path, optional
        Where what was found is kept and gone on with, in a game that takes long.
    on_step : function, optional
        Told what is being done and the fraction that is done.
    on_start : function, optional
        Told before something long begins how much time and memory it takes, in a sentence.

    Returns
    -------
    Finding
        A :class:`upcard.solving.tree_solution.Solution`, or what the game's own file gives.

    Raises
    ------
    Usage
        If there is no such objective or solver, or it cannot solve this game.
    Failure
        If it is too large, or the game lets a player forget what he did.
    """
    place = None if checkpoint is None else Path(checkpoint)
    terms = SolveTerms(method, gap, iterations, exact, most_nodes, threads, memory, place, on_step, on_start)
    _check(terms)
    if isinstance(game, GameTree | SequenceForm):
        if objective is not None:
            raise Usage(f"a tree is solved for its scores; leave out the objective {objective!r}")
        return solution.reach_in(sequence_form(game) if isinstance(game, GameTree) else game, terms)
    asked = with_objective(game_from(game), objective)
    file = objective_for(asked, objective)
    if file is not None:
        found: Finding = file.reach(asked, terms)
        return found
    try:
        return solution.solve_tree(asked, terms)
    except Failure as fault:
        hints = [_hint(asked)] if isinstance(fault, TooLarge) else []
        raise Failure(" ".join([f"{fault}.", *_reasons(asked), *hints]).removesuffix(".")) from None


def used_terms(game: Game, objective: str | None, method: str) -> frozenset[str]:
    """The names of the terms that matter.

    Parameters
    ----------
    game : Game
        The game.
    objective : str, optional
        As it was given.
    method : str
        The method that was taken.
    """
    file = objective_for(with_objective(game, objective), objective)
    if file is not None:
        return frozenset(file.OBJECTIVE.uses)
    iterates = find_solver(method).SOLVER.is_iterative
    return frozenset(("method", "most_nodes", "memory", *(ITERATES if iterates else ("exact",))))


def _reasons(game: Game) -> list[str]:
    """Which file of its own solves a game, or why none does, as sentences."""
    said = [(name, m.why_not(game)) for name, m in objectives_of(game.name).items()]
    return [
        f"It is not solved for {name} either: {why}." if why else f"It is solved with --objective {name}."
        for name, why in said
    ]


def _hint(game: Game) -> str:
    """What can be found of a game whose tree is too large, as sentences."""
    applies = [name for name, m in objectives_of(game.name).items() if not m.why_not(game)]
    others = f"It is solved with --objective {' or '.join(applies)}. " if applies else ""
    return (
        f"{others}`upcard rules {game.name}` tells which options make the game smaller, and `upcard respond "
        f"{game.name} --against random --games 200` looks for what is better against given players."
    )


def _check(terms: SolveTerms) -> None:
    if not terms.gap >= 0:
        raise Usage(f"the gap was given as {terms.gap:g}; expected 0 or more")
    if terms.iterations < 1:
        raise Usage(f"{terms.iterations:,} iterations were asked for; expected 1 or more")
    if terms.threads is not None and terms.threads < 1:
        raise Usage(f"{terms.threads} threads were asked for; expected 1 or more")
