"""``upcard class``: a room for a class on the local network, with projector and phones."""

import contextlib
import socket
from pathlib import Path

import click

from upcard.cli.options import FileName, Whole, define
from upcard.cli.serve import PORT, listener_at, open_browser

EVERYWHERE = "0.0.0.0"  # noqa: S104 - phones of the class are to reach it
NOWHERE = ("192.0.2.1", 9)
"""An address of documentation: to nothing is anything sent, and it tells which own address would send it."""


@define("class", "upcard class", "upcard class --port 8000 --address http://10.0.0.5:8000")
@click.option("--host", default=EVERYWHERE, metavar="ADDRESS", show_default=True, help="Where to listen.")
@click.option(
    "--port", type=Whole(0, 65_535), default=PORT, metavar="N", show_default=True,
    help="The port; 0 for any that is free.",
)  # fmt: skip
@click.option("--database", metavar="URL", help="Its database.  [default: SQLite in the folder]")
@click.option(
    "--folder", type=FileName(), metavar="FOLDER",
    help="Where rooms and the server's key are kept.  [default: the user's own]",
)  # fmt: skip
@click.option("--address", default="", metavar="URL", help="How phones reach it.  [default: found out]")
@click.option(
    "--limits/--no-limits", "is_limited", default=True, show_default=True,
    help="Whether an address may send so many requests and no more.",
)  # fmt: skip
@click.option(
    "--open/--no-open", "opens", default=None, help="Whether to open a browser.  [default: on a desktop]"
)
def command(
    host: str, port: int, database: str | None, folder: Path | None, address: str, is_limited: bool,
    opens: bool | None,
) -> None:  # fmt: skip
    """Open a room for a class: pupils join with phones.

    Says where they join, and prints the teacher's private link: pick an activity there, and open the
    projector's page. Nobody needs an account or the internet. Ctrl-C stops the server; the report of the
    class is there again at the next start.
    """
    import platformdirs

    from upcard.classroom.rooms import open_room
    from upcard.play.hall import PACE
    from upcard.play.store import Store
    from upcard.web.app import Setup, make_app
    from upcard.web.classroom import link_for
    from upcard.web.identity import Signer, key_in, new_person
    from upcard.web.wire import server_of

    home = folder or Path(platformdirs.user_data_dir("upcard"))
    key = key_in(home)
    listener = listener_at(host, port)
    base = address.rstrip("/") or f"http://{_own_address(host)}:{listener.getsockname()[1]}"
    store = Store(database or f"sqlite:///{home / 'tables.sqlite'}")
    room = open_room(store, teacher := new_person())
    link = link_for(Signer(key), base, room.code, teacher)
    app = make_app(Setup(key, base, is_limited, PACE, is_alone=True), store)
    with contextlib.suppress(KeyboardInterrupt):
        click.echo(
            f"The class is open: pupils join at {base}/class with the code {room.code}\n"
            f"Projector: {base}/c/{room.code}/show\n"
            f"Teacher, for you alone: {link}"
        )
        open_browser(link, opens)
        server_of(app).run(sockets=[listener])


def _own_address(host: str) -> str:
    """Under which address other machines of the network reach this one."""
    if host not in (EVERYWHERE, "::"):
        return f"[{host}]" if ":" in host else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(NOWHERE)
            return str(asked.getsockname()[0])
        except OSError:  # without any network
            return "127.0.0.1"
