"""The web server: pages for people, and an interface for programs, over one table service."""

import asyncio
import gc
import html
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.staticfiles import StaticFiles

from upcard.engine.errors import UpcardError
from upcard.server.bots import Bots
from upcard.server.database import Store
from upcard.server.housekeeping import Housekeeping
from upcard.server.table_service import PACE, TableService
from upcard.web.api import analysis_api as api_analysis
from upcard.web.api import games_api as api_games
from upcard.web.api import lessons_api as api_lessons
from upcard.web.api import table_actions_api as api_manners
from upcard.web.api import tables_api as api
from upcard.web.board import images as drawings
from upcard.web.classroom import class_report_page as classroom_report
from upcard.web.classroom import class_requests as classroom
from upcard.web.classroom import group_page as classroom_groups
from upcard.web.classroom import pupil_pages as classroom_pupil
from upcard.web.classroom import teacher_pages as classroom_teacher
from upcard.web.classroom.class_requests import ClassroomService
from upcard.web.http.head_requests import Heads
from upcard.web.http.request_context import Site, asked_of, fault_json, page, status_of
from upcard.web.http.request_limits import Allowance, Guard
from upcard.web.http.visitor_identity import Signer
from upcard.web.pages import analysis_page as analysis
from upcard.web.pages import deal_editor as laying
from upcard.web.pages import insight_panel as insights
from upcard.web.pages import mail_consent_page as subscriptions
from upcard.web.pages import new_table_form as making
from upcard.web.pages import position_editor as placing
from upcard.web.pages import review_page as reviews
from upcard.web.pages import start_pages as pages
from upcard.web.pages import table_pages as tables
from upcard.web.pages import textbook_pages as learn
from upcard.web.pages.game_gallery import tiles

if TYPE_CHECKING:
    from upcard.web.mail_runner import Mailbox, MailSetup

STATIC = Path(__file__).with_name("static")
RARELY = (50_000, 20, 50)
"""How much more there has to be before young, older and old garbage is looked for."""

AT_TABLE = re.compile(r"(/t/[a-z0-9]+)/")


@dataclass(frozen=True)
class ServerSetup:
    """How a server is set up."""

    key: str
    """The server's key."""
    address: str = ""
    """Under which address people reach it; empty for that of each request."""
    is_limited: bool = True
    """Whether the number of requests of an address is limited."""
    pace: float = PACE
    """Seconds between the actions of strategies while somebody looks."""
    mail: "MailSetup | None" = None
    """How letters go and come; None where nobody plays by mail."""
    is_alone: bool = False
    """Whether the process does nothing else, and may be set up for tables only."""


def make_app(setup: ServerSetup, store: Store) -> FastAPI:
    """The application over a database, which it closes when it ends."""

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        """Open the table service, and close it at the end."""
        service = TableService(store, Bots(), setup.pace)
        housekeeping = Housekeeping(service)
        mailbox = _mailbox(setup.mail, service, setup.key) if setup.mail else None
        address = setup.mail.address if setup.mail else ""
        app.state.site = Site(service, Signer(setup.key), setup.address, address)
        classes = app.state.classes = ClassroomService.of(service)
        await housekeeping.open()
        walk = asyncio.create_task(classes.walk())
        gallery = asyncio.create_task(_prepare(setup.is_alone))
        try:
            if mailbox is not None:
                await mailbox.open()
            yield
        finally:
            await asyncio.gather(gallery, return_exceptions=True)
            if mailbox is not None:
                await mailbox.close()
            walk.cancel()
            await asyncio.gather(walk, return_exceptions=True)
            await classes.jobs.close()
            await housekeeping.close()
            app.state.site.reviewer.close()
            store.close()

    app = FastAPI(
        title="Upcard", version=version("upcard"), lifespan=life, docs_url=None, redoc_url=None,
        openapi_url="/api/openapi.json",
    )  # fmt: skip
    for_programs = (api.router, api_games.router, api_analysis.router, api_lessons.router, api_manners.router)
    at_tables = (
        tables.router,
        reviews.router,
        analysis.router,
        insights.router,
        laying.router,
        placing.router,
    )
    in_classes = (
        classroom_groups.router, classroom_teacher.router, classroom_report.router, classroom_pupil.router,
        classroom.router,
    )  # fmt: skip
    at_home = (making.router, learn.router, drawings.router, pages.router, subscriptions.router)
    for router in (*for_programs, *at_tables, *in_classes, *at_home):
        app.include_router(router)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    app.add_middleware(Heads)
    app.add_middleware(Guard, allowance=Allowance() if setup.is_limited else None)
    _tell_faults(app)
    return app


def _mailbox(setup: "MailSetup", service: TableService, key: str) -> "Mailbox":
    """Who plays by mail; what speaks with mail servers is loaded only where somebody does."""
    from upcard.web.mail_runner import Mailbox

    return Mailbox(service, key, setup)


async def _prepare(is_alone: bool) -> None:
    """Draw what the first visitor is not to wait for; what is there then is never looked through for garbage.

    Python looks through everything now and then, and the tables stand still for half a second.
    """
    await asyncio.to_thread(tiles)
    if is_alone:
        gc.set_threshold(*RARELY)
        gc.freeze()


def _tell_faults(app: FastAPI) -> None:
    """Have every fault told in a sentence: as a page, or as JSON to programs."""

    async def of_ours(request: Request, fault: Exception) -> Response:
        if isinstance(fault, UpcardError) and request.url.path.startswith("/api/"):
            return fault_json(fault)
        status = status_of(fault) if isinstance(fault, UpcardError) else 500
        return _told(request, status, type(fault).__name__.lower(), str(fault))

    async def of_http(request: Request, fault: Exception) -> Response:
        status = fault.status_code if isinstance(fault, HTTPException) else 500
        sentence = {
            400: "the request cannot be read; check its format",
            404: "there is no such page; check the address, or go to the start page",
            405: "this address does not accept this kind of request",
        }
        if status == 404 and request.url.path.startswith("/api/"):
            sentence[404] = "there is no such address; see /api/openapi.json for all addresses"
        told = _told(request, status, "http", sentence.get(status, "the request failed"))
        told.headers.update(getattr(fault, "headers", None) or {})
        return told

    async def of_values(request: Request, fault: Exception) -> Response:
        found = fault.errors() if isinstance(fault, RequestValidationError) else []
        if any(x["loc"][0] == "path" for x in found):
            return _told(request, 404, "unknown", "nothing has this address; check it")
        what = "; ".join(f"{'.'.join(map(str, x['loc'][1:]))}: {x['msg']}" for x in found[:3])
        return _told(request, 422, "unreadable", f"the request cannot be read: {what}")

    async def broken_off(request: Request, fault: Exception) -> Response:
        return _told(request, 400, "unreadable", "the request was incomplete, or too long")

    handlers: dict[type[Exception], Callable[[Request, Exception], Any]] = {
        UpcardError: of_ours,
        HTTPException: of_http,
        RequestValidationError: of_values,
        ClientDisconnect: broken_off,
    }
    for kind, handler in handlers.items():
        app.add_exception_handler(kind, handler)


def _told(request: Request, status: int, kind: str, sentence: str) -> Response:
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": kind, "detail": sentence}, status)
    if request.headers.get("hx-request") == "true":  # the page stays, and has a place for the sentence
        return PlainTextResponse(html.escape(sentence[:1].upper() + sentence[1:]), status)
    table = AT_TABLE.match(request.url.path)
    back = table[1] if table and status != 404 else ""
    said = sentence[:1].upper() + sentence[1:]
    title = "Page not found" if status == 404 else "Sorry, that did not work"
    return page(asked_of(request), "fault.html.jinja", status, title=title, sentence=said, table=back)
