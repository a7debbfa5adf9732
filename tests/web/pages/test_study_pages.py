"""Shared studies: anyone with the link reads them, and only the author's browser changes them."""

import json
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.server.database_copies import sqlite_copy
from tests.web.browsing import csrf, other, soup_of

from upcard.server.database import Store
from upcard.web.app import STUDY_RATE, ServerSetup, make_app

ADDRESS = "/analysis/kuhn-poker?dealt=jack.king"
STUDY = {
    "name": "Bluffs",
    "positions": [
        {"address": ADDRESS, "title": "Kuhn poker", "comment": "Bet <b>with</b> the jack?"},
        {"address": "/analysis/lama", "title": "", "comment": ""},
    ],
}


def sent(client: Any, study: Any = STUDY, **fields: str) -> Any:
    text = study if isinstance(study, str) else json.dumps(study)
    return client.post(
        "/study", data={"csrf": csrf(client), "study": text, **fields}, headers={"hx-request": "true"}
    )


def shared(client: Any) -> str:
    answer = sent(client)
    assert answer.status_code == 200, answer.text
    return f"/study/{answer.json()['id']}"


def changed(client: Any, path: str, version: int, at: str = "", **fields: str) -> Any:
    form = {"csrf": csrf(client), "version": str(version), **fields}
    return client.post(f"{path}{at}", data=form)


def comments(client: Any, path: str) -> list[str]:
    return [
        x["comment"] for x in client.get(f"/api/v1{path.replace('study', 'studies')}").json()["positions"]
    ]


def test_everybody_reads_a_study_and_only_its_author_changes_it(client):
    path, ben = shared(client), other(client)
    mine, theirs = (soup_of(x.get(path).text) for x in (client, ben))
    assert [len(x.select("textarea")) for x in (mine, theirs)] == [2, 0]
    assert [a["href"] for a in theirs.select(".positions a")] == [ADDRESS, "/analysis/lama"]
    assert [x.text for x in theirs.select(".comment")] == ["Bet <b>with</b> the jack?"]
    assert f'href="{path}"' in client.get("/study").text
    assert f'href="{path}"' not in ben.get("/study").text
    for at in ("", "/positions/1", "/delete"):
        assert changed(ben, path, 1, at, comment="x", name="x").status_code == 401
    assert "Only the browser that stored this study" in changed(ben, path, 1, name="x").text
    assert comments(client, path)[0] == "Bet <b>with</b> the jack?"


def test_the_author_edits_a_study_without_scripts(client):
    path = shared(client)
    assert changed(client, path, 1, "/positions/1", comment="No.", do="save").url.path == path
    assert changed(client, path, 2, "/positions/2", comment="Two.", do="up").status_code == 200
    assert comments(client, path) == ["Two.", "No."]
    assert changed(client, path, 3, "/positions/2", comment="No.", do="remove").status_code == 200
    assert comments(client, path) == ["Two."]
    changed(client, path, 4, name="Calls")
    assert [x.text for x in soup_of(client.get(path).text).select("h1")] == ["Calls"]
    late = changed(client, path, 4, name="Late")
    assert (late.status_code, "changed elsewhere" in late.text) == (409, True)
    assert changed(client, path, 5, "/positions/2", comment="x").status_code == 404
    too_long = changed(client, path, 5, "/positions/1", comment="x" * 2_001)
    assert (too_long.status_code, "expected at most 2,000" in too_long.text) == (422, True)
    assert changed(client, path, 5, "/delete").url.path == "/study"
    assert client.get(path).status_code == 404
    assert client.get(f"/api/v1/studies/{path.rpartition('/')[2]}").status_code == 404


def test_a_browser_stores_its_study_again_in_the_same_place(client):
    first = sent(client).json()
    again = sent(client, STUDY | {"name": "Calls"}, id=first["id"], version="1")
    assert again.json() == {"id": first["id"], "version": 2}
    assert sent(client, id=first["id"], version="1").status_code == 409
    assert sent(other(client), id=first["id"], version="2").status_code == 401
    assert client.get(f"/api/v1/studies/{first['id']}").json()["name"] == "Calls"


@pytest.mark.parametrize(
    "text", ["", "x", "[1]", "[" * 20_000, '{"name": 1}', '{"name": "x"}', '{"positions": 3}']
)
def test_what_is_no_study_is_refused_with_a_sentence(client, text):
    answer = sent(client, text)
    assert answer.status_code in (400, 422)
    assert "study" in answer.text
    assert len(answer.text) < 200


def test_an_address_stores_only_some_studies_at_once(tmp_path):
    app = make_app(ServerSetup("key"), Store(sqlite_copy(tmp_path)))
    with TestClient(app, base_url="http://testserver") as client:
        answers = [sent(client) for _ in range(STUDY_RATE[0] + 1)]
    assert {x.status_code for x in answers[:-1]} == {200}
    assert answers[-1].status_code == 429
    assert int(answers[-1].headers["Retry-After"]) > 0
    assert "stores studies too often" in answers[-1].text
