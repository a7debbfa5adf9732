"""Parameters of a strategy: those to tune with their bounds, and those that stay fixed."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType

from upcard.engine.entrants import make_entrant
from upcard.engine.errors import Usage, unknown_name
from upcard.engine.players import is_solved
from upcard.engine.registry import strategies_for, strategy_for
from upcard.kit.strategy import Parameter

FIGURES = 4
"""Decimals after the leading digit of a range, to which parameters are rounded, so that they can be typed."""

ParameterRange = tuple[float, float]


@dataclass(frozen=True)
class TunedParameter:
    """A parameter that the search may change."""

    name: str
    """Its name."""
    low: float
    high: float
    """Its range; both ends are included."""
    start: float
    """The value at which the search starts."""
    whole: bool
    """Whether only whole numbers are allowed."""

    def near(self, x: float) -> float:
        """Return the value in range nearest to `x` that is short enough to type."""
        decimals = 0 if self.whole else FIGURES - math.floor(math.log10(self.high - self.low))
        return min(self.high, max(self.low, round(x, decimals))) + 0.0


@dataclass(frozen=True)
class ParameterSpace:
    """All parameters of a strategy, and which of them are tuned."""

    strategy: str
    """Name of the strategy."""
    values: dict[str, float]
    """Every parameter, in the order of declaration, with the value that it has if it is not tuned."""
    defaults: dict[str, float]
    """Every parameter with its declared default."""
    tuned: tuple[TunedParameter, ...]
    """The parameters to tune."""

    def settings(self, point: Sequence[float]) -> tuple[float, ...]:
        """Return the values of all parameters at a point, with one coordinate per tuned parameter."""
        moved = {d.name: d.near(x) for d, x in zip(self.tuned, point, strict=False)}
        return tuple((self.values | moved).values())

    def strategy_text(self, settings: Sequence[float]) -> str:
        """Return the strategy with its parameters, as it is typed; reading it gives the same numbers."""
        numbers = (f"{k}={repr(x).removesuffix('.0')}" for k, x in zip(self.values, settings, strict=True))
        return f"{self.strategy}:{','.join(numbers)}"


def make_space(
    rules: ModuleType, strategy: str, fixed: Mapping[str, float], ranges: Mapping[str, ParameterRange]
) -> ParameterSpace:
    """Return the parameters of a strategy, and which of them are tuned.

    `fixed` has the values of parameters that are not tuned; `ranges` narrows the declared ranges.
    Raises ``Usage`` if there is no such strategy or parameter, a value or range is outside the declared
    range, or no parameter is left to tune.
    """
    declared = _declared(rules, strategy)
    for name in [*fixed, *ranges]:
        if name not in declared:
            raise unknown_name("parameter", name, declared, owner=strategy)
    both = [name for name in fixed if name in ranges]
    if both:
        raise Usage(f"the parameter {both[0]} was given a value and a range; give one of them")
    for name, x in fixed.items():
        make_entrant(f"{strategy}:{name}={x:.17g}", rules)  # raises Usage if it is out of range
    tuned = tuple(_tuned_parameter(p, ranges.get(p.name)) for p in declared.values() if p.name not in fixed)
    if not tuned:
        raise Usage(f"every parameter of {strategy} was given a value; leave at least one to be tuned")
    defaults = {p.name: float(p.default) for p in declared.values()}
    values = defaults | {name: float(x) for name, x in fixed.items()}
    return ParameterSpace(strategy, values, defaults, tuned)


def _declared(rules: ModuleType, strategy: str) -> dict[str, Parameter]:
    if not isinstance(strategy, str):
        raise Usage(f"{strategy!r} is not the name of a strategy; give a name such as 'folding'")
    name, colon, _ = strategy.partition(":")
    if colon and not is_solved(strategy):
        raise Usage(f"{strategy!r} already sets parameters; give {name} alone, and fix parameters separately")
    module = None if is_solved(strategy) else strategy_for(strategy, rules)
    label, declared = (module.STRATEGY.name, module.STRATEGY.parameters) if module else (strategy, ())
    if not declared:
        able = [k for k, m in sorted(strategies_for(rules).items()) if m.STRATEGY.parameters]
        raise Usage(
            f"the strategy {label!r} has no parameters to tune; "
            f"strategies for {rules.GAME.name} with parameters: {', '.join(able) or 'none'}"
        )
    return {p.name: p for p in declared}


def _tuned_parameter(p: Parameter, bounds: ParameterRange | None) -> TunedParameter:
    low, high = bounds or (p.low, p.high)
    chosen = f"the range of {p.name} was given as {low:g} to {high:g}"
    if not low < high:
        raise Usage(f"{chosen}; expected the smaller number first, and more than one value")
    if not (p.low <= low and high <= p.high):
        raise Usage(f"{chosen}; expected a range within {p.low:g} to {p.high:g}")
    if p.whole and not (float(low).is_integer() and float(high).is_integer()):
        raise Usage(f"{chosen}; expected whole numbers")
    start = p.default if low <= p.default <= high else (low + high) / 2
    return TunedParameter(p.name, float(low), float(high), float(start), p.whole)
