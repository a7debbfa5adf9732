"""Rankings of strategies from the matrix of their payoffs against each other.

A payoff matrix here is antisymmetric: what one strategy wins, the other loses. So choosing a strategy is a
zero-sum game in which both players have the same choices.
"""

import math
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
import numpy.typing as npt

from upcard.engine.arrays import FloatArray

POPULATION, INTENSITY = 50, 100.0
"""Alpha-rank: size of the population and intensity of selection (alpha), as in its authors' examples."""

NEVER = 1e-9
"""Weights up to this, in every equilibrium, count as 0."""


def nash_average(payoffs: FloatArray) -> FloatArray:
    """Return the weights of Nash averaging: the equilibrium of greatest entropy.

    D. Balduzzi, K. Tuyls, J. Perolat, T. Graepel, "Re-evaluating evaluation", NeurIPS 2018. Unlike a mean
    over the field, it does not change when a strategy is entered twice. The payoff of each strategy against
    these weights, ``payoffs @ weights``, is its Nash average: 0 for strategies that have a weight, at most 0
    for others. `payoffs` is antisymmetric, of shape (m, m); the weights, of shape (m,), add up to 1.
    """
    scaled = payoffs / max(np.abs(payoffs).max(), 1e-300)
    corners = np.array([_equilibrium(scaled, towards) for towards in np.eye(len(scaled))])
    support = corners.diagonal() > NEVER
    if np.ptp(corners, axis=0).max() < NEVER:
        return _tidy(corners[0])
    return _tidy(_most_even(scaled, support))


def equilibria(drawn: Iterable[FloatArray]) -> Iterator[FloatArray]:
    """Yield an equilibrium of each of several similar matrices.

    Most have the same support as an earlier one. So known supports are tried first, since they need no linear
    program.
    """
    seen: list[npt.NDArray[np.bool_]] = []
    for payoffs in drawn:
        known = (_on_support(payoffs, support) for support in seen)
        equilibrium = next((weights for weights in known if weights is not None), None)
        if equilibrium is None:
            equilibrium = nash_average(payoffs)
            seen = sorted([*seen, equilibrium > 0], key=np.count_nonzero, reverse=True)
        yield equilibrium


def _on_support(payoffs: FloatArray, support: npt.NDArray[np.bool_]) -> FloatArray | None:
    """Return the equilibrium with exactly this support, if there is one."""
    inside = payoffs[np.ix_(support, support)]
    equations = np.vstack([inside, np.ones(len(inside))])
    solution = np.linalg.lstsq(equations, np.eye(len(inside) + 1)[-1], rcond=None)[0]
    weights = np.zeros(len(payoffs))
    weights[support] = solution
    allowed = NEVER * np.abs(payoffs).max()
    is_one = solution.min() > 0 and (payoffs @ weights).max() <= allowed
    return _tidy(weights) if is_one else None


def _equilibrium(payoffs: FloatArray, towards: FloatArray) -> FloatArray:
    """Return the equilibrium with the greatest ``towards @ weights``, by linear programming."""
    from scipy.optimize import linprog

    m = len(payoffs)
    optimum = linprog(
        -towards, A_ub=payoffs, b_ub=np.zeros(m), A_eq=np.ones((1, m)), b_eq=[1.0], method="highs"
    )
    return np.asarray(optimum.x, np.float64)


def _most_even(payoffs: FloatArray, support: npt.NDArray[np.bool_]) -> FloatArray:
    """Return the equilibrium of greatest entropy, by the dual problem, whose multipliers are only >= 0.

    The entropy is greatest where the weights are proportional to exp(payoffs @ multipliers).
    """
    from scipy.optimize import minimize

    inside = payoffs[support]

    def dual(multipliers: FloatArray) -> tuple[float, FloatArray]:
        exponents = inside @ multipliers
        top = exponents.max()
        parts = np.exp(exponents - top)
        return float(top + math.log(parts.sum())), inside.T @ (parts / parts.sum())

    exact = {"ftol": 1e-15, "gtol": 1e-11, "maxiter": 10_000, "maxfun": 20_000}
    bounds = [(0, None)] * len(payoffs)
    optimum = minimize(
        dual, np.zeros(len(payoffs)), jac=True, method="L-BFGS-B", bounds=bounds, options=exact
    )
    weights = np.zeros(len(payoffs))
    exponents = inside @ optimum.x
    weights[support] = np.exp(exponents - exponents.max())
    return weights


def _tidy(weights: FloatArray) -> FloatArray:
    clean = np.where(weights > NEVER, weights, 0.0)
    return np.asarray(clean / clean.sum(), np.float64)


def alpha_rank(payoffs: FloatArray, intensity: float = INTENSITY, population: int = POPULATION) -> FloatArray:
    """Return the masses of alpha-rank: the part of time in which everybody in a population plays a strategy.

    S. Omidshafiei et al., "alpha-Rank: multi-agent evaluation by evolution", Scientific Reports 9 (2019),
    9937. Everybody in a population plays one strategy until a newcomer plays another, which takes over
    with its fixation probability, or dies out. The masses are the stationary distribution.
    They are computed in logarithms and without subtractions, since fixation can be as rare as exp(-10000).

    `payoffs` is antisymmetric, of shape (m, m); the masses, of shape (m,), add up to 1. `intensity`, alpha,
    says how strongly a better payoff is favoured.
    """
    m = len(payoffs)
    gain = payoffs.T - payoffs  # of the newcomer (column) over the population (row)
    logs = _log_fixation(intensity * gain, population) - math.log(max(1, m - 1))
    for k in range(m - 1, 0, -1):  # Grassmann, Taksar and Heyman: leave the states out one by one
        leaving = np.logaddexp.reduce(logs[k, :k])
        logs[:k, k] -= leaving
        logs[:k, :k] = np.logaddexp(logs[:k, :k], logs[:k, k, None] + logs[None, k, :k])
    masses = np.zeros(m)
    for k in range(1, m):
        masses[k] = np.logaddexp.reduce(masses[:k] + logs[:k, k])
    masses = np.exp(masses - masses.max())
    return np.asarray(masses / masses.sum(), np.float64)


def _log_fixation(gain: FloatArray, population: int) -> FloatArray:
    """Return the logarithm of (1 - exp(-g)) / (1 - exp(-n g)), which is 1 / n where g is 0."""
    g = np.where(np.abs(gain) < 1e-12, 1e-12, np.abs(gain))
    up = np.log(-np.expm1(-g)) - np.log(-np.expm1(-population * g))
    # for a newcomer that is worse: the same, times exp(-(n - 1) g)
    return np.asarray(np.where(gain < 0, up - (population - 1) * g, up), np.float64)


def holm(p_values: Sequence[float], error: float) -> list[bool]:
    """Return which hypotheses are rejected, if the chance of any false rejection is to be at most `error`.

    The step-down method of S. Holm, Scandinavian Journal of Statistics 6 (1979), 65-70.
    """
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    rejected = [False] * len(p_values)
    for step, k in enumerate(order):
        if p_values[k] > error / (len(order) - step):
            break
        rejected[k] = True
    return rejected


def two_sided(value: float, se: float, freedom: int) -> float:
    """Return the p-value of an estimate against 0, by Student's distribution."""
    from scipy.special import stdtr

    if se == 0:
        return 1.0 if value == 0 else 0.0
    return 2 * float(stdtr(freedom, -abs(value) / se))
