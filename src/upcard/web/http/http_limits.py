"""Limits of HTTP connections: time and size of request heads, and a fast stop."""

import asyncio
import logging
from typing import Any, cast

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from upcard.web.http.request_limits import HEADERS

HEAD_SECONDS, MOST_HEAD = 15.0, 64 * 1024
"""Maximum seconds and bytes of a request before its body."""

GOODBYE_SECONDS = 2
"""Seconds that requests may still take when the server stops."""


class LimitedProtocol(HttpToolsProtocol):
    """A connection that is closed if the head of a request is too slow or too long."""

    _timer: asyncio.TimerHandle | None = None
    _head = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the timer of the first request."""
        super().connection_made(transport)
        self._start_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer."""
        self._stop_timer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take bytes, and abort the connection if the head of a request is too long."""
        super().data_received(data)
        self._head += len(data) if self._timer is not None else 0
        if self._head > MOST_HEAD:
            self.transport.abort()

    def on_message_begin(self) -> None:
        """Start the timer of a request, unless it is the first one, whose timer runs already."""
        if self._timer is None:
            self._start_timer()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Stop the timer; :class:`~upcard.web.http.request_limits.LimitMiddleware` limits the body."""
        self._stop_timer()
        super().on_headers_complete()

    def shutdown(self) -> None:
        """Let answers finish, but close streams, which have no end and no known length."""
        super().shutdown()
        answer = cast("RequestResponseCycle | None", self.cycle)  # None before the first request
        if answer is not None and answer.response_started and answer.chunked_encoding:
            self.transport.close()

    def send_400_response(self, msg: str) -> None:
        """Answer a request that is not HTTP, with the headers of all other answers."""
        body = msg.encode("ascii")
        headers = {
            **HEADERS,
            "Cache-Control": "no-store",
            "Content-Type": "text/plain; charset=utf-8",
            "Content-Length": str(len(body)),
            "Connection": "close",
        }
        head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        self.transport.write(f"HTTP/1.1 400 Bad Request\r\n{head}\r\n".encode("ascii") + body)
        self.transport.close()

    def _start_timer(self) -> None:
        self._head = 0
        self._timer = self.loop.call_later(HEAD_SECONDS, self.transport.abort)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def server_of(app: ASGIApp, **settings: Any) -> uvicorn.Server:
    """Return a server for an application; its answers do not name the software."""
    config = uvicorn.Config(
        app, http=LimitedProtocol, ws="none", log_level="warning", access_log=False, server_header=False,
        timeout_graceful_shutdown=GOODBYE_SECONDS, **settings,
    )  # fmt: skip
    logging.getLogger("uvicorn.error").addFilter(_is_reported)
    return uvicorn.Server(config)


def _is_reported(record: logging.LogRecord) -> bool:
    """Return whether to log a record. Requests that a stopping server ends are logged elsewhere."""
    return "graceful shutdown exceeded" not in str(record.msg)
