"""``upcard class``: a classroom on the local network, with projector and phones."""

from datetime import datetime
from typing import TYPE_CHECKING

import click

from upcard.cli.terminal.command_options import make_command
from upcard.cli.terminal.server_options import (
    EVERYWHERE,
    LOOPBACK,
    ServerOptions,
    class_days_option,
    listening,
)
from upcard.engine.wording import counted

if TYPE_CHECKING:
    from upcard.classroom.class_repository import StoredRoom

MOST_EARLIER = 5
"""Maximum number of earlier classes that are listed."""


@make_command("class", "upcard class", "upcard class --port 8000 --address http://10.0.0.5:8000")
@listening(EVERYWHERE, "classes", "Web address for the phones.  [default: this machine's address]")
@click.option("--name", default="", metavar="NAME", help="Name of the class, such as '8b, Monday'.")
@click.option(
    "--language",
    default="",
    metavar="LANGUAGE",
    help="Language of the class, such as 'de'.  [default: the language of each browser]",
)
@class_days_option
def command(place: ServerOptions, name: str, language: str, class_days: int | None) -> None:
    """Open a classroom that pupils join with phones.

    Prints the address for pupils and the teacher's private link. Follow that link to choose an activity and
    to open the projector page. Nobody needs an account or the internet. Ctrl-C stops the server. The next
    time you run it, it lists earlier classes with links to their reports. After you have followed the link,
    the start page lists all classes of this computer: open a second one there, or an earlier one again.
    """
    from upcard.classroom.class_repository import rooms_with_work
    from upcard.classroom.retention import USUAL_DAYS
    from upcard.classroom.room_service import check_class_name, check_language, open_room
    from upcard.server.table_service import PACE
    from upcard.web.app import ServerSetup, make_app
    from upcard.web.classroom.class_requests import room_link
    from upcard.web.http.class_lock import owner_key
    from upcard.web.http.visitor_identity import Signer, key_in, new_person

    name, language = check_class_name(name), check_language(language)
    key = key_in(place.home)
    listener = place.listener()
    base = place.address or f"http://{_network_address(place.host)}:{listener.getsockname()[1]}"
    store = place.store()
    earlier = store.read(lambda c: rooms_with_work(c, MOST_EARLIER))
    signer = Signer(key)
    room = open_room(store, new_person(), owner_key(signer), name, language=language)
    link = room_link(signer, base, room.code, room.owner)
    message = (
        f"The class is open: pupils join at {base}/class with the code {room.code}\n"
        f"Projector: {base}/c/{room.code}/show\n"
        f"Teacher (keep this link private): {link}"
    )
    if earlier:
        lines = [_class_line(x, n, room_link(signer, base, x.code, x.teacher)) for x, n in earlier]
        message += "\n" + "\n".join(["Earlier classes, with private links to their reports:", *lines])
    days = USUAL_DAYS if class_days is None else class_days
    app = make_app(ServerSetup(key, base, place.is_limited, PACE, class_days=days, is_alone=True), store)
    place.serve(app, listener, message, link)


def _class_line(room: "StoredRoom", pupils: int, link: str) -> str:
    """Return a line about an earlier class: date, code, number of pupils, and the teacher's link."""
    day = datetime.fromtimestamp(room.made_at).strftime("%Y-%m-%d %H:%M")  # noqa: DTZ006 - as on the teacher's clock
    title = f"{room.name} ({room.code})" if room.name else room.code
    return f"  {day}  {title}, {counted(pupils, 'pupil')}: {link}"


def _network_address(host: str) -> str:
    """Return the address at which other machines of the network reach this one."""
    if host not in (EVERYWHERE, "::"):
        return f"[{host}]" if ":" in host else host
    from upcard.web.http.local_network import local_address

    return local_address() or LOOPBACK
