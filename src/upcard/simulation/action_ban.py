"""Games in which a seat may be forbidden an action: the restricted play of A. Jaffe and others.

"Evaluating competitive game balance with restricted play" (AIIDE 2012) measures the value of a part of a game
by how much worse a player does who must not use it. Here the ban is a number of the seat, so that one program
plays with every ban and without one. A search with a ban plans with the ban, too.
"""

from types import ModuleType
from typing import Any

from upcard.engine.game import Game
from upcard.engine.legal_actions import can_list, next_legal_action
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
    restricted.__dict__["legal"] = _restricted_legal(rules)
    if can_list(rules):
        restricted.__dict__["next_legal"] = _restricted_list(rules)
    return Game(restricted, game.players, game.options)


def _restricted_legal(rules: ModuleType) -> Any:
    text = f"""def legal(s, a):
    if not allowed(s, a):
        return False
    if s.w[s.player, {BAN}] != a + 1:
        return True
    return listed(s, 0) == a and listed(s, a + 1) >= {rules.ACTIONS}"""
    names = {"allowed": rules.legal, "listed": next_legal_action(rules)}
    return function_from_text("legal", text, names)


def _restricted_list(rules: ModuleType) -> Any:
    text = f"""def next_legal(s, a):
    a = listed(s, a)
    if s.w[s.player, {BAN}] != a + 1:
        return a
    later = listed(s, a + 1)
    if later >= {rules.ACTIONS} and listed(s, 0) == a:
        return a
    return later"""
    return function_from_text("next_legal", text, {"listed": rules.next_legal})
