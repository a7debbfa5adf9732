"""``upcard mail``: play by mail: one email from a mail server's pipe, or many from the network."""

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from upcard.cli.terminal.command_options import FileName, make_command
from upcard.cli.terminal.error_messages import print_fault, print_remark, sentence_of
from upcard.cli.terminal.server_options import check_web_address
from upcard.engine.errors import UpcardError, Usage

if TYPE_CHECKING:
    from upcard.web.mail_runner import Mailbox, MailSetup

DONE, MISUSED, TRY_AGAIN = 0, 64, 75
"""Exit codes for a mail server, from sysexits.h: EX_OK, EX_USAGE, EX_TEMPFAIL."""

PASSWORD = "UPCARD_SMTP_PASSWORD"  # noqa: S105 - the name of the variable, not the password
USUAL_ADDRESS = "upcard@localhost"
MOST_BYTES = 2_000_000
"""Maximum number of bytes of an email that are read; people write shorter ones."""


@make_command(
    "mail",
    "upcard mail --address upcard@example.org < letter.eml",
    "upcard mail --smtp smtp://localhost --listen 127.0.0.1:8525",
)
@click.option(
    "--address",
    default=USUAL_ADDRESS,
    metavar="ADDRESS",
    show_default=True,
    help="Email address of this server.",
)  # fmt: skip
@click.option(
    "--smtp", default="", metavar="URL", help="Mail server for outgoing email: smtp://USER@HOST:PORT."
)
@click.option("--listen", default="", metavar="HOST:PORT", help="Receive emails at this port until Ctrl-C.")
@click.option("--lmtp", is_flag=True, help="Receive emails by LMTP instead of SMTP.")
@click.option("--web", default="", metavar="URL", help="Address of 'upcard serve', for links in emails.")
@click.option(
    "--database", metavar="URL", help="Address of the database.  [default: an SQLite file in --folder]"
)
@click.option(
    "--folder", type=FileName(), metavar="FOLDER",
    help="Folder for tables and the server's key.  [default: your Upcard folder]",
)  # fmt: skip
def command(
    address: str, smtp: str, listen: str, lmtp: bool, web: str, database: str | None, folder: Path | None
) -> int:
    """Play by mail: one email from standard input, or many.

    In a mail server's pipe, it handles one email, sends the answer and ends with exit code 0. Exit code 75
    asks the mail server to deliver the email again later. You can run it beside 'upcard serve'. Put the
    password of the mail server into UPCARD_SMTP_PASSWORD.
    """
    from upcard.report.terminal.text_scenes import plain_text
    from upcard.web.mail_runner import MailSetup

    setup = MailSetup(address, plain_text, smtp, os.environ.get(PASSWORD), listen, lmtp, web.rstrip("/"))
    try:
        if web:
            check_web_address(web, "--web")
        if not listen and sys.stdin.isatty():
            raise Usage("standard input has no email; run upcard mail < letter.eml, or give --listen")
        return asyncio.run(_run(setup, database, folder))
    except Usage as fault:
        print_fault(str(fault))
        return MISUSED
    except (UpcardError, OSError) as fault:
        print_fault(sentence_of(fault))
        return TRY_AGAIN


async def _run(setup: "MailSetup", database: str | None, folder: Path | None) -> int:
    """Open the database, and handle one email or all that arrive."""
    from upcard.engine.user_folders import home_folder, usual_database
    from upcard.server.bots import Bots
    from upcard.server.database import Store
    from upcard.server.table_service import TableService
    from upcard.web.http.visitor_identity import key_in
    from upcard.web.mail_runner import Mailbox

    home = folder or home_folder()
    key = key_in(home)
    store = Store(usual_database(home) if database is None else database)
    service = TableService(store, Bots(), pace=0.0)
    try:
        mailbox = Mailbox(service, key, setup)
        await (_receive_all(mailbox) if setup.listen else _receive_one(mailbox))
    finally:
        await service.close()
        store.close()
    return DONE


async def _receive_one(mailbox: "Mailbox") -> None:
    """Handle the email on standard input, send the waiting emails, and report both."""
    email = sys.stdin.buffer.read(MOST_BYTES)
    try:
        outcome = await mailbox.inbox.receive(email)
    finally:
        mailbox.inbox.close()
    await mailbox.outbox.run_once()
    print_remark(f"{outcome}; {await _outbox_text(mailbox)}")


async def _outbox_text(mailbox: "Mailbox") -> str:
    """Return a sentence about the emails that are not sent yet."""
    from upcard.engine.wording import counted
    from upcard.server.mail_queue import letters_left

    left = await mailbox.inbox.tables.read(letters_left)
    if not left:
        return "no email is waiting to be sent"
    emails = f"{counted(len(left), 'email')} to {', '.join(dict.fromkeys(left))}"
    if not mailbox.setup.smtp:
        return f"{emails} {'are' if len(left) > 1 else 'is'} waiting for a mail server: give --smtp URL"
    return f"{emails} could not be sent yet; a server will try again"


async def _receive_all(mailbox: "Mailbox") -> None:
    """Receive emails until Ctrl-C."""
    from upcard.server.housekeeping import Housekeeping

    stopped = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    housekeeping = Housekeeping(mailbox.inbox.tables)
    await housekeeping.open()
    try:
        await mailbox.open()
        click.echo(f"Receiving emails at port {mailbox.ports[0]}; Ctrl-C stops")
        await stopped.wait()
    finally:
        await mailbox.close()
        await housekeeping.close()
