"""Quantal response: estimates every action by a few trial games, and seldom takes a much worse one.

Every legal action gets an equal number of playouts, as in ``flat-monte-carlo``. The action is then drawn with
a probability proportional to exp(share / noise), where `share` is its estimated share of the win. A small
`noise` means play close to the best estimate; with a large one, small mistakes are common and large ones
rare, as they are among people.

Source: R. McKelvey, T. Palfrey, Quantal response equilibria for normal form games, 1995 (the logit rule);
the estimates are those of :mod:`upcard.strategies.flat_monte_carlo`.
"""

from math import exp
from typing import Any

from upcard.kit.strategy import Parameter, State, Strategy, below, fractions, next_legal
from upcard.strategies.flat_monte_carlo import PLIES, count_wins
from upcard.strategies.ismcts import only_action

STRATEGY = Strategy(
    name="quantal",
    games=(),
    words="estimates every action by trial games and makes mistakes as people do: large ones are rare",
    source="McKelvey and Palfrey 1995; Abramson 1990",
    is_random=True,
    parameters=(
        Parameter("playouts", 200, 1, 1_000_000, "total number of playouts for one choice", whole=True),
        Parameter("noise", 0.1, 0.0, 10.0, "difference in the share of the win at which mistakes are common"),
        PLIES,
    ),
    quick="playouts=4,plies=12",
    title="Human-like",
)

ODDS = 1 << 24
"""Probabilities are drawn in units of one divided by this number."""


def choose(v: State, playouts: float, noise: float, plies: float) -> int:
    """Return an action that is drawn by its estimated share of the win."""
    won = fractions(v.actions)
    each = count_wins(v, int(playouts), int(plies), won)
    return drawn(v, won, max(noise, 1e-6) * each) if each > 0 else only_action(v)


def drawn(v: State, won: Any, scale: float) -> int:
    """Return a legal action, drawn with probability proportional to exp(won / scale)."""
    most = 0.0
    for a in range(v.actions):
        most = max(most, won[a])
    total = 0.0
    last = -1
    a = next_legal(v, 0)
    while a < v.actions:
        total += exp((won[a] - most) / scale)
        last = a
        a = next_legal(v, a + 1)
    point = total * below(v, ODDS) / ODDS
    a = next_legal(v, 0)
    while a < v.actions:
        point -= exp((won[a] - most) / scale)
        if point < 0:
            return a
        a = next_legal(v, a + 1)
    return last
