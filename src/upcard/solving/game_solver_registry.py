"""Registry of game-specific solvers: files of ``solvers`` with ``OBJECTIVE``, ``why_not`` and ``reach``.

A file that has ``OBJECTIVE`` and cannot be used is left out with the reason.
"""

from collections.abc import Mapping
from functools import lru_cache, partial
from types import ModuleType

from upcard.engine.declarations import attribute_problems, function_problems
from upcard.engine.discovery import Discovery, FileKind, discover
from upcard.engine.errors import BrokenRules, Usage, unknown_name
from upcard.engine.game import Game, make_game
from upcard.engine.game_folders import shipped_files
from upcard.engine.registry import in_sentence, outside_files
from upcard.engine.rules_contract import file_name
from upcard.solving.game_solver_contract import Objective

FUNCTIONS = {"why_not": ("game",), "reach": ("game", "terms")}
OPTION = "objective"
"""Rules may have an option of that name: then it says what for."""


def check_objective(module: ModuleType) -> None:
    """Refuse a file that breaks the contract.

    Raises
    ------
    BrokenRules
        With every problem as a sentence.
    """
    declared = getattr(module, "OBJECTIVE", None)
    if isinstance(declared, Objective):
        found = attribute_problems(declared, "OBJECTIVE.", {})
    else:
        found = [
            "OBJECTIVE is of the wrong kind; "
            "expected OBJECTIVE = Objective(game=..., objective=..., words=..., source=..., is_usual=...)"
        ]
    for name, arguments in FUNCTIONS.items():
        found += function_problems(module, name, arguments)
    if found:
        raise BrokenRules(f"the file {file_name(module)} cannot be used:\n  " + "\n  ".join(found))


OBJECTIVES = FileKind(
    "file", partial(shipped_files, "solvers"), "", "OBJECTIVE", in_sentence(check_objective)
)


@lru_cache(maxsize=1)
def _found() -> Discovery:
    return discover(OBJECTIVES, outside_files("solvers"))


def left_out() -> tuple[str, ...]:
    """What is wrong with each file that cannot be used, as sentences."""
    return tuple(x.why for x in _found().left_out)


def objectives_of(game: str) -> dict[str, ModuleType]:
    """The files that solve a game in a way of its own, by their objectives."""
    ours = (m for m in _found().modules.values() if m.OBJECTIVE.game == game)
    return {m.OBJECTIVE.objective: m for m in ours}


def with_objective(game: Game, objective: str | None) -> Game:
    """The game with its option ``objective`` set, if its rules have one with such a value."""
    option = next((o for o in game.rules.OPTIONS if o.name == OPTION), None)
    if objective is None or option is None or objective not in option.values:
        return game
    return make_game(game.name, game.players, None, **{**game.option_words(), OPTION: objective})


def usual_options(game: str, given: Mapping[str, str]) -> dict[str, str]:
    """Options under which a game is solved where they are not given, if one of its files says so.

    Parameters
    ----------
    game : str
        The game.
    given : mapping
        The options that are given.
    """
    found: dict[str, str] = {}
    for module in objectives_of(game).values():
        if hasattr(module, "usual_options"):
            found |= module.usual_options(given)
    return found


def objective_for(game: Game, objective: str | None) -> ModuleType | None:
    """The file that solves a game, or None if its tree is to be solved.

    Parameters
    ----------
    game : Game
        The game, see :func:`with_objective`.
    objective : str, optional
        What for; by default what the rules say or what is usual.

    Raises
    ------
    Usage
        If there is no such objective, or it does not apply to these options.
    """
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
    _found().refuse(f"{game.name} {objective}")
    if not known:
        raise Usage(
            f"{game.name} is solved for its scores, and for no objective besides; leave out {objective!r}"
        )
    raise unknown_name("objective", objective, known)
