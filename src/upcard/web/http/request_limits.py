"""Middleware before every page: limits of size, time and rate, security headers, and HEAD requests."""

import asyncio
import ipaddress
import logging
import math
import time
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from functools import lru_cache

from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from upcard.language.messages import LANGUAGE, local_number, marked
from upcard.language.messages import gettext as _
from upcard.server.fair_queue import CLIENT
from upcard.server.open_count import OpenCount
from upcard.server.rare_log import RareLog
from upcard.web.http.connection_limits import most_connections
from upcard.web.http.request_language import language_of, language_of_page

MOST_BYTES = 64 * 1024
BODY_SECONDS = 10.0
"""Maximum size of a request body, and seconds in which it must arrive."""

BURST, PER_SECOND = 720, 120.0
"""Requests that an address may send at once, and per second; a class of 60 may share one address."""

MOST_STREAMS, ALL_STREAMS, STREAMS = 200, 4_000, "/events"
"""Maximum number of event streams for one address, and for all; and how their paths end."""

MOST_ADDRESSES, LONGEST_ADDRESS = 10_000, 64
"""Maximum number of addresses that are remembered, and characters of one, which a proxy may copy."""

NETWORK_BITS = 64
"""Bits of an IPv6 address that count: a client usually has all addresses with the same prefix."""

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
"""Headers that are added to every answer that does not set them."""

logger = logging.getLogger(__name__)
rare = RareLog(logger)


class Allowance:
    """Rate limits per address: a token bucket of requests, and a maximum number of open event streams.

    The bucket holds `burst` requests and regains `rate` per second.
    """

    def __init__(
        self,
        burst: int = BURST,
        rate: float = PER_SECOND,
        streams: int = MOST_STREAMS,
        all_streams: int = ALL_STREAMS,
    ) -> None:
        self.burst, self.rate = burst, rate
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self.open_streams = OpenCount(streams, all_streams)

    def wait(self, address: str, now: float | None = None) -> float:
        """Count one request of an address; return 0, or the seconds to wait if it is one too many."""
        moment = time.monotonic() if now is None else now
        left, since = self._left.pop(address, (float(self.burst), moment))
        left = min(self.burst, left + (moment - since) * self.rate)
        is_allowed = left >= 1.0
        self._left[address] = (left - is_allowed, moment)
        if len(self._left) > MOST_ADDRESSES:
            self._left.popitem(last=False)
        return 0.0 if is_allowed else (1.0 - left) / self.rate


LONGEST_HOST, HOST_HEADERS = 260, (b"host", b"x-forwarded-host")
"""Maximum number of characters of a host with its port, and the headers that name it."""


class LimitMiddleware:
    """ASGI middleware that limits requests and adds headers; without rate limits if `allowance` is None.

    A request body must arrive within `patience` seconds.
    """

    def __init__(self, app: ASGIApp, allowance: Allowance | None, patience: float = BODY_SECONDS) -> None:
        self.app, self.allowance, self.patience = app, allowance, patience
        if allowance is not None:  # the server has raised the limit of files by now
            streams = allowance.open_streams
            streams.most = min(streams.most, most_connections() // 2)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        is_api = scope["path"].startswith("/api/")
        with_headers = _with_headers(send)
        address = network_of((scope.get("client") or ("unknown", 0))[0][:LONGEST_ADDRESS])
        CLIENT.set(address)
        LANGUAGE.set(language_of(HTTPConnection(scope)))  # of a refusal, which does not look for a class
        is_free = scope["path"].startswith(FREE)
        refused = None if is_free else self._too_many(address, is_api)
        refused = refused or _too_long(scope, is_api) or _bad_host(scope, is_api)
        if refused is not None:
            await refused(scope, receive, with_headers)
        elif self.allowance is not None and scope["path"].endswith(STREAMS):
            streams = self.allowance.open_streams
            with streams.counted(address) as reason:
                if not reason:
                    await self._answer(scope, receive, with_headers, is_api)
                else:
                    rare.warning("event streams of %s are refused: %d are open", address, streams.total)
                    status, words = STREAM_REFUSALS[reason]
                    await _refusal(status, _(words), is_api, AGAIN)(scope, receive, with_headers)
        else:
            await self._answer(scope, receive, with_headers, is_api)

    async def _answer(self, scope: Scope, receive: Receive, send: Send, is_api: bool) -> None:
        """Wait for the body of a request, then pass the request on."""
        sent = await self._body_of(scope, receive, is_api)
        if isinstance(sent, Response):
            await sent(scope, receive, send)
            return
        began = False

        async def watched(message: Message) -> None:
            nonlocal began
            began = True
            await send(message)

        try:
            LANGUAGE.set(await language_of_page(HTTPConnection(scope)))
            await self.app(scope, _received_again(sent, receive), watched)
        except asyncio.CancelledError:  # the server stops without waiting for computations
            if began:
                raise
            await _refusal(503, _(STOPPING), is_api)(scope, receive, send)
        except Exception:
            logger.exception("%s %s", scope["method"], scope["path"])
            if began:
                raise
            await _refusal(500, _(UNFORESEEN), is_api)(scope, receive, send)

    async def _body_of(self, scope: Scope, receive: Receive, is_api: bool) -> list[Message] | Response:
        """Return the messages of a request body, or the answer that refuses it."""
        if not any(name in (b"content-length", b"transfer-encoding") for name, __ in scope["headers"]):
            return []
        sent: list[Message] = []
        size = 0
        try:
            async with asyncio.timeout(self.patience):
                while not sent or sent[-1].get("more_body", False):
                    sent.append(await receive())
                    size += len(sent[-1].get("body", b""))
                    if size > MOST_BYTES:
                        return _refusal(413, _too_many_bytes(), is_api, CLOSE)
        except TimeoutError:
            words = _("the request did not arrive within {n} s; send it again", n=f"{self.patience:g}")
            return _refusal(408, words, is_api, CLOSE)
        return sent

    def _too_many(self, address: str, is_api: bool) -> Response | None:
        seconds = self.allowance.wait(address) if self.allowance else 0.0
        if not seconds:
            return None
        wait = math.ceil(seconds)
        words = _("too many requests came from your address; wait {n} s, then try again", n=wait)
        return _refusal(429, words, is_api, {"Retry-After": str(wait)})


class HeadMiddleware:
    """ASGI middleware that turns a HEAD request into a GET request, except for streams, which do not end."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, without a body for HEAD."""
        if scope["type"] != "http" or scope["method"] != "HEAD" or scope["path"].endswith(STREAMS):
            await self.app(scope, receive, send)
            return

        async def only_head(message: Message) -> None:
            """Send a message without its body."""
            await send({**message, "body": b""} if message["type"] == "http.response.body" else message)

        await self.app({**scope, "method": "GET"}, receive, only_head)


FREE = ("/static/", "/cards/", "/art/")
"""Paths without rate limit: browsers cache them, and a class behind one address loads many at once."""

CLOSE = {"Connection": "close"}
AGAIN = {"Retry-After": "60"}
STREAM_REFUSALS = {
    "address": (429, marked("too many tables are open from your address; close some of them")),
    "all": (503, marked("too many tables are open on this server; try again in a minute")),
}
"""Status and sentence for a stream that is one too many, for its address or for all addresses together."""

STOPPING = marked("the server stopped before it could answer; try again when it is back")
UNFORESEEN = marked("something went wrong on the server; nothing was changed. Reload the page")


@lru_cache(maxsize=MOST_ADDRESSES)
def network_of(address: str) -> str:
    """Return an IPv4 address itself, or the network of an IPv6 address."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return address
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((parsed, NETWORK_BITS), strict=False))


def _bad_host(scope: Scope, is_api: bool) -> Response | None:
    """Refuse a request whose Host is longer than any name: it would become part of links and QR codes."""
    hosts = [value for name, value in scope["headers"] if name in HOST_HEADERS]
    if all(len(host) <= LONGEST_HOST for host in hosts):
        return None
    words = _(
        "the name of this server in the request is longer than {n} characters; check the address",
        n=LONGEST_HOST,
    )
    return _refusal(400, words, is_api, CLOSE)


def _too_long(scope: Scope, is_api: bool) -> Response | None:
    for name, value in scope["headers"]:
        if name == b"content-length" and (not value.isdigit() or int(value[:20]) > MOST_BYTES):
            return _refusal(413, _too_many_bytes(), is_api, CLOSE)
    return None


def _too_many_bytes() -> str:
    return _("the request has more than {n} bytes; send less", n=local_number(f"{MOST_BYTES:,}"))


def _refusal(status: int, sentence: str, is_api: bool, headers: Mapping[str, str] | None = None) -> Response:
    if is_api:
        kind = "failure" if status >= 500 else "limit"
        return JSONResponse({"error": kind, "detail": sentence}, status, headers)
    return PlainTextResponse(sentence, status, headers)


def _received_again(sent: Sequence[Message], receive: Receive) -> Receive:
    """Return a function that receives the `sent` messages again, and then later ones."""
    waiting = iter(sent)

    async def received() -> Message:
        message = next(waiting, None)
        return await receive() if message is None else message

    return received


def _with_headers(send: Send) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = list(message.get("headers", ()))
            names = {name.lower() for name, __ in headers}
            message["headers"] = headers + [x for x in RAW_HEADERS if x[0] not in names]
        await send(message)

    return sent
