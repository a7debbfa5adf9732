"""Small networks whose outputs `think` computes, the samples they are fitted to, and their gradients."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from upcard.games.lama.strategies.fitted_values import fire, layers, think

SHARES = 4
"""Number of shares into which the samples of a batch are split."""

COUNTED = 16
"""Length of the array for the intermediate counts of `notice`."""


class Network(NamedTuple):
    """A network and its working memory."""

    shape: Any
    """Inputs, units of both hidden layers, outputs."""
    w: Any
    """All weights."""
    first: Any
    second: Any
    third: Any
    """The same weights as tables, as :func:`upcard.games.lama.strategies.fitted_values.think` expects them.
    """
    traits: Any
    counted: Any
    firing: Any
    """Memory for inputs, for the counts that lead to them, and for a list of units."""
    units: Any
    hidden: Any
    out: Any
    """Memory for units and outputs."""

    def twin(self) -> "Network":
        """Return the same network with another working memory, for another thread."""
        return Network(*self[:5], *(x.copy() for x in self[5:]))


class Samples(NamedTuple):
    """Inputs and the outputs to fit."""

    traits: Any
    """The inputs that are 1, one row for each sample."""
    counts: Any
    """Number of inputs of each sample that are 1."""
    counted: Any
    """Whether each output is fitted."""
    targets: Any
    """Target values of the outputs."""


class AdamState(NamedTuple):
    """Adam's running means, and working memory for every share."""

    mean: Any
    square: Any
    """The running means of gradients and of their squares."""
    first: Any
    second: Any
    third: Any
    """The gradient of every share, table by table."""
    firing: Any
    """Memory for a list of units."""
    units: Any
    hidden: Any
    out: Any
    back_units: Any
    back_hidden: Any
    wrong: Any
    """Memory for units and outputs, and for back-propagated errors."""
    losses: Any
    """Sums of squared errors."""


def new_trace(net: Network) -> AdamState:
    """Create the state before the first step."""
    means = [np.zeros_like(net.w) for _ in range(2)]
    tables = [np.zeros((SHARES, *x.shape), np.float32) for x in (net.first, net.second, net.third)]
    buffers = [np.zeros((SHARES, len(x)), x.dtype) for x in (*net[7:], *net[8:])]
    return AdamState(*[*means, *tables, *buffers, np.zeros(SHARES)])


def new_network(shape: npt.NDArray[np.int64], inputs: int, most: int, rng: np.random.Generator) -> Network:
    """Create a network whose outputs are all 0, with random first layers as in arXiv:1502.01852.

    `shape` has the inputs, the units of both hidden layers and the outputs, int64. In a sample, about
    `inputs` of the inputs are 1, and `most` at most. `rng` is modified.
    """
    a, b, c = (int(x) for x in shape[1:])
    first = rng.normal(0, np.sqrt(2 / inputs), int(shape[0]) * a)
    second = rng.normal(0, np.sqrt(2 / a), a * b)
    w = np.concatenate([first, np.zeros(a), second, np.zeros(b + b * c + c)]).astype(np.float32)
    buffers = [np.zeros(n, np.int64) for n in (most, COUNTED, max(a, b))]
    return Network(shape, w, *layers(w, shape), *buffers, *(np.zeros(n, np.float32) for n in (a, b, c)))


def run(net: Any, traits: Any, n: int) -> None:
    """Run a network on the first `n` of some traits; modifies its working memory."""
    think(
        traits, n, net.shape, net.first, net.second, net.third,
        net.units, net.hidden, net.firing, net.out,
    )  # fmt: skip


def blame(traits: Any, n: int, net: Network, trace: AdamState, share: int) -> None:
    """Add the gradient of one sample, whose first `n` traits are 1, to that of a share.

    `trace` holds the units of the share as `think` left them, and the errors of its outputs; the gradient and
    working memory of the share are modified.
    """
    first, firing = trace.first[share], trace.firing[share]
    back, back_hidden = trace.back_units[share], trace.back_hidden[share]
    blame_layer(net.third, trace.third[share], trace.hidden[share], firing, trace.wrong[share], back_hidden)
    blame_layer(net.second, trace.second[share], trace.units[share], firing, back_hidden, back)
    for j in range(back.shape[0]):
        first[net.shape[0], j] += back[j]
    for i in range(n):
        row = traits[i]
        for j in range(back.shape[0]):
            first[row, j] += back[j]


def blame_layer(w: Any, slope: Any, units: Any, firing: Any, wrong: Any, back: Any) -> None:
    """Compute a layer's gradient and back-propagated error; modifies `slope`, `firing` and `back`."""
    height, width = back.shape[0], wrong.shape[0]
    for j in range(width):
        slope[height, j] += wrong[j]
    for i in range(height):
        back[i] = 0
    for k in range(fire(units, height, firing)):
        i = firing[k]
        x = units[i]
        back[i] = product(w[i], wrong, width)
        for j in range(width):
            slope[i, j] += x * wrong[j]


def product(w: Any, x: Any, n: int) -> Any:
    """Return the sum of `n` products, computed as four sums side by side because that is faster."""
    s0 = s1 = s2 = s3 = np.float32(0)
    fours = n - n % 4
    for i in range(0, fours, 4):
        s0 += w[i] * x[i]
        s1 += w[i + 1] * x[i + 1]
        s2 += w[i + 2] * x[i + 2]
        s3 += w[i + 3] * x[i + 3]
    for i in range(fours, n):
        s0 += w[i] * x[i]
    return s0 + s1 + s2 + s3
