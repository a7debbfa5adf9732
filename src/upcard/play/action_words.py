"""The vocabulary of a game: the words of its actions in all positions of a few random matches."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from upcard.engine.card_notation import with_suits
from upcard.engine.game import Game
from upcard.engine.state import PlainState
from upcard.language.messages import game_words
from upcard.play.random_matches import random_positions

MATCHES, LONGEST, LEAST = 4, 60, 3
"""Number of random matches, maximum number of actions of each, and minimum length of an abbreviated word."""


@lru_cache(maxsize=64)
def vocabulary(game: Game) -> frozenset[str]:
    """Return the words of all actions in lower case; an action may have several, in different positions."""
    return words_shown(game) | {word for words in game.aliases.values() for word in words}


@lru_cache(maxsize=64)
def words_shown(game: Game) -> frozenset[str]:
    """Return the words of all actions as people read them, in lower case, without aliases."""
    return frozenset(_spelling(game))


@lru_cache(maxsize=64)
def _spelling(game: Game) -> Mapping[str, str]:
    """Return the words of all actions by the same words in lower case."""
    actions, spelling = range(game.rules.ACTIONS), dict[str, str]()
    for match in random_positions(game, MATCHES, LONGEST):
        spelling |= {x.lower(): x for x in game.words(match.view(match.player), actions).values()}
    return spelling


def action_text(game: Game, words: str) -> str:
    """Return the words of an action, which are in lower case, in the reader's language."""
    spelled = _spelling(game).get(words, words)
    translated = game_words(spelled)
    return words if translated == spelled else with_suits(translated, game.rules)


def words_at(game: Game, v: PlainState) -> Iterable[str]:
    """Return the words of all actions in one view, in lower case."""
    return (x.lower() for x in game.words(v, range(game.rules.ACTIONS)).values())


def fits(text: str, words: str) -> bool:
    """Return whether a text has the same words, complete or shortened to three letters or more."""
    typed, full = text.lower().split(), words.split()
    if len(typed) != len(full):
        return False
    return all(w == g or (len(g) >= LEAST and w.startswith(g)) for g, w in zip(typed, full, strict=True))


def whole(game: Game, text: str) -> str:
    """Return the full words of an abbreviated action; the text itself if several actions fit."""
    words = vocabulary(game)
    fitting = [x for x in words if fits(text, x)]
    return text if text in words or len(fitting) != 1 else fitting[0]
