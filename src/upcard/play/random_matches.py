"""A few matches at random, for what no game declares and what play shows."""

from collections.abc import Iterator
from random import Random

from upcard.engine.game import Game, Match


def moments(game: Game, matches: int, longest: int) -> Iterator[Match]:
    """Yield every moment of a few random matches, with seeds from 0: the same match object, as it is played.

    `longest` is the maximum number of actions of a match.
    """
    random = Random(0)
    for seed in range(matches):
        match = game.match(seed)
        for _ in range(longest):
            if match.is_over:
                break
            yield match
            match.do(random.choice(match.legal()))
