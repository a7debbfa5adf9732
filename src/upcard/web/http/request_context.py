"""The context of a request, for all pages: services, visitor, forms, and responses from templates."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Annotated, Any
from urllib.parse import urlsplit

from fastapi import Depends
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from upcard.classroom.live_room import LiveRoom
from upcard.classroom.pseudonyms import pseudonym
from upcard.engine.errors import Failure, Illegal, Unknown, Unreadable, UpcardError
from upcard.engine.game import Game
from upcard.engine.option_values import changed_options, sentence_of, short_options, spoken_option
from upcard.engine.read_number import plain_number, plain_number_or
from upcard.engine.wording import paragraphs
from upcard.language.messages import game_words, gettext
from upcard.play.first_game import fitting_preset, teaches_all
from upcard.server.database import Conflict
from upcard.server.fair_queue import CLIENT
from upcard.server.table_service import TableService
from upcard.web.http.class_lock import locked_room
from upcard.web.http.display_settings import (
    PAUSES,
    SCREENS,
    SPEEDS,
    STYLE_WORDS,
    THEMES,
    DisplaySettings,
    read_settings,
)
from upcard.web.http.local_network import LocalNetwork, is_loopback
from upcard.web.http.request_limits import Allowance
from upcard.web.http.review_jobs import Reviewer
from upcard.web.http.visitor_identity import Signer, Visitor, check_form, known_visitor, new_person, remember
from upcard.web.illustrated_text import has_first_game, rules_for_players
from upcard.web.templates import fill_template

PROJECTOR = "projector"

VERSION = "Upcard-Version"
"""Header with the version of the table or class in an answer; pages ignore older versions."""


class Stranger(Illegal):
    """A request without proof that its sender has the seat, or is the teacher."""


class TooManyStudies(Failure):
    """An address stores studies too often."""

    def __init__(self, seconds: float) -> None:
        super().__init__(
            gettext("your network stores studies too often; wait {n} s, then try again", n=math.ceil(seconds))
        )
        self.headers = {"Retry-After": str(math.ceil(seconds))}


STATUS: tuple[tuple[type[UpcardError], int], ...] = (
    (TooManyStudies, 429),
    (Unknown, 404),
    (Conflict, 409),
    (Stranger, 401),
    (Illegal, 403),
    (Failure, 503),
    (Unreadable, 400),
)
OTHER_STATUS = 422
"""HTTP status of each kind of error; the first kind that fits counts."""


@dataclass(frozen=True)
class Site:
    """Services and settings of a server."""

    tables: TableService
    signer: Signer
    """Signs cookies, links and form tokens."""
    address: str = ""
    """Public address of the server, without a slash at the end; empty to use the address of each request."""
    mail: str = ""
    """Email address for play by mail; empty if there is none."""
    embed: str = ""
    """Web address of pages that may show positions in a frame, ``*`` for all pages; empty if none may."""
    network: LocalNetwork | None = None
    """The local network, if the server can be opened to it."""
    reviewer: Reviewer = field(default_factory=Reviewer)
    """Runs reviews and other long computations."""
    study_allowance: Allowance | None = None
    """Limits how often an address may store a study; None for no limit."""


@dataclass(frozen=True)
class Refusal:
    """A refused form, which its page shows again with the same entries."""

    form: str
    """Name of the form; a page may have several."""
    fields: Mapping[str, str]
    fault: UpcardError

    @property
    def sentence(self) -> str:
        """Reason of the refusal, as a sentence."""
        text = game_words(str(self.fault))
        return text[:1].upper() + text[1:]

    @property
    def status(self) -> int:
        """HTTP status of the answer."""
        return status_of(self.fault)


class Form(dict[str, str]):
    """Fields of a form; a missing field reads as empty text."""

    def __missing__(self, name: str) -> str:
        return ""

    def number(self, name: str) -> int:
        """Return the whole number in a field; raises Unreadable if the field has another text."""
        return plain_number(name, self[name])

    def number_or(self, default: int, name: str) -> int:
        """Return the whole number in a field, or the default if the field has another text."""
        return plain_number_or(default, self[name])


@dataclass(frozen=True)
class RequestContext:
    """A request with its visitor and settings."""

    site: Site
    request: Request
    visitor: Visitor
    settings: DisplaySettings

    @property
    def query(self) -> Form:
        """Fields of the query."""
        return Form(self.request.query_params)

    @property
    def is_fragment(self) -> bool:
        """Whether htmx asks for a part of a page."""
        return self.request.headers.get("hx-request") == "true"

    @property
    def is_projector(self) -> bool:
        """Whether the page is shown on a projector: ``show=projector`` in its address, or the setting."""
        return PROJECTOR in (self.query["show"], self.settings.screen)

    @property
    def base(self) -> str:
        """Address of the server as the visitor knows it; at its own computer, that in the local network."""
        base = self.site.address or str(self.request.base_url).rstrip("/")
        network = self.site.network
        return network.address if network and network.address and _is_local(base) else base

    @property
    def network(self) -> LocalNetwork | None:
        """The local network, if the visitor may open it: only at the computer that runs the server."""
        network = self.site.network
        return network if network is not None and network.is_operator(self.request) else None

    @property
    def is_at_server(self) -> bool:
        """Whether the visitor sits at the computer that runs the server."""
        return (self.site.network or LocalNetwork()).is_operator(self.request)

    @property
    def is_out_of_reach(self) -> bool:
        """Whether only this computer can reach the address of the server."""
        return _is_local(self.base)

    @cached_property
    def locked_class(self) -> LiveRoom | None:
        """The class to which the visitor's phone is locked; None if it is free. A page has many parts."""
        return locked_room(self.request, self.visitor)

    @property
    def csrf(self) -> str:
        """Token for this visitor's forms, which other sites do not know."""
        return self.site.signer.sign("form", self.visitor.person)

    def suggested_name(self, taken: Iterable[str] = ()) -> str:
        """Return the visitor's name; before they enter one, a free pseudonym, the same on every page."""
        return self.visitor.name or pseudonym(taken, self.visitor.person)

    def with_name(self, name: str) -> "RequestContext":
        """Return the context after the visitor has chosen a name."""
        return replace(self, visitor=replace(self.visitor, name=name))

    def with_person(self, person: str) -> "RequestContext":
        """Return the context of a visitor who is also another person, as after following a private link."""
        return replace(self, visitor=self.visitor.with_person(person))

    def render(self, template: str, **values: Any) -> Markup:
        """Return a filled-in template; every template gets the visitor, the settings and the form token."""
        common: dict[str, Any] = {
            "visitor": self.visitor,
            "settings": self.settings,
            "styles": STYLE_WORDS,
            "themes": THEMES,
            "screens": SCREENS,
            "pauses": PAUSES,
            "speeds": SPEEDS,
            "csrf": self.csrf,
            "base": self.base,
            "locked_class": self.locked_class,
            "can_embed": bool(self.site.embed),
            "paragraphs": paragraphs,
            "changed_rules": changed_rules,
            "in_words": spoken_option,
            "rules_for_players": lambda game: rules_for_players(game, self.settings.cards),
            "has_first_game": has_first_game,
            "preset_to_learn": fitting_preset,
            "teaches_all": teaches_all,
        }
        return fill_template(template, **(common | values))

    def page(
        self, template: str, status: int = 200, refusal: Refusal | None = None, **values: Any
    ) -> Response:
        """Return a page with the visitor's cookie; the status of a refusal replaces `status`."""
        text = self.render(template, refusal=refusal, is_projector=self.is_projector, **values)
        return _with_cookie(self, HTMLResponse(text, refusal.status if refusal else status))

    def go_to(self, path: str) -> Response:
        """Send the browser to another page of this server."""
        if self.is_fragment:
            return _with_cookie(self, Response(status_code=204, headers={"HX-Redirect": path}))
        return _with_cookie(self, RedirectResponse(path, 303))


async def context_of(request: Request) -> RequestContext:
    """Return the context of a request; a coroutine, since FastAPI runs plain functions in a thread."""
    site: Site = request.app.state.site
    visitor = known_visitor(request, site.signer) or Visitor(new_person())
    settings = read_settings(request.cookies)
    return RequestContext(site, request, visitor, settings)


CurrentRequest = Annotated[RequestContext, Depends(context_of)]
"""Context of the current request, as a parameter of a route."""


async def read_form(context: CurrentRequest) -> Form:
    """Return the fields of a form that one of our pages sent; raises Illegal if another site sent it."""
    async with context.request.form(max_files=0) as sent:  # our forms send no files
        form = Form({k: x for k, x in sent.items() if isinstance(x, str)})
    check_form(context.request, form["csrf"], context.visitor, context.site.signer)
    return form


CurrentForm = Annotated[Form, Depends(read_form)]
"""Form of the current request, as a parameter of a route."""


def count_study_change(site: Site) -> None:
    """Count a change of a study by the client of this request; raises TooManyStudies after the limit."""
    seconds = site.study_allowance.wait(CLIENT.get()) if site.study_allowance else 0.0
    if seconds:
        raise TooManyStudies(seconds)


def _is_local(address: str) -> bool:
    """Return whether only this computer can reach a web address."""
    return is_loopback(urlsplit(address).hostname or "")


def changed_rules(game: Game) -> list[str]:
    """Return the changed options of a game in sentences, without positions, which are long."""
    short = short_options(game.rules.OPTIONS)
    chosen = changed_options(short, game.option_words())
    return [sentence_of(o, chosen[o.name]) for o in short if o.name in chosen]


def part_at(parts: str, version: int) -> Response:
    """Return a part of a page, with the version that it shows."""
    return HTMLResponse(parts, headers={VERSION: str(version)})


def _with_cookie(context: RequestContext, response: Response) -> Response:
    """Return the response with the visitor's cookie.

    A form without a cookie comes from another site: browsers do not send our cookie with it, and a new
    cookie would replace the one of the visitor.
    """
    if context.request.method != "GET" and known_visitor(context.request, context.site.signer) is None:
        return response
    remember(response, context.visitor, context.site.signer, context.request.url.scheme == "https")
    return response


def status_of(fault: UpcardError) -> int:
    """Return the HTTP status of an error."""
    return next((status for kind, status in STATUS if isinstance(fault, kind)), OTHER_STATUS)
