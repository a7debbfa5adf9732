"""``upcard mail``: the tables by mail, one letter from a mail server's pipe or many from the net."""

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
"""What a mail server is told by the exit code, as sysexits.h has it: EX_OK, EX_USAGE, EX_TEMPFAIL."""

PASSWORD = "UPCARD_SMTP_PASSWORD"  # noqa: S105 - where it stands, not what it is
USUAL_ADDRESS = "upcard@localhost"
MOST_BYTES = 2_000_000
"""So much of a letter is read; of one that is longer than people write only the head counts anyway."""


@make_command(
    "mail",
    "upcard mail --address upcard@example.org < letter.eml",
    "upcard mail --smtp smtp://localhost --listen 127.0.0.1:8525",
)
@click.option(
    "--address", default=USUAL_ADDRESS, metavar="ADDRESS", show_default=True, help="Where letters go to."
)
@click.option("--smtp", default="", metavar="URL", help="Who carries answers: smtp://USER@HOST:PORT.")
@click.option("--listen", default="", metavar="HOST:PORT", help="Receive letters there, until Ctrl-C.")
@click.option("--lmtp", is_flag=True, help="Receive them as LMTP.")
@click.option(
    "--web", default="", metavar="URL", help="Where 'upcard serve' is reached, for links in letters."
)
@click.option("--database", metavar="URL", help="The database.  [default: SQLite in the folder]")
@click.option(
    "--folder", type=FileName(), metavar="FOLDER",
    help="Where tables and the server's key are kept.  [default: the user's own]",
)  # fmt: skip
def command(
    address: str, smtp: str, listen: str, lmtp: bool, web: str, database: str | None, folder: Path | None
) -> int:
    """Play by mail: one letter from standard input, or many from the net.

    Fed from a mail server's pipe it does what one letter asks for, sends the answer, and ends with 0, or with
    75 where the letter is to be delivered again later. It may run beside 'upcard serve'. The password of the
    mail server stands in UPCARD_SMTP_PASSWORD.
    """
    from upcard.report.terminal.text_scenes import plain_text
    from upcard.web.mail_runner import MailSetup

    setup = MailSetup(address, plain_text, smtp, os.environ.get(PASSWORD), listen, lmtp, web.rstrip("/"))
    try:
        if web:
            check_web_address(web, "--web")
        if not listen and sys.stdin.isatty():
            raise Usage("a letter is expected on standard input: upcard mail < letter.eml; or give --listen")
        return asyncio.run(_run(setup, database, folder))
    except Usage as fault:
        print_fault(str(fault))
        return MISUSED
    except (UpcardError, OSError) as fault:
        print_fault(sentence_of(fault))
        return TRY_AGAIN


async def _run(setup: "MailSetup", database: str | None, folder: Path | None) -> int:
    """Open the database, and do one letter or all that come."""
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
    """Do what the letter on standard input asks for, send what is to go, and say what became of both."""
    letter = sys.stdin.buffer.read(MOST_BYTES)
    became = await mailbox.inbox.receive(letter)
    await mailbox.outbox.run_once()
    print_remark(f"{became}; {await _outbox_text(mailbox)}")  # what nobody hears is done all the same


async def _outbox_text(mailbox: "Mailbox") -> str:
    """What is left to send, and what to do about it."""
    from upcard.engine.wording import counted
    from upcard.server.mail_queue import letters_left

    left = await mailbox.inbox.tables.read(letters_left)
    if not left:
        return "no letter waits to be sent"
    told = f"{counted(len(left), 'letter')} to {', '.join(dict.fromkeys(left))}"
    if not mailbox.setup.smtp:
        return f"{told} {'wait' if len(left) > 1 else 'waits'} until a server sends them: give --smtp URL"
    return f"{told} could not be sent yet, and {'are' if len(left) > 1 else 'is'} tried again by a server"


async def _receive_all(mailbox: "Mailbox") -> None:
    """Receive letters until somebody says stop."""
    from upcard.server.housekeeping import Housekeeping

    stopped = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    housekeeping = Housekeeping(mailbox.inbox.tables)
    await housekeeping.open()
    try:
        await mailbox.open()
        click.echo(f"Letters are received at port {mailbox.ports[0]}; Ctrl-C stops")
        await stopped.wait()
    finally:
        await mailbox.close()
        await housekeeping.close()
