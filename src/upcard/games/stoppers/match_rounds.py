"""The rounds of a match of Stoppers for two players, each with a fresh deck, for solvers and checkers.

A round is identified by both players' lives: first those of the player who does not deal, who is its first
player, then the dealer's. It is unrolled from the rules, which also say what follows it. More than two lives
of a player change only what follows a round. So each round is unrolled with at most two lives each, and the
losses are then subtracted from the real lives.
"""

from dataclasses import replace
from functools import lru_cache, partial

import numpy as np

from upcard.engine.errors import Refused
from upcard.engine.game import Game, make_game
from upcard.engine.state import PlainState
from upcard.engine.tree.game_tree import unroll
from upcard.engine.tree.single_round import one_round
from upcard.engine.tree.stochastic_game import SEATS, Round, StochasticGame, round_of_tree
from upcard.games.stoppers.rules import EVERY_ROUND, MOST_ROUNDS, NOBODY_WINS

ENDS = (1.0, 0.5, 0.0)
"""The first player's payoffs at the end: the win, half of it, nothing."""

ENOUGH = 2
OVER, LIVES = 16, 4
"""Results of a round as numbers: ``OVER`` plus the index in ``ENDS``; or if the match goes on, ``LIVES``
times the first player's lives plus the dealer's."""


def stochastic_game(game: Game) -> StochasticGame:
    """Return the rounds of a match.

    Raises
    ------
    Refused
        Unless the match is for two players with fresh decks, and somebody wins if both go out together.
    """
    is_fresh = game.options["reshuffle"] == EVERY_ROUND
    if game.players != SEATS or not is_fresh or game.options["last_together"] == NOBODY_WINS:
        raise Refused(
            "expected Stoppers for two players with reshuffle=every_round, and not last_together=nobody"
        )
    lives = int(game.option_words()["lives"])
    pairs = [(first, dealer) for first in range(1, lives + 1) for dealer in range(1, lives + 1)]
    return StochasticGame(
        names=tuple(f"{first}/{dealer}" for first, dealer in pairs),
        round_of=partial(_round, tuple(sorted(game.option_words().items())), lives),
        finals=np.array(ENDS),
        together=1.0,
        stopped=np.full(len(pairs), 0.5),
        begin=len(pairs) - 1,
        limit=MOST_ROUNDS,
    )


@lru_cache(maxsize=512)
def _round(words: tuple[tuple[str, str | int], ...], lives: int, number: int) -> Round:
    """Return a round by its number; its ``onward`` holds numbers of :class:`StochasticGame`."""
    first, dealer = number // lives + 1, number % lives + 1
    few = (min(first, ENOUGH), min(dealer, ENOUGH))
    short = _unrolled(words, *few)
    first_left, dealer_left = (
        x - y + z for x, y, z in zip((first, dealer), few, np.divmod(short.onward, LIVES), strict=True)
    )
    rounds = lives * lives
    # The dealer of this round does not deal the next one, and is its first player.
    next_round = rounds + (dealer_left - 1) * lives + first_left - 1
    return replace(short, onward=np.where(short.onward >= OVER, 2 * rounds + short.onward - OVER, next_round))


@lru_cache(maxsize=64)
def _unrolled(words: tuple[tuple[str, str | int], ...], first: int, dealer: int) -> Round:
    """Return a round with few lives; its ``onward`` codes the results, see ``OVER``."""
    game = make_game("stoppers", SEATS, None, **{**dict(words), "first_dealer": "2"})

    def begin(s: PlainState) -> None:
        s.life[0], s.life[1] = first, dealer

    def after(s: PlainState, p: int) -> int:
        if s.won[0] or s.won[1]:
            return OVER + (1 if s.won[0] and s.won[1] else 0 if s.won[0] else 2)
        return int(LIVES * s.life[0] + s.life[1])

    return round_of_tree(unroll(one_round(game, after, (0, OVER + 2), False, begin)))
