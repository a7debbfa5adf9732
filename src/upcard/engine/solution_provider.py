"""Access to the module that makes players of stored solutions, which lies in a layer above.

The engine knows no solver, and some solutions need the solver that stored them. The root of the package,
which stands above all layers, registers a function that loads that module when a solution is first played.
The root imports this file, so it must be light.

The module has two functions, which return a strategy, a function of a view: ``player_from(path, game)`` for
the solution in a file, and ``player_for(folder, game)`` for the certificates in a folder, or else for a
solution that is computed now. Its ``check_player(folder, game)`` raises ``Usage`` as the second one does, but
computes nothing; ``has_solution(folder, game)`` tells if the second one need not solve the game first, and
``preparation_seconds(folder, game)`` the time of ``prepare(game)``, after which it plays fast. Where the
cache folder cannot be written, ``unstored_solution(game)`` returns what this process has computed, and
``remember_solution`` takes it over in another process.
"""

from collections.abc import Callable
from types import ModuleType

from upcard.engine.errors import Failure

_providers: list[Callable[[], ModuleType]] = []
_tree_readers: list[Callable[[], ModuleType]] = []


def provide(load: Callable[[], ModuleType]) -> None:
    """Register the function that loads the module, instead of an earlier one."""
    _providers[:] = [load]


def solutions() -> ModuleType:
    """Return the module that makes players of stored solutions; raise ``Failure`` if none is registered."""
    if not _providers:
        raise Failure("no module that plays solutions is registered; import upcard, or call provide first")
    return _providers[0]()


def provide_tree_reader(load: Callable[[], ModuleType]) -> None:
    """Register the function that loads the reader of tree files, instead of an earlier one.

    The reader, whose ``tree_game(text, name)`` makes a game of a tree file, lies in a layer above too.
    """
    _tree_readers[:] = [load]


def tree_reader() -> ModuleType:
    """Return the reader of tree files; raise ``Failure`` if none is registered."""
    if not _tree_readers:
        raise Failure("no reader of tree files is registered; import upcard, or call provide_tree_reader")
    return _tree_readers[0]()
