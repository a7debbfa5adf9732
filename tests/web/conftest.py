"""A server without a network: the application, asked as a browser or a program would."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from upcard.play.store import Store
from upcard.web.app import Setup, make_app

SETUP = Setup("the key of a test", is_limited=False, pace=0.0)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    app = make_app(SETUP, Store(f"sqlite:///{tmp_path / 'tables.sqlite'}"))
    with TestClient(app, base_url="http://testserver") as asked:
        yield asked
