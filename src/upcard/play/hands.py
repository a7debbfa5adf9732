"""From which zones cards are played in a game: no game declares it, a few matches at random show it."""

from functools import lru_cache
from random import Random

from upcard.engine.game import Game
from upcard.play.scene import make_scene

MATCHES, LONGEST = 2, 30
"""So many matches are looked at, and so many actions of each."""


@lru_cache(maxsize=64)
def hands_of(game: Game) -> frozenset[str]:
    """The names of the zones whose cards are touched to play them."""
    random, found = Random(0), set[str]()
    for seed in range(MATCHES):
        match = game.match(seed)
        for _ in range(LONGEST):
            if match.is_over:
                break
            scene = make_scene(game, match.view(match.player), match.player)
            touches = (t for c in scene.choices for t in c.touches)
            found.update(t.where for t in touches if t.card is not None)
            match.do(random.choice(match.legal()))
    return frozenset(found)
