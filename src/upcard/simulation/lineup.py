"""Line-ups: the strategies at the seats of a game."""

import pickle
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from upcard.engine.entrants import Entrant, StrategyLike
from upcard.engine.errors import Usage
from upcard.engine.game import Game
from upcard.engine.game_loop import Chooser, chooser_of, choosers_of
from upcard.engine.picklable_rules import function_pickler
from upcard.engine.players import entrant_for
from upcard.engine.state import WEIGHTS
from upcard.engine.wording import counted


class StrategyRequest(NamedTuple):
    """Request for a strategy: its name or function, and its parameters."""

    strategy: str | Callable[..., int]
    """Name of the strategy, or the function itself."""
    parameters: tuple[float, ...]
    """The values of its parameters."""


@dataclass(frozen=True)
class LineUp:
    """The strategies at the seats of a game, and the program that can play them."""

    game: Game
    """The game."""
    entrants: tuple[Entrant, ...]
    """One per seat, in seat order."""
    cast: tuple[Entrant, ...] = ()
    """All strategies of the compiled program; by default only those at the seats."""

    def __deepcopy__(self, memo: dict[int, Any]) -> "LineUp":
        """Return the line-up itself, which never changes."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Store the game and the strategies: by name where another process can look them up.

        Raises ``Usage`` if a function cannot be pickled.
        """
        requests = [[_request(e, self.game) for e in some] for some in (self.entrants, self.cast)]
        try:
            return _lined_up, (self.game, bytes(function_pickler().dumps(requests)))
        except (pickle.PicklingError, AttributeError, TypeError) as fault:
            raise Usage(
                f"a strategy cannot be sent to other processes ({fault}); name one of a strategy file, or "
                "define the function in a module that they can import"
            ) from fault

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


def _request(entrant: Entrant, game: Game) -> StrategyRequest:
    """Return the request for an entrant: by its name if another process can find it, else by its function."""
    try:
        named = entrant_for(entrant.label, game)
    except Usage:
        named = None
    known = named is not None and (named.choose is entrant.choose or not named.compiles)
    return StrategyRequest(entrant.label if known else entrant.choose, entrant.parameters)


def _lined_up(game: Game, requests: bytes) -> LineUp:
    """Return the line-up of pickled requests."""
    seated, cast = (
        tuple(replace(entrant_for(x.strategy, game), parameters=x.parameters) for x in some)
        for some in pickle.loads(requests)  # noqa: S301 - a part of a pickle that is being read anyway
    )
    return LineUp(game, seated, cast)


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
