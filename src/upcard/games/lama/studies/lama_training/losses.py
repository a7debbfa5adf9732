"""The losses: squared errors, and the value forgone by a choice that follows the outputs.

Source of the second: A. Lazaric, M. Ghavamzadeh, R. Munos, "Analysis of a classification-based policy
iteration algorithm", ICML 2010, where a choice costs as much as it falls short of the best one. Here the
choice is slightly random, so that there is a slope.
"""

from typing import Any

STAKE, DOUBT = 0.5, 0.02
"""Weight of the forgone value beside the squared errors; which difference in value counts as small."""


def stray(target: Any, counted: Any, out: Any, wrong: Any) -> float:
    """Return the sum of squared errors of the outputs that are counted.

    `wrong` is set to the derivative of half the sum by every output.
    """
    return deviate(target, counted, out, wrong, 0.0)


def misjudge(target: Any, counted: Any, out: Any, wrong: Any) -> float:
    """Return the same, but only differences between the counted outputs matter."""
    shift = 0.0
    several = 0
    for c in range(out.shape[0]):
        if counted[c]:
            shift += target[c] - out[c]
            several += 1
    shift /= several
    return deviate(target, counted, out, wrong, shift)


def deviate(target: Any, counted: Any, out: Any, wrong: Any, shift: float) -> float:
    """Return the same with `shift` added to all outputs before."""
    squares = 0.0
    for c in range(out.shape[0]):
        wrong[c] = out[c] + shift - target[c] if counted[c] else 0.0
        squares += wrong[c] * wrong[c]
    return squares


def forgo(target: Any, counted: Any, out: Any, wrong: Any) -> float:
    """Return minus the mean gain of a choice by the outputs, times ``STAKE``; add its derivatives to `wrong`.

    A choice is made with a probability in proportion to the eighth power of :func:`near`, where x is the
    distance of its output behind the greatest one, in units of ``DOUBT``. That is nearly exp(-x), but made of
    sums and products only, which are the same to the last bit on every machine.
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
    """Return 1 at 0, falling linearly to 0 at 8."""
    return max(0.0, 1.0 - x / 8)
