"""Games to sit down at: the one with secret tricks, and what is needed to play it."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from types import ModuleType

import pytest
from tests.play.copies import postgres_copy, sqlite_copy
from tests.play.test_hall import with_service
from tests.postgres import Cluster
from tests.shared import module_from

from upcard.engine.game import Game
from upcard.play.session import MatchSession, SeatPlayer
from upcard.server.table_service import TableService

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


@pytest.fixture
def url(tmp_path: Path) -> str:
    """The address of a new database, where its kind makes no difference; some files ask for each kind."""
    return sqlite_copy(tmp_path)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a new database, of each kind that is used; some files say that it is to be empty."""
    is_empty = getattr(request.module, "BEGINS_EMPTY", False)
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.sqlite'}" if is_empty else sqlite_copy(tmp_path)
    cluster: Cluster = request.getfixturevalue("postgres")
    return cluster.new() if is_empty else postgres_copy(cluster)


@pytest.fixture
def service(url: str) -> Callable[[Callable[[TableService], Awaitable[None]]], None]:
    """``service(play)``: let ``play`` happen in a service that is opened for it, and closed afterwards."""
    return lambda play: with_service(url, play)
