"""Who wins a finished game: whoever has the greatest score, unless the rules say that this score never wins.

It is told once for scores that are known and once as a function of a state, which also compiles. Both are the
same, and nobody else decides who wins.
"""

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

ANY_SCORE = -(2**62)
"""Less than any score."""


def winners_of(rules: ModuleType, scores: Sequence[int]) -> list[int]:
    """The seats that win with these scores of a finished game; empty if nobody does.

    Parameters
    ----------
    rules : module
        The rules file.
    scores : sequence of int
        The score of every seat; none before the end.
    """
    best = max([_least_that_wins(rules), *scores])
    return [p for p, x in enumerate(scores) if x == best]


def winning_score(rules: ModuleType) -> Callable[[Any], int]:
    """``best(s)``: the score with which a seat wins a finished game; where nobody wins, one that nobody has.

    Parameters
    ----------
    rules : module
        The rules file.

    Returns
    -------
    function
        Plain and compilable.
    """
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
