"""The small networks whose outputs `think` gives, what they are fitted to, and their gradients."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

SHARES = 8
"""The samples of a batch are dealt out to so many shares."""


class Mind(NamedTuple):
    """A network and room to run it.

    Parameters
    ----------
    shape : int64 array of shape (4,)
        Inputs, units of both hidden layers, outputs.
    w : float64 or float32 array
        All weights, as :func:`upcard.strategies.fitted_values.think` wants them.
    traits : int64 array
        Room for inputs.
    first, second, out : float64 arrays
        Room for units and outputs.
    """

    shape: Any
    w: Any
    traits: Any
    first: Any
    second: Any
    out: Any

    def twin(self) -> "Mind":
        """The same network with room of its own, for another thread; its weights are rounded to 32 bits."""
        return Mind(self.shape, self.w.astype(np.float32), *(x.copy() for x in self[2:]))


class Samples(NamedTuple):
    """What a network is fitted to.

    Parameters
    ----------
    traits : int16 array of shape (n, most)
        The inputs that are 1.
    counts : int16 array of shape (n,)
        How many of them.
    counted : bool array of shape (n, outputs)
        The outputs that are to fit.
    targets : float32 array of shape (n, outputs)
        What they should be.
    """

    traits: Any
    counts: Any
    counted: Any
    targets: Any


class Trace(NamedTuple):
    """What Adam remembers between steps, and room for every share.

    Parameters
    ----------
    mean, square : float64 arrays as long as the weights
        The running means of gradients and of their squares.
    slopes : float64 array of shape (SHARES, weights)
        The gradient of every share.
    first, second, out, back_first, back_second, wrong : float64 arrays of shape (SHARES, units)
        Room for units and outputs, and for what is handed back.
    losses : float64 array of shape (SHARES,)
        Sums of squared errors.
    """

    mean: Any
    square: Any
    slopes: Any
    first: Any
    second: Any
    out: Any
    back_first: Any
    back_second: Any
    wrong: Any
    losses: Any


def new_trace(mind: Mind) -> Trace:
    """Nothing remembered."""
    rooms = [np.zeros((SHARES, len(x))) for x in (mind.w, *mind[3:], *mind[3:])]
    return Trace(*[np.zeros_like(mind.w), np.zeros_like(mind.w), *rooms, np.zeros(SHARES)])


def new_mind(shape: npt.NDArray[np.int64], inputs: int, most: int, rng: np.random.Generator) -> Mind:
    """A network whose outputs are all 0, with random first layers.

    Parameters
    ----------
    shape : int64 array of shape (4,)
        Its shape.
    inputs : int
        How many inputs are 1 at a time, about.
    most : int
        How many may be at the most.
    rng : numpy.random.Generator
        Gives the weights (He and others, 2015); moves.
    """
    a, b, c = (int(x) for x in shape[1:])
    first = rng.normal(0, np.sqrt(2 / inputs), int(shape[0]) * a)
    second = rng.normal(0, np.sqrt(2 / a), a * b)
    w = np.concatenate([first, np.zeros(a), second, np.zeros(b + b * c + c)])
    return Mind(shape, w, np.zeros(most, np.int64), np.zeros(a), np.zeros(b), np.zeros(c))


def blame(traits: Any, n: int, mind: Mind, trace: Trace, share: int) -> None:
    """Add the gradient of one sample to that of a share.

    Parameters
    ----------
    traits : array of int
        The first `n` are the inputs that are 1.
    n : int
        How many.
    mind : Mind
        The network.
    trace : Trace
        With the units of the share as `think` left them, and what is wrong with its outputs; its gradient and
        its room are modified.
    share : int
        Which one.
    """
    a, b, c = mind.shape[1], mind.shape[2], mind.shape[3]
    offsets = mind.shape[0] * a
    second = offsets + a
    third = second + a * b + b
    slope, back = trace.slopes[share], trace.back_first[share]
    blame_layer(mind.w, slope, third, trace.second[share], b, trace.wrong[share], c, trace.back_second[share])
    blame_layer(mind.w, slope, second, trace.first[share], a, trace.back_second[share], b, back)
    for j in range(a):
        slope[offsets + j] += back[j]
    for i in range(n):
        row = traits[i] * a
        for j in range(a):
            slope[row + j] += back[j]


def blame_layer(w: Any, slope: Any, at: int, units: Any, a: int, wrong: Any, b: int, back: Any) -> None:
    """The gradient of one layer, and what it hands back to its units; `slope` and `back` are modified."""
    for j in range(b):
        slope[at + a * b + j] += wrong[j]
    for i in range(a):
        back[i] = 0.0
        x = units[i]
        row = at + i * b
        if x > 0:
            back[i] = product(w, row, wrong, b)
            for j in range(b):
                slope[row + j] += x * wrong[j]


def product(w: Any, at: int, x: Any, n: int) -> float:
    """The sum of `n` products, from ``w[at]`` and ``x[0]`` on, in four sums side by side: that is faster."""
    s0 = s1 = s2 = s3 = 0.0
    fours = n - n % 4
    for i in range(0, fours, 4):
        s0 += w[at + i] * x[i]
        s1 += w[at + i + 1] * x[i + 1]
        s2 += w[at + i + 2] * x[i + 2]
        s3 += w[at + i + 3] * x[i + 3]
    for i in range(fours, n):
        s0 += w[at + i] * x[i]
    return s0 + s1 + s2 + s3
