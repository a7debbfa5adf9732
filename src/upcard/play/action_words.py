"""What can be said in a game: the words of its actions at all the moments that a few matches come to."""

from collections.abc import Iterable
from functools import lru_cache

from upcard.engine.game import Game
from upcard.engine.state import PlainState
from upcard.play.random_matches import moments

MATCHES, LONGEST, LEAST = 4, 60, 3
"""So many matches at random are looked at, and so many actions of each; so many letters stand for a word."""


@lru_cache(maxsize=64)
def vocabulary(game: Game) -> frozenset[str]:
    """The words of actions in small letters; the same action may be called differently at other moments."""
    seen = moments(game, MATCHES, LONGEST)
    return frozenset(word for match in seen for word in words_at(game, match.view(match.player)))


def words_at(game: Game, v: PlainState) -> Iterable[str]:
    """The words of all actions at one moment, in small letters."""
    return (x.lower() for x in game.words(v, range(game.rules.ACTIONS)).values())


def fits(given: str, words: str) -> bool:
    """Whether what was typed has as many words, each the one in its place or three letters of it at least."""
    typed, meant = given.lower().split(), words.split()
    if len(typed) != len(meant):
        return False
    return all(w == g or (len(g) >= LEAST and w.startswith(g)) for g, w in zip(typed, meant, strict=True))


def whole(game: Game, given: str) -> str:
    """The words of an action of which the beginnings were given; as given where several fit."""
    words = vocabulary(game)
    fitting = [x for x in words if fits(given, x)]
    return given if given in words or len(fitting) != 1 else fitting[0]
