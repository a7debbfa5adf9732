"""The letters of printed pages: the DejaVu fonts that come with matplotlib, and how wide text is in them.

What makes PDF is imported when it is used: a server imports this file, and starts a fifth sooner without it.
"""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # it takes a while to load, and drawings that are not printed do without
    from fpdf import FPDF

SERIF_NAME, SANS_NAME = "DejaVu Serif", "DejaVu Sans"
FILES = {SERIF_NAME: "DejaVuSerif", SANS_NAME: "DejaVuSans"}
POINTS = 72 / 25.4
"""Points in a millimetre."""


def add_letters(pdf: "FPDF") -> None:
    """Make the letters known to a document, which then holds those that it uses."""
    import matplotlib

    folder = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
    for name, file in FILES.items():
        pdf.add_font(name, "", folder / f"{file}.ttf")
        pdf.add_font(name, "B", folder / f"{file}-Bold.ttf")


def family_of(names: str) -> str:
    """Our font for a list of families as drawings name them."""
    return SERIF_NAME if "DejaVu Serif" in names else SANS_NAME


@cache
def _ruler() -> "FPDF":
    """A document that is only asked how wide text is."""
    from fpdf import FPDF

    pdf = FPDF(unit="mm")
    add_letters(pdf)
    return pdf


def width_of(text: str, size: float, family: str = SANS_NAME, is_bold: bool = False) -> float:
    """How wide a line of text is, in the unit of `size`.

    Parameters
    ----------
    text : str
        The line.
    size : float
        The height of its letters.
    family : str
        ``DejaVu Sans`` or ``DejaVu Serif``.
    is_bold : bool
        Whether they are bold.
    """
    pdf = _ruler()
    pdf.set_font(family, "B" if is_bold else "", 100 * POINTS)
    return float(pdf.get_string_width(text)) * size / 100


def wrapped(text: str, size: float, width: float) -> list[str]:
    """Text as lines that are no wider than `width`; a word that is wider has a line of its own."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
