"""Requests of phones to be a pupil of an earlier lesson again, which the teacher allows.

A name shows nobody who taps it: without the pupil's own key, which a browser stores, only the teacher can
tell. The phone and the teacher's page show the same number, so that the teacher lets in the right phone.
"""

import secrets
import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace

from sqlalchemy.engine import Connection

from upcard.classroom import class_repository as rows
from upcard.classroom.class_repository import NO_RUN, RETURNS, Pupil, PupilAnswer
from upcard.classroom.live_room import LiveRoom
from upcard.engine.errors import Illegal, Usage
from upcard.language.messages import gettext as _

MOST_EACH = 3
"""Maximum number of phones that ask for the same pupil's place."""

NUMBERS = range(100, 1000)
"""Numbers by which a pupil and the teacher recognize a phone."""


@dataclass(frozen=True)
class ReturnRequest:
    """A phone that asks to be a pupil again: its secret key, and the number that it shows."""

    person: str
    shown: int


def requests_of(live: LiveRoom) -> list[tuple[Pupil, ReturnRequest]]:
    """Return the requests since the class was last opened, each with the pupil of an earlier lesson."""
    stored = live.answers(RETURNS, NO_RUN, 0)
    new = {p: x.value for p, x in stored.items() if x.at >= live.row.opened_at}
    return [(x, ReturnRequest(**r)) for x in live.former_pupils for r in new.get(x.number, ())]


def request_of(live: LiveRoom, persons: Iterable[str]) -> tuple[Pupil, ReturnRequest] | None:
    """Return the request of the phone with one of these keys; None if it has not asked."""
    keys = set(persons)
    return next((x for x in requests_of(live) if x[1].person in keys), None)


def add_request(live: LiveRoom, former: Pupil, person: str) -> PupilAnswer:
    """Return the stored requests for a pupil's place, with one more phone.

    Raises Illegal if several phones have asked already.
    """
    known = [r for x, r in requests_of(live) if x.number == former.number]
    if len(known) >= MOST_EACH:
        raise Illegal(
            _(
                "{count} phones have asked to be {name}; tell your teacher",
                count=len(known),
                name=former.name,
            )
        )
    taken = {r.shown for _, r in requests_of(live)}
    shown = secrets.choice([x for x in NUMBERS if x not in taken] or [max(taken) + 1])
    return _stored(former, [*known, ReturnRequest(person, shown)])


def withdraw(connection: Connection, live: LiveRoom, persons: Iterable[str]) -> None:
    """Delete the request of the phone with one of these keys; nothing without one."""
    mine = request_of(live, persons)
    if mine is not None:
        others = [r for x, r in requests_of(live) if x == mine[0] and r != mine[1]]
        rows.add(connection, live.code, _stored(mine[0], others))


def clear_requests(connection: Connection, live: LiveRoom, pupil: Pupil) -> None:
    """Delete all requests for a pupil's place."""
    rows.add(connection, live.code, _stored(pupil, []))


def allowed_pupil(live: LiveRoom, shown: int) -> Pupil:
    """Return a former pupil with the key of the phone that shows a number.

    Raises Usage if no phone shows it, for example because another one has come in.
    """
    for pupil, request in requests_of(live):
        if request.shown == shown:
            return replace(pupil, person=request.person)
    raise Usage(_("no phone asks with the number {number} any more; reload the page", number=shown))


def _stored(pupil: Pupil, requests: Sequence[ReturnRequest]) -> PupilAnswer:
    return PupilAnswer(NO_RUN, 0, RETURNS, pupil.number, [asdict(x) for x in requests], time.time())
