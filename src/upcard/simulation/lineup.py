"""Line-ups: the strategies at the seats of a game."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from upcard.engine.entrants import Entrant, StrategyLike
from upcard.engine.errors import Usage
from upcard.engine.game import Game
from upcard.engine.game_loop import Chooser, chooser_of, choosers_of
from upcard.engine.players import entrant_for
from upcard.engine.state import WEIGHTS
from upcard.engine.wording import counted


@dataclass(frozen=True)
class LineUp:
    """The strategies at the seats of a game, and the program that can play them."""

    game: Game
    """The game."""
    entrants: tuple[Entrant, ...]
    """One per seat, in seat order."""
    cast: tuple[Entrant, ...] = ()
    """All strategies of the compiled program; by default only those at the seats."""

    @property
    def everybody(self) -> tuple[Entrant, ...]:
        """All strategies of the program."""
        return self.cast or self.entrants

    @property
    def choosers(self) -> list[Chooser]:
        """Every different strategy of the program, once."""
        return choosers_of(self.everybody)

    @property
    def who(self) -> list[int]:
        """For each seat, the position of its strategy in :attr:`choosers`."""
        order = self.choosers
        return [order.index(chooser_of(e)) for e in self.entrants]

    @property
    def weights(self) -> npt.NDArray[np.float64]:
        """Parameters of the entrants, float64 of shape (entrants, 8); unused ones are 0."""
        out = np.zeros((len(self.entrants), WEIGHTS))
        for e, row in zip(self.entrants, out, strict=True):
            row[: len(e.parameters)] = e.parameters
        return out


def line_up(
    game: Game, strategies: Sequence[StrategyLike] | StrategyLike, cast: Sequence[StrategyLike] = ()
) -> LineUp:
    """Return the line-up of a game with one strategy for all seats, or one per seat.

    `cast` has strategies that come first in the program, so that line-ups with the same cast share one
    program. Raises ``Usage`` if the number of strategies does not fit the seats, or a strategy is neither a
    name nor a function, does not exist or does not play this game.
    """
    chosen = listed(strategies)
    check_strategies(chosen)
    if len(chosen) == 1:
        chosen = chosen * game.players
    if len(chosen) != game.players:
        seats = counted(game.players, "seat")
        raise Usage(f"{len(chosen)} strategies were given for {seats}; give one, or one per seat")
    seated = tuple(entrant_for(x, game) for x in chosen)
    return LineUp(game, seated, (*(entrant_for(x, game) for x in cast), *seated) if cast else ())


def listed(strategies: Sequence[StrategyLike] | StrategyLike) -> list[StrategyLike]:
    """Return one strategy, or several, as a list."""
    return [strategies] if isinstance(strategies, str) or callable(strategies) else list(strategies)


def check_strategies(strategies: Sequence[StrategyLike]) -> None:
    """Raise ``Usage`` for a strategy that is neither a name nor a function."""
    for x in strategies:
        if not isinstance(x, str) and not callable(x):
            raise Usage(f"{x!r} is not a strategy; expected a name or a function of a view")
