"""Access to the module that makes players of stored solutions, which lies in a layer above.

The engine knows no solver, and some solutions need the solver that stored them. The root of the package,
which stands above all layers, registers a function that loads that module when a solution is first played.
The root imports this file, so it must be light: modules that only types need are not loaded.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from upcard.engine.errors import Failure

if TYPE_CHECKING:
    from pathlib import Path

    from upcard.engine.game import Game
    from upcard.engine.tree.strategy_table import ChooseAction


class Solutions(Protocol):
    """A module that makes players of stored solutions."""

    def player_from(self, path: "Path", game: "Game") -> "ChooseAction":
        """Return a function of a view that plays by a file."""
        ...

    def player_for(self, places: "Path", game: "Game") -> "ChooseAction":
        """Return a function of a view that plays by the certificates of a folder, or solves the game now."""
        ...


_providers: list[Callable[[], Solutions]] = []


def provide(load: Callable[[], Solutions]) -> None:
    """Register the function that loads the module, instead of an earlier one."""
    _providers[:] = [load]


def solutions() -> Solutions:
    """Return the module that makes players of stored solutions.

    Raises
    ------
    Failure
        If none is registered.
    """
    if not _providers:
        raise Failure("no module that plays solutions is registered; import upcard, or call provide first")
    return _providers[0]()
