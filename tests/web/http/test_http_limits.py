"""Lines that are slow, or never come to an end: the server does not wait for ever."""

import asyncio
import socket
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from upcard.web.http import connection_limits
from upcard.web.http import http_limits as wire
from upcard.web.http.http_limits import server_of
from upcard.web.http.request_limits import HEADERS, LimitMiddleware

WHOLE = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nok"
PATIENCE = 20.0


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Answers every request with what was sent."""
    if scope["type"] != "http":
        return
    message = await receive()
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": message["body"]})


def on_a_line(
    play: Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]], app: Any = app
) -> None:
    """Do something on a line to a server, which stops while the line is still open."""

    async def serve() -> None:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            server = server_of(app, lifespan="off")
            serving = asyncio.create_task(server.serve(sockets=[listener]))
            reader, writer = await asyncio.open_connection(*listener.getsockname())
            try:
                await asyncio.wait_for(play(reader, writer), PATIENCE)
            finally:
                server.should_exit = True
                await serving
                writer.close()

    asyncio.run(serve())


async def closed(reader: asyncio.StreamReader) -> bytes:
    """What still comes until the line is closed."""
    try:
        return await reader.read()
    except ConnectionError:
        return b""


@pytest.mark.parametrize("begun", [b"", b"GET / HTTP/1.1\r\nHost:"])
def test_a_request_that_is_not_told_in_time_is_not_waited_for(monkeypatch, begun):
    monkeypatch.setattr(wire, "HEAD_SECONDS", 0.05)

    async def play(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(begun)
        assert await closed(reader) == b""

    on_a_line(play)


def test_nor_is_the_second_one_of_a_line(monkeypatch):
    async def play(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(WHOLE)
        assert (await reader.readuntil(b"ok")).startswith(b"HTTP/1.1 200")
        monkeypatch.setattr(wire, "HEAD_SECONDS", 0.05)
        writer.write(WHOLE[:20])
        assert await closed(reader) == b""

    on_a_line(play)


def test_headers_without_end_are_not_read():
    async def play(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"GET / HTTP/1.1\r\n")
        sent = 0
        try:
            while sent < 100 * wire.MOST_HEAD:
                writer.write(b"X: " + b"y" * 4096 + b"\r\n")
                await writer.drain()
                sent += 4096
        except ConnectionError:
            pass
        assert await closed(reader) == b""
        assert sent < 100 * wire.MOST_HEAD

    on_a_line(play)


def test_many_requests_of_one_line_are_answered_and_nobody_tells_by_what():
    async def play(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for _ in range(50):
            writer.write(WHOLE * 2)
            for _ in range(2):
                head = await reader.readuntil(b"ok")
                assert head.startswith(b"HTTP/1.1 200")
                assert b"uvicorn" not in head

    on_a_line(play)


@pytest.mark.parametrize(
    "line", [b"nonsense\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\x16\x03\x01\x00\xa5\x01"]
)
def test_what_is_no_http_is_answered_with_the_headers_of_every_answer(line):
    async def play(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(line)
        head, _, words = (await closed(reader)).decode("ascii").partition("\r\n\r\n")
        status, *told = head.split("\r\n")
        assert status == "HTTP/1.1 400 Bad Request"
        assert {f"{name}: {value}" for name, value in HEADERS.items()} <= set(told)
        assert {"Cache-Control: no-store", f"Content-Length: {len(words)}"} <= set(told)
        assert not any(x.lower().startswith("server:") for x in told)

    on_a_line(play)


def test_a_stream_ends_as_if_its_line_were_closed_when_the_server_stops():
    met: list[str] = []

    async def streaming(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"ok", "more_body": True})
        met.append((await receive())["type"])

    async def play(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(WHOLE)
        await reader.readuntil(b"ok")
        assert not met

    on_a_line(play, streaming)
    assert met == ["http.disconnect"]  # it is not cancelled, which would be told as a fault


@pytest.mark.parametrize("path", [b"/analysis/lama/worths", b"/api/v1/analysis/lama"])
def test_what_is_not_found_out_when_the_server_stops_is_answered_and_logged_by_nobody(
    monkeypatch, caplog, path
):
    monkeypatch.setattr(wire, "GOODBYE_SECONDS", 0.1)
    asked = asyncio.Event()
    answers = []

    async def thinks(scope: Any, receive: Any, send: Any) -> None:
        asked.set()
        await asyncio.sleep(PATIENCE)

    async def serve() -> None:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            server = server_of(LimitMiddleware(thinks, None), lifespan="off")
            serving = asyncio.create_task(server.serve(sockets=[listener]))
            reader, writer = await asyncio.open_connection(*listener.getsockname())
            writer.write(b"GET %b HTTP/1.1\r\nHost: x\r\n\r\n" % path)
            await asked.wait()
            server.should_exit = True
            await serving
            answers.append(await closed(reader))
            writer.close()

    asyncio.run(serve())
    assert answers[0].startswith(b"HTTP/1.1 503")
    assert b"the server stopped before it could answer" in answers[0]
    assert (b'"error":"failure"' in answers[0]) == path.startswith(b"/api/")
    assert [x.message for x in caplog.records if x.levelname == "ERROR"] == []


@pytest.mark.parametrize("most", [1, 3])
def test_a_connection_too_many_is_refused_in_a_sentence_and_others_go_on(monkeypatch, most):
    monkeypatch.setattr(wire, "MOST_CONNECTIONS", most)

    async def play(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        port = writer.get_extra_info("peername")[1]
        others = [await asyncio.open_connection("127.0.0.1", port) for _ in range(most)]
        told = await closed(others[-1][0])
        assert told.startswith(b"HTTP/1.1 503 ")
        assert b"Retry-After: 60" in told
        assert wire.CROWDED.encode() in told
        writer.write(WHOLE)
        assert (await reader.readline()).startswith(b"HTTP/1.1 200")
        for _, other in others:
            other.close()
        await asyncio.sleep(0.1)
        again, line = await asyncio.open_connection("127.0.0.1", port)
        line.write(WHOLE)
        assert (await again.readline()).startswith(b"HTTP/1.1 " + (b"503" if most == 1 else b"200"))
        line.close()

    on_a_line(play)


def test_a_server_takes_as_many_files_as_the_system_lets_it(monkeypatch):
    resource = pytest.importorskip("resource")
    limits = [(1024, 524_288)]
    monkeypatch.setattr(resource, "getrlimit", lambda kind: limits[-1])
    monkeypatch.setattr(resource, "setrlimit", lambda kind, now: limits.append(now))
    assert connection_limits.most_connections() == 1024 - connection_limits.RESERVE
    connection_limits.raise_file_limit()
    connection_limits.raise_file_limit()
    assert limits == [(1024, 524_288), (65_536, 524_288)]
    limits[:] = [(256, 256)]
    connection_limits.raise_file_limit()
    assert (limits, connection_limits.most_connections()) == ([(256, 256)], 128)
