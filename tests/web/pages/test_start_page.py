"""The start page: the five games of Upcard first, each with a picture and a line of its own."""

from bs4 import BeautifulSoup

from upcard.engine.game import make_game
from upcard.play.bot_levels import level_up_to
from upcard.web.pages.game_gallery import first_and_other_tiles, tiles

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
