"""Printed decks: the drawings, as a browser shows them, against the PDF file, as Poppler does."""

import io

import matplotlib.image
import numpy as np
import pytest
from tests.poppler import picture

from upcard.engine.game import make_game
from upcard.report.deck.deck_pages import deck_pages
from upcard.report.deck.paper import PAPERS
from upcard.report.deck.pdf_writer import pdf_bytes
from upcard.report.svg import text_of

DPI = 96  # that of a browser
GREYS = (0.299, 0.587, 0.114)
PAGES = {"smallsum": ("cards-02", "backs-02", "pennies"), "lama": ("cards-06",), "goofspiel": ("cards-02",)}


@pytest.mark.parametrize(("name", "shown"), [(name, page) for name in PAGES for page in PAGES[name]])
def test_a_drawing_and_the_page_of_the_file_show_the_same(chromium, tmp_path, name, shown):
    pages = deck_pages(make_game(name), PAPERS["a4"], "classic", True)
    number = [p.name for p in pages].index(shown)
    drawing, file = tmp_path / "page.svg", tmp_path / "deck.pdf"
    drawing.write_text(text_of(pages[number].svg), encoding="utf-8")
    file.write_bytes(pdf_bytes("Deck", PAPERS["a4"], [pages[number]]))
    printed = picture(file, 1, DPI) / 255
    page = chromium.new_page(viewport={"width": printed.shape[1], "height": printed.shape[0]})
    page.goto(drawing.as_uri())
    seen = matplotlib.image.imread(io.BytesIO(page.screenshot()))[..., :3] @ GREYS
    page.close()
    assert seen.shape == printed.shape
    assert (printed < 0.9).mean() > 0.02
    assert (np.abs(seen - printed) > 0.3).mean() < 0.01
