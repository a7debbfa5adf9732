"""What stands before every page: limits of requests, streams, sizes and times; headers on every answer."""

import asyncio
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.types import Message

from upcard.classroom.roster import MOST_PUPILS
from upcard.server.database import Store
from upcard.server.rare_log import RareLog
from upcard.web.app import ServerSetup, make_app
from upcard.web.http import request_limits
from upcard.web.http.request_limits import HEADERS, MOST_BYTES, MOST_STREAMS, Allowance, LimitMiddleware
from upcard.web.pages import table_pages as tables

MAKE = "/api/v1/tables"
FEW = 20
SEATS = [{"name": "one"}, {"name": "two"}]


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """``app(**setup)``: a server as it is set up for others, which soon has enough of one address."""
    monkeypatch.setattr("upcard.web.app.Allowance", partial(Allowance, burst=FEW))
    opened: list[TestClient] = []

    def make(address: str = "203.0.113.1", **setup: Any) -> TestClient:
        made = make_app(ServerSetup("key", **setup), Store(f"sqlite:///{tmp_path / 'x.sqlite'}"))
        client = TestClient(made, base_url="http://testserver", client=(address, 1))
        client.__enter__()
        opened.append(client)
        return client

    yield make
    for client in opened:
        client.__exit__(None, None, None)


@pytest.fixture
def stopped_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """No bucket fills again, however slow the machine is."""
    monkeypatch.setattr("upcard.web.http.request_limits.time", SimpleNamespace(monotonic=lambda: 1.0))


@pytest.mark.usefixtures("stopped_clock")
def test_who_asks_too_often_is_told_how_long_to_wait(app):
    client = app()
    answers = [client.get("/api/v1/games/none") for _ in range(FEW + 3)]
    refused = [x for x in answers if x.status_code == 429]
    assert len(refused) == 3
    assert answers[FEW - 1].status_code == 404
    assert int(refused[0].headers["retry-after"]) >= 1
    assert set(refused[0].json()) == {"error", "detail"}


def test_a_full_class_behind_one_address_may_join_and_begin_at_once():
    allowance = Allowance()
    assert {allowance.wait("a", now=0.0) for _ in range(6 * MOST_PUPILS)} == {0.0}
    assert MOST_STREAMS >= 3 * MOST_PUPILS


@pytest.mark.usefixtures("stopped_clock")
def test_files_and_pictures_of_pages_are_not_counted(app):
    client = app()
    answers = [client.get("/static/vendor/README.md") for _ in range(FEW + 3)]
    answers += [client.get(path) for path in ("/art/back.svg", "/cards/classic/lama/1.svg", "/")]
    assert {x.status_code for x in answers} == {200}


def test_addresses_are_counted_each_for_itself_and_networks_of_version_6_as_one():
    asked: list[str] = []

    class Counting(Allowance):
        def wait(self, address: str, now: float | None = None) -> float:
            asked.append(address)
            return super().wait(address, now)

    guard = LimitMiddleware(nothing, Counting())
    for address in ("203.0.113.1", "2001:db8::1", "2001:db8::2:3", "::ffff:203.0.113.1", "fe80::1%eth0", "x"):
        asyncio.run(ask(guard, client=(address, 1)))
    assert asked == [
        "203.0.113.1", "2001:db8::/64", "2001:db8::/64", "203.0.113.1", "fe80::/64", "x"
    ]  # fmt: skip


def test_a_bucket_fills_again():
    allowance = Allowance(burst=2, rate=0.5)
    assert [allowance.wait("a", now=0.0) for _ in range(3)] == [0.0, 0.0, 2.0]
    assert allowance.wait("b", now=0.0) == 0.0
    assert [allowance.wait("a", now=2.0), allowance.wait("a", now=2.0)] == [0.0, 2.0]


@pytest.mark.parametrize("path", [MAKE, "/tables", "/verify"])
@pytest.mark.parametrize("is_chunked", [False, True])
def test_too_much_is_refused_whether_or_not_its_size_was_told(client, path, is_chunked):
    content = b"x" * (MOST_BYTES + 1)
    answer = client.post(path, content=iter([content[:100], content[100:]]) if is_chunked else content)
    assert answer.status_code == 413
    assert answer.headers["connection"] == "close"
    assert f"{MOST_BYTES:,} bytes" in answer.text


def test_as_much_as_is_allowed_is_read_in_pieces(client):
    body = json.dumps({"game": "kuhn-poker", "seats": SEATS}).encode().ljust(MOST_BYTES)
    pieces = (body[i : i + 1000] for i in range(0, len(body), 1000))
    headers = {"Content-Type": "application/json"}
    assert client.post(MAKE, content=pieces, headers=headers).status_code == 201


async def nothing(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body", "body": b""})


async def ask(
    guard: LimitMiddleware, receive: Callable[[], Any] | None = None, path: str = "/api/x", **scope: Any
) -> list[Message]:
    """What a guard answers."""
    told: list[Message] = []

    async def send(message: Message) -> None:
        told.append(message)

    async def empty() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    usual = {"type": "http", "method": "POST", "path": path, "headers": [], "client": ("a", 1)}
    await guard({**usual, **scope}, receive or empty, send)
    return told


def test_what_does_not_come_is_not_waited_for():
    async def never() -> Message:
        await asyncio.Event().wait()
        raise AssertionError

    guard = LimitMiddleware(nothing, None, patience=0.01)
    told = asyncio.run(ask(guard, never, headers=[(b"content-length", b"5")]))
    assert told[0]["status"] == 408
    assert told[-1]["body"].startswith(b'{"error":"limit"')


def test_an_address_has_so_many_streams_at_once_and_gets_them_back():
    async def play() -> None:
        end = asyncio.Event()

        async def stream(scope: Any, receive: Any, send: Any) -> None:
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await end.wait()
            await send({"type": "http.response.body", "body": b""})

        guard = LimitMiddleware(stream, Allowance(streams=2))
        path = "/t/x/events"
        open_ones = [asyncio.create_task(ask(guard, path=path)) for _ in range(2)]
        await asyncio.sleep(0)
        third = await ask(guard, path=path)
        assert third[0]["status"] == 429
        other = asyncio.create_task(ask(guard, path=path, client=("b", 1)))
        end.set()
        assert [x[0]["status"] for x in await asyncio.gather(*open_ones, other)] == [200, 200, 200]
        assert (await ask(guard, path=path))[0]["status"] == 200
        assert guard.allowance is not None
        assert (guard.allowance.open_streams.total, guard.allowance.open_streams.of_address) == (0, {})

    asyncio.run(play())


def test_all_addresses_together_have_so_many_streams_and_the_log_says_so_once(caplog, monkeypatch):
    async def play() -> None:
        async def stream(scope: Any, receive: Any, send: Any) -> None:
            await asyncio.Event().wait()

        guard = LimitMiddleware(stream, Allowance(all_streams=3))
        path = "/t/x/events"
        open_ones = [asyncio.create_task(ask(guard, path=path, client=(x, 1))) for x in "abc"]
        await asyncio.sleep(0)
        for x in "def":
            refused = await ask(guard, path=path, client=(x, 1))
            assert refused[0]["status"] == 503
            assert (b"retry-after", b"60") in refused[0]["headers"]
            assert b"try again in a minute" in refused[-1]["body"]
        for one in open_ones:
            one.cancel()
        await asyncio.gather(*open_ones, return_exceptions=True)

    monkeypatch.setattr(request_limits, "rare", RareLog(request_limits.logger))
    asyncio.run(play())
    assert sum("streams of" in x.getMessage() for x in caplog.records) == 1


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 200),
        ("GET", "/static/site.js", 200),
        ("GET", "/static/", 404),
        ("GET", "/static", 404),
        ("GET", "/static/../app.py", 404),
        ("GET", "/static/%2e%2e/app.py", 404),
        ("GET", "/static/..%2f..%2fapp.py", 404),
        ("GET", "/nowhere", 404),
        ("GET", "/t/nothing", 404),
        ("GET", "/t/%00", 404),
        ("GET", "/docs", 404),
        ("GET", "/redoc", 404),
        ("GET", "/openapi.json", 404),
        ("GET", "/api/v1/tables/nothing", 404),
        ("GET", "/api/v1/tables/NO", 404),
        ("DELETE", "/api/v1/games", 405),
        ("GET", "/api/openapi.json", 200),
        ("POST", "/tables", 403),
    ],
)
def test_every_answer_has_the_headers_that_keep_a_browser_safe(client, method, path, status):
    answer = client.request(method, path)
    assert answer.status_code == status
    assert {k: answer.headers.get(k) for k in HEADERS} == HEADERS
    assert "cache-control" in answer.headers
    assert "server" not in answer.headers
    if status == 405:
        assert answer.headers["allow"] == "GET"


@pytest.mark.parametrize("path", ["/t/{table}", "/api/v1/tables/{table}"])
def test_what_nobody_foresaw_is_told_in_a_sentence_and_gives_nothing_away(client, monkeypatch, path, caplog):
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("the secret of line 7")

    made = client.post(MAKE, json={"game": "kuhn-poker", "seats": SEATS}).json()
    monkeypatch.setattr(tables, "board", fail)
    monkeypatch.setattr("upcard.web.api.tables_api.answer", fail)
    answer = client.get(path.format(table=made["table"]))
    assert answer.status_code == 500
    assert "something went wrong on the server" in answer.text
    assert "secret" not in answer.text
    assert {k: answer.headers.get(k) for k in HEADERS} == HEADERS
    assert "the secret of line 7" in caplog.text
