"""Winners of a finished game: the seats with the highest score, unless the rules say that it never wins.

The rule is written once for known scores, and once as a function of a state that can be compiled. All other
modules use one of the two.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from types import ModuleType
from typing import Any

ANY_SCORE = -(2**62)
"""A number below every score."""


def payoffs_of(rules: ModuleType, s: Any) -> list[int | Fraction]:
    """Return the payoff of every seat in a finished game: its score, in the unit that the rules declare."""
    return [rules.GAME.payoff(int(rules.score(s, p))) for p in range(s.seats)]


def stop_scores_of(rules: ModuleType, s: Any) -> list[int | Fraction]:
    """Return the payoff of every seat if the players agree to stop at a position."""
    return [rules.GAME.payoff(int(rules.stop_score(s, p))) for p in range(s.seats)]


def winners_of(rules: ModuleType, scores: Sequence[int | Fraction]) -> list[int]:
    """Return the seats that win a finished game with the payoffs of all seats; empty if nobody does."""
    best = max([rules.GAME.payoff(_least_that_wins(rules)), *scores])
    return [p for p, x in enumerate(scores) if x == best]


def winning_score(rules: ModuleType) -> Callable[[Any], int]:
    """Make ``best_of(s)``, compilable: the score that wins a finished game; no seat has it if nobody wins."""
    score, least = rules.score, _least_that_wins(rules)

    def best_of(s: Any) -> int:
        best: int = max(least, score(s, 0))
        for p in range(1, s.seats):
            best = max(best, score(s, p))
        return best

    return best_of


def _least_that_wins(rules: ModuleType) -> int:
    game = rules.GAME
    return game.payoffs[0] + 1 if game.least_loses else ANY_SCORE
