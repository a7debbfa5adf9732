"""HTML, pictures and tables of objects in notebooks, drawn by a layer above.

A notebook calls ``_repr_html_`` of an object, or ``_repr_svg_`` for the picture alone. Games, matches,
results and solutions lie below the layer that draws, so they only name the kind of object they are. The root
of the package, which stands above all layers, registers a function that loads the drawing functions. Python
imports the root before any other module of the package, so they are always registered.
"""

from collections.abc import Callable
from typing import ClassVar, NamedTuple

from upcard.engine.encodable import encodable


class Drawers(NamedTuple):
    """Functions that draw an object of a named kind."""

    html: Callable[[str, object], str]
    """Returns HTML."""
    svg: Callable[[str, object], str | None]
    """Returns a picture, one ``<svg>`` element; None if an object has no picture."""
    text: Callable[[str, object], str | None]
    """Returns the table that a command prints; None if an object has no table."""


_providers: list[Callable[[], Drawers]] = []


def provide(load: Callable[[], Drawers]) -> None:
    """Register the function that loads the drawing functions, instead of an earlier one."""
    _providers[:] = [load]


class InNotebooks:
    """Base class of objects of which notebooks show more than the ``repr``.

    A class names its kind: ``class Game(InNotebooks, kind="game")``; subclasses inherit it. For every kind
    there is one file in ``upcard/report/notebooks``.
    """

    __slots__ = ()
    notebook_kind: ClassVar[str] = ""
    """The kind of object."""

    def __init_subclass__(cls, kind: str = "") -> None:
        """Store the kind of a new class."""
        super().__init_subclass__()
        if kind:
            cls.notebook_kind = kind

    def __str__(self) -> str:
        """Return the ``repr`` in characters that standard output can print."""
        return encodable(repr(self))

    def _repr_html_(self) -> str | None:
        """Return self-contained HTML; None, for the ``repr``, if no drawing functions are registered."""
        return _providers[0]().html(self.notebook_kind, self) if _providers else None

    def _repr_svg_(self) -> str | None:
        """Return the picture of a match, a view, a hand or a small tree; else None."""
        return _providers[0]().svg(self.notebook_kind, self) if _providers else None


def printed(x: InNotebooks) -> str:
    """Return the table of an object as a command prints it; its ``repr`` if it has none."""
    return (_providers[0]().text(x.notebook_kind, x) if _providers else None) or repr(x)
