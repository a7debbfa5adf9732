"""The start page: the five games of Upcard first, each with a picture and a line of its own."""

import pytest
from bs4 import BeautifulSoup
from tests.web.test_illustrated_text import folder_game

from upcard.engine.game import make_game
from upcard.play.bot_levels import level_up_to
from upcard.web.pages.game_gallery import first_and_other_tiles, tiles
from upcard.web.pages.puzzle_pages import games_with_puzzles

FIRST = ["beat-it-or-eat-it", "smallsum", "stoppers", "four-cell", "lama"]


def page_of(client):
    return BeautifulSoup(client.get("/", headers={"host": "127.0.0.1:8570"}).text, "html.parser")


def test_the_five_games_come_first_with_a_line_length_and_demand():
    first, others = first_and_other_tiles()
    assert [x.name for x in first] == FIRST
    assert {x.name for x in (*first, *others)} == {x.name for x in tiles()}
    assert all(x.text and x.text.line.endswith(".") and x.text.minutes and x.text.demand for x in first)


def test_no_two_games_share_a_picture(client):
    fans = page_of(client).select(".fan")
    pictures = [tuple(client.get(x["src"]).text for x in fan.select("img")) for fan in fans]
    assert len(pictures) == len(tiles()) == len(set(pictures))


def test_no_command_stands_above_the_games(client):
    text = client.get("/", headers={"host": "127.0.0.1:8570"}).text
    assert text.index('class="gallery"') < text.index("<code>") < text.index("upcard class")


def test_the_chosen_level_is_that_of_the_opponent_or_the_next_weaker_one():
    assert level_up_to("perfect", make_game("beat-it-or-eat-it")).name == "Perfect"
    assert level_up_to("Perfect", make_game("four-cell")).name == "Strong"
    assert level_up_to("beginner", make_game("lama")).name == "Beginner"
    assert level_up_to("", make_game("lama")).name == "Casual"


@pytest.fixture
def drawn_anew():
    """The start page draws its tiles again, before and after a test."""
    tiles.cache_clear()
    yield
    tiles.cache_clear()


TILE = """from upcard.play.game_tile import TileText
TILE = TileText(1, "Bluff.", 1, "easy", ("unicorn",))
"""


def test_broken_tiles_of_some_games_leave_the_start_page_as_it_is(home, drawn_anew, caplog):
    folder_game(home, "unicorn-poker", tile__py=TILE)
    folder_game(home, "number-poker", tile__py="TILE = 3")
    folder_game(home, "lost-poker", tile__py="import no_such_module")
    mine = [x for x in tiles() if x.name in ("unicorn-poker", "number-poker", "lost-poker")]
    assert [(bool(x.cards), x.text) for x in mine] == [(True, None)] * 3
    for fault in ("shows 'unicorn', which is no card", "expected a TileText", "no_such_module"):
        assert fault in caplog.text


def test_broken_puzzles_of_one_game_leave_those_of_the_others(home, drawn_anew, caplog):
    folder_game(home, "puzzled-poker", puzzles__py="PUZZLES = 1", puzzles__json='{"puzzles": [{}]}')
    assert [x.name for x in games_with_puzzles()] == sorted(FIRST)
    assert "puzzles.json of puzzled-poker cannot be used" in caplog.text
