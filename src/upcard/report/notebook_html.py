"""Objects as HTML for notebooks: a table, a small chart, a drawing, and the same in words.

All of it is one element that needs nothing else: styles inline, no script, no network. Ink is the colour of
the text around it, grounds are transparent or their own, so that light and dark notebooks can show it.
What the eye finds in a picture stands beside it in figures or words.
"""

import importlib
from functools import lru_cache
from io import StringIO

from jinja2 import Template
from rich.console import Console

from upcard.report import notebooks
from upcard.report.notebook_sheet import Sheet, are_words, ground
from upcard.report.report_templates import templates

TEXT_WIDTH = 120
"""Columns of a table as text, as of what a command writes into a file."""


def html_of(kind: str, x: object) -> str:
    """Return what a notebook shows of an object.

    Parameters
    ----------
    kind : str
        Its kind: ``NAME`` of a file ``NAME_view`` in ``upcard/report/notebooks``.
    x : object
        The object.

    Returns
    -------
    str
        One ``<section>``; all text in it is escaped.
    """
    sheet: Sheet = importlib.import_module(f"{notebooks.__name__}.{kind}_view").sheet(x)
    return _template().render(sheet=sheet, are_words=are_words, ground=ground).strip()


def svg_of(kind: str, x: object) -> str | None:
    """Return the picture alone that a notebook shows of an object; None for a kind without one.

    Parameters
    ----------
    kind : str
        Its kind; its file in ``upcard/report/notebooks`` may define ``picture(x)``.
    x : object
        The object.
    """
    draw = getattr(importlib.import_module(f"{notebooks.__name__}.{kind}_view"), "picture", None)
    svg: str | None = draw(x) if draw else None
    return svg


def text_of(kind: str, x: object) -> str | None:
    """Return the table of an object that a command prints, as plain text; None for a kind without one.

    Parameters
    ----------
    kind : str
        Its kind; its file in ``upcard/report/notebooks`` may define ``table(x)``.
    x : object
        The object.
    """
    lay_out = getattr(importlib.import_module(f"{notebooks.__name__}.{kind}_view"), "table", None)
    if lay_out is None:
        return None
    console = Console(file=StringIO(), width=TEXT_WIDTH, color_system=None, markup=False, emoji=False)
    with console.capture() as text:
        console.print(lay_out(x))
    return "\n".join(line.rstrip() for line in text.get().splitlines())


@lru_cache(maxsize=1)
def _template() -> Template:
    return templates().get_template("notebook.html.jinja")
