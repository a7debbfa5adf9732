"""Deals that are laid card by card."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upcard.engine.errors import Illegal
from upcard.engine.game import make_game
from upcard.engine.registry import valid_games
from upcard.engine.state import cells_of
from upcard.play.deal_builder import partial_deal, replaced

GAMES = sorted(valid_games()[0])


@given(st.sampled_from(GAMES), st.integers(0, 2**32))
def test_what_was_laid_is_dealt(name, seed):
    game, random, words = make_game(name), Random(seed), list[str]()
    while (found := partial_deal(game, words)).options:
        assert len({x.word for x in found.options}) == len(found.options)
        words = [*found.words, random.choice(found.options).word]
    match = game.match(seed=seed, dealt=found.words)
    assert len(match.chance.history) == len(found.words)
    other = game.match(seed=seed + 1, dealt=found.words)
    assert cells_of(match.state) == cells_of(other.state)


def test_cards_say_where_they_go():
    game = make_game("smallsum")
    found = partial_deal(game, ["7", "8"])
    assert [x.where for x in found.outcomes] == ["up of player 1"] * 2
    assert {x.where for x in found.options} == {"down of player 1"}
    assert "7" not in [x.word for x in found.options]


def test_numbers_say_what_they_change():
    coins = partial_deal(make_game("beat-it-or-eat-it"), []).options
    assert [x.where for x in coins] == [
        "hand of player 1: s2; hand of player 2: h2",
        "hand of player 1: h2; hand of player 2: s2",
    ]
    dealers = partial_deal(make_game("stoppers", 3), []).options
    assert [x.where for x in dealers] == [f"dealer: player {p}" for p in (1, 2, 3)]


def test_another_card_changes_places_with_the_one_that_lay_there():
    game = make_game("kuhn-poker")
    assert replaced(game, ["king", "queen"], 0, "queen") == ["queen", "king"]
    assert replaced(game, ["king", "queen"], 0, "jack") == ["jack", "queen"]


def test_where_the_rest_does_not_fit_any_more_it_is_left_out():
    game = make_game("beat-it-or-eat-it", deal="random", length=2, suits=1)
    whole = partial_deal(game, ["0", "0", "1"])
    assert not whole.options
    assert replaced(game, ["0", "0", "1"], 1, "1") == ["0", "1"]


def test_chance_is_asked_again_after_actions():
    game = make_game("leduc-poker")
    found = partial_deal(game, ["jack-a", "queen-a"], [1, 1])
    assert len(found.options) == 4
    assert not partial_deal(game, ["jack-a", "queen-a", "king-a"], [1, 1]).options


@pytest.mark.parametrize("words", [["ace"], ["king", "king"], ["king", "queen", "jack"]])
def test_what_cannot_come_is_refused(words):
    with pytest.raises(Illegal, match=r"cannot be dealt|one outcome too many"):
        partial_deal(make_game("kuhn-poker"), words)
