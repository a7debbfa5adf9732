"""A game with secret tricks, and tables of it."""

from pathlib import Path
from types import ModuleType

import pytest
from tests.shared import module_from

from upcard.engine.game import Game
from upcard.play.session import MatchSession, SeatPlayer

GAMES = Path(__file__).parents[1] / "example_games"


@pytest.fixture(scope="session")
def secret_tricks() -> ModuleType:
    """The rules of a game with suits, tens of actions, and choices at the same time."""
    return module_from(GAMES / "secret_tricks.py")


@pytest.fixture
def tricks(secret_tricks: ModuleType):
    """``tricks(players)``: a table of that game where everybody is a person."""

    def sit(players: int = 2, seed: int = 3) -> MatchSession:
        game = Game(secret_tricks, players, {})
        return MatchSession(game.match(seed), [SeatPlayer(f"player {p + 1}") for p in range(players)])

    return sit
