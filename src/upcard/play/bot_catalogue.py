"""Strategies in the form in which people choose their opponents, with titles and kinds."""

from dataclasses import dataclass
from types import ModuleType

from upcard.engine.game import Game
from upcard.engine.players import can_play
from upcard.engine.registry import strategies_for, strategy_for
from upcard.engine.strategy_contract import answers_at_once, is_of_certificates
from upcard.kit.strategy import Parameter, Strategy
from upcard.language.messages import marked

USUAL, RANDOM = "ismcts", "random"
KINDS = {
    "solved": marked("Solved"),
    "searching": marked("They think ahead"),
    "rule": marked("They follow a rule of thumb"),
    "chance": marked("Random"),
}
"""The kinds of strategies with their headings; stronger kinds first."""


@dataclass(frozen=True)
class Bot:
    """A strategy in the form in which people choose it."""

    name: str
    title: str
    words: str
    kind: str
    """One of :data:`KINDS`."""
    searches: bool
    """Whether it uses all of its thinking time."""
    parameters: tuple[Parameter, ...]


def bots_for(game: Game) -> list[Bot]:
    """Return the strategies that can play a game, stronger kinds first.

    Within a kind, strategies made for the game come first. A strategy that searches in other games, but has
    a table of all decisions of this game, counts as a solution here.
    """
    known = strategies_for(game.rules)
    bots = [_bot(module, game) for name, module in sorted(known.items()) if can_play(name, game)]
    kinds = list(KINDS)
    return sorted(
        bots, key=lambda x: (kinds.index(x.kind), not known[x.name].STRATEGY.games, x.name != USUAL)
    )


def _bot(module: ModuleType, game: Game) -> Bot:
    declared: Strategy = module.STRATEGY
    kind = _kind(module, game)
    title, searches = titles_of(declared)[kind == "searching"], kind == "searching"
    return Bot(declared.name, title, declared.words, kind, searches, declared.parameters)


def titles_of(declared: Strategy) -> tuple[str, str]:
    """Return the display names of a strategy: the usual one, and the one for games where it searches."""
    title = declared.title or declared.name.replace("-", " ").capitalize()
    return title, declared.title_searching or title


def bot_name(strategy: str, game: Game) -> str:
    """Return the display name of a strategy at a table: its title, and its parameters."""
    name, _, settings = strategy.partition(":")
    module = strategy_for(name, game.rules)
    title = titles_of(module.STRATEGY)[_kind(module, game) == "searching"]
    return f"{title} ({', '.join(settings.split(','))})" if settings else title


def _kind(module: ModuleType, game: Game) -> str:
    if is_of_certificates(module):
        return "solved"
    if module.STRATEGY.quick:
        s = game.start()
        return "solved" if answers_at_once(module, game.view(s, int(s.player))) else "searching"
    return "chance" if module.STRATEGY.name == RANDOM else "rule"


def usual_bot(game: Game) -> str:
    """Return the default strategy of a game: one that searches, which plays every game sensibly."""
    return next((bot.name for bot in bots_for(game) if bot.name == USUAL), RANDOM)
