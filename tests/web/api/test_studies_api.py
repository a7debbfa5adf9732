"""Studies over the API: their authors store, change and delete them with a token; everybody reads them."""

from typing import Any

import pytest

POSITION = {"address": "/analysis/kuhn-poker?dealt=jack.king", "title": "Kuhn poker", "comment": "Bet?"}
STUDY = {"name": "Bluffs", "positions": [POSITION, {"address": "/analysis/lama"}]}
PATH = "/api/v1/studies"


def stored(client: Any, **more: Any) -> dict[str, Any]:
    answer = client.post(PATH, json=STUDY | more)
    assert answer.status_code == 201, answer.text
    content: dict[str, Any] = answer.json()
    return content


def head(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def test_an_author_stores_changes_and_deletes_a_study(client):
    made = stored(client)
    path, mine = f"{PATH}/{made['study']}", head(made["token"])
    seen = client.get(path).json()
    assert (seen["name"], seen["version"], made["version"]) == ("Bluffs", 1, 1)
    assert seen["positions"] == [POSITION, {"address": "/analysis/lama", "title": "", "comment": ""}]
    assert "Bluffs" in client.get(f"/study/{made['study']}").text
    changed = client.put(path, json={"name": "Calls", "positions": [], "version": 1}, headers=mine)
    assert changed.json() == {"name": "Calls", "version": 2, "positions": []} == client.get(path).json()
    late = client.put(path, json=STUDY | {"version": 1}, headers=mine)
    assert (late.status_code, late.json()["error"]) == (409, "conflict")
    assert client.delete(path, headers=mine).status_code == 204
    for method in ("get", "delete"):
        assert client.request(method, path, headers=mine).status_code == 404


def test_only_the_token_of_a_study_changes_it(client):
    made, other = stored(client), stored(client)
    path = f"{PATH}/{made['study']}"
    for headers in ({}, head("x"), head(other["token"])):
        for method in ("put", "delete"):
            refused = client.request(method, path, json=STUDY | {"version": 1}, headers=headers)
            assert refused.status_code == 401
            assert "only the author can change this study" in refused.json()["detail"]
    assert client.get(path).json()["version"] == 1


def test_a_request_with_a_key_is_done_once(client):
    key = "a key that nobody guesses"
    assert stored(client, key=key) == stored(client, key=key)
    assert stored(client, key=key + "2")["study"] != stored(client, key=key)["study"]


@pytest.mark.parametrize(
    "content",
    [
        {"name": "x"},
        STUDY | {"name": "x" * 101},
        STUDY | {"positions": [POSITION] * 201},
        STUDY | {"positions": [POSITION | {"address": "https://example.org"}]},
        STUDY | {"positions": [POSITION | {"comment": "\x00"}]},
        STUDY | {"positions": [POSITION | {"comment": "x" * 2000}] * 30},
        STUDY | {"color": "red"},
    ],
)
def test_what_is_no_study_is_refused_with_a_sentence(client, content):
    answer = client.post(PATH, json=content)
    assert answer.status_code == 422
    assert answer.json()["detail"]
