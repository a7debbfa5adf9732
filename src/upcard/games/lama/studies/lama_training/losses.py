"""What the networks are fitted to make small: squared errors, and what a choice by their outputs forgoes.

Source of the second: A. Lazaric, M. Ghavamzadeh, R. Munos, "Analysis of a classification-based policy
iteration algorithm", ICML 2010, where a choice costs as much as it falls short of the best one. Here the
choice is made with a little doubt, so that there is a slope.
"""

from typing import Any

STAKE, DOUBT = 0.5, 0.02
"""How much what is forgone counts beside the squared errors; which difference in value is a small one."""


def stray(target: Any, counted: Any, out: Any, wrong: Any) -> float:
    """The sum of squared errors of the outputs that are counted.

    Parameters
    ----------
    target, out : arrays of fractions
        What the outputs should be, and what they are.
    counted : array of bool
        Which of them count.
    wrong : array of fractions
        Set to the derivative of half the sum by every output.
    """
    return deviate(target, counted, out, wrong, 0.0)


def misjudge(target: Any, counted: Any, out: Any, wrong: Any) -> float:
    """As :func:`stray`, but only the differences between the outputs that are counted matter."""
    shift = 0.0
    several = 0
    for c in range(out.shape[0]):
        if counted[c]:
            shift += target[c] - out[c]
            several += 1
    shift /= several
    return deviate(target, counted, out, wrong, shift)


def deviate(target: Any, counted: Any, out: Any, wrong: Any, shift: float) -> float:
    """As :func:`stray`, with the same number added to all outputs before."""
    squares = 0.0
    for c in range(out.shape[0]):
        wrong[c] = out[c] + shift - target[c] if counted[c] else 0.0
        squares += wrong[c] * wrong[c]
    return squares


def forgo(target: Any, counted: Any, out: Any, wrong: Any) -> float:
    """Minus what a choice by the outputs gains in the mean, times ``STAKE``.

    A way is taken with a chance in proportion to the eighth power of :func:`near`, where x says how far its
    output is behind the greatest one, in units of ``DOUBT``: nearly exp(-x), but made of sums and products
    only, which are the same to the last bit on every machine.

    Parameters
    ----------
    target, counted, out : arrays
        As in :func:`stray`.
    wrong : array of fractions
        Its derivative by every output is added.
    """
    best = -1
    for c in range(out.shape[0]):
        if counted[c] and (best < 0 or out[c] > out[best]):
            best = c
    total = 0.0
    gain = 0.0
    for c in range(out.shape[0]):
        if counted[c]:
            x = near((out[best] - out[c]) / DOUBT)
            x *= x
            x *= x
            total += x * x
            gain += x * x * target[c]
    gain /= total
    for c in range(out.shape[0]):
        if counted[c]:
            x = near((out[best] - out[c]) / DOUBT)
            slope = x * x * x * x * x * x * x * (target[c] - gain) * STAKE / (DOUBT * total)
            wrong[c] -= slope
            wrong[best] += slope
    return -STAKE * gain


def near(x: float) -> float:
    """1 at 0, falling in a straight line to 0 at 8."""
    return max(0.0, 1.0 - x / 8)
