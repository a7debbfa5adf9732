"""The doors of a strategy lead to the rules of the game and to the seat's own stream."""

from upcard.engine import seeds
from upcard.engine.game import make_game
from upcard.engine.state import PlainState
from upcard.kit.strategy import below, legal


def test_legal_asks_the_rules_of_the_game(lama_view):
    view = lama_view("12", "1")
    assert [a for a in range(view.actions) if legal(view, a)] == [0, 1, 7, 8]


def test_legal_in_another_game_asks_its_rules():
    game = make_game("leduc-poker")
    match = game.match(1)
    for _ in range(2):
        assert [a for a in range(3) if legal(match.view(match.player), a)] == match.legal()
        match.do("raise")


def test_below_draws_from_the_stream_of_the_view(lama_view):
    view, twin = lama_view("12", "1"), PlainState(make_game("lama").rules)
    for s in (view, twin):
        seeds.open_stream(s, 5, 6)
    assert [below(view, 100) for _ in range(9)] == [seeds.below(twin, 100) for _ in range(9)]
