"""Numbers of game trees that a program wrote in floating point, read as the fractions that were meant.

0.3333333333333333 stands for 1/3. A number with more than nine digits and decimals is read as the fraction
with the smallest denominator within 1e-9. Numbers with fewer decimals, and fractions, are read as they are.

Source: M. Stern, 1858, and A. Brocot, 1861: the tree of fractions, in which the simplest of an interval comes
first.
"""

import math
from collections.abc import Sequence
from fractions import Fraction

from upcard.adapters.gambit_chance import steps_of

NEAR = Fraction(1, 10**9)
"""Largest difference between a number in floating point and the fraction as which it is read."""

DIGITS = 9
"""Numbers with at most as many digits or decimals are read as they are."""

SMALL = Fraction(1, 100)
"""Below this, the difference may only be as large a part of the number."""


def is_floating(x: Fraction) -> bool:
    """Whether a number needs more than nine decimals and digits, and can be written with finitely many."""
    rest, powers = x.denominator, []
    for prime in (2, 5):
        power = 0
        while rest % prime == 0:
            rest, power = rest // prime, power + 1
        powers.append(power)
    decimals = max(powers)
    return rest == 1 and decimals > DIGITS and abs(x) * 10**decimals >= 10**DIGITS


def simplest(x: Fraction) -> Fraction:
    """Return the fraction with the smallest denominator within ``NEAR`` of `x`."""
    if x < 0:
        return -simplest(-x)
    slack = NEAR * min(Fraction(1), x / SMALL)
    return _between(x - slack, x + slack)


def payoff_of(x: Fraction) -> Fraction:
    """Return the payoff that a number of a file stands for."""
    return simplest(x) if is_floating(x) else x


def chances_of(numbers: Sequence[Fraction]) -> list[Fraction]:
    """Return the probabilities that numbers of a file stand for, with the sum 1.

    They are returned as they are if they are negative, or if their sum is not nearly 1.
    """
    total = sum(numbers, Fraction(0))
    is_exact = total == 1 and not any(map(is_floating, numbers))
    if is_exact or min(numbers) < 0 or abs(total - 1) > NEAR * len(numbers):
        return list(numbers)
    simple = _completed([simplest(x) for x in numbers])
    unit = math.lcm(*(x.denominator for x in simple))
    if min(simple) >= 0 and steps_of([int(x * unit) for x in simple]):
        return simple
    return _completed([round(x / NEAR) * NEAR for x in numbers])


def _completed(parts: list[Fraction]) -> list[Fraction]:
    """Return probabilities of which the greatest makes up for what is missing to the sum 1."""
    top = parts.index(max(parts))
    return [*parts[:top], 1 - sum(parts[:top] + parts[top + 1 :], Fraction(0)), *parts[top + 1 :]]


def _between(low: Fraction, high: Fraction) -> Fraction:
    """Return the fraction with the smallest denominator from `low` to `high`, both 0 or more."""
    wholes = []
    while True:
        whole = -(-low.numerator // low.denominator)
        if whole <= high:
            x = Fraction(whole)
            break
        wholes.append(whole - 1)
        low, high = 1 / (high - whole + 1), 1 / (low - whole + 1)
    for whole in reversed(wholes):
        x = whole + 1 / x
    return x
