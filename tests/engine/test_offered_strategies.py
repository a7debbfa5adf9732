"""A strategy is offered only where it can play, and a name that nobody finds leads to the file at fault."""

import pytest

from upcard.engine.discovery import forget
from upcard.engine.errors import Usage
from upcard.engine.game import make_game
from upcard.engine.players import can_play
from upcard.engine.registry import find_rules, strategies_for, strategy_for
from upcard.play.bot_catalogue import bots_for, usual_bot

SEARCHERS = {"ismcts", "flat-monte-carlo", "quantal"}


@pytest.fixture
def unsearchable(my_poker):
    """A game whose moves are hidden numbers, which nobody can imagine."""
    text = my_poker.read_text().replace('number("moves", EVERYBODY', 'number("moves", NOBODY')
    my_poker.write_text(text)
    forget()
    return "my-poker"


def test_a_strategy_that_searches_is_not_offered_where_nothing_can_be_searched(unsearchable):
    game = make_game(unsearchable)
    assert set(strategies_for(find_rules("kuhn-poker"))) >= SEARCHERS
    assert not SEARCHERS & set(strategies_for(game.rules))
    assert not any(can_play(name, game) for name in SEARCHERS)
    assert [bot.name for bot in bots_for(game)] == ["random"] == [usual_bot(game)]
    with pytest.raises(Usage, match="cannot be searched: it has the hidden number moves; define imagine"):
        strategy_for("ismcts", game.rules)


def test_an_unknown_strategy_may_be_in_a_file_that_cannot_be_used(home):
    (home / "strategies" / "mine.py").write_text("import nothing_here\n")
    forget()
    with pytest.raises(Usage, match=r"no strategy 'clever'; .* file that cannot be used: .*nothing_here"):
        strategy_for("clever", find_rules("kuhn-poker"))


def test_the_name_of_a_rules_file_is_not_the_name_of_a_game():
    with pytest.raises(Usage, match=r"'nothing\.py' is the name of a file; use the name that the game decl"):
        find_rules("nothing.py")
