"""Limits of HTTP connections: time and size of request heads, and a fast stop."""

import asyncio
import logging
from collections.abc import Mapping
from typing import Any, cast

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from upcard.server.open_count import OpenCount
from upcard.server.rare_log import RareLog
from upcard.web.http.connection_limits import most_connections, raise_file_limit
from upcard.web.http.request_limits import HEADERS, network_of

HEAD_SECONDS, MOST_HEAD = 15.0, 64 * 1024
"""Maximum seconds and bytes of a request before its body."""

MOST_EACH, MOST_CONNECTIONS = 2_000, 20_000
"""Maximum number of open connections for one address, which has at most half, and for all addresses."""

CROWDED = "too many connections are open; close some pages, or try again in a minute"
LOOPBACK = ("127.0.0.1", "::1")
"""Addresses of a proxy on this machine, behind which all clients are."""

GOODBYE_SECONDS = 2
"""Seconds that requests may still take when the server stops."""


logger = logging.getLogger(__name__)
rare = RareLog(logger)


class LimitedProtocol(HttpToolsProtocol):
    """A connection that is closed if the head of a request is too slow or too long.

    One too many is refused. The class attribute `open_count` counts the connections of a server.
    """

    open_count = OpenCount(MOST_EACH, MOST_CONNECTIONS)
    _timer: asyncio.TimerHandle | None = None
    _head = 0
    _address = ""
    _is_refused = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the timer of the first request, or refuse the connection."""
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        self._address = network_of(host)
        reason = self.open_count.reason(self._address)
        if reason == "all" or (reason and host not in LOOPBACK):
            rare.warning("connections of %s are refused: %s are open", host, f"{self.open_count.total:,}")
            self._is_refused = True
            self._send_alone("503 Service Unavailable", CROWDED, {"Retry-After": "60"})
            return
        self.open_count.add(self._address)
        self._start_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer."""
        self._stop_timer()
        if not self._is_refused:
            self.open_count.remove(self._address)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take bytes, and abort the connection if the head of a request is too long."""
        if self._is_refused:
            return
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
        self._send_alone("400 Bad Request", msg)

    def _send_alone(self, status: str, sentence: str, also: Mapping[str, str] | None = None) -> None:
        """Send an answer without calling the application, and close the connection."""
        body = sentence.encode("ascii")
        headers = {
            **HEADERS,
            "Cache-Control": "no-store",
            "Content-Type": "text/plain; charset=utf-8",
            "Content-Length": str(len(body)),
            "Connection": "close",
            **(also or {}),
        }
        head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        self.transport.write(f"HTTP/1.1 {status}\r\n{head}\r\n".encode("ascii") + body)
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
    raise_file_limit()
    most = min(MOST_CONNECTIONS, most_connections())
    protocol = type(
        "Protocol", (LimitedProtocol,), {"open_count": OpenCount(min(MOST_EACH, most // 2), most)}
    )
    config = uvicorn.Config(
        app, http=protocol, ws="none", log_level="warning", access_log=False, server_header=False,
        timeout_graceful_shutdown=GOODBYE_SECONDS, **settings,
    )  # fmt: skip
    logging.getLogger("uvicorn.error").addFilter(_is_reported)
    return uvicorn.Server(config)


def _is_reported(record: logging.LogRecord) -> bool:
    """Return whether to log a record. Requests that a stopping server ends are logged elsewhere."""
    return "graceful shutdown exceeded" not in str(record.msg)
