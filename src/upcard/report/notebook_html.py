"""Objects as HTML for notebooks: a table, a small chart, a drawing, and the same in words.

The result is one self-contained element: inline styles, no script, no network. Text and lines have the colour
of the surrounding text, and backgrounds are transparent or set here, so that light and dark notebooks can
show it. Numbers or words beside a picture repeat its content.
"""

import importlib
from functools import lru_cache
from io import StringIO
from types import ModuleType

from jinja2 import Template
from rich.console import Console

from upcard.report import notebooks
from upcard.report.notebook_sheet import Sheet, are_words, ground
from upcard.report.report_templates import templates

TEXT_WIDTH = 120
"""Columns of a table as text, the same as in the files of commands."""


def html_of(kind: str, x: object) -> str:
    """Return an object as one ``<section>`` of HTML in which all text is escaped.

    The kind is the ``NAME`` of a file ``NAME_view`` in ``upcard/report/notebooks``.
    """
    sheet: Sheet = _view(kind).sheet(x)
    return _template().render(sheet=sheet, are_words=are_words, ground=ground).strip()


def svg_of(kind: str, x: object) -> str | None:
    """Return only the picture of an object; None if its kind has no ``picture(x)`` or the object none."""
    draw = getattr(_view(kind), "picture", None)
    svg: str | None = draw(x) if draw else None
    return svg


def text_of(kind: str, x: object) -> str | None:
    """Return the printed table of an object as plain text; None if its kind has no ``table(x)``."""
    lay_out = getattr(_view(kind), "table", None)
    if lay_out is None:
        return None
    console = Console(file=StringIO(), width=TEXT_WIDTH, color_system=None, markup=False, emoji=False)
    with console.capture() as text:
        console.print(lay_out(x))
    return "\n".join(line.rstrip() for line in text.get().splitlines())


def _view(kind: str) -> ModuleType:
    return importlib.import_module(f"{notebooks.__name__}.{kind}_view")


@lru_cache(maxsize=1)
def _template() -> Template:
    return templates().get_template("notebook.html.jinja")
