"""The interface for programs."""

import pytest
from starlette.testclient import TestClient

from upcard.engine.registry import valid_games

API = "/api/v1"


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def made(client: TestClient, game: str, *seats: dict[str, object]) -> tuple[str, list[str]]:
    answer = client.post(f"{API}/tables", json={"game": game, "seats": list(seats)})
    assert answer.status_code == 201, answer.text
    body = answer.json()
    return body["table"], [x["token"] for x in body["seats"]]


def test_two_programs_play_a_match(client):
    table, tokens = made(client, "leduc-poker", {"name": "one"}, {"name": "two"})
    for token in tokens:
        seen = client.post(f"{API}/tables/{table}/seed", json={"added": "x"}, headers=bearer(token)).json()
    while seen["phase"] == "playing":
        seat = seen["waiting_for"][0]
        seen = client.get(f"{API}/tables/{table}", headers=bearer(tokens[seat])).json()
        assert seen["seat"] == seat
        words = seen["choices"][0]["words"]
        asked = {"turn": seen["turn"], "action": words}
        answer = client.post(f"{API}/tables/{table}/actions", json=asked, headers=bearer(tokens[seat]))
        assert answer.status_code == 200
        seen = answer.json()
    assert seen["ending"] == "finished"
    assert sum(seen["scores"]) == 0
    assert client.get(f"{API}/tables/{table}/record").text.startswith("upcard record")


def test_who_watches_sees_no_hand_and_cannot_act(client):
    table, tokens = made(client, "kuhn-poker", {"name": "one"}, {"strategy": "equilibrium"})
    client.post(f"{API}/tables/{table}/seed", json={"added": "x"}, headers=bearer(tokens[0]))
    seen = client.get(f"{API}/tables/{table}").json()
    assert (seen["seat"], seen["choices"]) == (None, [])
    assert [z["cards"] for z in seen["zones"] if z["name"] == "card"] == [None, None]
    answer = client.post(f"{API}/tables/{table}/actions", json={"turn": 0, "action": 0})
    assert (answer.status_code, answer.json()["error"]) == (401, "stranger")
    assert answer.headers["www-authenticate"] == "Bearer"
    assert client.get(f"{API}/tables/{table}/record").status_code == 403


def test_a_seat_is_taken_once(client):
    table, tokens = made(client, "le-her", {"name": "one"}, {})
    first = client.post(f"{API}/tables/{table}/seats", json={"name": "two"})
    second = client.post(f"{API}/tables/{table}/seats", json={"name": "three"})
    assert (first.status_code, second.status_code) == (201, 403)
    other, _ = made(client, "le-her", {"name": "one"}, {})
    answer = client.get(f"{API}/tables/{other}", headers=bearer(tokens[0]))
    assert answer.status_code == 401


def test_a_request_that_is_repeated_with_its_key_is_done_once(client):
    asked = {"game": "le-her", "seats": [{"name": "one"}, {}], "key": "k" * 16}
    first, second = (client.post(f"{API}/tables", json=asked).json() for _ in range(2))
    assert first == second
    sits = {"name": "two", "key": "k" * 16}
    path = f"{API}/tables/{first['table']}/seats"
    third, fourth = (client.post(path, json=sits) for _ in range(2))
    assert (third.status_code, fourth.status_code) == (201, 201)
    assert third.json() == fourth.json()
    assert third.json()["seat"] == 1
    other = client.post(f"{API}/tables", json={**asked, "key": "l" * 16}).json()
    assert other["table"] != first["table"]
    nobody = {"game": "le-her", "seats": [{}, {"strategy": "random"}], "key": "m" * 16}
    first, second = (client.post(f"{API}/tables", json=nobody).json() for _ in range(2))
    assert first == second


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("tables", {"game": "chess", "seats": [{}]}, 422),
        ("tables", {"game": "lama", "seats": []}, 422),
        ("tables", {"game": "lama", "seats": [{}], "colour": "red"}, 422),
        ("tables/nothing/seats", {"name": "x"}, 404),
        ("tables/nothing/actions", {"turn": 0, "action": 1}, 404),
    ],
)
def test_faults_are_told_in_json(client, path, body, status):
    answer = client.post(f"{API}/{path}", json=body)
    assert answer.status_code == status
    assert set(answer.json()) == {"error", "detail"}


@pytest.mark.parametrize(
    "body",
    ['{"turn": 0', "[]", '{"turn": true, "action": 0}', '{"turn": 0, "action": -1}', '{"turn": 0}',
     '{"turn": 0, "action": 0, "x": 1}', '{"turn": 0, "action": 1.0}', '{"turn": 99999999999, "action": 0}',
     "[" * 60_000, '{"turn":' + "[" * 30_000],
    ids=str.__len__,
)  # fmt: skip
def test_an_action_that_is_not_well_formed_is_refused(client, body):
    table, tokens = made(client, "kuhn-poker", {"name": "one"}, {"strategy": "equilibrium"})
    client.post(f"{API}/tables/{table}/seed", json={"added": "x"}, headers=bearer(tokens[0]))
    headers = bearer(tokens[0]) | {"Content-Type": "application/json"}
    answer = client.post(f"{API}/tables/{table}/actions", content=body, headers=headers)
    assert answer.status_code in (400, 422)
    assert set(answer.json()) == {"error", "detail"}


@pytest.mark.parametrize("token", ["", "x"])
def test_a_token_of_no_seat_is_refused(client, token):
    table, _ = made(client, "kuhn-poker", {"name": "one"}, {"strategy": "equilibrium"})
    asked = {"turn": 0, "action": 0}
    answer = client.post(f"{API}/tables/{table}/actions", json=asked, headers=bearer(token))
    assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")


def test_the_games_are_listed_with_what_can_be_asked_for(client):
    games = client.get(f"{API}/games").json()
    assert {x["name"] for x in games} == set(valid_games()[0])
    lama = next(x for x in games if x["name"] == "lama")
    assert lama["players"] == list(range(2, 9))
    assert "folding" in lama["strategies"]
    assert client.get("/api/openapi.json").json()["openapi"].startswith("3.1")
