"""Every page and form that there is, with addresses, questions and bodies that no page of ours would send.

The interface for programs is asked in the same way by ``test_openapi.py``, from its own description.
"""

import importlib
import json
import pkgutil
import random
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import quote

import pytest
from fastapi import APIRouter
from fastapi.routing import APIRoute
from httpx2 import Response
from starlette.testclient import TestClient
from tests.night import IS_NIGHTLY
from tests.web.browsing import csrf, new_table
from tests.web.classes import new_class

import upcard.web as folder
from upcard.server.database import Store
from upcard.web.app import ServerSetup, make_app

STRANGE = (
    "",
    "\x00",
    "9" * 5_000,
    "-1",
    "nan",
    "é♥\u202e\n\x1b",
    "[]",
    "{}",
    "<script>",
    "../..",
    "0",
    "1,2;3",
    "1e400",
)
NAMED = re.compile(r'name="([a-z][\w-]*)"')
CONTENTS = {
    "no text": (b"\xff\xfe\x00=%ff", "application/x-www-form-urlencoded"),
    "half a surrogate": (b"name=%ED%A0%80&action=%ud800&text=%00", "application/x-www-form-urlencoded"),
    "an unknown encoding": (b"name=x", "application/x-www-form-urlencoded; charset=nonsense"),
    "a form that breaks off": (b"--x\r\nbroken", "multipart/form-data; boundary=x"),
    "a form of parts without a boundary": (b"--x\r\nbroken", "multipart/form-data"),
    "an encoding of bytes": (
        b'--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nx\r\n--x--\r\n',
        "multipart/form-data; boundary=x; charset=hex",
    ),
    "an object": (b'{"name": [1]}', "application/json"),
    "too much": (b"x" * 100_000, "application/x-www-form-urlencoded"),
}


def pages() -> Iterator[APIRoute]:
    """All pages and forms, from the files that define them."""
    for module in pkgutil.walk_packages(folder.__path__, f"{folder.__name__}."):
        router = getattr(importlib.import_module(module.name), "router", None)
        if isinstance(router, APIRouter):
            yield from (x for x in router.routes if isinstance(x, APIRoute) and "/api/" not in x.path)


def fields() -> list[str]:
    """The names of all fields of all forms, and of what the code asks of an address."""
    templates = Path(folder.__file__).with_name("templates").rglob("*.jinja")
    found = {name for file in templates for name in NAMED.findall(file.read_text())}
    return sorted((found | {"name", "players", "preset", "seed", "do", "dealt", "option-name"}) - {"csrf"})


ROUTES = {f"{method} {x.path}": (method, x.path) for x in pages() for method in sorted(x.methods or ())}
assert len(ROUTES) > 50
FIELDS = fields()


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[TestClient, dict[str, str]]]:
    """A browser of somebody with a table and a room, and what stands for the parts of addresses."""
    place = tmp_path_factory.mktemp("anything") / "tables.sqlite"
    app = make_app(ServerSetup("the key of a test", is_limited=False, pace=0.0), Store(f"sqlite:///{place}"))
    with TestClient(app, base_url="http://testserver", follow_redirects=True) as client:
        table = new_table(client, game="leduc-poker", players="2", **{"seat-1": "me", "seat-2": "random"})
        room = new_class(client, "Ben")
        room.lead("begin/smallsum")
        study = {
            "name": "x",
            "positions": [{"address": "/analysis/kuhn-poker", "title": "x", "comment": "x"}],
        }
        stored = client.post("/study", data={"csrf": csrf(client), "study": json.dumps(study)})
        client.follow_redirects = False
        yield client, {
            "table_id": table.removeprefix("/t/"), "code": room.code, "name": "leduc-poker", "link": "x",
            "study_id": stored.url.path.removeprefix("/study/"), "number": "0", "deed": "page", "card": "1",
            "section": "ends", "style": "classic", "cell": "x", "exercise": "x", "below": "1", "above": "2",
        }  # fmt: skip


def address(path: str, parts: dict[str, str]) -> str:
    """An address with something for each of its parts."""
    return re.sub(r"{(\w+)}", lambda x: quote(parts[x[1]], safe=""), path)


def some_of(values: Sequence[str], route: str) -> Sequence[str]:
    """By day a third of what is strange, for each page another one; by night all."""
    return values if IS_NIGHTLY else random.Random(route).sample(values, len(values) // 3)


def check(answer: Response, asked: object) -> None:
    """Nothing breaks, and what is refused is told: on a page, or in a word to a script."""
    assert answer.status_code < 500, (asked, answer.text)
    if answer.status_code >= 400:
        kind = answer.headers["content-type"]
        assert kind.startswith(("text/html", "text/plain")), (asked, kind)
        assert "<h1" in answer.text if kind.startswith("text/html") else answer.text, (asked, answer.text)


@pytest.mark.parametrize("route", ROUTES)
def test_whatever_is_in_an_address_is_answered(browser, route):
    client, usual = browser
    method, path = ROUTES[route]
    named = re.findall(r"{(\w+)}", path)
    for value in some_of(STRANGE[1:], route):
        for part in named:
            where = address(path, {**usual, part: value})
            if not path.endswith("/events") or part in ("code", "table_id"):
                check(client.request(method, where), (method, where))
    if not path.endswith("/events"):
        rng = random.Random(route)
        for value in (x[:1_000] for x in some_of(STRANGE, route)):  # longer addresses do not come to a page
            asked = dict.fromkeys(rng.sample(FIELDS, 20), value) | {"name": value, "option-name": value}
            check(client.request(method, address(path, usual), params=asked), (method, path, asked))


@pytest.mark.parametrize("route", [x for x in ROUTES if x.startswith("POST ")])
def test_whatever_is_sent_is_answered(browser, route):
    client, usual = browser
    where = address(ROUTES[route][1], usual)
    token, rng = csrf(client), random.Random(route)
    sent = [dict.fromkeys(FIELDS, value) for value in some_of(STRANGE, route)]
    sent += [{name: rng.choice(STRANGE) for name in FIELDS} for _ in range(6 if IS_NIGHTLY else 2)]
    for form in sent:
        short = {name: value[:500] for name, value in form.items()}
        one = {**short, rng.choice(FIELDS): "9" * 5_000, "value": form["value"]}
        for more in (short, one):
            check(client.post(where, data={"csrf": token, **more}), (route, more))
    for what, (content, kind) in CONTENTS.items():
        check(client.post(where, content=content, headers={"content-type": kind}), (route, what))
    files = dict.fromkeys(FIELDS, ("f.txt", b"\xff\x00"))
    check(client.post(where, data={"csrf": token}, files=files), (route, "files"))
    check(client.post(where, data={"csrf": "é"}), (route, "a forged token"))
    check(client.post(where, json={"csrf": token}), (route, "JSON"))


@pytest.mark.parametrize("route", ROUTES)
def test_no_other_method_is_answered_than_there_is(browser, route):
    client, usual = browser
    path = ROUTES[route][1]
    there = {
        method for method, x in ROUTES.values() if re.sub("{.*?}", "{}", x) == re.sub("{.*?}", "{}", path)
    }
    for method in {"GET", "POST", "PUT", "DELETE", "PATCH"} - there:
        answer = client.request(method, address(path, usual))
        check(answer, (method, path))
        assert answer.status_code in (403, 404, 405), (method, path)
