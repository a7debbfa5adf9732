"""The bots of :mod:`upcard.adapters.openspiel`: a class that needs OpenSpiel to be installed."""

from collections.abc import Callable
from typing import Any

import pyspiel

from upcard.adapters.openspiel_game import SpielState
from upcard.engine.errors import Usage
from upcard.engine.game import Game
from upcard.engine.seeds import open_stream
from upcard.engine.state import PlainState


class StrategyBot(pyspiel.Bot):
    """A strategy of Upcard as a bot of OpenSpiel.

    Parameters
    ----------
    game : Game
        What is played.
    choose : function
        Of a view; gives an action.
    seat : int
        Its seat.
    seed : int
        Seed of its own random stream.
    """

    def __init__(self, game: Game, choose: Callable[[PlainState], int], seat: int, seed: int) -> None:
        super().__init__()
        self._game, self._choose, self._seat, self._seed = game, choose, seat, seed
        self._asked = 0

    def restart_at(self, state: SpielState) -> None:
        """It remembers nothing."""

    def step(self, state: SpielState) -> int:
        """The action that the strategy chooses; it gets the view of its seat and no more.

        Raises
        ------
        Usage
            If the state is one of another game.
        ValueError
            If it is not the turn of its seat.
        """
        self._check_game(state)
        s = state.steps.state
        if s is None or s.player != self._seat:
            raise ValueError(f"seat {self._seat + 1} is asked, and it is not its turn")
        v = self._game.view(s, self._seat)
        open_stream(v, self._seed, self._asked)
        self._asked += 1
        return self._choose(v)

    def _check_game(self, state: Any) -> None:
        """Refuse a state of another game, or of other players or options."""
        there = getattr(state.get_game(), "game", None)
        if there is None or (there.rules, there.players, there.options) != (
            self._game.rules,
            self._game.players,
            self._game.options,
        ):
            raise Usage(
                f"a state of {there or state.get_game()!s} was given; this bot plays {self._game!r} only"
            )
