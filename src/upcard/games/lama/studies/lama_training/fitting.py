"""Fitting a network to samples: Adam on batches, compiled.

The samples of a batch are split into a fixed number of shares, whose gradients are summed in order. So the
weights are the same, to the last digit, whatever the number of threads.
The losses are squared errors, and the value that is lost by a choice that follows the outputs. That choice is
slightly random, so that there is a slope.

Sources: D. Kingma, J. Ba, "Adam: a method for stochastic optimization", ICLR 2015; A. Lazaric, M.
Ghavamzadeh, R. Munos, "Analysis of a classification-based policy iteration algorithm", ICML 2010, where a
choice costs as much as it falls short of the best one.
"""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from upcard.engine.compile.compiler import compiled
from upcard.games.lama.strategies.fitted_values import layers, think
from upcard.games.lama.studies.lama_training.network import (
    SHARES,
    AdamState,
    Network,
    Samples,
    blame,
    new_trace,
)

BATCH = 2048
"""Samples per step of Adam."""

STAKE, DOUBT = 0.5, 0.02
"""Weight of the forgone value beside the squared errors; difference in value that counts as small."""

KEEP_MEAN, KEEP_SQUARE = 0.9, 0.999
NEW_MEAN, NEW_SQUARE, TINY = np.float32(1 - KEEP_MEAN), np.float32(1 - KEEP_SQUARE), np.float32(1e-8)


@dataclass
class Fitter:
    """Fits a network to samples with Adam; modifies its weights in place."""

    network: Network
    is_choosing: bool
    """Whether the greatest output is the choice. Then only differences between the outputs of a sample are
    fitted, and the value that the choice loses counts too."""
    threads: int = 1
    """Threads that fit; the weights do not depend on their number."""
    on_compile: Callable[[], None] | None = None
    """Called when a program is compiled."""

    def __post_init__(self) -> None:
        self.trace = new_trace(self.network)
        self.steps = 0
        self._rows = rows_of(self.network, self.trace)
        self._learn = compiled(learn, {}, on_compile=self.on_compile)
        self._descend = compiled(descend, {}, on_compile=self.on_compile)

    def fit(self, samples: Samples, rates: tuple[float, float], rng: np.random.Generator) -> float:
        """Fit to all samples once, in an order that `rng` draws; return the mean squared error meanwhile.

        Adam's rate falls linearly from the first of `rates` to the second.
        """
        order = rng.permutation(len(samples.counts))
        self.trace.losses[:] = 0.0
        with ThreadPoolExecutor(self.threads) as pool:
            for begin in range(0, len(order), BATCH):
                rate = rates[0] + (rates[1] - rates[0]) * begin / len(order)
                self._step(pool, samples, order[begin : begin + BATCH], rate)
        return float(self.trace.losses.sum()) / max(len(order), 1)

    def _step(self, pool: ThreadPoolExecutor, samples: Samples, batch: Any, rate: float) -> None:
        """Take one step of Adam."""
        self.steps += 1
        pace = rate * (1 - KEEP_SQUARE**self.steps) ** 0.5 / (1 - KEEP_MEAN**self.steps)
        net, trace, parts = self.network, self.trace, min(self.threads, SHARES)
        cuts = [SHARES * i // parts for i in range(parts + 1)]

        def learn_part(i: int) -> None:
            self._learn(samples, batch, cuts[i], cuts[i + 1], self.is_choosing, net, trace)

        def descend_part(i: int) -> None:
            for row in self._rows:
                n = len(row[0])
                self._descend(
                    *row, np.float32(pace), np.float32(1 / len(batch)), n * i // parts, n * (i + 1) // parts
                )

        each: Callable[..., Iterable[None]] = map if parts == 1 else pool.map
        for part in (learn_part, descend_part):
            for _ in each(part, range(parts)):
                pass


def rows_of(net: Network, trace: AdamState) -> list[tuple[Any, ...]]:
    """Collect each layer's weights, their means and squares, and the gradients of the shares, flattened."""
    flat = [[x.reshape(-1) for x in layers(w, net.shape)] for w in (net.w, trace.mean, trace.square)]
    slopes = [x.reshape(SHARES, -1) for x in (trace.first, trace.second, trace.third)]
    return list(zip(*flat, slopes, strict=True))


def learn(samples: Any, batch: Any, begin: int, end: int, is_choosing: bool, net: Any, trace: Any) -> None:
    """Compute the gradients of shares `begin` to `end` - 1 of a batch; modifies their parts of `trace`."""
    for share in range(begin, end):
        out, wrong = trace.out[share], trace.wrong[share]
        for i in range(share, batch.shape[0], SHARES):
            x = batch[i]
            traits, n = samples.traits[x], samples.counts[x]
            think(
                traits, n, net.shape, net.first, net.second, net.third,
                trace.units[share], trace.hidden[share], trace.firing[share], out,
            )  # fmt: skip
            if is_choosing:
                trace.losses[share] += misjudge(samples.targets[x], samples.counted[x], out, wrong)
                forgo(samples.targets[x], samples.counted[x], out, wrong)
            else:
                trace.losses[share] += stray(samples.targets[x], samples.counted[x], out, wrong)
            blame(traits, n, net, trace, share)


def descend(w: Any, mean: Any, square: Any, slopes: Any, pace: Any, part: Any, begin: int, end: int) -> None:
    """Take Adam's step of size `pace` for weights `begin` to `end` - 1 of a table; modifies all tables.

    `mean` and `square` are the running means of gradients and of their squares, float32 of shape (n,).
    `slopes` is the gradient of each share, float32 of shape (SHARES, n), and is cleared. `part` is the weight
    of one sample, 1 / batch size.
    """
    for i in range(begin, end):
        x = np.float32(0)
        for share in range(SHARES):
            x += slopes[share, i]
            slopes[share, i] = 0
        x *= part
        mean[i] += NEW_MEAN * (x - mean[i])
        square[i] += NEW_SQUARE * (x * x - square[i])
        w[i] -= pace * mean[i] / (np.sqrt(square[i]) + TINY)


def stray(target: Any, counted: Any, out: Any, wrong: Any) -> float:
    """Return the sum of squared errors of the outputs that are counted.

    `wrong` is set to the derivative of half the sum by every output.
    """
    return deviate(target, counted, out, wrong, 0.0)


def misjudge(target: Any, counted: Any, out: Any, wrong: Any) -> float:
    """Return the sum as :func:`stray` does, but of differences between the counted outputs only."""
    shift = 0.0
    several = 0
    for c in range(out.shape[0]):
        if counted[c]:
            shift += target[c] - out[c]
            several += 1
    shift /= several
    return deviate(target, counted, out, wrong, shift)


def deviate(target: Any, counted: Any, out: Any, wrong: Any, shift: float) -> float:
    """Return the sum as :func:`stray` does, after adding `shift` to all outputs."""
    squares = 0.0
    for c in range(out.shape[0]):
        wrong[c] = out[c] + shift - target[c] if counted[c] else 0.0
        squares += wrong[c] * wrong[c]
    return squares


def forgo(target: Any, counted: Any, out: Any, wrong: Any) -> float:
    """Return minus the mean gain of a choice by the outputs, times ``STAKE``; add the derivatives to `wrong`.

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
