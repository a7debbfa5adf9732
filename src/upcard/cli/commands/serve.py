"""``upcard serve``: play in a browser, on this machine or a network."""

import os
import re
import socket
from typing import TYPE_CHECKING

import click

from upcard.cli.terminal.command_options import RealNumber, WholeNumber, make_command
from upcard.cli.terminal.server_options import (
    EVERYWHERE,
    LOOPBACK,
    ServerOptions,
    class_days_option,
    listening,
)
from upcard.engine.errors import Usage

if TYPE_CHECKING:
    from upcard.web.http.local_network import LocalNetwork
    from upcard.web.mail_runner import MailSetup


@make_command(
    "serve",
    "upcard serve",
    "upcard serve --host 0.0.0.0 --port 8000",
    "upcard serve --database postgresql://upcard@localhost/upcard",
)
@listening(LOOPBACK, "tables", "Web address for links to share.  [default: the address of the request]")
@click.option("--mail", default="", metavar="ADDRESS", help="Also play by mail, with this email address.")
@click.option(
    "--smtp", default="", metavar="URL", help="Mail server for outgoing email: smtp://USER@HOST:PORT."
)
@click.option("--listen-mail", default="", metavar="HOST:PORT", help="Receive emails at this port.")
@click.option(
    "--pace", type=RealNumber(0.0, 60.0), metavar="SECONDS",
    help="Time that a bot takes for an action while somebody watches.  [default: 0.6]",
)  # fmt: skip
@click.option(
    "--most-tables", type=WholeNumber(1, 1_000_000), metavar="N",
    help="Refuse new tables while N tables are in use.  [default: 200]",
)  # fmt: skip
@click.option(
    "--abandoned-days", type=WholeNumber(0, 100_000), metavar="N",
    help="Remove unfinished tables N days after the last change; 0 never removes them.  [default: 90]",
)  # fmt: skip
@class_days_option
@click.option(
    "--embed", default="", metavar="ADDRESS",
    help="Let pages of this web address show positions in a frame; * for all pages.  [default: none]",
)  # fmt: skip
@click.option(
    "--share/--no-share", "shares", default=True, show_default=True,
    help="Show a button at this computer that lets others in this network join.",
)  # fmt: skip
def command(
    place: ServerOptions,
    mail: str,
    smtp: str,
    listen_mail: str,
    pace: float | None,
    most_tables: int | None,
    abandoned_days: int | None,
    class_days: int | None,
    embed: str,
    shares: bool,
) -> None:
    """Play in a browser: against bots, with friends, by mail.

    Invite friends by a link, or play by correspondence. All tables are stored in a database in your Upcard
    folder, or in PostgreSQL. Ctrl-C stops the server; the next start restores all tables.
    """
    from upcard.classroom.retention import USUAL_DAYS
    from upcard.server.capacity import MOST_IN_USE
    from upcard.server.database import shown
    from upcard.server.repository import Abandoned
    from upcard.server.table_service import PACE
    from upcard.web.app import ServerSetup, make_app
    from upcard.web.http.visitor_identity import key_in

    address = place.address
    setup_mail = _mail(mail, smtp, listen_mail, address)
    key = key_in(place.home)
    listener = place.listener()
    store = place.store()
    pace = PACE if pace is None else pace
    days = Abandoned().of_persons if abandoned_days is None else float(abandoned_days)
    of_studies = Abandoned().of_studies if abandoned_days is None else days
    abandoned = Abandoned(days, min(days, Abandoned().of_bots), of_studies) if days else None
    setup = ServerSetup(
        key, address, place.is_limited, pace, most_tables or MOST_IN_USE, abandoned, setup_mail,
        class_days=USUAL_DAYS if class_days is None else class_days, embed=_frames(embed),
        network=(network := _network(place, listener, shares)), is_alone=True,
    )  # fmt: skip
    app = make_app(setup, store)
    link = f"http://{_shown(place.host)}:{listener.getsockname()[1]}/"
    message = f"Upcard is open at {link}  (tables are stored in {shown(store.url)}; Ctrl-C stops)"
    place.serve(app, listener, message, link, network)


def _mail(address: str, smtp: str, listen: str, web: str) -> "MailSetup | None":
    """Return the setup for play by mail, None without ``--mail``; raise ``Usage`` for a wrong address."""
    from upcard.cli.commands.mail import PASSWORD
    from upcard.report.terminal.text_scenes import plain_text
    from upcard.web.mail_runner import MailSetup, check_setup

    if not address:
        if smtp or listen:
            raise Usage("--smtp and --listen-mail need an address for play by mail; give it with --mail")
        return None
    return check_setup(MailSetup(address, plain_text, smtp, os.environ.get(PASSWORD), listen, web=web))


def _network(place: ServerOptions, listener: socket.socket, shares: bool) -> "LocalNetwork":
    """Return the local network: open from the start, to be opened at this computer, or forbidden."""
    from upcard.web.http.local_network import LocalNetwork, is_loopback, local_address

    if place.host in (EVERYWHERE, "::") and not place.address:
        host = local_address()
        address = f"http://{host}:{listener.getsockname()[1]}" if host else ""
        return LocalNetwork("upcard serve was started with --host, so the network can reach it", address)
    if place.address or not is_loopback(place.host):
        return LocalNetwork("upcard serve was started with --host or --address, so others reach it there")
    return LocalNetwork(
        "" if shares else "upcard serve was started with --no-share, so only it can change this"
    )


def _frames(address: str) -> str:
    """Return the web address of pages that may show positions; raise ``Usage`` if it is not one."""
    if address and not re.fullmatch(r"\*|https?://[\w.*:\[\]-]+", address, re.ASCII):
        raise Usage(
            f"--embed was given as {address[:60]!r}; expected * or an address such as https://a.example"
        )
    return address


def _shown(host: str) -> str:
    """Return the host for links on this machine."""
    return LOOPBACK if host in (EVERYWHERE, "::") else f"[{host}]" if ":" in host else host
