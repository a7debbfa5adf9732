"""What every page needs: services, signer and visitor, and how a template becomes an answer."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any
from urllib.parse import urlsplit

from fastapi import Depends
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from upcard.engine.errors import Failure, Illegal, Unreadable, UpcardError
from upcard.engine.game import Game
from upcard.engine.option_values import changed_options, sentence_of, short_options, spoken_option
from upcard.engine.wording import paragraphs
from upcard.server.database import Conflict
from upcard.server.service_base import Unknown
from upcard.server.table_service import TableService
from upcard.web.http.display_settings import DisplaySettings, read_settings, settings_html
from upcard.web.http.review_jobs import Reviewer
from upcard.web.http.visitor_identity import (
    Signer,
    Visitor,
    check_form,
    form_token,
    known_visitor,
    remember,
    visitor_of,
)
from upcard.web.templates import templates

TEMPLATES = templates()
VERSION = "Upcard-Version"
"""The header that tells which version of a table or a class an answer shows; pages show no older one."""


class Stranger(Illegal):
    """Who asks has not shown that the seat is his."""


@dataclass(frozen=True)
class Site:
    """A server's parts."""

    tables: TableService
    """The tables."""
    signer: Signer
    """Signs cookies, links and form tokens."""
    address: str = ""
    """Under which address people reach it, without a slash at the end; empty for that of each request."""
    mail: str = ""
    """The address that letters to the tables go to; empty where there is none."""
    reviewer: Reviewer = field(default_factory=Reviewer)
    """Who goes over matches that have ended."""


@dataclass(frozen=True)
class Refusal:
    """A form that was refused, which its page shows again as it was filled in."""

    form: str
    """Which of the forms of the page."""
    fields: Mapping[str, str]
    """What was filled in."""
    fault: UpcardError
    """Why it was refused."""

    @property
    def sentence(self) -> str:
        """Why it was refused, as a sentence."""
        said = str(self.fault)
        return said[:1].upper() + said[1:]

    @property
    def status(self) -> int:
        """The status of the answer."""
        return status_of(self.fault)


@dataclass(frozen=True)
class RequestContext:
    """A request with who asks."""

    site: Site
    """The server's parts."""
    request: Request
    """What was asked."""
    visitor: Visitor
    """Who asks."""
    settings: DisplaySettings
    """How he wants tables to look."""

    @property
    def is_fragment(self) -> bool:
        """Whether htmx asks, for a part of a page."""
        return self.request.headers.get("hx-request") == "true"

    @property
    def base(self) -> str:
        """The address of the server as the visitor knows it."""
        return self.site.address or str(self.request.base_url).rstrip("/")

    @property
    def is_out_of_reach(self) -> bool:
        """Whether the address is one that only this computer knows."""
        host = urlsplit(self.base).hostname or ""
        return host == "localhost" or host == "::1" or host.startswith("127.")

    @property
    def csrf(self) -> str:
        """The token of this visitor's forms."""
        return form_token(self.visitor, self.site.signer)

    def named(self, name: str) -> "RequestContext":
        """The same with another name of the visitor."""
        return replace(self, visitor=replace(self.visitor, name=name))


async def visit(request: Request) -> RequestContext:
    """A request with who asks, for every page; a coroutine, so that no thread is needed for it."""
    return asked_of(request)


def asked_of(request: Request) -> RequestContext:
    """A request with who asks."""
    site: Site = request.app.state.site
    return RequestContext(site, request, visitor_of(request, site.signer), read_settings(request.cookies))


async def form_of(asked: RequestContext) -> dict[str, str]:
    """The fields of a form that our own page sent.

    Raises
    ------
    Illegal
        If another site sent it.
    """
    async with asked.request.form(max_files=0) as sent:  # no form of ours sends a file
        form = {k: x for k, x in sent.items() if isinstance(x, str)}
    check_form(asked.request, form.get("csrf", ""), asked.visitor, asked.site.signer)
    return form


def rendered(asked: RequestContext, template: str, **values: Any) -> str:
    """A template filled in; all know the visitor, the settings and the form's token."""
    known: dict[str, Any] = {
        "visitor": asked.visitor,
        "settings": asked.settings,
        "csrf": asked.csrf,
        "base": asked.base,
        "paragraphs": paragraphs,
        "agreed": agreed,
        "in_words": spoken_option,
    }
    known["settings_form"] = Markup(settings_html(asked.settings))  # noqa: S704 - a template that escapes
    return TEMPLATES.get_template(template).render(**(known | values))


def agreed(game: Game) -> list[str]:
    """What of the rules of a game is not as usual, in sentences, without positions, which are long."""
    short = short_options(game.rules.OPTIONS)
    chosen = changed_options(short, game.option_words())
    return [sentence_of(o, chosen[o.name]) for o in short if o.name in chosen]


def part_at(parts: str, version: int) -> Response:
    """A part of a page, with the version of what it shows."""
    return HTMLResponse(parts, headers={VERSION: str(version)})


def page(asked: RequestContext, template: str, status: int = 200, **values: Any) -> Response:
    """A page; the browser is told who it is."""
    return signed(asked, HTMLResponse(rendered(asked, template, **values), status))


def go_to(asked: RequestContext, path: str) -> Response:
    """Send the browser to another page of ours."""
    if asked.is_fragment:
        return signed(asked, Response(status_code=204, headers={"HX-Redirect": path}))
    return signed(asked, RedirectResponse(path, 303))


def signed(asked: RequestContext, response: Response) -> Response:
    """The response with the visitor's cookie.

    A form that comes without one was sent by another site: browsers keep ours from it, and what we set now
    would take the place of ours.
    """
    if asked.request.method != "GET" and known_visitor(asked.request, asked.site.signer) is None:
        return response
    remember(response, asked.visitor, asked.site.signer, asked.request.url.scheme == "https")
    return response


def status_of(fault: UpcardError) -> int:
    """The status that tells a program what went wrong."""
    if isinstance(fault, Unknown):
        return 404
    if isinstance(fault, Conflict):
        return 409
    if isinstance(fault, Stranger):
        return 401
    if isinstance(fault, Illegal):
        return 403
    if isinstance(fault, Failure):
        return 503
    return 400 if isinstance(fault, Unreadable) else 422


def fault_json(fault: UpcardError) -> Response:
    """A fault as programs are told it."""
    status = status_of(fault)
    headers = {"WWW-Authenticate": "Bearer"} if status == 401 else None
    return JSONResponse({"error": type(fault).__name__.lower(), "detail": str(fault)}, status, headers)


CurrentRequest = Annotated[RequestContext, Depends(visit)]
"""The request that is being answered, as the parameter of a route."""
