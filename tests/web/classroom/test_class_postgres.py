"""A whole room on PostgreSQL: polls, tables, a matrix, the report, and again after it was forgotten."""

import csv
import io
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient
from tests.postgres import Cluster
from tests.web.browsing import soup_of
from tests.web.classes import new_class, text_at
from tests.web.conftest import SETUP

from upcard.server.database import Store
from upcard.web.app import make_app


@pytest.fixture
def client(postgres: Cluster) -> Iterator[TestClient]:
    with TestClient(make_app(SETUP, Store(postgres.new())), base_url="http://testserver") as asked:
        yield asked


def test_a_whole_room_is_kept_in_postgresql(client):
    room = new_class(client, "Ana", "Ben", "Cleo", "Dan")
    room.lead("begin/stoppers", size="4", lives="1")
    room.answer(1)
    room.go(1)
    room.play()
    room.lead("pupil/3/name", name="Kiwi")
    room.lead("begin/two-buttons", matrix="stag", rounds="3")
    room.go(1)
    room.press(3)
    room.lead("begin/smallsum", rounds="6")
    room.go(1)
    room.write(room.pupils[0], "low sums", **{"menu-bet_at": "17"})
    seen = [page.select_one("form.write") for _, page in room.each()]
    client.app.state.classes.rooms.live.clear()
    client.app.state.site.tables.live.clear()
    assert [page.select_one("form.write") for _, page in room.each()] == seen
    report = soup_of(client.get(f"/c/{room.code}/report").text)
    for words in ("4 answered", "1 match finished", "Stag Hunt", "6 games", "is at most 17", "Kiwi"):
        assert words in text_at(report, ".class-report")
    lines = list(csv.DictReader(io.StringIO(client.get(f"/c/{room.code}/decisions.csv").text)))
    assert {x["activity"] for x in lines} == {"stoppers", "two-buttons", "smallsum"}
    assert {x["pupil"] for x in lines if x["by"] == "pupil"} >= {"Ana", "Ben", "Cleo", "Kiwi"}
    assert "Dan" not in {x["pupil"] for x in lines}
