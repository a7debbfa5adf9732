"""What a table is to be, in the words after *start*."""

import pytest

from upcard.engine.errors import Unreadable, Usage
from upcard.engine.game import make_game
from upcard.mail.start_command import read_start
from upcard.play.bot_levels import levels_of, usual_level
from upcard.server.new_table import NewSeat, prepare_table

ME = NewSeat(person="me", name="Me", address="me@example.org")


def test_an_offer_names_the_game_the_others_and_all_that_can_be_chosen():
    wish = read_start("Beat It Or Eat It one-suit length=9 with x@y.org, 3 days, second as Max", ME)
    assert (wish.game, wish.preset, wish.options) == ("beat-it-or-eat-it", "one-suit", {"length": "9"})
    assert [x.address for x in wish.seats] == ["x@y.org", "me@example.org"]
    assert (wish.clock, wish.seats[1].name) == ("days 3", "Max")
    lama = read_start("a game of L.A.M.A. 4 players with ana@x.org and random", ME)
    assert [x.strategy for x in lama.seats] == ["", "", "random", usual_level(make_game("lama")).strategy]
    assert len(read_start("lama with anyone", ME).seats) == 2
    assert read_start("kuhn poker 10 hands with anyone", ME).hands == 10
    assert read_start("liar's dice with bot, 5 rounds", ME).hands == 5
    assert read_start("lama dealt 3 5 llama", ME).dealt == ["3", "5", "llama"]


def test_an_opponent_has_the_level_that_the_email_names():
    levels = {x.name.lower(): x.strategy for x in levels_of(make_game("kuhn-poker"))}
    for level, strategy in levels.items():
        for words in (level, f"a {level} bot", f"{level.upper()} computer"):
            assert [x.strategy for x in read_start(f"kuhn-poker with {words}", ME).seats] == ["", strategy]
    usual = usual_level(make_game("kuhn-poker"))
    assert (usual.name, read_start("kuhn-poker", ME).seats[1].strategy) == ("Casual", usual.strategy)
    with pytest.raises(Usage, match="has no level perfect; write one of: beginner, casual, strong"):
        read_start("lama with perfect", ME)


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("", Usage),
        ("chess", Usage),
        ("lama tomorrow", Unreadable),
        ("lama 2 players with a@x.org and b@x.org", Usage),
        ("lama 99 players", Usage),
        ("lama 99 days", Usage),
        ("leduc-poker fourth", Usage),
        ("lama no=such", Usage),
    ],
)
def test_an_offer_that_cannot_be_is_refused(words, fault):
    with pytest.raises(fault):
        prepare_table(read_start(words, ME))
