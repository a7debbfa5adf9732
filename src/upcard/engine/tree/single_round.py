"""One round of a game of many rounds as a game of its own.

The rules stay what they are; only where they would begin another round, the game is over. A rules file says
with ``ROUND`` which number of its state grows with every new round, before anything of it is dealt. What a
seat has got by then is no score of the match, so whoever asks for a round says what it is worth.
"""

from collections.abc import Callable
from dataclasses import replace
from types import ModuleType
from typing import Any

from upcard.engine.errors import Usage
from upcard.engine.game import Game
from upcard.engine.game_loop import FINISHED
from upcard.engine.heuristics import round_counter
from upcard.engine.state import PlainState

Worth = Callable[[PlainState, int], int]
"""What a round that is over is worth to a seat."""


class _NextRound(Exception):
    """Chance is asked for something of the round after."""


class _Door:
    """The door of chance while it is open for one round only."""

    def __init__(self, inner: Any, is_over: Callable[[], bool]) -> None:
        self.inner, self.is_over = inner, is_over

    def below(self, s: PlainState, n: int) -> int:
        """As the inner door, within the round."""
        if self.is_over():
            raise _NextRound
        return int(self.inner.below(s, n))

    def draw(self, s: PlainState, zone: Any) -> int:
        """As the inner door, within the round; modifies `zone`."""
        if self.is_over():
            raise _NextRound
        return int(self.inner.draw(s, zone))


def one_round(
    game: Game,
    worth: Worth,
    payoffs: tuple[int, int],
    is_zero_sum: bool,
    begin: Callable[[PlainState], None] | None = None,
) -> Game:
    """The first round of a game as a game of its own, interpreted.

    Parameters
    ----------
    game : Game
        A game of rounds.
    worth : function
        What seat `p` has from it, of the state where the next round would begin, whose first cards are not
        dealt, and a seat: a whole number.
    payoffs : tuple of two int
        The least and the greatest of these.
    is_zero_sum : bool
        Whether they always have the sum 0.
    begin : function, optional
        Changes the state after the deal: lives or purses that other rounds left behind.

    Raises
    ------
    Usage
        If the game has no rounds.
    """
    rules = game.rules

    def start(s: PlainState) -> None:
        rules.start(s)
        if begin is not None:
            begin(s)

    header = replace(rules.GAME, zero_sum=is_zero_sum, payoffs=payoffs)
    return begun_by(game, start, {"score": worth, "GAME": header})


def check_rounds(game: Game) -> None:
    """Refuse a game without rounds.

    Raises
    ------
    Usage
        If it has none.
    """
    if not hasattr(game.rules, "ROUND"):
        raise Usage(f"{game.title} has no rounds; expected a game of rounds")


def begun_by(game: Game, start: Callable[[PlainState], None], others: dict[str, Any]) -> Game:
    """A round as a game of its own that begins in its own way, and ends before the next one is dealt.

    Parameters
    ----------
    game : Game
        A game of rounds.
    start : function
        Deals the round; modifies the state.
    others : dict
        What else of the rules is replaced, by name.

    Raises
    ------
    Usage
        If the game has no rounds.
    """
    check_rounds(game)
    rules = game.rules
    round_of = round_counter(rules)

    def apply(s: PlainState, a: int) -> None:
        own, began = s.__dict__, round_of(s)
        inner = own["chance"]
        own["chance"] = _Door(inner, lambda: round_of(s) != began)
        try:
            rules.apply(s, a)
        except _NextRound:
            s.over = FINISHED
        finally:
            own["chance"] = inner

    only = ModuleType(rules.__name__, rules.__doc__)
    vars(only).update({name: x for name, x in vars(rules).items() if not name.startswith("__")})
    vars(only).update(others, start=start, apply=apply)
    return Game(only, game.players, game.options)
