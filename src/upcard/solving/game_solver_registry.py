"""Registry of game-specific solvers: files of ``solvers`` with ``OBJECTIVE``, ``why_not`` and ``reach``.

A file with ``OBJECTIVE`` that cannot be used is left out with the reason. A game and an objective are
resolved once, to a :class:`Problem`.
"""

from dataclasses import dataclass
from functools import partial
from types import ModuleType

from upcard.engine.discovery import Discovery, FileKind, cached_scan, discover
from upcard.engine.errors import Usage, unknown_name
from upcard.engine.game import Game
from upcard.engine.game_folders import shipped_files
from upcard.engine.game_spec import GameSpec
from upcard.engine.registry import in_sentence, outside_files
from upcard.solving.game_solver_contract import Objective
from upcard.solving.solver_registry import check_declaration, find_solver

FUNCTIONS = {"why_not": ("game",), "reach": ("game", "terms")}
EXAMPLE = "game=..., objective=..., words=..., source=..., is_usual=..."
OPTION = "objective"
"""Name of the option by which rules may choose the objective."""

ITERATES = ("gap", "iterations", "checkpoint")
"""Terms that only iterating solvers of trees use."""


@dataclass(frozen=True)
class Problem:
    """A game to solve, and the solver for it."""

    game: Game
    """The game, with the options for the objective."""
    solver: ModuleType | None
    """The game-specific solver; None for solving the tree."""

    def used_terms(self, method: str) -> frozenset[str]:
        """Return the names of the terms that have an effect, if a tree is solved by `method`."""
        if self.solver is not None:
            return frozenset(self.solver.OBJECTIVE.uses)
        iterates = find_solver(method).SOLVER.is_iterative
        return frozenset(("method", "most_nodes", "memory", *(ITERATES if iterates else ("exact",))))


def check_objective(module: ModuleType) -> None:
    """Raise ``BrokenRules`` for a file that breaks the contract."""
    check_declaration(module, "file", "OBJECTIVE", Objective, EXAMPLE, FUNCTIONS)


OBJECTIVES = FileKind(
    "file", partial(shipped_files, "solvers"), "", "OBJECTIVE", in_sentence(check_objective)
)


@cached_scan
def _discovered() -> Discovery:
    return discover(OBJECTIVES, outside_files("solvers"))


def left_out() -> tuple[str, ...]:
    """Return a sentence for each game-specific solver that cannot be used."""
    return tuple(x.why for x in _discovered().left_out)


def objectives_of(game: str) -> dict[str, ModuleType]:
    """Return the game-specific solvers of a game by their objectives."""
    ours = (m for m in _discovered().modules.values() if m.OBJECTIVE.game == game)
    return {m.OBJECTIVE.objective: m for m in ours}


def find_problem(game: Game, objective: str | None) -> Problem:
    """Return the game with the options for an objective, and the solver for it.

    None stands for the usual objective. Raises ``Usage`` if there is no such objective, or it does not apply
    to these options.
    """
    chosen = _with_objective(game, objective)
    return Problem(chosen, _solver_for(chosen, objective))


def find_problem_of(spec: GameSpec, objective: str | None) -> Problem:
    """Return the game that a person named, with its usual options for solving, and the solver for it.

    Raises ``Usage`` if there is no such game, option or objective, or the objective does not apply.
    """
    if spec.preset is None:
        spec = spec.with_options(_usual_options(spec))
    return find_problem(spec.game(), objective)


def _with_objective(game: Game, objective: str | None) -> Game:
    """Return the game with its option ``objective`` set, if its rules offer that value."""
    option = next((o for o in game.rules.OPTIONS if o.name == OPTION), None)
    if objective is None or option is None or objective not in option.values:
        return game
    return Game(game.rules, game.players, {**game.options, OPTION: option.values.index(objective)})


def _usual_options(spec: GameSpec) -> dict[str, str]:
    """Return the usual options for solving a game that the user did not choose themselves."""
    chosen = {name: str(x) for name, x in spec.options.items()}
    options: dict[str, str] = {}
    for module in objectives_of(spec.rules.GAME.name).values():
        if hasattr(module, "usual_options"):
            options |= module.usual_options(chosen)
    return options


def _solver_for(game: Game, objective: str | None) -> ModuleType | None:
    """Return the game-specific solver for an objective; None for solving the tree."""
    known = objectives_of(game.name)
    if objective is None:
        usual = (m for m in known.values() if m.OBJECTIVE.is_usual and not m.why_not(game))
        return next(usual, None)
    if objective in known:
        obstacle = known[objective].why_not(game)
        if obstacle:
            raise Usage(f"{game.title} cannot be solved for {objective!r}: {obstacle}")
        return known[objective]
    if game.option_words().get(OPTION) == objective:
        return None
    _discovered().refuse(f"{game.name} {objective}")
    if not known:
        raise Usage(f"{game.name} can only be solved for its scores; leave out the objective {objective!r}")
    raise unknown_name("objective", objective, known)
