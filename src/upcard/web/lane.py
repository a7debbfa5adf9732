"""A short way for what programs ask most: to look at a table, and to act.

What is answered is what the routes of :mod:`upcard.web.api.tables_api` answer. A request that is written as
programs write it need not go through all that stands before them; every other one goes on to the routes.
"""

import contextlib
import json
import re

from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from upcard.engine.errors import UpcardError
from upcard.web.api.tables_api import HIGHEST, answer, own_seat, seat_of
from upcard.web.http.request_context import Site, fault_json
from upcard.web.http.request_limits import received_again

PLACE = re.compile(r"/api/v1/tables/([a-z0-9]{1,40})(/actions)?")
SINCE = re.compile(rb"(?:since=([0-9]{1,9}))?")
TOKEN = re.compile(rb"Bearer ([A-Za-z0-9._-]+)")


class Lane:
    """An ASGI application before another one.

    Parameters
    ----------
    app : ASGIApp
        Where everything goes that is not answered here.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or let it go on."""
        found = PLACE.fullmatch(scope["path"]) if scope["type"] == "http" else None
        site: Site | None = getattr(scope["app"].state, "site", None) if found else None
        told: Response | None = None
        if site is not None and found is not None and found[1] in site.hall.live:
            if found[2] and scope["method"] == "POST":
                told, receive = await _acted(site, found[1], scope, receive)
            elif not found[2] and scope["method"] == "GET":
                told = await _looked(site, found[1], scope)
        await (told or self.app)(scope, receive, send)


async def _looked(site: Site, table: str, scope: Scope) -> Response | None:
    """The table as a seat sees it; what is wrong is told by the route."""
    since, token = SINCE.fullmatch(scope["query_string"]), _token(scope)
    if since is None or token is None:
        return None
    with contextlib.suppress(UpcardError):
        live = await site.hall.find(table)
        return answer(live, seat_of(site, live, token), int(since[1] or 0))
    return None


async def _acted(site: Site, table: str, scope: Scope, receive: Receive) -> tuple[Response | None, Receive]:
    """The answer to an action that is given by its number, and where else its body is to be had."""
    token = _token(scope)
    if token is None or _header(scope, b"content-type") != b"application/json":
        return None, receive
    message = await receive()
    asked = _asked(message)
    if asked is None:
        return None, received_again([message], receive)
    try:
        live = await site.hall.find(table)
        seat = own_seat(site, live, token)
        await site.hall.act(table, seat, *asked)
        return answer(live, seat, asked[0]), receive
    except UpcardError as fault:
        return fault_json(fault), receive


def _header(scope: Scope, name: bytes) -> bytes:
    """A header that stands there once; empty otherwise."""
    found = [value for key, value in scope["headers"] if key == name]
    return found[0] if len(found) == 1 else b""


def _token(scope: Scope) -> str | None:
    found = TOKEN.fullmatch(_header(scope, b"authorization"))
    return found[1].decode("ascii") if found else None


def _asked(message: Message) -> tuple[int, int] | None:
    """The turn and the action, if a body has come that holds these as numbers and nothing else."""
    if message["type"] != "http.request" or message.get("more_body", False):
        return None
    try:
        asked = json.loads(message.get("body", b""))
    except (ValueError, RecursionError):
        return None
    if not isinstance(asked, dict) or asked.keys() != {"turn", "action"}:
        return None
    turn, action = asked["turn"], asked["action"]
    if type(turn) is not int or type(action) is not int:
        return None
    return (turn, action) if 0 <= turn <= HIGHEST and 0 <= action <= HIGHEST else None
