"""What commands share that serve pages: where they listen, what they keep, and the browser that they open."""

import contextlib
import errno
import os
import signal
import socket
import webbrowser
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import wraps
from pathlib import Path
from threading import Thread
from types import FrameType
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import click

from upcard.cli.terminal.command_options import FileName, WholeNumber
from upcard.cli.terminal.error_messages import print_remark
from upcard.engine.errors import Failure, Usage

if TYPE_CHECKING:
    from fastapi import FastAPI

    from upcard.server.database import Store

PORT = 8570
SILENCE_MS = 45_000
"""Where nothing sent was received for so long, a connection is broken."""
WEB = ("http", "https")
IN_NO_ADDRESS = frozenset("<>\"'\\^`{}|?#@")
"""What cannot stand in the address of a server, or would be more than its address."""

LOOPBACK, EVERYWHERE = "127.0.0.1", "0.0.0.0"  # noqa: S104 - others of the network are to reach it


class WebAddress(click.ParamType[str, Any]):
    """The address under which a server is reached in the web, without what would follow it."""

    name = "url"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The address without its last slash; a ``Usage`` fault for what is none of ``http`` or ``https``."""
        check_web_address(str(value), param.opts[0] if param is not None else "the address")
        return str(value).rstrip("/")


def check_web_address(text: str, option: str) -> None:
    """Refuse what is no address of a server in the web: a host, a port at most, and where it begins there.

    Raises
    ------
    Usage
        If it is none.
    """
    try:
        parts = urlsplit(text)
        is_one = parts.scheme in WEB and bool(parts.hostname) and parts.port != 0
    except ValueError:  # of brackets, or of a port that is no number
        is_one = False
    if not is_one or not all(c.isprintable() and not c.isspace() and c not in IN_NO_ADDRESS for c in text):
        raise Usage(f"{option} was given {text!r}; expected an address such as http://10.0.0.5:8000")


class _PortTaken(Failure):
    """Another program listens there."""


@dataclass(frozen=True)
class ServerOptions:
    """Where a command listens and keeps things, as it was asked for."""

    host: str
    """Where it listens."""
    port: int | None
    """At which port; None for the usual one, or any that is free if that is taken."""
    database: str | None
    """The address of its database, if it is not in the folder."""
    folder: Path | None
    """Where it keeps everything, if not in the user's own."""
    address: str
    """How others reach it."""
    is_limited: bool
    """Whether an address may send so many requests and no more."""
    opens: bool | None
    """Whether to open a browser; None where that follows from the machine."""

    @property
    def home(self) -> Path:
        """The folder."""
        from upcard.engine.user_folders import home_folder

        return self.folder or home_folder()

    def store(self) -> "Store":
        """The database."""
        from upcard.engine.user_folders import usual_database
        from upcard.server.database import Store

        return Store(usual_database(self.home) if self.database is None else self.database)

    def listener(self) -> socket.socket:
        """A socket that listens.

        Raises
        ------
        Failure
            If the address cannot be had.
        """
        if self.port is not None:
            return self._listener_at(self.port)
        try:
            return self._listener_at(PORT)
        except _PortTaken:
            if self.address:  # others come to the port that it names
                raise
            found = self._listener_at(0)
        at = found.getsockname()[1]
        print_remark(
            f"port {PORT} is taken, perhaps by an Upcard in another window; this one is at port {at}"
        )
        return found

    def _listener_at(self, port: int) -> socket.socket:
        try:
            family = socket.getaddrinfo(self.host, port, type=socket.SOCK_STREAM)[0][0]
            made = socket.create_server((self.host, port), family=family)
            if hasattr(socket, "TCP_USER_TIMEOUT"):  # else a phone without power counts as there for long
                made.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SILENCE_MS)
            return made
        except (OSError, UnicodeError) as fault:  # what cannot be a name of the net is not even looked up
            why = str(fault) if isinstance(fault, OSError) else "it is no address"
            if getattr(fault, "errno", None) == errno.EADDRINUSE:
                raise _PortTaken(
                    f"port {port} is taken, perhaps by an Upcard in another window; "
                    "end that with Ctrl-C, or take any free port: --port 0"
                ) from None
            reason = getattr(fault, "strerror", None) or why
            raise Failure(
                f"{self.host} port {port} cannot be listened at: {reason}; name others with --host and --port"
            ) from None

    def serve(self, app: "FastAPI", listener: socket.socket, said: str, link: str) -> None:
        """Say something, open a browser at a link if that is wanted, and serve until Ctrl-C.

        From the first word on Ctrl-C is noted: as an exception it could be lost in what Python loads then.
        """
        from upcard.web.http.http_limits import server_of

        server = server_of(app)

        def leave(number: int, frame: FrameType | None) -> None:
            """End as soon as nothing is under way."""
            server.should_exit = True

        before = signal.signal(signal.SIGINT, leave)
        try:
            click.echo(said)
            _open_browser(link, self.opens)
            server.run(sockets=[listener])
        finally:
            signal.signal(signal.SIGINT, before)


def listening(host: str, kept: str, address: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Add the options of a command that serves pages, passed as one :class:`ServerOptions`.

    Parameters
    ----------
    host : str
        Where it usually listens.
    kept : str
        What lies in its folder.
    address : str
        What ``--address`` is for, and what is usual.
    """
    options = (
        click.option("--host", default=host, metavar="ADDRESS", show_default=True, help="Where to listen."),
        click.option(
            "--port", type=WholeNumber(0, 65_535), metavar="N",
            help=f"The port; 0 for any that is free.  [default: {PORT}, or any if that is taken]",
        ),
        click.option("--database", metavar="URL", help="Its database.  [default: SQLite in the folder]"),
        click.option(
            "--folder", type=FileName(), metavar="FOLDER",
            help=f"Where {kept} and the server's key are kept.  [default: the user's own]",
        ),
        click.option("--address", type=WebAddress(), metavar="URL", help=address),
        click.option(
            "--limits/--no-limits", "is_limited", default=True, show_default=True,
            help="Whether an address may send so many requests and no more.",
        ),
        click.option(
            "--open/--no-open", "opens", default=None,
            help="Whether to open a browser.  [default: on a desktop]",
        ),
    )  # fmt: skip

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        """The command with these options."""

        @wraps(command)
        def gathered(**given: Any) -> None:
            """Call it with the place, and what else was given."""
            given["address"] = given["address"] or ""
            place = ServerOptions(**{x.name: given.pop(x.name) for x in fields(ServerOptions)})
            command(place, **given)

        made: Callable[..., None] = gathered
        for option in reversed(options):
            made = option(made)
        return made

    return decorate


def _open_browser(link: str, opens: bool | None) -> None:
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
