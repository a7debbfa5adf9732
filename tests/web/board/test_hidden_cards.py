"""Places whose cards are hidden: drawn empty where all may see that nothing lies there, and only there."""

import pytest
from bs4 import BeautifulSoup

from upcard.engine.game import make_game
from upcard.play.scene import make_scene
from upcard.play.session import MatchSession, seat_players
from upcard.web.board.board_context import BoardContext
from upcard.web.board.board_html import board_html


@pytest.mark.parametrize(
    ("name", "players", "seat", "looks"),
    [("goofspiel", 2, 0, ["empty"]), ("four-cell", 4, 0, ["empty", "empty", "empty"])],
)
def test_a_hidden_place_in_which_everybody_sees_that_nothing_lies_is_drawn_empty(name, players, seat, looks):
    game = make_game(name, players)
    match = game.match(1, 1)
    match.do(match.legal()[0])  # the next one is still to choose
    seen = make_scene(game, match.view(seat), seat)
    page = BeautifulSoup(board_html(seen, BoardContext(game)), "html.parser")
    places = page.select(".seats [data-where=bid] .card, .seats [data-where=disclosed] .card")
    assert [x["class"][1] for x in places] == looks
    assert {x.select("img")[0]["alt"] for x in places} == {"none"}


def test_of_a_hidden_place_of_which_nothing_is_told_nobody_sees_whether_a_card_lies_there():
    game = make_game("kuhn-poker")
    match = game.match(1, 1)
    seen = make_scene(game, match.view(0), 0)
    before = board_html(seen, BoardContext(game))
    match.state.card[1] = -1
    assert board_html(make_scene(game, match.view(0), 0), BoardContext(game)) == before


def test_cards_that_were_shown_as_a_round_ended_lie_beside_what_it_came_to_until_one_acts():
    game = make_game("smallsum", 2)
    table = MatchSession(game.match(1, 1), seat_players(game, [0, 1], []))
    held = [table.match.state.down[p] for p in range(2)]
    for _ in range(2):
        table.push(0)
    page = BeautifulSoup(board_html(table.scene(0), BoardContext(game)), "html.parser")
    seats = page.select(".ended .ended-seat")
    hidden = [s.select("[data-where=down] img")[0] for s in seats]
    assert sorted(x["src"] for x in hidden) == sorted(f"/cards/classic/smallsum/{k}.svg" for k in held)
    assert all(x["alt"] for x in hidden)
    assert page.select(".ended [data-key], .ended button") == []
    table.push(0)
    assert "ended-seat" not in board_html(table.scene(0), BoardContext(game))
