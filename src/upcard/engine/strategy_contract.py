"""The contract of a strategy file, checked with sentences.

It defines ``STRATEGY`` and ``choose(v, ...)`` with one argument per declared parameter, in the compilable
subset; see :mod:`upcard.strategies.kit`.
"""

from functools import lru_cache
from types import FunctionType, ModuleType
from typing import Any

from upcard.engine.contract import RULES_READ, bare_text, file_name, own_functions, plain_arguments
from upcard.engine.errors import BrokenRules
from upcard.engine.source import reach
from upcard.engine.state import WEIGHTS, fields_of
from upcard.engine.subset import problems
from upcard.strategies import kit
from upcard.strategies.kit import Parameter, Strategy

STRATEGY_READ = (*RULES_READ, "me")


def check_strategy(module: ModuleType) -> None:
    """Refuse a strategy file that breaks the contract.

    Parameters
    ----------
    module : module
        The strategy file.

    Raises
    ------
    BrokenRules
        With every problem as a sentence.
    """
    declared = getattr(module, "STRATEGY", None)
    if not isinstance(declared, Strategy):
        found = [
            "STRATEGY is missing; expected STRATEGY = Strategy(name=..., games=..., words=..., source=...)"
        ]
    else:
        found = _strategy_problems(module, declared)
    if found:
        raise BrokenRules(f"the strategy file {file_name(module)} cannot be used:\n  " + "\n  ".join(found))


def strategy_fields(rules: ModuleType) -> list[str]:
    """The names a strategy may read in a view of this game."""
    return [*STRATEGY_READ, *(f.name for f in fields_of(rules))]


def _strategy_problems(module: ModuleType, declared: Strategy) -> list[str]:
    choose = getattr(module, "choose", None)
    wanted = ["v", *(p.name for p in declared.parameters)]
    if not isinstance(choose, FunctionType):
        return [f"choose is missing; expected def choose({', '.join(wanted)})"]
    found = []
    given = plain_arguments(choose)
    if given[1:] != wanted[1:] or not given:
        found.append(
            f"{bare_text('choose', choose)} has other arguments; expected choose({', '.join(wanted)})"
        )
    if len(declared.parameters) > WEIGHTS:
        found.append(f"{len(declared.parameters)} parameters are declared; at most {WEIGHTS} are possible")
    return found + [s for p in declared.parameters for s in _parameter_problems(p)]


def _parameter_problems(p: Parameter) -> list[str]:
    if not p.low <= p.default <= p.high:
        return [f"parameter {p.name} is {p.default} by default; expected a number from {p.low} to {p.high}"]
    broken = [x for x in (p.default, p.low, p.high) if p.whole and not float(x).is_integer()]
    return [f"parameter {p.name} is declared whole, but {x:g} is not" for x in broken]


def check_strategy_for(module: ModuleType, rules: ModuleType) -> None:
    """Refuse a strategy whose function cannot be compiled for a game.

    Parameters
    ----------
    module : module
        The strategy file.
    rules : module
        A rules file that it plays.

    Raises
    ------
    BrokenRules
        With every problem as a sentence.
    """
    found = _file_problems(module.choose, rules)
    if found:
        raise BrokenRules(f"the strategy file {file_name(module)} cannot be used:\n  " + "\n  ".join(found))


@lru_cache(maxsize=256)
def _file_problems(choose: Any, rules: ModuleType) -> tuple[str, ...]:
    """As :func:`subset_problems`, read once: a search asks for the strategies of files a thousand times."""
    return tuple(subset_problems(choose, rules))


def subset_problems(choose: Any, rules: ModuleType) -> list[str]:
    """What keeps a strategy's function from being compiled for a game; empty when nothing does."""
    if not isinstance(choose, FunctionType):
        return problems(choose, [], [], fractions=True)
    fields = strategy_fields(rules)
    try:
        functions = own_functions(choose)
    except BrokenRules as fault:
        return [str(fault)]
    keeps = not {kit.memory, kit.fractions}.isdisjoint(reach([choose], {}).functions)
    return [s for f in functions for s in problems(f, fields, [], fractions=True, keeps=keeps)]
