"""Judge of decisions that redeals the hidden cards and plays on, with each opponent using their strategy.

It redeals as :mod:`upcard.review.playout_evaluator` does. The player continues by the best known strategy, or
without one at random, so this shows one step of improvement and not a best response.
"""

from collections.abc import Callable

from upcard.engine.game import Game
from upcard.review.opponents import Opponents
from upcard.review.playout_evaluator import TABLES, RolloutJudge
from upcard.review.rollout_policy import best_known, policy_words


class OpponentPlayouts(RolloutJudge):
    """Judge of actions against known opponents, by this number of redealt tables for each decision.

    `on_compile` is called if a program has to be compiled. Raises Usage if hidden cards of the game cannot be
    redealt, and Failure if a strategy cannot be compiled.
    """

    def __init__(
        self,
        game: Game,
        opponents: Opponents,
        tables: int = TABLES,
        on_compile: Callable[[], None] | None = None,
    ) -> None:
        best = best_known(game)
        seats = [opponents.who.get(p, best) for p in range(game.players)]
        super().__init__(game, seats, tables, on_compile=on_compile)
        words = policy_words(game.rules, best)
        self.describe(f"with each opponent using their strategy; the player plays on {words}")


def judge(
    game: Game,
    opponents: Opponents,
    on_compile: Callable[[], None] | None = None,
    on_part: Callable[[], None] | None = None,
) -> OpponentPlayouts:
    """Return a judge by redealt tables; raises the errors of :class:`OpponentPlayouts`."""
    return OpponentPlayouts(game, opponents, on_compile=on_compile)
