"""What a scene says of hidden zones must be so: one number for every seat, and those that lie there."""

from pathlib import Path

import pytest

from upcard.engine.game import Game, make_game
from upcard.games.goofspiel import rules as goofspiel
from upcard.testing import ConformanceError
from upcard.testing import scene_checks as scenes
from upcard.testing.random_walk import Walk

WRONG = {
    '"table": [0]': "'table', which is not a zone of hidden cards",
    '"hand": [1, 0]': "[1, 0] cards in hand; there are [1, 1]",
    '"hand": [1]': "[1] cards in hand",
}


@pytest.mark.parametrize("told", WRONG)
def test_a_wrong_number_of_hidden_cards_is_found(variant, told):
    walk = Walk(variant(("((last,),))", f"((last,),), {{{told}}})")), 1, 0)
    with pytest.raises(ConformanceError) as found:
        scenes.check_scene(walk)
    assert WRONG[told] in str(found.value)


@pytest.mark.parametrize(
    ("told", "who"),
    [("1 - (v.me != v.player)", "seat 2"), ("1 + min(0, v.hand[v.me, 0])", "a spectator")],
)
def test_a_number_that_is_wrong_for_others_than_the_mover_is_found(variant, told, who):
    walk = Walk(variant(("((last,),))", f'((last,),), {{"hand": [1, {told}]}})')), 1, 0)
    with pytest.raises(ConformanceError, match=f"{who} is shown") as found:
        scenes.check_scene(walk)
    assert "[1, 0] cards in hand; there are [1, 1]" in str(found.value)


def test_a_card_that_who_chooses_ahead_is_shown_and_nobody_has_chosen_is_found(written):
    text, usual = Path(goofspiel.__file__).read_text(encoding="utf-8"), make_game("goofspiel").options
    assert scenes.check_scene(Walk(Game(written(text), 2, usual), 1, 0)) == 1
    quiet = "if card == EMPTY]"
    assert text.count(quiet) == 1
    walk = Walk(Game(written(text.replace(quiet, "if name == 'prize' and card == EMPTY]")), 2, usual), 1, 0)
    with pytest.raises(ConformanceError, match=r"seat 2, who chooses ahead, is shown") as found:
        scenes.check_scene(walk)
    assert "[1, 0] cards in bid; there are [0, 0]" in str(found.value)


def test_numbers_that_are_so_and_those_that_nobody_knows_are_sound(variant):
    walk = Walk(variant(("((last,),))", '((last,),), {"hand": [1, None], "stock": [v.stock[0]]})')), 1, 0)
    assert scenes.check_scene(walk) == 1
