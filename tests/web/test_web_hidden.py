"""Places whose cards are hidden: drawn empty where all may see that nothing lies there, and only there."""

import pytest
from bs4 import BeautifulSoup

from upcard.engine.game import make_game
from upcard.play.scene import make_scene
from upcard.web.board import board_html
from upcard.web.told import Told


@pytest.mark.parametrize(
    ("name", "players", "seat", "looks"),
    [("goofspiel", 2, 0, ["empty"]), ("four-cell", 4, 0, ["empty", "empty", "empty"])],
)
def test_a_hidden_place_in_which_everybody_sees_that_nothing_lies_is_drawn_empty(name, players, seat, looks):
    game = make_game(name, players)
    match = game.match(1, 1)
    match.do(match.legal()[0])  # the next one is still to choose
    seen = make_scene(game, match.view(seat), seat)
    page = BeautifulSoup(board_html(seen, Told(game)), "html.parser")
    places = page.select(".seats [data-where=bid] .card, .seats [data-where=disclosed] .card")
    assert [x["class"][1] for x in places] == looks
    assert {x.img["alt"] for x in places} == {"none"}


@pytest.mark.parametrize(("name", "zone"), [("goofspiel", "bid"), ("four-cell", "disclosed")])
def test_a_card_that_was_chosen_in_secret_is_drawn_face_down_whoever_has_yet_to_choose(name, zone):
    game = make_game(name, 2)
    match = game.match(1, 1)
    match.do(match.legal()[0])
    seen = make_scene(game, match.view(1), 1)
    z = next(z for z in seen.zones if z.name == zone and z.seat == 0)
    assert (z.is_open, z.size in (1, None), z.is_quiet) == (False, True, True)


def test_of_a_hidden_place_of_which_nothing_is_told_nobody_sees_whether_a_card_lies_there():
    game = make_game("kuhn-poker")
    match = game.match(1, 1)
    seen = make_scene(game, match.view(0), 0)
    before = board_html(seen, Told(game))
    match.state.card[1] = -1
    assert board_html(make_scene(game, match.view(0), 0), Told(game)) == before
