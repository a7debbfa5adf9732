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
from upcard.web.api import analysis_api, games_api, lessons_api, table_actions_api, tables_api
from upcard.web.board import images
from upcard.web.classroom import class_report_page, class_requests, group_page, pupil_pages, teacher_pages
from upcard.web.classroom.class_requests import ClassroomService
from upcard.web.http.head_requests import Heads
from upcard.web.http.request_context import Site, context_of, fault_json, page, status_of
from upcard.web.http.request_limits import Allowance, Guard
from upcard.web.http.visitor_identity import Signer
from upcard.web.pages import (
    analysis_page,
    deal_editor,
    insight_panel,
    mail_consent_page,
    new_table_form,
    position_editor,
    review_page,
    start_pages,
    table_pages,
    textbook_pages,
)
from upcard.web.pages.game_gallery import tiles

if TYPE_CHECKING:
    from upcard.web.mail_runner import Mailbox, MailSetup

STATIC = Path(__file__).with_name("static")
GARBAGE_THRESHOLDS = (50_000, 20, 50)
"""Thresholds of the three generations of the garbage collector, which then runs rarely."""

PAGES = (
    tables_api, games_api, analysis_api, lessons_api, table_actions_api,
    table_pages, review_page, analysis_page, insight_panel, deal_editor, position_editor,
    group_page, teacher_pages, class_report_page, pupil_pages, class_requests,
    new_table_form, textbook_pages, images, start_pages, mail_consent_page,
)  # fmt: skip
"""Modules with routes; a route of an earlier module comes first."""

AT_TABLE = re.compile(r"(/t/[a-z0-9]+)/")


@dataclass(frozen=True)
class ServerSetup:
    """Settings of a server."""

    key: str
    address: str = ""
    """Public address; empty to use the address of each request."""
    is_limited: bool = True
    """Whether to limit requests per client address."""
    pace: float = PACE
    """Seconds between the actions of bots while somebody watches."""
    mail: "MailSetup | None" = None
    is_alone: bool = False
    """Whether the process does nothing else, so that its garbage collector may be tuned."""


def make_app(setup: ServerSetup, store: Store) -> FastAPI:
    """Return the application over a database, which it closes at the end."""

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
        classroom_job = asyncio.create_task(classes.run_jobs())
        gallery = asyncio.create_task(_prepare(setup.is_alone))
        try:
            if mailbox is not None:
                await mailbox.open()
            yield
        finally:
            await asyncio.gather(gallery, return_exceptions=True)
            if mailbox is not None:
                await mailbox.close()
            classroom_job.cancel()
            await asyncio.gather(classroom_job, return_exceptions=True)
            await classes.jobs.close()
            await housekeeping.close()
            app.state.site.reviewer.close()
            store.close()

    app = FastAPI(
        title="Upcard", version=version("upcard"), lifespan=life, docs_url=None, redoc_url=None,
        openapi_url="/api/openapi.json",
    )  # fmt: skip
    for module in PAGES:
        app.include_router(module.router)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    app.add_middleware(Heads)
    app.add_middleware(Guard, allowance=Allowance() if setup.is_limited else None)
    _handle_faults(app)
    return app


def _mailbox(setup: "MailSetup", service: TableService, key: str) -> "Mailbox":
    """Return the mailbox; code for mail servers is loaded only if there is one."""
    from upcard.web.mail_runner import Mailbox

    return Mailbox(service, key, setup)


async def _prepare(is_alone: bool) -> None:
    """Draw the start page in advance, and exclude all present objects from garbage collection.

    A full collection would stop the tables for half a second.
    """
    await asyncio.to_thread(tiles)
    if is_alone:
        gc.set_threshold(*GARBAGE_THRESHOLDS)
        gc.freeze()


def _handle_faults(app: FastAPI) -> None:
    """Answer every error with a sentence: as a page, or as JSON to programs."""

    async def own_fault(request: Request, fault: Exception) -> Response:
        if isinstance(fault, UpcardError) and request.url.path.startswith("/api/"):
            return fault_json(fault)
        status = status_of(fault) if isinstance(fault, UpcardError) else 500
        return _fault_response(request, status, type(fault).__name__.lower(), str(fault))

    async def http_fault(request: Request, fault: Exception) -> Response:
        status = fault.status_code if isinstance(fault, HTTPException) else 500
        sentence = {
            400: "the request cannot be read; check its format",
            404: "there is no such page; check the address, or go to the start page",
            405: "this address does not accept this kind of request",
        }
        if status == 404 and request.url.path.startswith("/api/"):
            sentence[404] = "there is no such address; see /api/openapi.json for all addresses"
        response = _fault_response(request, status, "http", sentence.get(status, "the request failed"))
        response.headers.update(getattr(fault, "headers", None) or {})
        return response

    async def validation_fault(request: Request, fault: Exception) -> Response:
        errors = fault.errors() if isinstance(fault, RequestValidationError) else []
        if any(x["loc"][0] == "path" for x in errors):
            return _fault_response(request, 404, "unknown", "nothing has this address; check it")
        details = "; ".join(f"{'.'.join(map(str, x['loc'][1:]))}: {x['msg']}" for x in errors[:3])
        return _fault_response(request, 422, "unreadable", f"the request cannot be read: {details}")

    async def disconnected(request: Request, fault: Exception) -> Response:
        return _fault_response(request, 400, "unreadable", "the request was incomplete, or too long")

    handlers: dict[type[Exception], Callable[[Request, Exception], Any]] = {
        UpcardError: own_fault,
        HTTPException: http_fault,
        RequestValidationError: validation_fault,
        ClientDisconnect: disconnected,
    }
    for kind, handler in handlers.items():
        app.add_exception_handler(kind, handler)


def _fault_response(request: Request, status: int, kind: str, sentence: str) -> Response:
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": kind, "detail": sentence}, status)
    sentence = sentence[:1].upper() + sentence[1:]
    if request.headers.get("hx-request") == "true":  # the page remains, and has a place for the sentence
        return PlainTextResponse(html.escape(sentence), status)
    table = AT_TABLE.match(request.url.path)
    back = table[1] if table and status != 404 else ""
    title = "Page not found" if status == 404 else "Sorry, that did not work"
    return page(context_of(request), "fault.html.jinja", status, title=title, sentence=sentence, table=back)
