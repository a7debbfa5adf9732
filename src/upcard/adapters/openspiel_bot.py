"""The bots of :mod:`upcard.adapters.openspiel`, which need OpenSpiel."""

from typing import Any

import pyspiel

from upcard.adapters.openspiel_game import SpielState
from upcard.engine.entrants import StrategyLike
from upcard.engine.errors import Usage
from upcard.engine.game import Game
from upcard.engine.players import entrant_for
from upcard.engine.seeds import open_stream


class StrategyBot(pyspiel.Bot):
    """A strategy of Upcard as a bot of OpenSpiel, with the number of its decisions so far."""

    def __init__(self, game: Game, player: StrategyLike, seat: int, seed: int, calls: int = 0) -> None:
        super().__init__()
        self._game, self._player, self._seat, self._seed = game, player, seat, seed
        self._entrant, self._calls = entrant_for(player, game), calls

    def __reduce__(self) -> tuple[Any, ...]:
        """Store the game and the strategy, by its name if it has one."""
        return type(self), (self._game, self._player, self._seat, self._seed, self._calls)

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
        return int(self._entrant.choose(v, *self._entrant.parameters))

    def _check_game(self, state: Any) -> None:
        """Raise ``Usage`` for a state of another game, or of other players or options."""
        other = getattr(state.get_game(), "game", None)
        mine = self._game
        parts = (mine.rules, mine.players, mine.options)
        if other is None or (other.rules, other.players, other.options) != parts:
            raise Usage(f"a state of {other or state.get_game()!s} was given; this bot plays {mine!r} only")
