"""Printed decks as PDF: looked at with Poppler."""

from collections import Counter

import numpy as np
import pytest
from tests.night import LATE
from tests.poppler import INCH, facts, picture, poppler, words

from upcard.engine.game import make_game
from upcard.report.card_art import HEIGHT, WIDTH
from upcard.report.deck.card_sheets import SQUARE
from upcard.report.deck.deck_pages import deck_pages
from upcard.report.deck.paper import FAR, PAPERS, PieceGrid
from upcard.report.deck.pdf_writer import pdf_bytes

DPI, WHITE = 100, 255
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
INDICES = {
    "four-cell": Counter({f"{s}{n}": 2 if n < 10 else 8 for n in range(1, 11) for s in "+−"}),
    "lama": Counter({str(n): 24 for n in range(1, 7)}),
    "stoppers": Counter(dict.fromkeys(RANKS, 8)),
    "smallsum": Counter(dict.fromkeys(RANKS, 2)),
}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A function that gives the file and the pages of a deck, made once."""
    folder, known = tmp_path_factory.mktemp("decks"), {}

    def make(name, paper):
        if (name, paper) not in known:
            path, pages = (
                folder / f"{name}-{paper}.pdf",
                deck_pages(make_game(name), PAPERS[paper], "classic", True),
            )
            path.write_bytes(pdf_bytes("Deck", PAPERS[paper], pages))
            known[name, paper] = path, pages
        return known[name, paper]

    return make


def cut_out(image, x, y, wide, high):
    """A part of a picture, by its place in millimetres."""
    left, top, right, bottom = (round(z * DPI / INCH) for z in (x, y, x + wide, y + high))
    return image[top:bottom, left:right]


def has_card(image, place):
    return bool((cut_out(image, place[0], place[1], WIDTH, HEIGHT) < WHITE).mean() > 0.02)


@pytest.mark.parametrize(
    ("paper", "size"), [("a4", "595.28 x 841.89 pts (A4)"), ("letter", "612 x 792 pts (letter)")]
)
def test_every_page_has_the_size_of_the_paper(made, paper, size):
    path, pages = made("smallsum", paper)
    assert facts(path)["Page size"] == size
    assert facts(path)["Pages"] == str(len(pages))
    assert facts(path)["Title"] == "Deck"


def test_letters_are_in_the_file_and_there_are_no_pictures(made):
    path, _ = made("four-cell", "a4")
    fonts = poppler("pdffonts", str(path)).decode().splitlines()[2:]
    assert len(fonts) == 3
    assert all("DejaVu" in line and "yes yes yes" in line for line in fonts)
    assert len(poppler("pdfimages", "-list", str(path)).splitlines()) == 2


@pytest.mark.parametrize("name", [x if x != "stoppers" else pytest.param(x, marks=LATE) for x in INDICES])
def test_what_stands_on_all_cards_can_be_read_and_is_the_whole_pack(made, name):
    path, pages = made(name, "a4")
    fronts = [i for i, p in enumerate(pages, 1) if p.name.startswith("cards")]
    notes = Counter(w for i in fronts for w in pages[i - 1].svg[0].text.split())
    read = Counter(w for i in fronts for w in words(path, i)) - notes
    assert {w: n for w, n in read.items() if w in INDICES[name]} == INDICES[name]


@pytest.mark.parametrize(("name", "paper"), [("smallsum", "letter"), ("smallsum", "a4")])
def test_every_back_lies_behind_a_card_page_by_page(made, name, paper):
    path, pages = made(name, paper)
    grid = PieceGrid(PAPERS[paper], WIDTH, HEIGHT)
    fronts = [i for i, p in enumerate(pages, 1) if p.name.startswith("cards")]
    count = 0
    for i in fronts:
        front, back = picture(path, i, DPI), np.fliplr(picture(path, i + 1, DPI))
        lying = [has_card(front, place) for place in grid.places()]
        assert lying == [has_card(back, place) for place in grid.places()]
        count += sum(lying)
    assert count == len([t for p in pages if p.name.startswith("cards") for t in p.svg.iter("title")]) - len(
        fronts
    )


@pytest.mark.parametrize(("name", "paper"), [("four-cell", "a4"), ("smallsum", "letter")])
def test_nothing_is_printed_beyond_the_marks_and_every_card_is_whole(made, name, paper):
    path, pages = made(name, paper)
    size, grid = PAPERS[paper], PieceGrid(PAPERS[paper], WIDTH, HEIGHT)
    for i, page in enumerate(pages, 1):
        image = picture(path, i, DPI)
        own = PieceGrid(size, SQUARE, SQUARE) if page.name.startswith("pennies") else grid
        rim = min(own.left, own.top) - FAR - 0.5
        inner = cut_out(image, rim, rim, size.width - 2 * rim, size.height - 2 * rim)
        assert (image < WHITE).sum() == (inner < WHITE).sum() > 0
        if page.name.startswith("cards"):
            for x, y in [p for p in grid.places() if has_card(image, p)]:
                for edge in (
                    (x + 30, y - 1, 3, 2),
                    (x + 30, y + 87, 3, 2),
                    (x - 1, y + 40, 2, 3),
                    (x + 62, y + 40, 2, 3),
                ):
                    assert cut_out(image, *edge).min() < 220


def test_a_deck_in_black_and_white_tells_its_cards_apart(made):
    path, _ = made("four-cell", "a4")
    image, grid = picture(path, 5, DPI), PieceGrid(PAPERS["a4"], WIDTH, HEIGHT)
    black, red = (cut_out(image, x + 4, y + 3, 26, 8) < 128 for x, y in (grid.places()[3], grid.places()[8]))
    assert black.any()
    assert red.any()
    assert np.array_equal(black[8], black[22])  # upright lines
    assert not np.array_equal(red[8], red[22])  # slanting ones


def test_the_same_deck_gives_the_same_file():
    game = make_game("kuhn-poker")
    twice = [
        pdf_bytes("Deck", PAPERS["a4"], deck_pages(game, PAPERS["a4"], "classic", True)) for _ in range(2)
    ]
    assert twice[0] == twice[1]
