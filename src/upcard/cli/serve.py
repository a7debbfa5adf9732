"""``upcard serve``: the tables in a browser, for this machine or a network."""

import contextlib
import os
import socket
import webbrowser
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import click

from upcard.cli.options import FileName, Whole, define
from upcard.engine.errors import Failure, Usage

if TYPE_CHECKING:
    from upcard.web.mailbox import MailSetup

LOOPBACK, PORT = "127.0.0.1", 8570


@define(
    "serve",
    "upcard serve",
    "upcard serve --host 0.0.0.0 --port 8000",
    "upcard serve --database postgresql://upcard@localhost/upcard",
)
@click.option("--host", default=LOOPBACK, metavar="ADDRESS", show_default=True, help="Where to listen.")
@click.option(
    "--port", type=Whole(0, 65_535), default=PORT, metavar="N", show_default=True,
    help="The port; 0 for any that is free.",
)  # fmt: skip
@click.option("--database", metavar="URL", help="Its database.  [default: SQLite in the folder]")
@click.option(
    "--folder", type=FileName(), metavar="FOLDER",
    help="Where tables and the server's key are kept.  [default: the user's own]",
)  # fmt: skip
@click.option(
    "--address", default="", metavar="URL", help="How others reach it, for links.  [default: as asked]"
)
@click.option("--mail", default="", metavar="ADDRESS", help="Play by mail too, at this address.")
@click.option("--smtp", default="", metavar="URL", help="Who carries letters: smtp://USER@HOST:PORT.")
@click.option("--listen-mail", default="", metavar="HOST:PORT", help="Receive letters there.")
@click.option(
    "--limits/--no-limits", "is_limited", default=True, show_default=True,
    help="Whether an address may send so many requests and no more.",
)  # fmt: skip
@click.option(
    "--pace", type=click.FloatRange(0.0, 60.0), metavar="SECONDS",
    help="How long a bot takes for an action while somebody looks.  [default: 0.6]",
)  # fmt: skip
@click.option(
    "--open/--no-open", "opens", default=None, help="Whether to open a browser.  [default: on a desktop]"
)
def command(
    host: str,
    port: int,
    database: str | None,
    folder: Path | None,
    address: str,
    mail: str,
    smtp: str,
    listen_mail: str,
    is_limited: bool,
    pace: float | None,
    opens: bool | None,
) -> None:
    """Open the tables in a browser, for you and for others.

    Play against bots, with friends by a link, or by correspondence. Everything lies in a database in your own
    folder, or in one of PostgreSQL. Ctrl-C stops the server; all tables are there again at the next start.
    """
    import platformdirs

    from upcard.play.hall import PACE
    from upcard.play.store import Store, shown
    from upcard.web.app import Setup, make_app
    from upcard.web.identity import key_in
    from upcard.web.wire import server_of

    address = address.rstrip("/")
    setup_mail = _mail(mail, smtp, listen_mail, address)
    home = folder or Path(platformdirs.user_data_dir("upcard"))
    key = key_in(home)
    listener = listener_at(host, port)
    store = Store(database or f"sqlite:///{home / 'tables.sqlite'}")
    pace = PACE if pace is None else pace
    app = make_app(Setup(key, address, is_limited, pace, mail=setup_mail, is_alone=True), store)
    link = f"http://{_shown(host)}:{listener.getsockname()[1]}/"
    with contextlib.suppress(KeyboardInterrupt):
        click.echo(f"Upcard is open at {link}  (tables are kept in {shown(store.url)}; Ctrl-C stops)")
        open_browser(link, opens)
        server_of(app).run(sockets=[listener])


def _mail(address: str, smtp: str, listen: str, web: str) -> "MailSetup | None":
    """How letters go and come, where they do.

    Raises
    ------
    Usage
        If an address cannot be understood, or there is none.
    """
    from upcard.cli.mail import PASSWORD
    from upcard.cli.scenes import plain_text
    from upcard.web.mailbox import MailSetup, check_setup

    if not address:
        if smtp or listen:
            raise Usage("--smtp and --listen-mail are for play by mail; give its address too, with --mail")
        return None
    return check_setup(MailSetup(address, plain_text, smtp, os.environ.get(PASSWORD), listen, web=web))


def listener_at(host: str, port: int) -> socket.socket:
    """A socket that listens.

    Raises
    ------
    Failure
        If the address cannot be had.
    """
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family)
    except OSError as fault:
        reason = fault.strerror or str(fault)
        raise Failure(
            f"{host} port {port} cannot be listened at: {reason}; name another with --port"
        ) from None


def _shown(host: str) -> str:
    """A host as a browser on this machine is told it."""
    return "127.0.0.1" if host in ("0.0.0.0", "::") else f"[{host}]" if ":" in host else host  # noqa: S104


def open_browser(link: str, opens: bool | None) -> None:
    """Open a browser if that is wanted, by default where somebody sits; the server does not wait for it."""
    if opens or (opens is None and _is_desktop()):
        Thread(target=_open, args=(link,), daemon=True).start()


def _open(link: str) -> None:
    """Open a browser, and wait for it where it does not go to the background."""
    with contextlib.suppress(ValueError, OSError, webbrowser.Error):  # the address stands on the screen too
        webbrowser.open(link)


def _is_desktop() -> bool:
    """Whether somebody sits at a screen here."""
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")) and "CI" not in os.environ
