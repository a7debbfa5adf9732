"""Levels of computer opponents: a ladder of strategies for every game.

``upcard study bot-levels`` measures each level against the one below, at the usual tables; with other options
and numbers of players the levels are the same, and unmeasured. A game may choose its own strategies in a file
``levels.py`` in its folder, which defines ``LEVELS``: strategies by the names of levels. Strategies that
cannot play at a table are left out, so that every game has at least one level.
"""

from dataclasses import dataclass, field
from functools import lru_cache
from types import ModuleType

from upcard.engine.game import Game
from upcard.engine.option_values import OptionValue
from upcard.engine.players import can_play
from upcard.engine.registry import part
from upcard.language.messages import marked
from upcard.play.bot_catalogue import RANDOM, bots_for

BEGINNER, CASUAL = marked("Beginner"), marked("Casual")
STRONG, PERFECT = marked("Strong"), marked("Perfect")

WORDS = {
    BEGINNER: marked("makes many mistakes"),
    CASUAL: marked("makes small mistakes"),
    STRONG: marked("thinks ahead"),
    PERFECT: marked("plays a solution of the game"),
}
"""The levels, the weakest first, with their behaviour."""

USUAL_STRATEGIES = {
    BEGINNER: "quantal:playouts=24,noise=0.2",
    CASUAL: "quantal:playouts=80,noise=0.05",
    STRONG: "ismcts",
}


@dataclass(frozen=True)
class OpponentLevel:
    """A level of computer opponents in a game."""

    name: str
    """One of :data:`WORDS`."""
    strategy: str
    """The strategy with its parameters."""

    @property
    def words(self) -> str:
        """Its behaviour."""
        return WORDS[self.name]


@dataclass(frozen=True)
class _SameOptions:
    """A game in a cache: equal to every other one with its rules, number of players and options."""

    game: Game = field(compare=False)
    rules: ModuleType
    players: int
    words: tuple[tuple[str, OptionValue], ...]


def levels_of(game: Game) -> tuple[OpponentLevel, ...]:
    """Return the levels of a game with its options, the weakest first.

    Perfect is the first strategy that plays a solution of the game. A game that no search can play has only
    a beginner, who moves at random. The first call for some options may take seconds, later ones take none.
    """
    return _levels(_SameOptions(game, game.rules, game.players, tuple(game.option_words().items())))


@lru_cache(maxsize=1024)
def _levels(same: _SameOptions) -> tuple[OpponentLevel, ...]:
    game = same.game
    module = part(game.name, "levels")
    solved = [bot.name for bot in bots_for(game) if bot.kind == "solved"]
    by_level = USUAL_STRATEGIES | ({PERFECT: solved[0]} if solved else {}) | (module.LEVELS if module else {})
    levels = [OpponentLevel(name, by_level[name]) for name in WORDS if name in by_level]
    return tuple(x for x in levels if can_play(x.strategy, game)) or (OpponentLevel(BEGINNER, RANDOM),)


def level_of(strategy: str, game: Game) -> str:
    """Return the name of the level that a strategy plays at; empty for a strategy of no level."""
    return next((x.name for x in levels_of(game) if x.strategy == strategy), "")


def level_named(name: str, game: Game) -> OpponentLevel | None:
    """Return the level of a game with a name, in any case; None if the game has none of that name."""
    return next((x for x in levels_of(game) if x.name.casefold() == name.casefold()), None)


def level_up_to(name: str, game: Game) -> OpponentLevel:
    """Return the level with a name, or the next weaker one that a game has; the usual one for no name."""
    names = list(WORDS)
    wanted = next((i for i, x in enumerate(names) if x.casefold() == name.casefold()), None)
    if wanted is None:
        return usual_level(game)
    levels = levels_of(game)
    return next((x for x in reversed(levels) if names.index(x.name) <= wanted), levels[0])


def usual_level(game: Game) -> OpponentLevel:
    """Return the default level of a game: Casual, else the strongest."""
    levels = levels_of(game)
    return next((x for x in levels if x.name == CASUAL), levels[-1])
