"""What people call a strategy: what it does in the game that they play."""

import pytest

from upcard.engine.game import make_game
from upcard.play.bot_catalogue import bot_name, bots_for
from upcard.review.opponents import strategy_text

TITLES = [
    ({}, "Perfect by table"),
    ({"suits": 2, "length": 13}, "Perfect by table"),
    ({"suits": 4, "length": 6}, "Search without a table"),
    ({"trumps": "own"}, "Search without a table"),
]


@pytest.mark.parametrize(("options", "title"), TITLES)
def test_only_who_has_a_table_is_called_perfect_by_it(options, title):
    game = make_game("beat-it-or-eat-it", **options)
    bot = next(x for x in bots_for(game) if x.name == "tablebase")
    assert bot.title == title == bot_name("tablebase", game)
    assert bot_name("tablebase:positions=500", game) == f"{title} (positions=500)"


@pytest.mark.parametrize(("options", "title"), TITLES)
def test_a_seat_is_known_by_its_title_and_by_that_of_earlier_records(options, title):
    game = make_game("beat-it-or-eat-it", **options)
    for called in (title, "Perfect by table"):
        assert strategy_text(called, game) == "tablebase"
        assert strategy_text(f"{called} (positions=500)", game) == "tablebase:positions=500"
