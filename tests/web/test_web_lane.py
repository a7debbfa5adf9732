"""The short way answers what the routes answer, and leaves the rest to them."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from upcard.web.lane import Lane

API = "/api/v1/tables"
SEATS = [{"name": "one"}, {"name": "two"}]
LONG = {"Content-Type": "application/json; charset=utf-8"}
"""What sends a request to the routes: programs need not say it."""


@pytest.fixture
def begun(client: TestClient) -> tuple[str, list[str]]:
    """A table whose cards are dealt, and the tokens of its seats."""
    made = client.post(API, json={"game": "kuhn-poker", "seats": SEATS}).json()
    tokens = [x["token"] for x in made["seats"]]
    for token in tokens:
        client.post(f"{API}/{made['table']}/seed", json={"added": "x"}, headers=bearer(token))
    return made["table"], tokens


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """For every request whether the short way was taken."""
    seen: list[bool] = []
    init = Lane.__init__

    def watched(lane: Lane, app: Any) -> None:
        """A lane that tells when it lets a request go on."""

        async def on(scope: Any, receive: Any, send: Any) -> None:
            if scope["type"] == "http":
                seen[-1] = False
            await app(scope, receive, send)

        init(lane, on)

    answered = Lane.__call__

    async def counted(lane: Lane, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            seen.append(True)
        await answered(lane, scope, receive, send)

    monkeypatch.setattr(Lane, "__init__", watched)
    monkeypatch.setattr(Lane, "__call__", counted)
    return seen


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def told(answer: Any) -> tuple[int, Any, dict[str, str]]:
    return answer.status_code, answer.json(), dict(answer.headers)


@pytest.mark.parametrize("query", ["", "?since=0", "?since=1"])
def test_a_look_is_answered_as_by_the_route(taken, client, begun, query):
    table, tokens = begun
    mover = client.get(f"{API}/{table}").json()["waiting_for"][0]
    asked = {"turn": 0, "action": 0}
    client.post(f"{API}/{table}/actions", json=asked, headers=bearer(tokens[mover]))
    for token in tokens:
        taken.clear()
        short = client.get(f"{API}/{table}{query}", headers=bearer(token))
        long = client.get(f"{API}/{table}{query or '?'}{'&' if query else ''}x=1", headers=bearer(token))
        assert told(short) == told(long)
        assert taken == [True, False]


def test_an_action_is_answered_as_by_the_route(taken, client, begun):
    table, tokens = begun
    mover = client.get(f"{API}/{table}").json()["waiting_for"][0]
    refused = [(0, 0, 1 - mover, 403), (7, 0, mover, 409), (0, 77, mover, 400)]
    for turn, action, seat, status in refused:
        taken.clear()
        asked = {"turn": turn, "action": action}
        path, headers = f"{API}/{table}/actions", bearer(tokens[seat])
        short = client.post(path, json=asked, headers=headers)
        long = client.post(path, json=asked, headers=headers | LONG)
        assert told(short) == told(long)
        assert (short.status_code, taken) == (status, [True, False])
    taken.clear()
    done = client.post(f"{API}/{table}/actions", json={"turn": 0, "action": 0}, headers=bearer(tokens[mover]))
    assert (done.status_code, taken) == (200, [True])
    assert done.json() == client.get(f"{API}/{table}", headers=bearer(tokens[mover])).json()
    assert done.json()["turn"] == 1


@pytest.mark.parametrize("token", ["", "x", "other"])
def test_who_shows_no_token_of_a_seat_here_is_told_so(taken, client, begun, token):
    table, _ = begun
    if token == "other":
        made = client.post(API, json={"game": "kuhn-poker", "seats": SEATS}).json()
        token = made["seats"][0]["token"]
    path, asked, headers = f"{API}/{table}/actions", {"turn": 0, "action": 0}, bearer(token)
    short = client.post(path, json=asked, headers=headers)
    assert told(short) == told(client.post(path, json=asked, headers=headers | LONG))
    assert (short.status_code, short.headers["www-authenticate"]) == (401, "Bearer")
    assert client.get(f"{API}/{table}", headers=headers).status_code == (401 if token else 200)
    assert client.get(f"{API}/{table}", headers=bearer("")).json()["turn"] == 0


@pytest.mark.parametrize(
    "body",
    ['{"turn": 0', "[]", '{"turn": true, "action": 0}', '{"turn": 0, "action": -1}', '{"turn": 0}',
     '{"turn": 0, "action": 0, "x": 1}', '{"turn": 0, "action": 1.0}', '{"turn": 99999999999, "action": 0}'],
)  # fmt: skip
def test_what_programs_do_not_send_is_left_to_the_routes(taken, client, begun, body):
    table, tokens = begun
    taken.clear()
    headers = bearer(tokens[0]) | {"Content-Type": "application/json"}
    answer = client.post(f"{API}/{table}/actions", content=body, headers=headers)
    assert (answer.status_code, answer.json()["error"], taken) == (422, "unreadable", [False])


@pytest.mark.parametrize("body", [b"[" * 60_000, b'{"turn":' + b"[" * 30_000])
def test_what_is_nested_too_deeply_is_refused(client, begun, body):
    table, tokens = begun
    headers = {**bearer(tokens[0]), "Content-Type": "application/json"}
    answer = client.post(f"{API}/{table}/actions", content=body, headers=headers)
    assert answer.status_code in (400, 422)


def test_an_action_in_words_is_left_to_the_routes(taken, client, begun):
    table, tokens = begun
    seen = [client.get(f"{API}/{table}", headers=bearer(x)).json() for x in tokens]
    mover = seen[0]["waiting_for"][0]
    taken.clear()
    asked = {"turn": 0, "action": seen[mover]["choices"][0]["words"]}
    answer = client.post(f"{API}/{table}/actions", json=asked, headers=bearer(tokens[mover]))
    assert (answer.status_code, taken) == (200, [False])
