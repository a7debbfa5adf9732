"""A server without a network: the application, asked as a browser or a program would."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.server.database_copies import sqlite_copy
from tests.web.forked import copied_pools

from upcard.server.database import Store
from upcard.web.app import ServerSetup, make_app

SETUP = ServerSetup("the key of a test", is_limited=False, pace=0.0)


@pytest.fixture(autouse=True, scope="module")
def pools() -> Iterator[None]:
    """Let processes beside the servers of these tests begin at once."""
    with copied_pools():
        yield


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    app = make_app(SETUP, Store(sqlite_copy(tmp_path)))
    with TestClient(app, base_url="http://testserver") as asked:
        yield asked
