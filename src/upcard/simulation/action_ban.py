"""Games in which a seat may be forbidden an action: the restricted play of A. Jaffe and others.

"Evaluating competitive game balance with restricted play" (AIIDE 2012) measures the value of a part of a game
by how much worse a player does who must not use it. Here the ban is a number of the seat, so that one program
plays with every ban and without one. A search with a ban plans with the ban, too.
"""

from types import ModuleType
from typing import Any

from upcard.engine.game import Game
from upcard.engine.source.fingerprint import function_from_text
from upcard.engine.state import WEIGHTS

BAN = WEIGHTS - 1
"""The cell of ``w`` that holds 1 + the forbidden action of a seat; 0 without a ban."""

NO_BAN = -1


def can_ban(parameters: int) -> bool:
    """Return whether a strategy with a number of parameters leaves the cell of the ban free."""
    return parameters <= BAN


def with_bans(game: Game) -> Game:
    """Return a game whose legal actions respect the bans; a player with no other action may still use it."""
    rules = game.rules
    restricted = ModuleType(rules.__name__, rules.__doc__)
    restricted.__dict__.update(rules.__dict__)
    restricted.legal = _restricted_legal(rules)  # type: ignore[attr-defined]
    return Game(restricted, game.players, game.options)


def _restricted_legal(rules: ModuleType) -> Any:
    text = f"""def legal(s, a):
    if not allowed(s, a):
        return False
    if s.w[s.player, {BAN}] != a + 1:
        return True
    for b in range({rules.ACTIONS}):
        if b != a and allowed(s, b):
            return False
    return True"""
    return function_from_text("legal", text, {"allowed": rules.legal})
