"""What stands before every page: size of what is sent, number of requests, and headers for the browser."""

import asyncio
import contextlib
import ipaddress
import logging
import math
import time
from collections import Counter, OrderedDict
from collections.abc import Iterator, Sequence
from functools import lru_cache

from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BYTES = 64 * 1024
BODY_SECONDS = 10.0
"""What is sent has to have come after so many seconds."""

BURST, PER_SECOND = 720, 120.0
"""Requests that an address may send at once, and per second for ever: a class of 60 may lie behind one."""

MOST_STREAMS, STREAMS = 200, "/events"
"""So many event streams of one address are open at once, and how their paths end."""

MOST_ADDRESSES = 10_000
NETWORK_BITS = 64
"""Of an address of version 6 this much counts: whoever has one has all that begin like it."""

POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
RAW_HEADERS = [
    (name.lower().encode(), value.encode())
    for name, value in {**HEADERS, "Cache-Control": "no-store"}.items()
]
"""What is added to every answer that does not say it otherwise."""

logger = logging.getLogger(__name__)


class Allowance:
    """What each address may still do: a bucket of requests that fills by so many per second, and streams.

    Parameters
    ----------
    burst : int
        What the bucket holds.
    rate : float
        How many requests per second it gains.
    streams : int
        How many event streams may be open at once.
    """

    def __init__(self, burst: int = BURST, rate: float = PER_SECOND, streams: int = MOST_STREAMS) -> None:
        self.burst, self.rate, self.streams = burst, rate, streams
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._open: Counter[str] = Counter()

    def wait(self, address: str, now: float | None = None) -> float:
        """Take one request; how many seconds an address has to wait instead, 0 if it may go on."""
        moment = time.monotonic() if now is None else now
        left, since = self._left.pop(address, (float(self.burst), moment))
        left = min(self.burst, left + (moment - since) * self.rate)
        may = left >= 1.0
        self._left[address] = (left - may, moment)
        if len(self._left) > MOST_ADDRESSES:
            self._left.popitem(last=False)
        return 0.0 if may else (1.0 - left) / self.rate

    @contextlib.contextmanager
    def stream(self, address: str) -> Iterator[bool]:
        """Whether an address may open another stream, which counts as long as this is entered."""
        may = self._open[address] < self.streams
        self._open[address] += may
        try:
            yield may
        finally:
            self._open[address] -= may
            if not self._open[address]:
                del self._open[address]


class Guard:
    """An ASGI application before another one.

    Parameters
    ----------
    app : ASGIApp
        What is guarded.
    allowance : Allowance or None
        How many requests and streams are let through; None for all.
    patience : float
        Seconds until what is sent has to have come.
    """

    def __init__(self, app: ASGIApp, allowance: Allowance | None, patience: float = BODY_SECONDS) -> None:
        self.app, self.allowance, self.patience = app, allowance, patience

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        is_api = scope["path"].startswith("/api/")
        with_headers = _with_headers(send)
        address = _network((scope.get("client") or ("unknown", 0))[0])
        is_free = scope["path"].startswith(FREE)
        refused = (None if is_free else self._too_many(address, is_api)) or _too_long(scope, is_api)
        if refused is not None:
            await refused(scope, receive, with_headers)
        elif self.allowance is not None and scope["path"].endswith(STREAMS):
            with self.allowance.stream(address) as may:
                if may:
                    await self._answer(scope, receive, with_headers, is_api)
                else:
                    await _said(429, TOO_MANY_STREAMS, is_api)(scope, receive, with_headers)
        else:
            await self._answer(scope, receive, with_headers, is_api)

    async def _answer(self, scope: Scope, receive: Receive, send: Send, is_api: bool) -> None:
        """Wait for what is sent, then have it answered."""
        sent = await self._all_of(scope, receive, is_api)
        if isinstance(sent, Response):
            sent.headers["Connection"] = "close"
            await sent(scope, receive, send)
            return
        began = False

        async def watched(message: Message) -> None:
            nonlocal began
            began = True
            await send(message)

        try:
            await self.app(scope, received_again(sent, receive), watched)
        except asyncio.CancelledError:  # the server stops, and waits no longer for what is found out
            if began:
                raise
            await _said(503, STOPPING, is_api)(scope, receive, send)
        except Exception:
            logger.exception("%s %s", scope["method"], scope["path"])
            if began:
                raise
            await _said(500, UNFORESEEN, is_api)(scope, receive, send)

    async def _all_of(self, scope: Scope, receive: Receive, is_api: bool) -> list[Message] | Response:
        """What is sent with a request, or why it is not waited for."""
        if not any(name in (b"content-length", b"transfer-encoding") for name, _ in scope["headers"]):
            return []
        sent: list[Message] = []
        size = 0
        try:
            async with asyncio.timeout(self.patience):
                while not sent or sent[-1].get("more_body", False):
                    sent.append(await receive())
                    size += len(sent[-1].get("body", b""))
                    if size > MOST_BYTES:
                        return _said(413, TOO_LONG, is_api)
        except TimeoutError:
            words = f"what was sent had not come after {self.patience:g} s; send it again"
            return _said(408, words, is_api)
        return sent

    def _too_many(self, address: str, is_api: bool) -> Response | None:
        seconds = self.allowance.wait(address) if self.allowance else 0.0
        if not seconds:
            return None
        wait = math.ceil(seconds)
        said = _said(429, f"too many requests came from your address; wait {wait} s and go on", is_api)
        said.headers["Retry-After"] = str(wait)
        return said


FREE = ("/static/", "/cards/", "/art/")
"""What every page needs and browsers keep: a class behind one address asks for much of it at once."""

TOO_LONG = f"more than {MOST_BYTES:,} bytes were sent; send less"
TOO_MANY_STREAMS = "too many tables are looked at from your address; close some of them"
STOPPING = "the server was stopped before this was found out; ask again when it is there"
UNFORESEEN = "something went wrong here; the table is as it was: load it again"


@lru_cache(maxsize=MOST_ADDRESSES)
def _network(address: str) -> str:
    """For whom an address stands: itself, or all that begin like it."""
    try:
        known = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(known, ipaddress.IPv4Address):
        return address
    if known.ipv4_mapped is not None:
        return str(known.ipv4_mapped)
    return str(ipaddress.ip_network((known, NETWORK_BITS), strict=False))


def _too_long(scope: Scope, is_api: bool) -> Response | None:
    for name, value in scope["headers"]:
        if name == b"content-length" and (not value.isdigit() or int(value[:20]) > MOST_BYTES):
            said = _said(413, TOO_LONG, is_api)
            said.headers["Connection"] = "close"
            return said
    return None


def _said(status: int, sentence: str, is_api: bool) -> Response:
    if is_api:
        return JSONResponse({"error": "failure" if status >= 500 else "limit", "detail": sentence}, status)
    return PlainTextResponse(sentence, status)


def received_again(sent: Sequence[Message], receive: Receive) -> Receive:
    """Receive what has come already, then what comes."""
    waiting = iter(sent)

    async def received() -> Message:
        message = next(waiting, None)
        return await receive() if message is None else message

    return received


def _with_headers(send: Send) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            told = list(message.get("headers", ()))
            there = {name.lower() for name, _ in told}
            message["headers"] = told + [x for x in RAW_HEADERS if x[0] not in there]
        await send(message)

    return sent
