"""The levels of play of a balance report, and how many games each of them plays.

A question about fairness is not answered by random play alone, so there are several levels: random, and the
levels of computer opponents from casual players to a solution of the game, as far as a game has them. The
number of games follows from the rules and the seed, not from a clock, so that a report can be repeated.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from upcard.engine.game import Game
from upcard.engine.players import can_play, is_ready
from upcard.engine.registry import strategy_for
from upcard.play.bot_levels import BEGINNER, levels_of
from upcard.study.level_strength import MEASURED_AS

RANDOM = "random"
STRONG_SEARCH = "ismcts:playouts=320"
LADDER = ("ismcts:playouts=20", "ismcts:playouts=80", STRONG_SEARCH)
"""Searches that think four times as long at each step."""

COUNTED = ("playouts", "positions")
"""Names of the parameters that say how long a strategy searches."""

INTERPRETED_DECISIONS = 60_000
"""Maximum number of decisions of a level that cannot be compiled."""

MOST_GAMES, FEWEST_GAMES = 20_000, 40


@dataclass(frozen=True)
class PlayLevel:
    """A level of play: all seats play one strategy."""

    name: str
    strategy: str
    games: int
    """Number of games in which all seats play it."""

    @property
    def words(self) -> str:
        """The level in a sentence: ``strong players``."""
        return f"{self.name} players"


def strategies_of_levels(game: Game, strategies: Sequence[str] = ()) -> list[tuple[str, str]]:
    """Return the names and strategies of the levels, the weakest first; `strategies` replaces the usual ones.

    A solution that would have to be computed first is left out.
    """
    if strategies:
        return [(x, x) for x in dict.fromkeys(strategies)]
    measured = MEASURED_AS | {"ismcts": STRONG_SEARCH}
    known = [(x.name.lower(), measured.get(x.strategy, x.strategy)) for x in levels_of(game)]
    others = [(name, x) for name, x in known if name != BEGINNER.lower() and is_ready(x, game)]
    return [(RANDOM, RANDOM), *((name, x) for name, x in others if x != RANDOM)]


def ladder_of(game: Game) -> list[str]:
    """Return random play and the searches of the ladder that can play a game."""
    return [RANDOM, *(x for x in LADDER if can_play(x, game))]


def search_size(strategy: str, game: Game) -> int:
    """Return how many playouts or positions a strategy computes for one decision; 0 if it does not search."""
    name, _, rest = strategy.partition(":")
    if name == "solved":
        return 0
    declared: dict[str, float] = {
        p.name: p.default for p in strategy_for(name, game.rules).STRATEGY.parameters
    }
    chosen = dict(x.split("=", 1) for x in rest.split(",") if "=" in x)
    sizes = [int(float(chosen.get(k, x))) for k, x in declared.items() if k in COUNTED]
    return max(sizes, default=0)


def affordable(work: float, budget: float, most: int = MOST_GAMES) -> int:
    """Return how many games of some work a budget pays for, rounded down to two digits."""
    games = int(min(most, max(FEWEST_GAMES, budget / max(work, 1e-9))))
    digits = 10 ** max(0, len(str(games)) - 2)
    rounded: int = games // digits * digits
    return rounded
