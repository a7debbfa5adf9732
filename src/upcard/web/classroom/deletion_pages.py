"""Pages on personal data: the privacy page, and the deletion of a class or of one pupil's data."""

from collections.abc import Iterable

from fastapi import APIRouter
from starlette.responses import Response

from upcard.classroom.deletion import delete_class, delete_pupil_data, stored_pupil
from upcard.classroom.name_mentions import remaining_mentions
from upcard.classroom.retention import CHOICES, choose_days, day_text, days_of, deleted_at
from upcard.server.database import shown
from upcard.web.classroom.class_requests import (
    RoomRequest,
    TeachersRoom,
    classes_of,
    room_request,
    teachers_room,
)
from upcard.web.http.request_context import CurrentForm, CurrentRequest
from upcard.web.http.review_jobs import opponents_name

router = APIRouter(include_in_schema=False)


@router.get("/privacy")
async def privacy(context: CurrentRequest) -> Response:
    """Say what is stored about people, where, for how long, who sees it, and how to delete it."""
    database = context.site.tables.store.engine.dialect.name
    return context.page("privacy.html.jinja", days=classes_of(context).usual_days, database=database)


@router.get("/c/{code}/teach/data")
async def look_at_data(here: TeachersRoom) -> Response:
    """Show how long the class is stored, with forms to change that, and to delete data."""
    room, usual = here.room.snapshot, here.classes.usual_days
    return here.context.page(
        "class_data.html.jinja", room=here.room, days=days_of(room, usual), choices=CHOICES,
        until=day_text(deleted_at(room, usual)), pupils=room.pupils_of_report,
        is_unconfirmed="not-confirmed" in here.context.query,
        database=shown(here.context.site.tables.store.url) if here.context.is_at_server else "",
    )  # fmt: skip


@router.post("/c/{code}/teach/data")
async def choose_retention(form: CurrentForm, here: TeachersRoom) -> Response:
    """Choose for how long the class is stored."""
    await choose_days(here.classes.rooms, here.room.code, form.number("days"))
    return here.go("/teach/data")


@router.post("/c/{code}/teach/delete")
async def delete(form: CurrentForm, here: TeachersRoom) -> Response:
    """Delete the class, if its code was typed as a confirmation."""
    room = here.room
    if form["code"].strip().upper() != room.code:
        return here.go("/teach/data?not-confirmed")
    await _erase(here, await delete_class(here.classes.rooms, room.code))
    return here.context.page("class_deleted.html.jinja", code=room.code)


@router.get("/c/{code}/teach/pupil/{number}/delete")
async def confirm_pupil(context: CurrentRequest, code: str, number: int) -> Response:
    """Ask whether the data of a pupil should be deleted."""
    here = await teachers_room(await room_request(context, code))
    pupil = stored_pupil(here.room.snapshot, number)
    mentions = await here.classes.rooms.read(
        lambda c: remaining_mentions(c, here.room.snapshot, pupil.number)
    )
    return context.page("class_pupil_data.html.jinja", room=here.room, pupil=pupil, mentions=mentions)


@router.post("/c/{code}/teach/pupil/{number}/delete")
async def delete_pupil(context: CurrentRequest, form: CurrentForm, code: str, number: int) -> Response:
    """Delete the data of a pupil."""
    here = await teachers_room(await room_request(context, code))
    await _erase(here, await delete_pupil_data(here.classes.rooms, here.room.code, number))
    return here.go("/teach/data")


async def _erase(here: RoomRequest, tables: Iterable[str]) -> None:
    """Forget the reviews of some tables, which may contain names, and clean the file of the database."""
    for table_id in tables:
        here.context.site.reviewer.matches.renew(table_id)
        here.context.site.reviewer.forget(opponents_name(table_id))
    await here.classes.rooms.erasure.erase_deleted()
