"""Common parts of the pages of a class: the room of a request, event streams, and private links."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Annotated, Protocol

from fastapi import APIRouter, Depends
from starlette.responses import Response

from upcard.classroom.background_jobs import BackgroundJobs
from upcard.classroom.class_repository import Pupil
from upcard.classroom.countdowns import end_countdowns
from upcard.classroom.join_limits import JoinLimit
from upcard.classroom.live_room import LiveRoom
from upcard.classroom.next_presses import begin_next_matches, why_waits
from upcard.classroom.retention import USUAL_DAYS, delete_expired
from upcard.classroom.room_service import RoomService
from upcard.classroom.seating import update_substitutes
from upcard.classroom.strategy_readiness import StrategyReadiness
from upcard.engine.errors import UpcardError
from upcard.language.messages import gettext as _
from upcard.server.live_table import LiveTable
from upcard.server.table_service import TableService
from upcard.web.board.images import qr_svg
from upcard.web.http.class_lock import teacher_keys
from upcard.web.http.event_streams import LISTENING, STILL_HERE, event, stream_of, wait_for_change
from upcard.web.http.request_context import CurrentRequest, RequestContext, Stranger
from upcard.web.http.visitor_identity import Signer

logger = logging.getLogger(__name__)
router = APIRouter(prefix="/c/{code}", include_in_schema=False)
PAUSE, EVERY = 0.5, 1.0
FIRST_EXPIRY, EXPIRY_SECONDS = 20.0, 3600.0
"""Seconds after which expired classes are first deleted, and between two looks for them."""

LINK = "class"
"""Purpose for which private links of a room are signed."""

ROOM = b"room"
"""Name of the event after a change of a room."""


@dataclass(frozen=True)
class ClassroomService:
    """The rooms of a server, and their background jobs."""

    rooms: RoomService
    jobs: BackgroundJobs
    """Computations in other processes."""
    join_limit: JoinLimit
    """Limits the places of each address."""
    usual_days: int = USUAL_DAYS
    """Days after which unused classes are deleted, unless their teachers chose otherwise; 0 for never."""
    readiness: StrategyReadiness = field(default_factory=StrategyReadiness)
    """How long the strategies of contests have to be prepared."""

    @classmethod
    def of(
        cls, service: TableService, is_limited: bool = False, usual_days: int = USUAL_DAYS
    ) -> "ClassroomService":
        """Return the rooms over a table service, whose tables then wait for the readers of a group."""
        rooms = RoomService(service)
        service.why_waits = partial(why_waits, rooms)
        jobs = BackgroundJobs()
        rooms.on_deletion = jobs.forget_results
        return cls(rooms, jobs, JoinLimit(is_limited), usual_days)

    async def run_jobs(self) -> None:
        """Check the rooms every second, until cancelled: other processes, absent pupils, countdowns.

        From time to time, delete expired classes; nobody waits for that.
        """
        expiry = asyncio.create_task(self._expire())
        try:
            while True:
                await asyncio.sleep(EVERY)
                for job in (RoomService.follow, update_substitutes, end_countdowns, begin_next_matches):
                    await self._do(job)
        finally:
            expiry.cancel()
            await asyncio.gather(expiry, return_exceptions=True)

    async def _expire(self) -> None:
        """Delete expired classes from time to time, until cancelled."""
        await asyncio.sleep(FIRST_EXPIRY)
        while True:
            await self._do(partial(delete_expired, usual=self.usual_days))
            await asyncio.sleep(EXPIRY_SECONDS)

    async def _do(self, job: Callable[[RoomService], Awaitable[object]]) -> None:
        try:
            await job(self.rooms)
        except UpcardError:  # somebody acted meanwhile
            pass
        except Exception:  # a fault of one job must not stop the others
            logger.exception("a background job of the classes failed")


class RoomAtServer(Protocol):
    """A room, and the service that computes its results."""

    @property
    def room(self) -> LiveRoom:
        """The room."""

    @property
    def classes(self) -> ClassroomService:
        """All rooms of the server."""


@dataclass(frozen=True)
class RoomRequest:
    """A request to a room."""

    context: RequestContext
    room: LiveRoom

    @property
    def classes(self) -> ClassroomService:
        """Rooms of this server."""
        return classes_of(self.context)

    @property
    def pupil(self) -> Pupil | None:
        """The visitor as a pupil of this room; None if they are not."""
        return self.room.pupil_of(self.context.visitor.persons)

    @property
    def leads(self) -> bool:
        """Whether the visitor is the teacher of the room, or the owner of the computer."""
        return not self.context.visitor.persons.isdisjoint(teacher_keys(self.context.site.signer, self.room))

    def go(self, path: str = "") -> Response:
        """Send the browser to a page of the room, by default that of its pupils."""
        return self.context.go_to(f"/c/{self.room.code}{path}")

    async def stamp(self) -> str:
        """Return the stamp of the current state, for pages that follow the stream of a room."""
        return await stamp_of(self.classes.rooms.tables, self.room)

    def private_link(self, person: str) -> str:
        """Return the link that makes another browser the same pupil or teacher."""
        return room_link(self.context.site.signer, self.context.base, self.room.code, person)

    @property
    def join_address(self) -> str:
        """Address at which pupils join."""
        return f"{self.context.base}/c/{self.room.code}"


def classes_of(context: RequestContext) -> ClassroomService:
    """Return the rooms of the server of a request."""
    classes: ClassroomService = context.request.app.state.classes
    return classes


async def room_request(context: CurrentRequest, code: str) -> RoomRequest:
    """Return a request to a room, and note that the pupil is present; raises Unknown without such a room."""
    here = RoomRequest(context, await classes_of(context).rooms.find(code))
    here.room.see(here.pupil)
    return here


CurrentRoom = Annotated[RoomRequest, Depends(room_request)]
"""The room of the current request, as a parameter of a route."""


async def teachers_room(here: CurrentRoom) -> RoomRequest:
    """Return the request if it is from the teacher of its room; raises Stranger for anyone else."""
    if not here.leads:
        raise Stranger(_("this page is for the teacher; open it with the private link of the class"))
    return here


TeachersRoom = Annotated[RoomRequest, Depends(teachers_room)]
"""The same for pages of the teacher."""


def room_link(signer: Signer, base: str, code: str, person: str) -> str:
    """Return the link that makes another browser a pupil, or the teacher, of a room."""
    return f"{base}/c/{code}/me/{signer.sign(LINK, [code, person])}"


@router.get("/me/{link}")
async def follow(here: CurrentRoom, link: str) -> Response:
    """Follow a private link: become a pupil, or the teacher, on another device."""
    match here.context.site.signer.read(LINK, link):
        case [str(known), str(person)] if known == here.room.code:
            is_teacher = person in teacher_keys(here.context.site.signer, here.room)
            return here.context.with_person(person).go_to(f"/c/{known}{'/teach' if is_teacher else ''}")
    raise Stranger(_("this private link is not valid here; copy all of it, or ask for a new one"))


@router.get("/qr.svg")
async def qr_code(here: CurrentRoom) -> Response:
    """Return the address at which pupils join, as a QR code."""
    return qr_svg(here.join_address)


@router.get("/here")
async def give_sign(here: CurrentRoom) -> Response:
    """Note that a pupil's page is still open, although nothing happens there."""
    return Response(status_code=204)


@router.get("/events")
async def events(here: CurrentRoom) -> Response:
    """Stream an event whenever the pupil's page changes; with ``all``, whenever anything happens."""
    query = here.context.query
    if "all" in query:
        return stream_of(board_events(here.classes.rooms.tables, here.room, query["seen"]))
    return stream_of(pupil_events(here.room, here.pupil, query.number_or(-1, "seen")))


async def pupil_events(room: LiveRoom, pupil: Pupil | None, seen: int) -> AsyncGenerator[bytes]:
    """Yield an event ``room`` whenever the page of a pupil changes."""
    changed = asyncio.Event()
    room.listeners[changed] = pupil.number if pupil else None
    if pupil is not None:
        room.unconfirmed.pop(pupil.number, None)
    try:
        yield LISTENING if room.version_for(pupil) == seen else event(ROOM, room.version_for(pupil))
        while True:
            if not await wait_for_change(changed):
                yield STILL_HERE
                continue
            yield event(ROOM, room.version_for(pupil))
    finally:
        if pupil is not None and room.has_page_open(pupil.number):  # a dead connection may end much later
            room.see(pupil)
        room.listeners.pop(changed, None)


async def board_events(service: TableService, room: LiveRoom, seen: str = "") -> AsyncGenerator[bytes]:
    """Yield an event ``room`` whenever anything happens in a room or at its tables.

    A client that has `seen` the current :func:`stamp_of` gets nothing before the next change; another client
    gets an event immediately.
    """
    changed = asyncio.Event()
    room.boards.add(changed)
    followed: set[str] = set()
    is_new = True
    try:
        while True:
            for table in await _tables_of(service, room):
                table.listeners.add(changed)
                followed.add(table.row.id)
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
        for name in followed & service.live.keys():
            service.live[name].listeners.discard(changed)


async def stamp_of(service: TableService, room: LiveRoom) -> str:
    """Return a stamp of what board and projector show; it changes with each notification."""
    tables = await _tables_of(service, room)
    of_tables = sum(x.row.version + x.extra_notifications for x in tables)
    return f"{room.row.version}.{room.notifications}.{of_tables}"


async def _tables_of(service: TableService, room: LiveRoom) -> list[LiveTable]:
    """Return the last table of each group at the current step."""
    return [await service.watch(x.table_id) for x in room.latest().values()]
