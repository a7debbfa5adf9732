"""The web server: pages for people and an API for programs, over one table service."""

import asyncio
import gc
import html
import re
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fastapi import Depends, FastAPI
from fastapi.exceptions import RequestValidationError
from sqlalchemy.engine import Connection
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from upcard.classroom.activity_registry import activities
from upcard.classroom.retention import USUAL_DAYS
from upcard.engine.errors import UpcardError
from upcard.language.messages import game_words, gettext, load_catalogues, marked
from upcard.server.bots import Bots
from upcard.server.capacity import MOST_IN_USE, Capacity
from upcard.server.database import Store
from upcard.server.housekeeping import Housekeeping
from upcard.server.repository import Abandoned
from upcard.server.review_summaries import store_review
from upcard.server.stored_reviews import (
    has_names_of,
    load_document,
    origin_of,
    packed,
    store_document,
    stored_origin,
)
from upcard.server.table_service import PACE, TableService
from upcard.web.api import (
    analysis_api,
    games_api,
    lessons_api,
    studies_api,
    table_actions_api,
    tables_api,
)
from upcard.web.board import images
from upcard.web.classroom import (
    class_report_page,
    class_requests,
    deletion_pages,
    lesson_plan,
    own_question_pages,
    pupil_pages,
    teacher_classes,
    teacher_pages,
    wall_pages,
)
from upcard.web.classroom.class_requests import ClassroomService
from upcard.web.http.class_lock import refuse_other_pages
from upcard.web.http.file_compression import CheckedFiles, FileCompression
from upcard.web.http.local_network import LocalNetwork
from upcard.web.http.request_context import RequestContext, Site, context_of, status_of
from upcard.web.http.request_limits import Allowance, HeadMiddleware, LimitMiddleware
from upcard.web.http.visitor_identity import Signer
from upcard.web.pages import (
    analysis_page,
    balance_page,
    deal_editor,
    embed_page,
    first_game_page,
    hint_page,
    mail_consent_page,
    my_games_page,
    network_page,
    new_table_form,
    position_editor,
    puzzle_pages,
    replay_page,
    review_page,
    school_network_page,
    start_pages,
    study_pages,
    table_pages,
    textbook_pages,
)
from upcard.web.pages.game_gallery import tiles
from upcard.web.templates import load_templates

if TYPE_CHECKING:
    from upcard.web.mail_runner import Mailbox, MailSetup

STATIC = Path(__file__).with_name("static")
GARBAGE_THRESHOLDS = (50_000, 20, 50)
"""Thresholds of the three generations of the garbage collector, high enough that it runs rarely."""

SWITCH = 0.0005
"""Seconds after which a thread that works lets another one work.

The thread that writes to the database gives up its turn at every statement. With Python's 5 milliseconds it
waits that long each time, and all players wait for it.
"""

STUDY_RATE = 30, 1 / 60
"""How many studies an address may store at once, and per second."""

PAGES = (
    tables_api, table_pages, pupil_pages, class_requests,
    games_api, analysis_api, lessons_api, studies_api, table_actions_api,
    hint_page, review_page, replay_page, analysis_page, deal_editor, position_editor,
    balance_page, embed_page,
    deletion_pages, teacher_classes, own_question_pages, lesson_plan, teacher_pages, wall_pages,
    class_report_page,
    new_table_form, first_game_page, textbook_pages, puzzle_pages, images,
    my_games_page, study_pages, start_pages, mail_consent_page, network_page,
    school_network_page,
)  # fmt: skip
"""Modules with routes, those of most requests first, since routes are tried one after the other.

If two routes match, the one of the earlier module is used.
"""

AT_TABLE = re.compile(r"(/t/[a-z0-9]+)/")
FAILED = marked("the request failed")
HTTP_FAULTS = {
    400: marked("the request cannot be read; check its format"),
    404: marked("there is no such page; check the address, or go to the start page"),
    405: marked("this address does not accept this kind of request"),
}


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
    most_tables: int = MOST_IN_USE
    """Maximum number of tables in use at the same time."""
    abandoned: Abandoned | None = field(default_factory=Abandoned)
    """Days after which abandoned tables are removed; None to keep them."""
    mail: "MailSetup | None" = None
    class_days: int = USUAL_DAYS
    """Days after their last use after which classes are deleted; 0 for never."""
    embed: str = ""
    """Web address of pages that may show positions in a frame, ``*`` for all pages; empty to allow none."""
    network: LocalNetwork | None = None
    """The local network, if the person at this computer may open the server to it."""
    is_alone: bool = False
    """Whether the process does nothing else, so that its garbage collector and threads may be tuned."""


def make_app(setup: ServerSetup, store: Store) -> FastAPI:
    """Return the application over a database, which the application closes at its end."""

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        """Open the table service, and close it at the end."""
        service = TableService(store, Bots(), setup.pace)
        service.capacity = Capacity(service.live, setup.most_tables, setup.is_limited)
        housekeeping = Housekeeping(service, setup.abandoned)
        mailbox = _mailbox(setup.mail, service, setup.key) if setup.mail else None
        address = setup.mail.address if setup.mail else ""
        app.state.site = Site(
            service,
            Signer(setup.key),
            setup.address,
            address,
            setup.embed,
            setup.network,
            study_allowance=Allowance(burst=STUDY_RATE[0], rate=STUDY_RATE[1]) if setup.is_limited else None,
        )
        reviews = app.state.site.reviewer.matches
        reviews.on_finished, reviews.load = partial(_store_review, service), partial(_load_review, service)
        classes = app.state.classes = ClassroomService.of(service, setup.is_limited, setup.class_days)
        await classes.rooms.load_locked()
        await housekeeping.open()
        classroom_job = asyncio.create_task(classes.run_jobs())
        if setup.is_alone:
            service.bots.start()
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
        openapi_url="/api/openapi.json", dependencies=[Depends(refuse_other_pages)],
    )  # fmt: skip
    for module in PAGES:
        app.include_router(module.router)
    app.mount("/static", CheckedFiles(directory=STATIC), name="static")
    app.add_middleware(FileCompression)
    app.add_middleware(HeadMiddleware)
    app.add_middleware(LimitMiddleware, allowance=Allowance() if setup.is_limited else None)
    _handle_faults(app)
    return app


def _mailbox(setup: "MailSetup", service: TableService, key: str) -> "Mailbox":
    """Return the mailbox; code for mail servers is loaded only if there is one."""
    from upcard.web.mail_runner import Mailbox

    return Mailbox(service, key, setup)


async def _store_review(
    service: TableService, table_id: str, record: str, document: Mapping[str, Any]
) -> None:
    """Store a finished review of a record, and what it says about the persons at the table."""
    content = await asyncio.to_thread(packed, document)

    def job(c: Connection) -> None:
        if has_names_of(c, table_id, record):
            store_review(c, table_id, document)
            store_document(c, table_id, origin_of(record), content)

    await service.write(job)


async def _load_review(
    service: TableService, table_id: str, text_of: Callable[[], str]
) -> dict[str, Any] | None:
    """Return the stored review of the record ``text_of()``, which takes a while; None if there is none."""
    stored = await service.read(lambda c: stored_origin(c, table_id))
    if stored is None or stored != origin_of(text_of()):
        return None
    return await service.read(lambda c: load_document(c, table_id, stored))


async def _prepare(is_alone: bool) -> None:
    """Draw the start page in advance; if the process does nothing else, load what is slow, and tune it.

    Catalogues, activities and templates would otherwise be loaded while a page is made, and all players would
    wait. A full garbage collection would stop the tables for half a second, so it passes over all present
    objects.
    """
    await asyncio.to_thread(tiles)
    if is_alone:
        sys.setswitchinterval(SWITCH)
        await asyncio.to_thread(load_catalogues)
        await asyncio.to_thread(activities)
        await asyncio.to_thread(load_templates)
        gc.set_threshold(*GARBAGE_THRESHOLDS)
        gc.freeze()


def _handle_faults(app: FastAPI) -> None:
    """Answer every error with a sentence: as a page, or as JSON to programs."""
    for kind in (UpcardError, HTTPException, RequestValidationError, ClientDisconnect):
        app.add_exception_handler(kind, _answer_fault)


async def _answer_fault(request: Request, fault: Exception) -> Response:
    is_api = request.url.path.startswith("/api/")
    context = None if is_api else await context_of(request)
    status, kind, sentence = _describe_fault(fault, is_api)
    if context is None:
        response: Response = JSONResponse({"error": kind, "detail": sentence}, status)
        if status == 401:
            response.headers["WWW-Authenticate"] = "Bearer"
    else:
        response = _fault_page(context, status, sentence[:1].upper() + sentence[1:])
    response.headers.update(getattr(fault, "headers", None) or {})
    return response


def _describe_fault(fault: Exception, is_api: bool) -> tuple[int, str, str]:
    """Return the status of an error, its kind, and a sentence."""
    match fault:
        case UpcardError():
            return status_of(fault), type(fault).__name__.lower(), game_words(str(fault))
        case HTTPException(status_code=404) if is_api:
            return 404, "http", "there is no such address; see /api/openapi.json for all addresses"
        case HTTPException():
            return fault.status_code, "http", gettext(HTTP_FAULTS.get(fault.status_code, FAILED))
        case RequestValidationError():
            errors = fault.errors()
            if any(x["loc"][0] == "path" for x in errors):
                return 404, "unknown", gettext("nothing has this address; check it")
            details = "; ".join(f"{'.'.join(map(str, x['loc'][1:]))}: {x['msg']}" for x in errors[:3])
            return 422, "unreadable", gettext("the request cannot be read: {details}", details=details)
    return 400, "unreadable", gettext("the request was incomplete, or too long")


def _fault_page(context: RequestContext, status: int, sentence: str) -> Response:
    if context.is_fragment:  # the page stays, and shows the sentence in its notice
        return PlainTextResponse(html.escape(sentence), status)
    table = AT_TABLE.match(context.request.url.path)
    back = table[1] if table and status != 404 else ""
    title = gettext("Page not found") if status == 404 else gettext("Sorry, that did not work")
    return context.page("fault.html.jinja", status, title=title, sentence=sentence, table=back)
