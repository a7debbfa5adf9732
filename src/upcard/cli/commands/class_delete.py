"""``upcard class-delete``: deletes a class, or everything about one pupil."""

from functools import partial
from typing import TYPE_CHECKING

import click

from upcard.cli.terminal.command_options import make_command
from upcard.cli.terminal.stored_classes import find_class, find_pupil, stored_classes
from upcard.engine.errors import Usage
from upcard.engine.wording import counted

if TYPE_CHECKING:
    from upcard.server.database import Store


@make_command(
    "class-delete",
    "upcard class-delete 7KQ4M --yes",
    "upcard class-delete 7KQ4M --pupil Badger --yes",
)
@click.argument("code")
@click.option("--pupil", metavar="NICKNAME", help="Delete only the data of this pupil.")
@click.option("--yes", "is_confirmed", is_flag=True, help="Confirm; without it, nothing is deleted.")
@stored_classes
def command(store: "Store", code: str, pupil: str | None, is_confirmed: bool) -> None:
    """Delete a class, or all data of one pupil, for good.

    The file of the database is cleaned, so that nothing can be restored from it. Backup copies and files
    that you saved stay. Delete a running class on the teacher's page, under Data and deletion.
    """
    from upcard.classroom.deletion import delete_room, delete_stored_pupil
    from upcard.classroom.name_mentions import Mentions, remaining_mentions

    room = find_class(store, code)
    name = room.row.code
    one = None if pupil is None else find_pupil(room, pupil)
    if one is None:
        mentions = Mentions()
        what = f"class {name} with {counted(len(room.known_pupils), 'pupil')}"
        job = partial(delete_room, code=name)
    else:
        mentions = store.read(partial(remaining_mentions, room=room, number=one.number))
        what = f"all data of {one.name} in class {name}"
        job = partial(delete_stored_pupil, code=name, number=one.number)
    if not is_confirmed:
        raise Usage(f"this would delete {what}, and it cannot be undone; add --yes to delete it")
    store.write(job).result()
    store.erase_deleted()
    click.echo(f"Deleted {what}.")
    if one is not None and (mentions.texts or mentions.notes):
        texts = counted(len(mentions.texts) + mentions.notes, "text")
        click.echo(f"{one.name!r} may be an ordinary word, so {texts} of other pupils may still contain it.")
