"""What a notebook shows of an object: told once from above, since what draws stands above what is drawn.

A notebook asks an object for ``_repr_html_``. Games, matches, results and solutions lie below the layer that
draws them, so they only say what kind of thing they are. The root of the package, which stands above all
layers, provides a function that loads who draws; it is called when something is first shown.
"""

from collections.abc import Callable
from typing import ClassVar

Draw = Callable[[str, object], str]
"""Makes HTML of an object, after the kind of thing it is."""

_providers: list[Callable[[], Draw]] = []


def provide(load: Callable[[], Draw]) -> None:
    """Say who draws; the last one who was named counts."""
    _providers[:] = [load]


class InNotebooks:
    """Something of which a notebook shows more than its ``repr``.

    A class says what it is: ``class Game(InNotebooks, kind="game")``; a class below it need not say it again.
    Of each kind there is one file in ``upcard/report/notebooks``.

    Attributes
    ----------
    notebook_kind : str
        What kind of thing it is.
    """

    __slots__ = ()
    notebook_kind: ClassVar[str] = ""

    def __init_subclass__(cls, kind: str = "") -> None:
        """Note the kind of a new class."""
        super().__init_subclass__()
        if kind:
            cls.notebook_kind = kind

    def _repr_html_(self) -> str | None:
        """HTML that needs nothing else; None, so that the ``repr`` is shown, where nobody draws."""
        return _providers[0]()(self.notebook_kind, self) if _providers else None
