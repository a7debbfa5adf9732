"""Who makes players of what was solved: told once from above, since some need the solver that made the file.

The engine knows no solver. The root of the package, which stands above all layers, provides a function that
loads who knows them; it is called when a solution is first played. What the root imports must be light, so
what only types need is not loaded.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from upcard.engine.errors import Failure

if TYPE_CHECKING:
    from pathlib import Path

    from upcard.engine.game import Game
    from upcard.engine.tree.strategy_table import ChooseAction


class Solutions(Protocol):
    """What knows the files of solutions."""

    def player_from(self, path: "Path", game: "Game") -> "ChooseAction":
        """A function of a view that plays by a file."""
        ...

    def player_for(self, places: "Path", game: "Game") -> "ChooseAction":
        """A function of a view that plays a game by a folder's certificates, or as it is solved now."""
        ...


_providers: list[Callable[[], Solutions]] = []


def provide(load: Callable[[], Solutions]) -> None:
    """Say who knows the files of solutions; the last one who was named counts."""
    _providers[:] = [load]


def solutions() -> Solutions:
    """Who knows the files of solutions.

    Raises
    ------
    Failure
        If nobody was named.
    """
    if not _providers:
        raise Failure("nobody was named who plays solutions; import upcard, or call provide first")
    return _providers[0]()
