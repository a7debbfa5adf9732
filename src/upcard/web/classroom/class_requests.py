"""What the pages of a class share: the room, who asks, the streams of changes, and private links."""

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import dataclass

from fastapi import APIRouter
from markupsafe import Markup
from starlette.responses import Response

from upcard.classroom.background_jobs import BackgroundJobs
from upcard.classroom.class_repository import Pupil
from upcard.classroom.live_room import LiveRoom
from upcard.classroom.room_service import RoomService
from upcard.classroom.seating import look
from upcard.engine.errors import UpcardError
from upcard.server.live_table import LiveTable
from upcard.server.table_service import TableService
from upcard.web.board.images import qr_svg
from upcard.web.http.event_streams import LISTENING, STILL_HERE, event, stream_of, wait_for_change
from upcard.web.http.parse_int import whole_or
from upcard.web.http.request_context import CurrentRequest, RequestContext, Stranger, go_to, rendered
from upcard.web.http.visitor_identity import Signer, with_person

router = APIRouter(prefix="/c/{code}", include_in_schema=False)
PAUSE, EVERY = 0.5, 1.0
LINK = "class"
"""What private links of a room are signed for."""

ROOM = b"room"
"""The event that says that a room goes on."""


@dataclass(frozen=True)
class ClassroomService:
    """A server's rooms, and who finds things out for them."""

    rooms: RoomService
    """The rooms."""
    jobs: BackgroundJobs
    """Who works beside the server."""

    @classmethod
    def of(cls, service: TableService) -> "ClassroomService":
        """Rooms over a service."""
        return cls(RoomService(service), BackgroundJobs())

    async def walk(self) -> None:
        """Go through the rooms every second, until cancelled: bots act for phones that are gone."""
        while True:
            await asyncio.sleep(EVERY)
            try:
                await look(self.rooms)
            except UpcardError:  # somebody acted in the last moment
                continue


@dataclass(frozen=True)
class RoomRequest:
    """A request to a room."""

    asked: RequestContext
    """Who asks for what."""
    room: LiveRoom
    """The room."""

    @property
    def classes(self) -> ClassroomService:
        """The rooms of this server."""
        return classes_of(self.asked)

    @property
    def pupil(self) -> Pupil | None:
        """The pupil who asks; None where it is none of this room."""
        return self.room.pupil_of(self.asked.visitor.persons)

    @property
    def leads(self) -> bool:
        """Whether it is the teacher who asks."""
        return self.room.row.teacher in self.asked.visitor.persons

    def check_teacher(self) -> None:
        """Refuse what only the teacher may do.

        Raises
        ------
        Stranger
            If somebody else asks.
        """
        if not self.leads:
            raise Stranger("this page is for the teacher; open it with the private link of the class")

    async def stamp(self) -> str:
        """What a page for board and projector shows now, for the stream that it follows."""
        return await stamp_of(self.classes.rooms.tables, self.room)

    @property
    def join_address(self) -> str:
        """Where pupils join."""
        return f"{self.asked.base}/c/{self.room.code}"


def classes_of(asked: RequestContext) -> ClassroomService:
    """The rooms of the server that is asked."""
    found: ClassroomService = asked.request.app.state.classes
    return found


async def room_request(asked: RequestContext, code: str) -> RoomRequest:
    """A request to a room, by which a pupil's phone is known to be there.

    Raises
    ------
    Unknown
        If there is no such room.
    """
    found = RoomRequest(asked, await classes_of(asked).rooms.find(code))
    found.room.see(found.pupil)
    return found


def private_link(asked: RequestContext, room: LiveRoom, person: str) -> str:
    """The link with which another browser becomes a pupil, or the teacher, of a room."""
    return room_link(asked.site.signer, asked.base, room.code, person)


def room_link(signer: Signer, base: str, code: str, person: str) -> str:
    """The same for a room of which only the code is known."""
    return f"{base}/c/{code}/me/{signer.sign(LINK, [code, person])}"


@router.get("/me/{link}")
async def follow(asked: CurrentRequest, code: str, link: str) -> Response:
    """Be a pupil, or the teacher, on another device."""
    here = await room_request(asked, code)
    match asked.site.signer.read(LINK, link):
        case [str(known), str(person)] if known == here.room.code:
            seen = RequestContext(
                asked.site, asked.request, with_person(asked.visitor, person), asked.settings
            )
            is_teacher = person == here.room.row.teacher
            return go_to(seen, f"/c/{known}/teach" if is_teacher else f"/c/{known}")
    raise Stranger("this private link is not valid here; copy all of it, or ask for a new one")


@router.get("/qr.svg")
async def qr_code(asked: CurrentRequest, code: str) -> Response:
    """The address at which pupils join, for the camera of a phone."""
    return qr_svg((await room_request(asked, code)).join_address)


@router.get("/events")
async def events(asked: CurrentRequest, code: str) -> Response:
    """A stream that says when the room goes on; with ``all`` also when anything else happens."""
    here = await room_request(asked, code)
    query = asked.request.query_params
    seen = query.get("seen", "")
    stream = (
        everything(here.classes.rooms.tables, here.room, seen)
        if "all" in query
        else moments(here.room, here.pupil, whole_or(-1, seen))
    )
    return stream_of(stream)


async def moments(room: LiveRoom, pupil: Pupil | None, seen: int) -> AsyncGenerator[bytes]:
    """An event ``room`` whenever a pupil has to look where he belongs."""
    changed = asyncio.Event()
    room.listeners[changed] = pupil.number if pupil else None
    try:
        yield LISTENING if room.moment_of(pupil) == seen else event(ROOM, room.moment_of(pupil))
        while True:
            if not await wait_for_change(changed):
                yield STILL_HERE
                continue
            yield event(ROOM, room.moment_of(pupil))
    finally:
        room.listeners.pop(changed, None)
        room.see(pupil)


async def everything(service: TableService, room: LiveRoom, seen: str = "") -> AsyncGenerator[bytes]:
    """An event ``room`` whenever anything happens in a room or at its tables, for board and projector.

    Who has seen the room as it stands, by `seen` of :func:`stamp_of`, is told nothing before the next change;
    what happened between the drawing of a page and the first it hears is told at once.
    """
    changed = asyncio.Event()
    room.boards.add(changed)
    heard: set[str] = set()
    is_new = True
    try:
        while True:
            for table in await _tables_of(service, room):
                table.listeners.add(changed)
                heard.add(table.row.id)
            now = await stamp_of(service, room)
            if now != seen:
                seen = now
                yield event(ROOM, room.row.version)
                await asyncio.sleep(PAUSE)
            elif is_new:
                yield LISTENING
            elif not await wait_for_change(changed):
                yield STILL_HERE
            is_new = False
    finally:
        room.boards.discard(changed)
        for name in heard & service.live.keys():
            service.live[name].listeners.discard(changed)


async def stamp_of(service: TableService, room: LiveRoom) -> str:
    """Return a stamp of all that board and projector show, which changes with each of their notifications."""
    tables = await _tables_of(service, room)
    of_tables = sum(x.row.version + x.extra_notifications for x in tables)
    return f"{room.row.version}.{room.notifications}.{of_tables}"


async def _tables_of(service: TableService, room: LiveRoom) -> list[LiveTable]:
    """The last table of each group at the step at which a room stands."""
    return [await service.find(x.table_id) for x in room.latest().values()]


def rendered_part(asked: RequestContext, template: str, **values: object) -> Markup:
    """A template filled in, as a part of a page."""
    return Markup(rendered(asked, template, **values))  # noqa: S704 - a template that escapes
