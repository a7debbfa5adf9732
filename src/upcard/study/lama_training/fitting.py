"""Fitting a network to samples: Adam on batches, compiled.

The samples of a batch are dealt out to a fixed number of shares, whose gradients are summed in order: so the
weights come out the same, to the last digit, whatever the number of threads.

Source: D. Kingma, J. Ba, "Adam: a method for stochastic optimization", ICLR 2015.
"""

import math
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from upcard.engine.compile import compiled
from upcard.strategies.fitted_values import think
from upcard.study.lama_training.losses import forgo, misjudge, stray
from upcard.study.lama_training.network import SHARES, Mind, Samples, blame, new_trace

BATCH = 1024
"""Samples per step of Adam."""

KEEP_MEAN, KEEP_SQUARE, TINY = 0.9, 0.999, 1e-8


@dataclass
class Fitter:
    """Fits one network to sample after sample, with what Adam remembers.

    Parameters
    ----------
    mind : Mind
        The network; its weights are modified in place.
    is_choosing : bool
        Whether the greatest output is what will be chosen: then only differences between the outputs of a
        sample are to fit, and what the choice forgoes counts too.
    threads : int
        Threads that fit; the weights do not depend on it.
    on_compile : function, optional
        Told when a program is compiled.

    Attributes
    ----------
    trace : Trace
        What Adam remembers; modified by :meth:`fit`.
    steps : int
        Steps so far.
    """

    mind: Mind
    is_choosing: bool
    threads: int = 1
    on_compile: Callable[[], None] | None = None

    def __post_init__(self) -> None:
        self.trace = new_trace(self.mind)
        self.steps = 0
        self._learn = compiled(learn, {}, on_compile=self.on_compile)
        self._descend = compiled(descend, {}, on_compile=self.on_compile)

    def fit(self, samples: Samples, rates: tuple[float, float], rng: np.random.Generator) -> float:
        """Go over all samples once, in random order; gives the mean squared error on the way.

        Parameters
        ----------
        samples : Samples
            What to fit to.
        rates : tuple of float
            Adam's rate at the beginning and at the end; it falls in a straight line.
        rng : numpy.random.Generator
            Gives the order; moves.
        """
        order = rng.permutation(len(samples.counts))
        self.trace.losses[:] = 0.0
        with ThreadPoolExecutor(self.threads) as pool:
            for begin in range(0, len(order), BATCH):
                rate = rates[0] + (rates[1] - rates[0]) * begin / len(order)
                self._step(pool, samples, order[begin : begin + BATCH], rate)
        return float(self.trace.losses.sum()) / max(len(order), 1)

    def _step(self, pool: ThreadPoolExecutor, samples: Samples, batch: Any, rate: float) -> None:
        """One step of Adam."""
        self.steps += 1
        pace = rate * (1 - KEEP_SQUARE**self.steps) ** 0.5 / (1 - KEEP_MEAN**self.steps)
        mind, trace, parts = self.mind, self.trace, min(self.threads, SHARES)
        cuts = [SHARES * i // parts for i in range(parts + 1)]
        places = [len(mind.w) * i // parts for i in range(parts + 1)]

        def learn_part(i: int) -> None:
            self._learn(samples, batch, cuts[i], cuts[i + 1], self.is_choosing, mind, trace)

        def descend_part(i: int) -> None:
            self._descend(mind.w, trace, pace, len(batch), places[i], places[i + 1])

        each: Callable[..., Iterable[None]] = map if parts == 1 else pool.map
        for part in (learn_part, descend_part):
            for _ in each(part, range(parts)):
                pass


def learn(samples: Any, batch: Any, begin: int, end: int, is_choosing: bool, mind: Any, trace: Any) -> None:
    """The gradients of shares `begin` to `end` - 1 of a batch; modifies their parts of `trace`."""
    for share in range(begin, end):
        out, wrong = trace.out[share], trace.wrong[share]
        for i in range(share, batch.shape[0], SHARES):
            x = batch[i]
            traits, n = samples.traits[x], samples.counts[x]
            think(traits, n, mind.shape, mind.w, trace.first[share], trace.second[share], out)
            if is_choosing:
                trace.losses[share] += misjudge(samples.targets[x], samples.counted[x], out, wrong)
                forgo(samples.targets[x], samples.counted[x], out, wrong)
            else:
                trace.losses[share] += stray(samples.targets[x], samples.counted[x], out, wrong)
            blame(traits, n, mind, trace, share)


def descend(w: Any, trace: Any, pace: float, samples: int, begin: int, end: int) -> None:
    """Adam's step for weights `begin` to `end` - 1: wipes their gradient, modifies them and the means."""
    for i in range(begin, end):
        x = 0.0
        for share in range(SHARES):
            x += trace.slopes[share, i]
            trace.slopes[share, i] = 0.0
        x /= samples
        trace.mean[i] += (1 - KEEP_MEAN) * (x - trace.mean[i])
        trace.square[i] += (1 - KEEP_SQUARE) * (x * x - trace.square[i])
        w[i] -= pace * trace.mean[i] / (math.sqrt(trace.square[i]) + TINY)
