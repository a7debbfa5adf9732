"""A server, and a language that marks its messages."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.language.pseudo_language import PseudoLanguage
from tests.server.database_copies import sqlite_copy

from upcard.language import messages
from upcard.server.database import Store
from upcard.web.app import ServerSetup, make_app
from upcard.web.http import request_language


@pytest.fixture
def pseudo(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Answer every request in the language that marks its messages."""
    monkeypatch.setattr(messages, "catalogue", lambda language: PseudoLanguage())
    monkeypatch.setattr(request_language, "best_language", lambda accepted, chosen: "de")
    token = messages.LANGUAGE.set("de")
    yield
    messages.LANGUAGE.reset(token)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    """Ask a server without a network."""
    app = make_app(ServerSetup("the key of a test", is_limited=False, pace=0.0), Store(sqlite_copy(tmp_path)))
    with TestClient(app, base_url="http://testserver") as asked:
        yield asked
