"""A few matches at random, for what no game declares and what play shows."""

from collections.abc import Iterator
from random import Random

from upcard.engine.game import Game, Match


def moments(game: Game, matches: int, longest: int) -> Iterator[Match]:
    """Every moment of a few matches at random: the same match again and again, as it goes on.

    Parameters
    ----------
    game : Game
        What is played.
    matches : int
        How many matches, of the seeds from 0 on.
    longest : int
        After so many actions a match is left.
    """
    random = Random(0)
    for seed in range(matches):
        match = game.match(seed)
        for _ in range(longest):
            if match.is_over:
                break
            yield match
            match.do(random.choice(match.legal()))
