"""The API: open tables, take seats, see what a seat sees, act, and follow changes.

Each seat has a token, which is shown once, when the seat is taken, and goes into the header
``Authorization: Bearer``. Requests without a token see what watchers see. OpenAPI describes everything at
``/api/openapi.json``.
"""

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, ConfigDict, Field
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse

from upcard.play.series import USUAL_HANDS
from upcard.server.live_table import LiveTable
from upcard.server.new_table import NewSeat, NewTable
from upcard.server.sitters import Sitter, sitter_of
from upcard.web.api.table_json import table_json
from upcard.web.http.event_streams import EVENT_STREAM, EVENTS, changes, stream_of
from upcard.web.http.request_context import Site, Stranger
from upcard.web.http.visitor_identity import new_person
from upcard.web.pages.table_pages import match_text

LONGEST, MOST_SEATS, HIGHEST = 200, 10, 2**31 - 1
SHORTEST_KEY, LONGEST_KEY = 16, 100


class Fault(BaseModel):
    """Reason for an error."""

    error: str = Field(description="The kind of error.")
    detail: str = Field(description="A sentence that says what is wrong, what was expected, and what to do.")


FAULTS: dict[int | str, dict[str, Any]] = {
    status: {"model": Fault, "description": words}
    for status, words in {
        400: "the request cannot be read",
        401: "the token of a seat is missing, or belongs to no seat of this table",
        403: "the rules do not allow this, or not now",
        404: "there is no such table",
        408: "the request did not arrive in time",
        409: "someone else was faster; read the table again",
        413: "the request is too long",
        422: "a value does not exist or is out of range",
        429: "too many requests",
        503: "the server is full, or something outside Upcard failed",
    }.items()
}
FAULT = {"application/json": {"schema": {"$ref": "#/components/schemas/Fault"}}}
TEXT_FAULTS: dict[int | str, dict[str, Any]] = {
    status: {"description": x["description"], "content": FAULT} for status, x in FAULTS.items()
}
"""The same errors for routes whose normal answer is not JSON."""

STREAM: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The events of the table, until the connection is closed.",
        "content": {
            EVENT_STREAM: {
                "schema": {
                    "type": "string",
                    "pattern": EVENTS,
                    "description": "Events `change`, whose `id` and `data` are the version of the table: one "
                    "immediately, and one after each change or several changes. Events `beside` report "
                    "what does not change the table: the player to act is away, or the table was "
                    "removed. Lines that begin with a colon only keep the connection open.",
                },
                "example": "event: change\nid: 7\ndata: 7\n\n: still here\n\n",
            }
        },
    }
}

router = APIRouter(prefix="/api/v1", tags=["tables"], responses=FAULTS)
bearer = HTTPBearer(auto_error=False, description="The token of a seat.")
BearerToken = Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]
TableId = Annotated[str, Path(max_length=40, pattern="^[a-z0-9]+$")]
ShortText = Annotated[str, Field(max_length=LONGEST)]


class Strict(BaseModel):
    """A request body; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


IdempotencyKey = Annotated[
    str,
    Field(
        min_length=SHORTEST_KEY,
        max_length=LONGEST_KEY,
        description="A text of your choice that nobody can guess. A request repeated with the same key is "
        "done only once and gets the same answer, so you can repeat it after a lost connection.",
    ),
]


class SeatAsked(Strict):
    """The player of a seat at a new table: a strategy, a person by name, or nobody yet."""

    strategy: ShortText = ""
    name: Annotated[str, Field(max_length=40)] = ""
    thinking: Annotated[float, Field(ge=0, le=20)] = 0.0


class TableAsked(Strict):
    """A new table."""

    game: ShortText
    seats: Annotated[list[SeatAsked], Field(min_length=1, max_length=MOST_SEATS)]
    preset: ShortText | None = None
    options: Annotated[
        dict[str, Annotated[int, Field(ge=-HIGHEST, le=HIGHEST)] | ShortText], Field(max_length=40)
    ] = {}
    clock: ShortText = "none"
    delay: Annotated[int, Field(ge=0, le=100)] = 0
    hands: int = Field(
        1, ge=1, le=USUAL_HANDS[-1], description="how many hands are played in a row and added up"
    )
    key: IdempotencyKey | None = None


class Seat(BaseModel):
    """A taken seat with its token."""

    seat: int
    token: str


class Made(BaseModel):
    """A new table, with the tokens of the seats of persons."""

    table: str
    commitment: str
    seats: list[Seat]


class SitAsked(Strict):
    """A request for a seat; for the first open one if no number is sent."""

    name: Annotated[str, Field(min_length=1, max_length=40)]
    seat: Annotated[int, Field(ge=0, le=MOST_SEATS)] | None = None
    key: IdempotencyKey | None = None


class SeedAsked(Strict):
    """A player's contribution to the seed."""

    added: Annotated[str, Field(min_length=1, max_length=64)]


class ActionAsked(Strict):
    """An action at a turn, by its number or in words."""

    turn: Annotated[int, Field(ge=0, le=HIGHEST)]
    action: Annotated[int, Field(ge=0, le=HIGHEST)] | ShortText


class ChoiceSeen(BaseModel):
    """A legal action."""

    action: int
    words: str


class ZoneSeen(BaseModel):
    """A zone as a seat sees it: names of open cards, and the number of cards if known.

    ``ids`` has a text for every open card, which stays the same while this viewer can follow the card.
    """

    name: str
    seat: int | None
    cards: list[str | None] | None
    size: int | None
    ids: list[str | None] = []


class MoveSeen(BaseModel):
    """An action as a seat sees it; without words if it is secret."""

    number: int
    seat: int
    words: str | None


class PlanSeen(BaseModel):
    """A planned action, and the action of another player that it answers."""

    condition: str
    action: str


class HandSeen(BaseModel):
    """A hand of a series that has ended: its table, and the score of each seat of that hand."""

    table: str
    scores: list[int | float]


class SeriesSeen(BaseModel):
    """A series of hands; lists have one number for each present seat."""

    hand: int
    hands: int
    totals: list[int | float]
    values: list[float] = Field(
        description="what perfect play brings on average in the seats that the players had; empty if nobody "
        "knows"
    )
    played: list[HandSeen]
    winners: list[int] = Field(description="the seats that have won the series; empty before its end")


class OfferSeen(BaseModel):
    """An open offer to agree on a draw, to stop, or to take a move back."""

    kind: str = Field(description="back, draw or stop")
    seat: int
    waiting_for: list[int] = Field(description="the seats that have not accepted it yet")


class TableSeen(BaseModel):
    """A table as a seat or a watcher sees it."""

    table: str
    game: str
    players: int
    options: dict[str, str | int]
    names: list[str]
    strategies: list[str] = Field(description="by seat, the strategy that plays there; empty for a person")
    away: list[int] = Field(
        description="the seats whose players are away, so that the others may let a bot play for them"
    )
    commitment: str
    phase: str = Field(description="waiting, shuffling, playing or over")
    ending: str
    version: int
    turn: int
    seat: int | None
    waiting_for: list[int]
    zones: list[ZoneSeen] = []
    numbers: dict[str, list[int]] = {}
    badges: list[list[str]] = Field([], description="by seat, words for its role and state, such as dealer")
    goal: str = Field("", description="the goal in one sentence; empty before the deal and after the end")
    says: list[str] = []
    choices: list[ChoiceSeen] = []
    moves: list[MoveSeen] = []
    plans: list[PlanSeen] = []
    scores: list[int | float] = []
    winners: list[int] = []
    followed: str | None = Field(None, description="the table of the rematch, or of the next hand")
    series: SeriesSeen | None = Field(None, description="the series that this hand belongs to; null for none")
    host: int | None = Field(None, description="the seat that decides before the deal")
    removed: list[str] = Field([], description="names of people whom the host removed")
    offer: OfferSeen | None = Field(None, description="the open offer of a player to the others")
    clock: str = Field("none", description="none, move SECONDS, days DAYS, or total SECONDS PLUS")
    due_at: float | None = Field(
        None, description="when the time of the player to move is over, in seconds since 1970"
    )
    seconds_left: list[float] = Field(
        [], description="by seat, seconds for the whole match, at the beginning of this turn"
    )


async def site_of(request: Request) -> Site:
    """Return the services of the server."""
    site: Site = request.app.state.site
    return site


CurrentSite = Annotated[Site, Depends(site_of)]


@router.post("/tables", status_code=201)
async def make(site: CurrentSite, body: TableAsked) -> Made:
    """Open a table. Each seat with a name gets a token; seats without a name or strategy stay open."""
    site.tables.capacity.admit()
    persons = [_person(site, body.key, "table", p) for p in range(MOST_SEATS)]
    seats = [
        NewSeat(x.strategy, persons[p] if x.name and not x.strategy else "", x.name, x.thinking)
        for p, x in enumerate(body.seats)
    ]
    key = site.signer.digest("request", body.key) if body.key else None
    live = await site.tables.create_table(
        NewTable(body.game, seats, body.options, body.preset, body.clock, delay=body.delay, key=key,
                 hands=body.hands)
    )  # fmt: skip
    return made(site, live, [x.number for x in live.seats if x.person == persons[x.number]])


def made(site: Site, live: LiveTable, numbers: Sequence[int]) -> Made:
    """Return a new table with the tokens of some seats."""
    seats = [Seat(seat=p, token=token_of(site, live, p)) for p in numbers]
    return Made(table=live.row.id, commitment=live.row.commitment, seats=seats)


@router.post("/tables/{table}/seats", status_code=201)
async def sit(site: CurrentSite, table: TableId, body: SitAsked) -> Seat:
    """Take an open seat."""
    person = _person(site, body.key, table, MOST_SEATS)
    seat = await site.tables.take_seat(table, body.seat, person, body.name)
    return Seat(seat=seat, token=_signed(site, table, Sitter(seat, person)))


@router.post("/tables/{table}/seed", response_model=TableSeen)
async def add(site: CurrentSite, table: TableId, body: SeedAsked, token: BearerToken) -> Response:
    """Add to the seed. The cards are dealt when all players have done so."""
    live, sitter = await seated(site, table, token)
    await site.tables.add_to_seed(table, sitter, body.added)
    return answer(live, seat_of(site, live, token))


@router.get("/tables/{table}", response_model=TableSeen)
async def look(
    site: CurrentSite, table: TableId, token: BearerToken, since: Annotated[int, Query(ge=0, le=HIGHEST)] = 0
) -> Response:
    """Return the table as the seat of the token sees it, with the actions from number `since` on."""
    live = await site.tables.watch(table)
    return answer(live, seat_of(site, live, token), since)


@router.post("/tables/{table}/actions", response_model=TableSeen)
async def act(site: CurrentSite, table: TableId, body: ActionAsked, token: BearerToken) -> Response:
    """Play an action."""
    live, sitter = await seated(site, table, token)
    await site.tables.play_action(table, sitter, body.turn, body.action)
    return answer(live, seat_of(site, live, token), body.turn)


@router.get("/tables/{table}/record", response_class=PlainTextResponse, responses=TEXT_FAULTS)
async def record(site: CurrentSite, table: TableId) -> PlainTextResponse:
    """Return the record of a finished match, for ``upcard verify``."""
    return PlainTextResponse(match_text(await site.tables.find(table)))


@router.get("/tables/{table}/events", response_class=StreamingResponse, responses=TEXT_FAULTS | STREAM)
async def events(site: CurrentSite, table: TableId) -> StreamingResponse:
    """Follow changes: server-sent events with the version of the table, until the connection is closed."""
    live = await site.tables.watch(table)
    return stream_of(changes(site.tables, live))


def _person(site: Site, key: str | None, what: str, seat: int) -> str:
    """Return a new person, or the person of an earlier request with the same key."""
    return site.signer.digest("key", [key, what, seat]) if key else new_person()


def token_of(site: Site, live: LiveTable, seat: int) -> str:
    """Return the token of a seat."""
    return _signed(site, live.row.id, sitter_of(live, seat))


def _signed(site: Site, table: str, sitter: Sitter) -> str:
    return site.signer.sign("seat", [table, sitter.seat, sitter.person])


def answer(live: LiveTable, seat: int | None, since: int = 0, status: int = 200) -> Response:
    """Return the response with a ``TableSeen``, as JSON that needs no validation."""
    return Response(table_json(live, seat, since), status, media_type="application/json")


def seat_of(site: Site, live: LiveTable, token: HTTPAuthorizationCredentials | None) -> int | None:
    """Return the seat of a token; None without a token. Raises Stranger if it belongs to no seat here."""
    if token is None:
        return None
    match site.signer.read("seat", token.credentials):
        case [table, int(seat), str(person)] if table == live.row.id and person:
            mine = [x.number for x in live.seats if x.person == person]  # seats move when the host starts
            if mine:
                return seat if seat in mine else mine[0]
    raise Stranger("this token belongs to no seat of this table; use the one you got when you took the seat")


async def seated(
    site: Site, table: str, token: HTTPAuthorizationCredentials | None
) -> tuple[LiveTable, Sitter]:
    """Return a table, and the player with a token there; raises Stranger without a token of this table."""
    live = await site.tables.find(table)
    seat = seat_of(site, live, token)
    if seat is None:
        raise Stranger(
            "the token is missing; send the header Authorization: Bearer TOKEN with the token of your seat"
        )
    return live, sitter_of(live, seat)
