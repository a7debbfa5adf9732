"""The bots of :mod:`upcard.adapters.openspiel`, which need OpenSpiel."""

from collections.abc import Callable
from typing import Any

import pyspiel

from upcard.adapters.openspiel_game import SpielState
from upcard.engine.errors import Usage
from upcard.engine.game import Game
from upcard.engine.seeds import open_stream
from upcard.engine.state import PlainState


class StrategyBot(pyspiel.Bot):
    """A strategy of Upcard as a bot of OpenSpiel; `choose` returns an action for a view."""

    def __init__(self, game: Game, choose: Callable[[PlainState], int], seat: int, seed: int) -> None:
        super().__init__()
        self._game, self._choose, self._seat, self._seed = game, choose, seat, seed
        self._calls = 0

    def restart_at(self, state: SpielState) -> None:
        """Do nothing, since the bot remembers nothing."""

    def step(self, state: SpielState) -> int:
        """Return the action of the strategy, which gets only the view of its seat.

        Raises
        ------
        Usage
            If the state belongs to another game.
        ValueError
            If it is not the turn of the bot's seat.
        """
        self._check_game(state)
        s = state.steps.state
        if s is None or s.player != self._seat:
            raise ValueError(f"it is not the turn of seat {self._seat + 1}")
        v = self._game.view(s, self._seat)
        open_stream(v, self._seed, self._calls)
        self._calls += 1
        return self._choose(v)

    def _check_game(self, state: Any) -> None:
        """Raise ``Usage`` for a state of another game, or of other players or options."""
        other = getattr(state.get_game(), "game", None)
        mine = self._game
        parts = (mine.rules, mine.players, mine.options)
        if other is None or (other.rules, other.players, other.options) != parts:
            raise Usage(f"a state of {other or state.get_game()!s} was given; this bot plays {mine!r} only")
