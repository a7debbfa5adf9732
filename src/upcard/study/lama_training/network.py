"""Fitting the small networks whose outputs `think` gives: Adam on batches of samples, compiled.

Source: D. Kingma, J. Ba, "Adam: a method for stochastic optimization", ICLR 2015.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from upcard.engine.compile import compiled
from upcard.strategies.fitted_values import think

BATCH, SWEEPS, STEPS = 256, 2, 20
"""Samples per step of Adam; times that all samples are seen; how often the rate is lowered in between."""

KEEP_MEAN, KEEP_SQUARE, TINY = 0.9, 0.999, 1e-8
LAST_RATE = 0.02
"""The rate falls in a straight line to this part of the first one."""


class Mind(NamedTuple):
    """A network and room to run it.

    Parameters
    ----------
    shape : int64 array of shape (4,)
        Inputs, units of both hidden layers, outputs.
    w : float64 array
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
        """The same network with room of its own, for another thread."""
        return Mind(self.shape, self.w, *(x.copy() for x in self[2:]))


class Trace(NamedTuple):
    """What Adam remembers between steps; all float64 and as long as the weights, but `steps`.

    Parameters
    ----------
    slope, mean, square : float64 arrays
        The gradient of the batch, and the running means of gradients and of their squares.
    back_first, back_second : float64 arrays
        Room for what is handed back through the layers.
    steps : int64 array of shape (1,)
        Steps so far.
    """

    slope: Any
    mean: Any
    square: Any
    back_first: Any
    back_second: Any
    steps: Any


class Samples(NamedTuple):
    """What a network is fitted to.

    Parameters
    ----------
    traits : int16 array of shape (n, most)
        The inputs that are 1.
    counts : int64 array of shape (n,)
        How many of them.
    counted : bool array of shape (n, outputs)
        The outputs that are to fit.
    targets : float64 array of shape (n, outputs)
        What they should be.
    """

    traits: Any
    counts: Any
    counted: Any
    targets: Any


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


@dataclass
class Fitter:
    """Fits one network to sample after sample, with what Adam remembers.

    Parameters
    ----------
    mind : Mind
        The network; its weights are modified in place.
    centred : bool
        Whether only the differences between the outputs of a sample are to fit.
    on_compile : function, optional
        Told when a program is compiled.

    Attributes
    ----------
    trace : Trace
        What Adam remembers; modified by :meth:`fit`.
    """

    mind: Mind
    centred: bool
    on_compile: Callable[[], None] | None = None

    def __post_init__(self) -> None:
        w, first, second = self.mind.w, self.mind.first, self.mind.second
        slope, mean, square, back_first, back_second = map(np.zeros_like, (w, w, w, first, second))
        self.trace = Trace(slope, mean, square, back_first, back_second, np.zeros(1, np.int64))
        self._learn = compiled(learn, {}, on_compile=self.on_compile)

    def fit(self, samples: Samples, rate: float, rng: np.random.Generator) -> float:
        """Go over all samples in random order; gives the mean squared error of the last stretch.

        Parameters
        ----------
        samples : Samples
            What to fit to.
        rate : float
            Adam's rate at the beginning.
        rng : numpy.random.Generator
            Gives the order; moves.
        """
        n = len(samples.counts)
        loss, last = np.zeros(1), 1
        for sweep in range(SWEEPS):
            order = rng.permutation(n)
            for i in range(STEPS):
                done = (sweep * STEPS + i) / (SWEEPS * STEPS)
                loss[0] = 0.0
                part = order[n * i // STEPS : n * (i + 1) // STEPS]
                now = rate * (1 - done * (1 - LAST_RATE))
                self._learn(samples, part, now, self.centred, self.mind, self.trace, loss)
                last = max(len(part), 1)
        return float(loss[0]) / last


def learn(samples: Any, order: Any, rate: float, centred: bool, mind: Any, trace: Any, loss: Any) -> None:
    """Take the samples in `order` batch by batch; modifies the weights, `trace` and the sum `loss`."""
    n = order.shape[0]
    for begin in range(0, n, BATCH):
        end = min(begin + BATCH, n)
        for i in range(begin, end):
            x = order[i]
            think(samples.traits[x], samples.counts[x], mind.shape, mind.w, mind.first, mind.second, mind.out)
            loss[0] += compare(samples.targets[x], samples.counted[x], centred, mind.out)
            blame(samples.traits[x], samples.counts[x], mind, trace)
        trace.steps[0] += 1
        descend(mind.w, trace, rate, end - begin)


def compare(target: Any, counted: Any, centred: bool, out: Any) -> float:
    """Turn outputs into their errors, in place, and give the sum of squares; what does not count has none."""
    shift = 0.0
    if centred:
        several = 0
        for c in range(out.shape[0]):
            if counted[c]:
                shift += target[c] - out[c]
                several += 1
        shift /= several
    squares = 0.0
    for c in range(out.shape[0]):
        out[c] = out[c] + shift - target[c] if counted[c] else 0.0
        squares += out[c] * out[c]
    return squares


def blame(traits: Any, n: int, mind: Any, trace: Any) -> None:
    """Add the gradient of one sample to ``trace.slope``; ``mind.out`` holds the errors."""
    a, b, c = mind.shape[1], mind.shape[2], mind.shape[3]
    offsets = mind.shape[0] * a
    second = offsets + a
    third = second + a * b + b
    blame_layer(mind.w, trace.slope, third, mind.second, b, mind.out, c, trace.back_second)
    blame_layer(mind.w, trace.slope, second, mind.first, a, trace.back_second, b, trace.back_first)
    for j in range(a):
        trace.slope[offsets + j] += trace.back_first[j]
    for i in range(n):
        for j in range(a):
            trace.slope[traits[i] * a + j] += trace.back_first[j]


def blame_layer(w: Any, slope: Any, at: int, units: Any, a: int, wrong: Any, b: int, back: Any) -> None:
    """The gradient of one layer, and what it hands back to its units; `slope` and `back` are modified."""
    for j in range(b):
        slope[at + a * b + j] += wrong[j]
    for i in range(a):
        back[i] = 0.0
        if units[i] > 0:
            for j in range(b):
                back[i] += w[at + i * b + j] * wrong[j]
                slope[at + i * b + j] += units[i] * wrong[j]


def descend(w: Any, trace: Any, rate: float, samples: int) -> None:
    """One step of Adam by the mean gradient; wipes the gradient and modifies weights and running means."""
    t = trace.steps[0]
    pace = rate * (1 - KEEP_SQUARE**t) ** 0.5 / (1 - KEEP_MEAN**t)
    for i in range(w.shape[0]):
        x = trace.slope[i] / samples
        trace.slope[i] = 0.0
        trace.mean[i] += (1 - KEEP_MEAN) * (x - trace.mean[i])
        trace.square[i] += (1 - KEEP_SQUARE) * (x * x - trace.square[i])
        w[i] -= pace * trace.mean[i] / (trace.square[i] ** 0.5 + TINY)
