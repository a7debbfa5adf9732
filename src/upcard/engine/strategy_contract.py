"""The contract of a strategy file, and checks that report each violation in a sentence.

A strategy file defines ``STRATEGY`` and ``choose(v, ...)`` with one argument per declared parameter, in the
compilable subset; see :mod:`upcard.kit.strategy`. A strategy that searches may define ``knows(v)``, which
says whether it answers at once in a view without a search. ``solution(options)``, if defined, returns the
file of a solution to play by instead of ``choose``, or None. A strategy from stored solutions defines
``CERTIFICATES`` instead of ``choose``: the folder of its certificates, whose names begin with that of their
game and a dot.
"""

from functools import lru_cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from upcard.engine.declarations import HYPHENED, attribute_problems, function_problems, is_hyphened
from upcard.engine.errors import BrokenRules
from upcard.engine.rules_contract import (
    RULES_READ,
    plain_arguments,
    refuse_file,
    rules_functions,
    signature_text,
)
from upcard.engine.source.fingerprint import reached_names
from upcard.engine.source.subset import subset_faults
from upcard.engine.state import WEIGHTS, fields_of
from upcard.kit import strategy as kit
from upcard.kit.cards import EVERYBODY, Kind
from upcard.kit.strategy import Parameter, Strategy

STRATEGY_READ = (*RULES_READ, "me")


def check_strategy(module: ModuleType) -> None:
    """Refuse a strategy file that breaks the contract; raise ``BrokenRules`` with all violations."""
    declared = getattr(module, "STRATEGY", None)
    if not isinstance(declared, Strategy):
        faults = [
            "STRATEGY is missing or of the wrong kind; "
            "expected STRATEGY = Strategy(name=..., games=..., words=..., source=...)"
        ]
    else:
        faults = _declared_problems(declared) or _function_problems(module, declared)
    refuse_file("strategy file", module, faults)


def strategy_fields(rules: ModuleType) -> list[str]:
    """Return the names that a strategy may read in a view of this game."""
    return [*STRATEGY_READ, *(f.name for f in fields_of(rules))]


def _declared_problems(declared: Strategy) -> list[str]:
    """Return the faults of STRATEGY and its parameters, as sentences."""
    games = "a tuple of names of games, such as ('lama',)"
    faults = attribute_problems(declared, "STRATEGY.", {"name": HYPHENED, "games": games})
    if faults:
        return faults
    if not is_hyphened(declared.name):
        faults.append(f"STRATEGY.name is {declared.name!r}; expected {HYPHENED}")
    if len(declared.parameters) > WEIGHTS:
        faults.append(f"{len(declared.parameters)} parameters are declared; at most {WEIGHTS} are possible")
    faults += [s for p in declared.parameters for s in _parameter_problems(p)]
    return faults or _best_for_problems(declared)


def _best_for_problems(declared: Strategy) -> list[str]:
    """Return the faults of ``best_for``: numbers of players, and parameters that exist and are in range."""
    faults = []
    if declared.best_for and declared.quick:
        faults.append("STRATEGY.best_for is for strategies that do not search; leave it out")
    if declared.best_for and not declared.games:
        faults.append("STRATEGY.best_for needs the games for which it is; name them in STRATEGY.games")
    known = {p.name: p for p in declared.parameters}
    for players, settings in declared.best_for.items():
        if players < 1:
            faults.append(f"STRATEGY.best_for is for {players} players; expected 1 or more")
        for part in settings.split(",") if settings else ():
            name, _, value = part.partition("=")
            if name not in known or not _is_in_range(value, known[name]):
                text = f"STRATEGY.best_for has {part!r} for {players} players"
                faults.append(f"{text}; expected a declared parameter with a value in its range")
    return faults


def _is_in_range(value: str, p: Parameter) -> bool:
    """Return whether a text is a possible value of a parameter."""
    try:
        x = float(value)
    except ValueError:
        return False
    return p.low <= x <= p.high and (not p.whole or x.is_integer())


def _function_problems(module: ModuleType, declared: Strategy) -> list[str]:
    if is_of_certificates(module):
        return _certificate_problems(module, declared)
    choose = getattr(module, "choose", None)
    wanted = ["v", *(p.name for p in declared.parameters)]
    if not isinstance(choose, FunctionType):
        return [f"choose is missing; expected def choose({', '.join(wanted)})"]
    faults = []
    arguments = plain_arguments(choose)
    if not arguments or arguments[1:] != wanted[1:]:
        faults.append(
            f"{signature_text('choose', choose)} has wrong arguments; expected choose({', '.join(wanted)})"
        )
    if hasattr(module, "knows"):
        faults += function_problems(module, "knows", ("v",))
    if hasattr(module, "solution"):
        faults += function_problems(module, "solution", ("options",))
    return faults


def answers_at_once(module: ModuleType, v: Any) -> bool:
    """Whether a strategy chooses without a search in view `v` of the player to move."""
    return not module.STRATEGY.quick or (hasattr(module, "knows") and bool(module.knows(v)))


def is_of_certificates(module: ModuleType) -> bool:
    """Whether a strategy file names certificates and has no function ``choose``."""
    return hasattr(module, "CERTIFICATES") and not hasattr(module, "choose")


@lru_cache(maxsize=256)
def needs_imagined(module: ModuleType) -> bool:
    """Whether a strategy tries actions in states with redealt hidden cards."""
    if is_of_certificates(module):
        return False
    try:
        return kit.imagine in reached_names([module.choose], {}).functions
    except BrokenRules:
        return False


def unimagined_number(rules: ModuleType) -> str:
    """Return the name of a hidden number of a game that does not define ``imagine``; empty without one."""
    hidden = (f.name for f in rules.STATE if f.sight is not EVERYBODY and f.kind is Kind.NUMBER)
    return "" if hasattr(rules, "imagine") else next(hidden, "")


def certificate_files(folder: Path, game: str) -> list[Path]:
    """Return the certificates of a game: in a folder, or in ``solutions`` of the game folders in it."""
    return sorted([*folder.glob(f"{game}.*"), *folder.glob(f"*/solutions/{game}.*")])


def _certificate_problems(module: ModuleType, declared: Strategy) -> list[str]:
    """Return the faults of a strategy that plays stored solutions, as sentences."""
    folder = module.CERTIFICATES
    if not isinstance(folder, Path) or not folder.is_dir():
        return [f"CERTIFICATES is {folder!r}; expected the path of a folder"]
    if declared.parameters:
        return ["parameters are declared; expected none, since certificates determine everything"]
    missing = [game for game in declared.games if not certificate_files(folder, game)]
    return [f"CERTIFICATES has no file {game}.json; add it, or leave the game out" for game in missing]


def _parameter_problems(p: Parameter) -> list[str]:
    faults = attribute_problems(p, f"parameter {p.name!r}: ")
    if faults:
        return faults
    if not p.name.isidentifier():
        return [f"{p.name!r} cannot be the name of a parameter; expected a word, with underscores for spaces"]
    if not p.low <= p.default <= p.high:
        return [f"parameter {p.name} is {p.default} by default; expected a number from {p.low} to {p.high}"]
    broken = [x for x in (p.default, p.low, p.high) if p.whole and not float(x).is_integer()]
    return [f"parameter {p.name} is declared whole, but {x:g} is not" for x in broken]


def check_strategy_for(module: ModuleType, rules: ModuleType) -> None:
    """Raise ``BrokenRules``, with the reasons, if a strategy's function cannot be compiled for a game."""
    faults = () if is_of_certificates(module) else _file_problems(module.choose, rules)
    refuse_file("strategy file", module, faults)


@lru_cache(maxsize=256)
def _file_problems(choose: Any, rules: ModuleType) -> tuple[str, ...]:
    """Return :func:`subset_problems`, cached: a search requests the same strategies a thousand times."""
    return tuple(subset_problems(choose, rules))


def subset_problems(choose: Any, rules: ModuleType) -> list[str]:
    """Return why a strategy's function cannot be compiled for a game, as sentences; empty if it can."""
    if not isinstance(choose, FunctionType):
        return subset_faults(choose, [], [], fractions=True)
    fields = strategy_fields(rules)
    try:
        functions = rules_functions(choose)
    except BrokenRules as fault:
        return [str(fault)]
    keeps = not {kit.memory, kit.fractions, kit.short_fractions}.isdisjoint(
        reached_names([choose], {}).functions
    )
    return [s for f in functions for s in subset_faults(f, fields, [], fractions=True, keeps=keeps)]
