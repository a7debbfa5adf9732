"""What notebooks and ``print`` show of an object: told from above, where what draws stands.

A notebook asks an object for ``_repr_html_``, or for the bare picture of it, ``_repr_svg_``. Games, matches,
results and solutions lie below the layer that draws them, so they only say what kind of thing they are. The
root of the package, which stands above all layers, provides a function that loads who draws; it is called
when something is first shown.
"""

from collections.abc import Callable
from typing import ClassVar, NamedTuple


class Drawers(NamedTuple):
    """Who draws an object, after the kind of thing it is."""

    html: Callable[[str, object], str]
    """Makes HTML of it."""
    svg: Callable[[str, object], str | None]
    """Makes a picture of it, one ``<svg>`` element; None of what is no picture."""
    text: Callable[[str, object], str | None]
    """Makes the table of it that a command prints; None of what has none."""


_providers: list[Callable[[], Drawers]] = []


def provide(load: Callable[[], Drawers]) -> None:
    """Say who draws; the last one who was named counts."""
    _providers[:] = [load]


class InNotebooks:
    """Something of which a notebook shows more than its ``repr``.

    A class says what it is: ``class Game(InNotebooks, kind="game")``; a class below it need not say it again.
    Of each kind there is one file in ``upcard/report/notebooks``.
    """

    __slots__ = ()
    notebook_kind: ClassVar[str] = ""
    """What kind of thing it is."""

    def __init_subclass__(cls, kind: str = "") -> None:
        """Note the kind of a new class."""
        super().__init_subclass__()
        if kind:
            cls.notebook_kind = kind

    def _repr_html_(self) -> str | None:
        """HTML that needs nothing else; None, so that the ``repr`` is shown, where nobody draws."""
        return _providers[0]().html(self.notebook_kind, self) if _providers else None

    def _repr_svg_(self) -> str | None:
        """The picture alone: of a match, a view, a hand, a small tree; None of others."""
        return _providers[0]().svg(self.notebook_kind, self) if _providers else None


def printed(x: InNotebooks) -> str:
    """The table of an object that a command prints; its ``repr`` where it has none, or nobody draws."""
    return (_providers[0]().text(x.notebook_kind, x) if _providers else None) or repr(x)
