"""``upcard class``: a room for a class on the local network, with projector and phones."""

import socket

from upcard.cli.listening import EVERYWHERE, LOOPBACK, Place, listening
from upcard.cli.options import define

NOWHERE = ("192.0.2.1", 9)
"""An address of documentation: to nothing is anything sent, and it tells which own address would send it."""


@define("class", "upcard class", "upcard class --port 8000 --address http://10.0.0.5:8000")
@listening(EVERYWHERE, "rooms", "How phones reach it.  [default: found out]")
def command(place: Place) -> None:
    """Open a room for a class: pupils join with phones.

    Says where they join, and prints the teacher's private link: pick an activity there, and open the
    projector's page. Nobody needs an account or the internet. Ctrl-C stops the server; the report of the
    class is there again at the next start.
    """
    from upcard.classroom.rooms import open_room
    from upcard.play.hall import PACE
    from upcard.web.app import Setup, make_app
    from upcard.web.classroom import link_for
    from upcard.web.identity import Signer, key_in, new_person

    key = key_in(place.home)
    listener = place.listener()
    base = place.address.rstrip("/") or f"http://{_own_address(place.host)}:{listener.getsockname()[1]}"
    store = place.store()
    room = open_room(store, teacher := new_person())
    link = link_for(Signer(key), base, room.code, teacher)
    said = (
        f"The class is open: pupils join at {base}/class with the code {room.code}\n"
        f"Projector: {base}/c/{room.code}/show\n"
        f"Teacher, for you alone: {link}"
    )
    app = make_app(Setup(key, base, place.is_limited, PACE, is_alone=True), store)
    place.serve(app, listener, said, link)


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
