"""The zones from which cards are played in a game, as a few random matches show."""

from functools import lru_cache

from upcard.engine.game import Game
from upcard.play.random_matches import random_positions
from upcard.play.scene import make_scene

MATCHES, LONGEST = 2, 30
"""Number of random matches, and maximum number of actions of each."""


@lru_cache(maxsize=64)
def hands_of(game: Game) -> frozenset[str]:
    """Return the names of the zones whose cards are touched to play them."""
    names = set[str]()
    for match in random_positions(game, MATCHES, LONGEST):
        scene = make_scene(game, match.view(match.player), match.player)
        touches = (t for c in scene.choices for t in c.touches)
        names.update(t.where for t in touches if t.card is not None)
    return frozenset(names)
