"""Locked classes: the phones of their pupils open only pages of the class, until the teacher unlocks them."""

from starlette.requests import Request

from upcard.classroom.live_room import LiveRoom
from upcard.engine.errors import Illegal
from upcard.web.http.visitor_identity import Visitor, known_visitor

SHARED = ("/art/", "/cards/", "/faces/", "/static/", "/offline_worker.js", "/privacy")
"""Beginnings of paths that are open to everybody: pictures, scripts and the page about data."""


def locked_room(request: Request, visitor: Visitor | None) -> LiveRoom | None:
    """Return the locked class whose pupil a visitor is; None if there is none, or the visitor leads it."""
    classes = getattr(request.app.state, "classes", None)
    rooms: list[LiveRoom] = [] if classes is None else [x for x in classes.rooms.live.values() if x.is_locked]
    if not rooms or visitor is None:
        return None
    persons = visitor.persons
    return next((x for x in rooms if _is_locked_in(x, persons)), None)


def _is_locked_in(room: LiveRoom, persons: frozenset[str]) -> bool:
    pupil = room.pupil_of(persons)
    leads = room.row.teacher in persons or room.row.owner in persons
    return pupil is not None and pupil in room.pupils and not leads


async def refuse_other_pages(request: Request) -> None:
    """Raise Illegal if a pupil of a locked class asks for a page that is not of the class."""
    signer = request.app.state.site.signer
    room = locked_room(request, known_visitor(request, signer))
    if room is not None and not is_of_class(request.url.path, room):
        raise Illegal(
            f"your teacher has locked the phones to {room.row.title}; go back to the class at /c/{room.code}"
        )


def is_of_class(path: str, room: LiveRoom) -> bool:
    """Return whether a path belongs to a class: its pages, its tables, and what all pages need."""
    if path.startswith(SHARED):
        return True
    first, _, rest = path.strip("/").partition("/")
    name = rest.partition("/")[0]
    return (first == "c" and name.upper() == room.code) or (
        first == "t" and room.sitting_at(name) is not None
    )
