"""Four-Cell as drawn: seats around the square, one's own side at the bottom, what each cell pays."""

import pytest
from bs4 import BeautifulSoup

from upcard.engine.game import make_game
from upcard.play.scene import make_scene
from upcard.web.board.board_context import BoardContext
from upcard.web.board.board_html import board_html

NAMES = ("Ana", "Ben", "Cleo", "Dan")


def page(match, seat):
    scene = make_scene(match.game, match.view(seat), seat, NAMES[: match.game.players])
    return BeautifulSoup(board_html(scene, BoardContext(match.game, viewer=seat)), "html.parser")


@pytest.mark.parametrize(
    ("seat", "cells"),
    [(0, ["NW", "NE", "SW", "SE"]), (1, ["NE", "SE", "NW", "SW"]), (2, ["SE", "SW", "NE", "NW"])],
)
def test_the_square_is_turned_towards_the_viewer(seat, cells):
    soup = page(make_game("four-cell", 4).match(1, 1), seat)
    assert [x["data-where"] for x in soup.select(".places .zone")] == cells
    sides = {int(x["data-plate"]): x["class"] for x in soup.select(".seat")}
    assert all(f"side-{(p - seat) % 4}" in sides[p] for p in range(4))


def test_cells_say_who_gets_what_and_cards_where_they_lead():
    match = make_game("four-cell").match(1, 1)
    soup = page(match, 0)
    amounts = [[x.get_text(" ", strip=True) for x in z.select(".amount")] for z in soup.select(".zone.cross")]
    assert all(a.startswith("you ") and b.startswith("they ") for a, b in amounts)
    for card in soup.select(".own .can"):
        leads = [
            x["data-where"] for x in soup.select("[data-leads]") if card["value"] in x["data-leads"].split()
        ]
        assert leads in (["NW", "SW"], ["NE", "SE"])
    words = [x.text for x in soup.select(".choice .words")]
    assert all(x.endswith((", left", ", right")) for x in words)


def test_the_other_side_sees_its_own_amounts_first():
    match = make_game("four-cell").match(1, 1)
    match.do(match.legal()[0])
    near, far = page(match, 0), page(match, 1)
    assert len(near.select(".zone.impossible")) == 2
    assert not far.select(".zone.impossible")
    assert all(x.text.startswith("you ") for x in far.select(".amount.first"))


def test_other_games_have_no_square():
    soup = page(make_game("lama", 2).match(1, 1), 0)
    assert not soup.select(".compass, .prizes, [data-leads]")
