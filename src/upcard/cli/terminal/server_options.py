"""Shared options of commands that serve pages: address, storage, and the browser they open."""

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

from upcard.cli.terminal.command_options import FileName, WholeNumber, combine_decorators
from upcard.cli.terminal.error_messages import print_remark
from upcard.engine.errors import Failure, Usage

if TYPE_CHECKING:
    from fastapi import FastAPI

    from upcard.server.database import Store
    from upcard.web.http.local_network import LocalNetwork

PORT = 8570
SILENCE_MS = 45_000
"""Milliseconds without acknowledgement after which a connection is closed."""
WEB = ("http", "https")
IN_NO_ADDRESS = frozenset("<>\"'\\^`{}|?#@")
"""Characters that an address of a server cannot have, or that begin something after it."""

LOOPBACK, EVERYWHERE = "127.0.0.1", "0.0.0.0"  # noqa: S104 - so that the network can reach it


class WebAddress(click.ParamType[str, Any]):
    """The web address of a server, without a path below it."""

    name = "url"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the address without its last slash; raise ``Usage`` unless it begins with ``http(s)://``."""
        check_web_address(str(value), param.opts[0] if param is not None else "the address")
        return str(value).rstrip("/")


def check_web_address(text: str, option: str) -> None:
    """Raise ``Usage`` for anything but the web address of a server: a host, perhaps a port and a path."""
    try:
        parts = urlsplit(text)
        is_one = parts.scheme in WEB and bool(parts.hostname) and parts.port != 0
    except ValueError:  # wrong brackets, or a port that is not a number
        is_one = False
    if not is_one or not all(c.isprintable() and not c.isspace() and c not in IN_NO_ADDRESS for c in text):
        raise Usage(f"{option} was given {text!r}; expected an address such as http://10.0.0.5:8000")


class _PortTaken(Failure):
    """Another program uses the port."""


@dataclass(frozen=True)
class ServerOptions:
    """Where a command listens and stores things."""

    host: str
    """Address to listen at."""
    port: int | None
    """Port; None for the default port, or a free one if it is in use."""
    database: str | None
    """Address of the database; None for an SQLite file in the folder."""
    folder: Path | None
    """Folder for everything; None for the user's Upcard folder."""
    address: str
    """Web address that other people use; may be empty."""
    is_limited: bool
    """Whether requests per client address are limited."""
    opens: bool | None
    """Whether to open a browser; None opens one on a desktop."""

    @property
    def home(self) -> Path:
        """The folder for everything."""
        from upcard.engine.user_folders import home_folder

        return self.folder or home_folder()

    def store(self) -> "Store":
        """Return the database."""
        from upcard.engine.user_folders import usual_database
        from upcard.server.database import Store

        return Store(usual_database(self.home) if self.database is None else self.database)

    def listener(self) -> socket.socket:
        """Return a socket that listens; raise ``Failure`` if the address cannot be used."""
        if self.port is not None:
            return self._listener_at(self.port)
        try:
            return self._listener_at(PORT)
        except _PortTaken:
            if self.address:  # others use the port that it names
                raise
            listener = self._listener_at(0)
        at = listener.getsockname()[1]
        print_remark(f"port {PORT} is in use, perhaps by Upcard in another window; this one uses port {at}")
        return listener

    def _listener_at(self, port: int) -> socket.socket:
        try:
            family = socket.getaddrinfo(self.host, port, type=socket.SOCK_STREAM)[0][0]
            listener = socket.create_server((self.host, port), family=family)
            if hasattr(socket, "TCP_USER_TIMEOUT"):  # a phone without power would seem connected for long
                listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SILENCE_MS)
            return listener
        except (OSError, UnicodeError) as fault:  # a name with wrong characters is not even looked up
            why = str(fault) if isinstance(fault, OSError) else "it is not an address"
            if getattr(fault, "errno", None) == errno.EADDRINUSE:
                raise _PortTaken(
                    f"port {port} is in use, perhaps by Upcard in another window; "
                    "stop it with Ctrl-C, or use any free port: --port 0"
                ) from None
            reason = getattr(fault, "strerror", None) or why
            raise Failure(
                f"cannot listen at {self.host} port {port}: {reason}; choose others with --host and --port"
            ) from None

    def serve(
        self, app: "FastAPI", listener: socket.socket, message: str, link: str,
        network: "LocalNetwork | None" = None,
    ) -> None:  # fmt: skip
        """Print a message, perhaps open a browser at a link, and serve until Ctrl-C.

        `network` can open the server to the local network while it runs. From the message on, Ctrl-C only
        sets a flag: an exception could be lost while Python loads modules.
        """
        from upcard.web.http.http_limits import server_of

        server = server_of(app)
        if network is not None:
            network.server = server

        def leave(number: int, frame: FrameType | None) -> None:
            """Stop after the current requests."""
            server.should_exit = True

        before = signal.signal(signal.SIGINT, leave)
        try:
            click.echo(message)
            if (
                _is_desktop() if self.opens is None else self.opens
            ):  # the server does not wait for the browser
                Thread(target=_open, args=(link,), daemon=True).start()
            server.run(sockets=[listener])
        finally:
            signal.signal(signal.SIGINT, before)


class_days_option = click.option(
    "--class-days", type=WholeNumber(0, 100_000), metavar="N",
    help="Delete a class N days after its last use; 0 never deletes it.  [default: 365]",
)  # fmt: skip
"""The option of commands that serve classes."""


def listening(host: str, stored: str, address: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Add the options of a command that serves pages, passed as one :class:`ServerOptions`.

    `host` is the default of ``--host``, `address` the help of ``--address``; `stored` names in the help what
    the folder holds.
    """
    options = (
        click.option(
            "--host", default=host, metavar="ADDRESS", show_default=True,
            help="Network address to listen on.",
        ),
        click.option(
            "--port", type=WholeNumber(0, 65_535),
            help=f"Port; 0 for any free one.  [default: {PORT}, or any free one if it is in use]",
        ),
        click.option(
            "--database", metavar="URL", help="Database to use.  [default: an SQLite file in --folder]"
        ),
        click.option(
            "--folder", type=FileName(), metavar="FOLDER",
            help=f"Folder for {stored} and the server's key.  [default: your Upcard folder]",
        ),
        click.option("--address", type=WebAddress(), help=address),
        click.option(
            "--limits/--no-limits", "is_limited", default=True, show_default=True,
            help="Limit requests per client address.",
        ),
        click.option(
            "--open/--no-open", "opens", default=None, help="Open a browser.  [default: on a desktop]"
        ),
    )  # fmt: skip

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        """Add the options to a command."""

        @wraps(command)
        def gathered(**params: Any) -> None:
            params["address"] = params["address"] or ""
            place = ServerOptions(**{x.name: params.pop(x.name) for x in fields(ServerOptions)})
            command(place, **params)

        return combine_decorators(*options)(gathered)

    return decorate


def _open(link: str) -> None:
    """Open a browser, and wait for it unless it runs in the background."""
    with contextlib.suppress(ValueError, OSError, webbrowser.Error):  # the address is on the screen too
        webbrowser.open(link)


def _is_desktop() -> bool:
    """Return whether this machine has a desktop."""
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")) and "CI" not in os.environ
