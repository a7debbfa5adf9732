"""A few random matches, which show properties of a game that rules files do not declare."""

from collections.abc import Iterator
from random import Random

from upcard.engine.game import Game, Match


def random_positions(game: Game, matches: int, longest: int) -> Iterator[Match]:
    """Yield a few random matches, with seeds from 0, before each of their actions.

    The same match object is yielded again and again while it is played. `longest` is the maximum number of
    actions of a match.
    """
    random = Random(0)
    for seed in range(matches):
        match = game.match(seed)
        for _ in range(longest):
            if match.is_over:
                break
            yield match
            match.do(random.choice(match.legal()))
