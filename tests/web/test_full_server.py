"""A server that is full refuses new tables at every door."""

from typing import Any

from tests.web.browsing import csrf, new_table

from upcard.server.capacity import FULL, MOST_IN_USE
from upcard.web.app import ServerSetup


def test_a_full_server_says_so_at_every_door_and_its_tables_go_on(client: Any):
    table = new_table(client, game="kuhn-poker", **{"seat-2": "random"})
    capacity = client.app.state.site.tables.capacity
    capacity.most = 1
    capacity.count()
    form = {"csrf": csrf(client), "name": "Ana", "game": "lama"}
    page = client.post("/tables", data=form)
    api = client.post("/api/v1/tables", json={"game": "lama", "seats": [{"name": "a"}, {"name": "b"}]})
    room = client.post("/rooms", data={"csrf": csrf(client)})
    for answer in (page, api, room):
        assert answer.status_code == 503
        assert answer.headers["retry-after"] == "60"
        assert FULL[1:] in answer.text
    assert client.get(table).status_code == 200
    assert ServerSetup("a key").most_tables == MOST_IN_USE
