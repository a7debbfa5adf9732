"""``upcard serve``: the tables in a browser, for this machine or a network."""

import os
from typing import TYPE_CHECKING

import click

from upcard.cli.terminal.command_options import RealNumber, make_command
from upcard.cli.terminal.server_options import EVERYWHERE, LOOPBACK, ServerOptions, listening
from upcard.engine.errors import Usage

if TYPE_CHECKING:
    from upcard.web.mail_runner import MailSetup


@make_command(
    "serve",
    "upcard serve",
    "upcard serve --host 0.0.0.0 --port 8000",
    "upcard serve --database postgresql://upcard@localhost/upcard",
)
@listening(LOOPBACK, "tables", "How others reach it, for links.  [default: as asked]")
@click.option("--mail", default="", metavar="ADDRESS", help="Play by mail too, at this address.")
@click.option("--smtp", default="", metavar="URL", help="Who carries letters: smtp://USER@HOST:PORT.")
@click.option("--listen-mail", default="", metavar="HOST:PORT", help="Receive letters there.")
@click.option(
    "--pace", type=RealNumber(0.0, 60.0), metavar="SECONDS",
    help="How long a bot takes for an action while somebody looks.  [default: 0.6]",
)  # fmt: skip
def command(place: ServerOptions, mail: str, smtp: str, listen_mail: str, pace: float | None) -> None:
    """Open the tables in a browser, for you and for others.

    Play against bots, with friends by a link, or by correspondence. Everything lies in a database in your own
    folder, or in one of PostgreSQL. Ctrl-C stops the server; all tables are there again at the next start.
    """
    from upcard.server.database import shown
    from upcard.server.table_service import PACE
    from upcard.web.app import ServerSetup, make_app
    from upcard.web.http.visitor_identity import key_in

    address = place.address
    setup_mail = _mail(mail, smtp, listen_mail, address)
    key = key_in(place.home)
    listener = place.listener()
    store = place.store()
    pace = PACE if pace is None else pace
    app = make_app(ServerSetup(key, address, place.is_limited, pace, mail=setup_mail, is_alone=True), store)
    link = f"http://{_shown(place.host)}:{listener.getsockname()[1]}/"
    said = f"Upcard is open at {link}  (tables are kept in {shown(store.url)}; Ctrl-C stops)"
    place.serve(app, listener, said, link)


def _mail(address: str, smtp: str, listen: str, web: str) -> "MailSetup | None":
    """How letters go and come, where they do.

    Raises
    ------
    Usage
        If an address cannot be understood, or there is none.
    """
    from upcard.cli.commands.mail import PASSWORD
    from upcard.report.terminal.text_scenes import plain_text
    from upcard.web.mail_runner import MailSetup, check_setup

    if not address:
        if smtp or listen:
            raise Usage("--smtp and --listen-mail are for play by mail; give its address too, with --mail")
        return None
    return check_setup(MailSetup(address, plain_text, smtp, os.environ.get(PASSWORD), listen, web=web))


def _shown(host: str) -> str:
    """A host as a browser on this machine is told it."""
    return LOOPBACK if host in (EVERYWHERE, "::") else f"[{host}]" if ":" in host else host
