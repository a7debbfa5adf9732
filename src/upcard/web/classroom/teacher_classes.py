"""The teacher's classes: a list of them, a new one, and the page with a class's name, guests and opening."""

import time
from datetime import UTC, datetime
from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from upcard.classroom import class_repository as rows
from upcard.classroom import progress, roster
from upcard.classroom.class_repository import StoredRoom
from upcard.engine.errors import UpcardError, Usage
from upcard.language.phrases import time_ago
from upcard.server.clock import DAY
from upcard.web.classroom.class_requests import RoomRequest, TeachersRoom, classes_of
from upcard.web.http.class_lock import owner_key
from upcard.web.http.request_context import CurrentForm, CurrentRequest, Refusal, RequestContext
from upcard.web.http.visitor_identity import new_person

router = APIRouter(include_in_schema=False)
ON_START_PAGE, MOST_LISTED = 5, 200
"""Maximum number of classes on the start page, and in the list of all."""


@router.post("/rooms")
async def open_room(context: CurrentRequest, form: CurrentForm) -> Response:
    """Open a room with a name or without one, and lead it."""
    context.site.tables.capacity.admit()
    rooms = classes_of(context).rooms
    try:
        room = await rooms.open(new_person(), context.visitor.person, form["name"], language=form["language"])
    except Usage as fault:
        return context.page("class_code.html.jinja", refusal=Refusal("class", form, fault))
    return context.go_to(f"/c/{room.code}/teach")


@router.get("/classes")
async def classes(context: CurrentRequest) -> Response:
    """List the visitor's classes; for the owner of the computer, all classes."""
    return context.page("class_list.html.jinja", classes=await lines_of_classes(context, MOST_LISTED))


async def lines_of_classes(context: RequestContext, most: int) -> list[dict[str, Any]]:
    """Return a line for each of the visitor's classes, at most `most`, those opened last first."""
    persons, now = context.visitor.persons, time.time()
    whose = None if owner_key(context.site.signer) in persons else sorted(persons)
    listed = await context.site.tables.read(lambda c: rows.rooms_led(c, whose, now - DAY, most))
    return [_line(room, pupils, now) for room, pupils in listed]


def _line(room: StoredRoom, pupils: int, now: float) -> dict[str, Any]:
    at = max(room.made_at, room.opened_at)
    return {
        "code": room.code,
        "title": room.title,
        "has_name": bool(room.name),
        "pupils": pupils,
        "is_open": room.ended_at is None,
        "at": datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds"),
        "when": time_ago(at, now),
    }


@router.get("/c/{code}/teach/class")
async def class_page(here: TeachersRoom) -> Response:
    """Show the name of a class, its guest list, and how it opens again."""
    return _class_page(here)


@router.post("/c/{code}/teach/class/{deed}")
async def change_class(form: CurrentForm, here: TeachersRoom, deed: str) -> Response:
    """Change the name, language or guest list of a class, lock its phones, or open it for another lesson."""
    rooms, code = here.classes.rooms, here.room.code
    try:
        if deed == "name":
            await progress.rename_class(rooms, code, form["name"])
        elif deed == "language":
            await progress.choose_language(rooms, code, form["language"])
        elif deed == "guests":
            await roster.store_guests(rooms, code, form["guests"])
        elif deed in ("lock", "unlock"):
            await progress.lock_phones(rooms, code, is_locked=deed == "lock")
        elif deed == "again":
            await progress.open_again(rooms, code)
        elif deed == "new-code":
            here.context.site.tables.capacity.admit()
            owner = here.room.row.owner or here.context.visitor.person
            new = await progress.open_new_code(rooms, code, new_person(), owner)
            return here.context.go_to(f"/c/{new.code}/teach")
        else:
            raise Usage(
                f"{deed[:20]!r} is not an action for a class; "
                "expected name, language, guests, lock, unlock, again or new-code"
            )
    except UpcardError as fault:
        return _class_page(here, Refusal(deed, form, fault))
    return here.go("/teach")


def _class_page(here: RoomRequest, refusal: Refusal | None = None) -> Response:
    return here.context.page(
        "class_settings.html.jinja", refusal=refusal, room=here.room, most=roster.MOST_PUPILS
    )
