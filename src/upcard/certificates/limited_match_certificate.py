"""Certificates of matches with a limit of rounds: kind ``limited-match``.

``layers`` has an entry for 1 round left, for 2 rounds left, and so on up to the limit. Each entry has
``values``, the value of each round to its first player, ``error``, the maximum error of these values, and
``strategy``, the probabilities of each round as in a certificate of kind ``match``; null for a round that the
match cannot reach with this number of rounds left, whose value proves nothing.

With 0 rounds left the match is stopped, and its result is known. A round is an average of what follows it.
So if best responses to the strategies with the values of the layer before stay within ``value`` plus or minus
``error``, less the error of the layer before, the layer is proved.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from upcard.certificates.certificate import read_fraction, read_fractions
from upcard.certificates.match_certificate import (
    ROUNDING,
    best_value,
    plan_of_strategy,
    rounds_of,
    unpack_probabilities,
)
from upcard.engine.arrays import FloatArray
from upcard.engine.errors import Refused
from upcard.engine.game import Game
from upcard.engine.progress_callback import OnProgress
from upcard.engine.tree.stochastic_game import SEATS, StochasticGame
from upcard.engine.wording import bounds_text

KIND = "limited-match"
SLIGHT = 1e-12
"""Maximum difference between two statements of the same value."""


def check(stated: dict[str, Any], game: Game, on_step: OnProgress | None = None) -> list[str]:
    """Check a certificate of this kind as :mod:`upcard.certificates.kind_registry` describes."""
    match = rounds_of(game)
    layers = layers_of(stated, match)
    value, error = (float(read_fraction(stated.get(x), x)) for x in ("value", "error"))
    last = layers[-1]
    if abs(value - float(last[0][match.begin])) > SLIGHT or abs(error - last[1]) > SLIGHT:
        raise Refused(f"value is {value:.12g} and error {error:.3g}; expected those of the last layer")
    values, sure, sets = match.stopped, 0.0, 0
    for left, (reached, (stated_values, stated_error, strategies)) in enumerate(
        zip(reachable(match, match.limit)[1:], layers, strict=True), 1
    ):
        if on_step:
            on_step(f"{left} rounds left", (left - 1) / match.limit)
        for k in sorted(reached):
            where = f"round {match.names[k]} with {left} left"
            miss = _missed(match, k, strategies[k], values, float(stated_values[k]), where)
            if not miss + sure + ROUNDING * max(1.0, float(np.abs(match.finals).max())) <= stated_error:
                raise Refused(
                    f"in {where} the value can be wrong by {miss + sure:.3g}; "
                    f"the certificate states at most {stated_error:.3g}"
                )
            sets += len(match.round_of(k).owner)
        values, sure = stated_values, stated_error
    options = ", ".join(f"{k}={v}" for k, v in game.option_words().items())
    return [
        f"{game.title} ({options})",
        f"the value for the first player {bounds_text(f'{value - error:z.13f}', f'{value + error:z.13f}')}",
        f"best responses to the strategies for 1 to {match.limit:,} rounds left, {sets:,} information sets, "
        "prove it backward from the end",
    ]


def layers_of(stated: dict[str, Any], match: StochasticGame) -> list[tuple[FloatArray, float, list[Any]]]:
    """Return values, error and strategies for 1 and more rounds left; raise ``Refused`` without them."""
    if stated.get("rounds") != list(match.names):
        raise Refused(f"rounds are not those of the game; expected {', '.join(match.names)}")
    layers = stated.get("layers")
    if not isinstance(layers, list) or len(layers) != match.limit:
        raise Refused(f"the certificate needs {match.limit:,} layers, one for each number of rounds left")
    out = []
    for left, layer in enumerate(layers, 1):
        held = layer.get("strategy") if isinstance(layer, dict) else None
        if not isinstance(held, list) or len(held) != len(match.names):
            raise Refused(f"the layer with {left} rounds left needs a list of {len(match.names)} strategies")
        values = np.array([float(x) for x in read_fractions(layer, "values", len(match.names))])
        error = float(read_fraction(layer.get("error"), "error"))
        if not 0 <= error <= 1 or float(np.abs(values).max()) > float(np.abs(match.finals).max()):
            raise Refused(f"the layer with {left} rounds left has impossible values or an impossible error")
        out.append((values, error, held))
    return out


def reachable(match: StochasticGame, limit: int) -> list[set[int]]:
    """Return for 0 to `limit` rounds left the numbers of the rounds that the match can reach."""
    rounds, follow = len(match.names), dict[int, set[int]]()
    layers = [{match.begin}]
    for _ in range(limit):
        for k in layers[-1] - follow.keys():
            onward = np.unique(match.round_of(k).onward)
            follow[k] = {int(x) % rounds for x in onward if x < SEATS * rounds}
        layers.append(set().union(*(follow[k] for k in layers[-1])))
    return layers[::-1]


def _missed(
    match: StochasticGame, k: int, packed: object, later: FloatArray, value: float, where: str
) -> float:
    """Return the largest distance from `value` to the best responses in a round followed by `later`."""
    round = match.round_of(k)
    strategy: Sequence[Any] = unpack_probabilities(packed, round.sequences - SEATS, where)
    plan = np.array(plan_of_strategy(round, strategy, where), np.float64)
    others = match.together - later
    first = best_value(round, plan, 0, match.worth(later, others, 0))
    second = best_value(round, plan, 1, match.worth(others, later, 1))
    return max(first - value, value - (match.together - second), 0.0)
