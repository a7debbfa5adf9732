"""Games in which all seats always score alike: the players are one team, and a mistake costs all of them."""

from functools import lru_cache
from random import Random

from upcard.engine.game import Game
from upcard.engine.state import PlainState, apply_action

SAMPLE, MOST_PLIES = 40, 5_000
"""Number of random games in which all scores must be alike, and of actions after which one is given up."""


@lru_cache(maxsize=64)
def is_team_game(game: Game) -> bool:
    """Return whether all seats score alike in every one of some random games, and not always the same.

    The second condition leaves out games that random play never decides.
    """
    if game.players < 2 or game.rules.GAME.zero_sum:
        return False
    results = set()
    for number in range(SAMPLE):
        s = _random_end(game, number)
        scores = {int(game.rules.score(s, p)) for p in range(game.players)} if s.over else set()
        if len(scores) > 1:
            return False
        results |= scores
    return len(results) > 1


def _random_end(game: Game, number: int) -> PlainState:
    """Return the state at the end of a random game, or where it is given up."""
    s, random = game.start(seed=1, number=number), Random(number)
    for _ in range(MOST_PLIES):
        if s.over:
            break
        apply_action(game.rules, s, random.choice(game.legal_actions(s)))
    return s
