import pytest

from upcard.testing import check_game, check_strategy, game_modules, strategies_for

GAMES = sorted(game_modules())
PAIRS = [(s, g) for g in GAMES for s in sorted(strategies_for(game_modules()[g]))]


@pytest.mark.parametrize("name", GAMES)
def test_every_game_keeps_every_promise(name):
    report = check_game(name, games=10_000)
    assert report.game == name
    assert min(report.checked.values()) > 0


@pytest.mark.parametrize(("strategy", "game"), PAIRS)
def test_every_strategy_keeps_every_promise_on_every_game_it_plays(strategy, game):
    report = check_strategy(strategy, game, games=300)
    assert (report.strategy, report.game) == (strategy, game)
    assert min(report.checked.values()) > 0
