"""Entrants: strategies that are ready to take a seat, with the values of their parameters."""

import inspect
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import ModuleType
from typing import Any

from upcard.engine.errors import Usage, unknown_name
from upcard.engine.registry import is_shipped, strategy_for
from upcard.engine.strategy_contract import is_of_certificates, subset_problems
from upcard.kit.strategy import Parameter

StrategyLike = str | Callable[..., int]
"""A strategy as an argument: ``"NAME"``, ``"NAME:key=value,..."``, or a function of a view."""


@dataclass(frozen=True)
class Entrant:
    """A strategy that is ready to take a seat."""

    label: str
    """The name of the strategy, with its parameters if some were set."""
    choose: Callable[..., int]
    """A function of a view and the parameters that returns an action."""
    parameters: tuple[float, ...]
    """The values of the parameters in the order of their declaration."""
    compiles: bool
    """Whether it is written in the compilable subset."""
    is_checked: bool = True
    """Whether it came with Upcard and passed the conformance suite. Programs with other strategies check
    every index, so that none can read hidden cells beyond a table."""
    odds: Callable[[Any], Sequence[tuple[int, Fraction]]] | None = None
    """A function of a view that returns pairs of an action and its probability; None if unknown."""


def make_entrant(strategy: StrategyLike, rules: ModuleType) -> Entrant:
    """Make a strategy ready for a game.

    Parameters
    ----------
    strategy : str or function
        ``"NAME"``, ``"NAME:key=value,..."``, or a function of a view; capitals in a name do not matter.

    Raises
    ------
    Usage
        If there is no such strategy, it does not play this game, or a parameter is wrong; or if a function
        does not take a view as its only argument.
    BrokenRules
        If its file breaks the contract.
    """
    if callable(strategy):
        label = getattr(strategy, "__name__", "function")
        _check_arguments(strategy, label)
        return Entrant(label, strategy, (), not subset_problems(strategy, rules), is_checked=False)
    name, colon, rest = strategy.partition(":")
    module = strategy_for(name, rules)
    parameters = parameters_of(module, rest)
    if is_of_certificates(module):
        raise Usage(f"the strategy {module.STRATEGY.name!r} depends on the game's options; use entrant_for")
    label = module.STRATEGY.name + colon + rest
    return Entrant(label, module.choose, parameters, True, is_shipped(module))


def _check_arguments(function: Callable[..., int], label: str) -> None:
    """Raise ``Usage`` for a function that cannot be called with a view alone."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # a built-in function; its call may fail later
        return
    try:
        signature.bind(None)
    except TypeError as fault:
        raise Usage(
            f"the strategy {label}{signature} cannot be called with a view alone: {fault}; "
            f"expected def {label}(v)"
        ) from None


def parameters_of(module: ModuleType, text: str) -> tuple[float, ...]:
    """Return the values of a strategy's parameters from ``key=value,key=value``, in the order of declaration.

    Raises ``Usage`` if there is no such parameter, or a value is not a number or out of range.
    """
    declared = {p.name: p for p in module.STRATEGY.parameters}
    values = {name: float(p.default) for name, p in declared.items()}
    for part in text.split(",") if text else ():
        key, equals, value = part.partition("=")
        if not equals:
            raise Usage(f"{part!r} is not a parameter; write {module.STRATEGY.name}:key=value,key=value")
        if key not in declared:
            raise unknown_name("parameter", key, declared, owner=module.STRATEGY.name)
        values[key] = _number(value, declared[key])
    return tuple(int(x) if p.whole else x for x, p in zip(values.values(), declared.values(), strict=True))


def _number(text: str, p: Parameter) -> float:
    try:
        x = float(text)
    except ValueError:
        x = math.nan
    if not p.low <= x <= p.high or (p.whole and not x.is_integer()):
        kind = "whole number" if p.whole else "number"
        raise Usage(f"parameter {p.name} was given {text!r}; expected a {kind} from {p.low:g} to {p.high:g}")
    return x
