"""``upcard class``: a room for a class on the local network, with projector and phones."""

import socket
from datetime import datetime
from typing import TYPE_CHECKING

from upcard.cli.terminal.command_options import make_command
from upcard.cli.terminal.server_options import EVERYWHERE, LOOPBACK, ServerOptions, listening
from upcard.engine.wording import counted

if TYPE_CHECKING:
    from upcard.classroom.class_repository import StoredRoom

MOST_EARLIER = 5
"""So many classes of earlier days are listed."""

NOWHERE = ("192.0.2.1", 9)
"""An address of documentation: to nothing is anything sent, and it tells which own address would send it."""


@make_command("class", "upcard class", "upcard class --port 8000 --address http://10.0.0.5:8000")
@listening(EVERYWHERE, "rooms", "How phones reach it.  [default: found out]")
def command(place: ServerOptions) -> None:
    """Open a room for a class: pupils join with phones.

    Says where they join, and prints the teacher's private link: pick an activity there, and open the
    projector's page. Nobody needs an account or the internet. Ctrl-C stops the server; the classes of earlier
    days are listed at the next start, with the links to their reports.
    """
    from upcard.classroom.class_repository import rooms_with_work
    from upcard.classroom.room_service import open_room
    from upcard.server.table_service import PACE
    from upcard.web.app import ServerSetup, make_app
    from upcard.web.classroom.class_requests import room_link
    from upcard.web.http.visitor_identity import Signer, key_in, new_person

    key = key_in(place.home)
    listener = place.listener()
    base = place.address or f"http://{_own_address(place.host)}:{listener.getsockname()[1]}"
    store = place.store()
    earlier = store.read(lambda c: rooms_with_work(c, MOST_EARLIER))
    room = open_room(store, teacher := new_person())
    signer = Signer(key)
    link = room_link(signer, base, room.code, teacher)
    said = (
        f"The class is open: pupils join at {base}/class with the code {room.code}\n"
        f"Projector: {base}/c/{room.code}/show\n"
        f"Teacher, for you alone: {link}"
    )
    if earlier:
        told = [_told(x, n, room_link(signer, base, x.code, x.teacher)) for x, n in earlier]
        said += "\n" + "\n".join(["Earlier classes, their reports by links for you alone:", *told])
    app = make_app(ServerSetup(key, base, place.is_limited, PACE, is_alone=True), store)
    place.serve(app, listener, said, link)


def _told(room: "StoredRoom", pupils: int, link: str) -> str:
    """An earlier class in a line: when it was, how many joined, and where its teacher goes on."""
    day = datetime.fromtimestamp(room.made_at).strftime("%Y-%m-%d %H:%M")  # noqa: DTZ006 - as on his clock
    return f"  {day}  {room.code}, {counted(pupils, 'pupil')}: {link}"


def _own_address(host: str) -> str:
    """Under which address other machines of the network reach this one."""
    if host not in (EVERYWHERE, "::"):
        return f"[{host}]" if ":" in host else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(NOWHERE)
            return str(asked.getsockname()[0])
        except OSError:  # without any network
            return LOOPBACK
