"""A word that needs no option is not given by one."""

import pytest


@pytest.mark.parametrize("option", ["--strategy", "--strategies", "--stratgy"])
@pytest.mark.parametrize("game", ["kuhn-poker", "lama", "four-cell"])
def test_strategies_of_a_tournament_are_named_after_the_game(told, game, option):
    code, sentence = told("tournament", game, option, "random")
    assert code == 2
    assert sentence == (
        f"there is no option {option!r}; leave it out, and write "
        "upcard tournament [OPTIONS] GAME STRATEGY STRATEGY ..."
    )


def test_an_option_is_still_guessed(told):
    assert "did you mean '--games'?" in told("tournament", "lama", "--gmaes", "3")[1]
    assert "did you mean '--games'?" in told("simulate", "lama", "--game", "3")[1]
