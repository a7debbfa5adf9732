"""The fonts of printed pages, DejaVu as matplotlib brings it, and the width of text in them.

The PDF library is imported only for printing: a server imports this file, and starts 20 % faster without it.
"""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # it loads slowly, and only printing needs it
    from fpdf import FPDF

SERIF_NAME, SANS_NAME = "DejaVu Serif", "DejaVu Sans"
FILES = {SERIF_NAME: "DejaVuSerif", SANS_NAME: "DejaVuSans"}
POINTS = 72 / 25.4
"""Points in a millimetre."""


def add_letters(pdf: "FPDF") -> None:
    """Add the fonts to a document, which then contains the glyphs that it uses."""
    import matplotlib

    folder = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
    for name, file in FILES.items():
        pdf.add_font(name, "", folder / f"{file}.ttf")
        pdf.add_font(name, "B", folder / f"{file}-Bold.ttf")


def family_of(names: str) -> str:
    """Return the embedded font that replaces a list of font families."""
    return SERIF_NAME if "DejaVu Serif" in names else SANS_NAME


@cache
def _ruler() -> "FPDF":
    """Return a document that only measures text."""
    from fpdf import FPDF

    pdf = FPDF(unit="mm")
    add_letters(pdf)
    return pdf


def width_of(text: str, size: float, family: str = SANS_NAME, is_bold: bool = False) -> float:
    """Return the width of a line of text, in the unit of its font `size`."""
    pdf = _ruler()
    pdf.set_font(family, "B" if is_bold else "", 100 * POINTS)
    return float(pdf.get_string_width(text)) * size / 100


def wrapped(text: str, size: float, width: float) -> list[str]:
    """Break text into lines of at most `width`; a wider word has a line of its own."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
