"""How the server listens: with patience for slow lines, but not without end."""

import asyncio
import logging
from typing import Any, cast

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from upcard.web.http.request_limits import HEADERS

HEAD_SECONDS, MOST_HEAD = 15.0, 64 * 1024
"""A request has to be told after so many seconds, in so many bytes, before its body."""

GOODBYE_SECONDS = 2
"""So long requests may still take when the server stops."""


class Patient(HttpToolsProtocol):
    """A connection that is closed when its requests begin and do not come to their body."""

    _late: asyncio.TimerHandle | None = None
    _head = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing any more."""
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what comes, unless it is too much and has not come to a body."""
        super().data_received(data)
        self._head += len(data) if self._late is not None else 0
        if self._head > MOST_HEAD:
            self.transport.abort()

    def on_message_begin(self) -> None:
        """A request begins; for the first one the time runs already."""
        if self._late is None:
            self._wait()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """All is told but the body, for which others wait."""
        self._stop_waiting()
        super().on_headers_complete()

    def shutdown(self) -> None:
        """Let an answer come to its end, but no stream, which has none: it is not told how long it is."""
        super().shutdown()
        answer = cast("RequestResponseCycle | None", self.cycle)  # None before the first request
        if answer is not None and answer.response_started and answer.chunked_encoding:
            self.transport.close()

    def send_400_response(self, msg: str) -> None:
        """Answer what is no HTTP, with the headers of :mod:`upcard.web.http.request_limits`."""
        words = msg.encode("ascii")
        told = {
            **HEADERS,
            "Cache-Control": "no-store",
            "Content-Type": "text/plain; charset=utf-8",
            "Content-Length": str(len(words)),
            "Connection": "close",
        }
        head = "".join(f"{name}: {value}\r\n" for name, value in told.items())
        self.transport.write(f"HTTP/1.1 400 Bad Request\r\n{head}\r\n".encode("ascii") + words)
        self.transport.close()

    def _wait(self) -> None:
        self._head = 0
        self._late = self.loop.call_later(HEAD_SECONDS, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


def server_of(app: ASGIApp, **settings: Any) -> uvicorn.Server:
    """A server of an application, which does not tell what it is made of."""
    config = uvicorn.Config(
        app, http=Patient, ws="none", log_level="warning", access_log=False, server_header=False,
        timeout_graceful_shutdown=GOODBYE_SECONDS, **settings,
    )  # fmt: skip
    logging.getLogger("uvicorn.error").addFilter(_is_news)
    return uvicorn.Server(config)


def _is_news(record: logging.LogRecord) -> bool:
    """Whether who runs the server is told: not that requests were ended with it, which tell it themselves."""
    return "graceful shutdown exceeded" not in str(record.msg)
