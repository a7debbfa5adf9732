"""The switch that lets the local network in: only for the person at the computer that runs the server."""

import re

from fastapi import APIRouter
from starlette.responses import Response

from upcard.engine.errors import Illegal, Unknown
from upcard.language.messages import gettext
from upcard.web.board.images import qr_svg
from upcard.web.http.local_network import LocalNetwork
from upcard.web.http.request_context import CurrentForm, CurrentRequest, Form, RequestContext

router = APIRouter(prefix="/network", include_in_schema=False)

TABLE = re.compile(r"[a-z0-9]{1,16}")


@router.post("/open")
async def open_network(context: CurrentRequest, form: CurrentForm) -> Response:
    """Let others in this network join."""
    await _network(context).open()
    return _back(context, form)


@router.post("/close")
async def close_network(context: CurrentRequest, form: CurrentForm) -> Response:
    """Shut the network out again."""
    await _network(context).close()
    return _back(context, form)


@router.get("/qr.svg")
async def qr_code(context: CurrentRequest) -> Response:
    """Return the address of the server in the network as a QR code."""
    network = context.site.network
    if network is None or not network.address:
        raise Unknown(gettext("this server is not open to the network"))
    return qr_svg(f"{network.address}/")


def _network(context: RequestContext) -> LocalNetwork:
    if context.network is None:
        raise Illegal(
            gettext("only the person at the computer that runs Upcard can do this, in a browser there")
        )
    return context.network


def _back(context: RequestContext, form: Form) -> Response:
    """Return to the waiting room whose table the form names, or to the start page."""
    return context.go_to(f"/t/{form['table']}" if TABLE.fullmatch(form["table"]) else "/")
