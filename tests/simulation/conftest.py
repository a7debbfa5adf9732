"""What the tests of tuning share: the game of aiming, and strategies for it."""

import pytest
from tests.simulation.aiming import AIMING, STRATEGIES, STRATEGY

from upcard.engine import registry as catalog
from upcard.engine.game import Game


@pytest.fixture
def catalogued(module, monkeypatch):
    """The strategies of aiming, beside those that are shipped."""
    found = dict(catalog.strategy_modules())
    for name, (arguments, parameters, body) in STRATEGIES.items():
        text = STRATEGY.format(name=name, arguments=arguments, parameters=parameters, body=body)
        found[name] = module(name, text)
    monkeypatch.setattr(catalog, "strategy_modules", lambda: found)


@pytest.fixture
def aiming():
    """``aiming(players)``: the game whose best number is 13."""
    return lambda players=2: Game(AIMING, players, {})
