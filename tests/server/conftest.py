"""New databases, and table services that are opened for a test."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from tests.postgres import Cluster
from tests.server.database_copies import postgres_copy, sqlite_copy
from tests.server.test_table_service import with_service

from upcard.server.table_service import TableService


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
