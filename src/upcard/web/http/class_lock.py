"""Keys of teachers, and locked classes: the phones of their pupils open only pages of the class."""

from starlette.requests import Request

from upcard.classroom.live_room import LiveRoom
from upcard.engine.errors import Illegal
from upcard.language.messages import gettext
from upcard.web.http.visitor_identity import Signer, Visitor, known_visitor

SHARED = ("/art/", "/cards/", "/faces/", "/static/", "/offline_worker.js", "/privacy")
"""Beginnings of paths that are open to everybody: pictures, scripts and the page about data."""


def owner_key(signer: Signer) -> str:
    """Return the key of the owner of the computer, who leads all classes of its database."""
    return signer.digest("owner of all classes", "")


def teacher_keys(signer: Signer, room: LiveRoom) -> set[str]:
    """Return the keys with which a browser leads a room: its own, its teacher's, and the owner's."""
    return {room.row.teacher, room.row.owner or room.row.teacher, owner_key(signer)}


def locked_room(request: Request, visitor: Visitor | None) -> LiveRoom | None:
    """Return the locked class whose pupil a visitor is; None if there is none, or the visitor leads it."""
    classes = getattr(request.app.state, "classes", None)
    rooms: list[LiveRoom] = [] if classes is None else [x for x in classes.rooms.live.values() if x.is_locked]
    if not rooms or visitor is None:
        return None
    persons, signer = visitor.persons, request.app.state.site.signer
    return next((x for x in rooms if _is_locked_in(x, persons, signer)), None)


def _is_locked_in(room: LiveRoom, persons: frozenset[str], signer: Signer) -> bool:
    is_here = room.pupil_of(persons) in room.pupils
    return is_here and persons.isdisjoint(teacher_keys(signer, room))


async def refuse_other_pages(request: Request) -> None:
    """Raise Illegal if a pupil of a locked class asks for a page that is not of the class."""
    signer = request.app.state.site.signer
    room = locked_room(request, known_visitor(request, signer))
    if room is not None and not is_of_class(request.url.path, room):
        raise Illegal(
            gettext(
                "your teacher has locked the phones to {title}; go back to the class at {address}",
                title=room.row.title,
                address=f"/c/{room.code}",
            )
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
