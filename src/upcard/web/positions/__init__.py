"""Positions that are worth a look: one file per game, found by its name.

The file of a game has the name of its rules file. It defines ``EXAMPLES``, positions with what is to be seen.
"""

import importlib
import pkgutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import ModuleType
from urllib.parse import urlencode


@dataclass(frozen=True)
class Example:
    """A position that is worth a look.

    Parameters
    ----------
    title : str
        What it is called.
    words : str
        What there is to see, in a sentence or two.
    query : mapping
        Its address, as :func:`upcard.web.addresses.match_of` reads it.
    bot : str
        Against whom it is played out; empty for whoever is usual.
    """

    title: str
    words: str
    query: Mapping[str, str] = field(default_factory=dict)
    bot: str = ""

    @property
    def address(self) -> str:
        """The query as text."""
        return urlencode(self.query)


def positions_of(game: str) -> ModuleType | None:
    """The file of a game; None if there is none."""
    name = game.replace("-", "_")
    if name not in {x.name for x in pkgutil.iter_modules(__path__)}:
        return None
    return importlib.import_module(f"{__name__}.{name}")


def examples_of(game: str) -> tuple[Example, ...]:
    """The examples of a game; none if it has no file."""
    found = positions_of(game)
    return () if found is None else tuple(found.EXAMPLES)
