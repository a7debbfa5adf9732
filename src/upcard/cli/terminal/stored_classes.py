"""Options of commands that read classes from a database while no page is open, and the classes there."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from upcard.cli.terminal.command_options import FileName, combine_decorators
from upcard.engine.errors import Unknown, Usage

if TYPE_CHECKING:
    from upcard.classroom.class_repository import Pupil, RoomSnapshot
    from upcard.server.database import Store


@contextmanager
def open_database(database: str | None, folder: Path | None) -> "Iterator[Store]":
    """Open a database inside the block, by default the file in a folder; raises Usage if there is no file."""
    from upcard.engine.user_folders import home_folder, usual_database
    from upcard.server.database import Store, sqlite_file

    url = usual_database(folder or home_folder()) if database is None else database
    file = sqlite_file(url)
    if file is not None and not file.is_file():
        raise Usage(f"there is no database {str(file)!r}; name one with --folder or --database")
    store = Store(url)
    try:
        yield store
    finally:
        store.close()


def stored_classes(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options ``--database`` and ``--folder``, passed as an open ``store``."""
    options = (
        click.option(
            "--database", metavar="URL", help="Database with the class.  [default: the file in --folder]"
        ),
        click.option(
            "--folder", type=FileName(), metavar="FOLDER",
            help="Folder of the server.  [default: your Upcard folder]",
        ),
    )  # fmt: skip

    @wraps(command)
    def with_store(database: str | None, folder: Path | None, **params: Any) -> None:
        with open_database(database, folder) as store:
            command(store=store, **params)

    return combine_decorators(*options)(with_store)


def find_class(store: "Store", code: str) -> "RoomSnapshot":
    """Return a class by its code in any case; raises Unknown with the latest codes if there is none."""
    from upcard.classroom.class_repository import load, rooms_with_work

    name = "".join(code.split()).upper()
    room = store.read(lambda c: load(c, name)) if name.isalnum() and name.isascii() else None
    if room is None:
        latest = ", ".join(x.code for x, _ in store.read(lambda c: rooms_with_work(c, 5)))
        advice = f"the latest classes are {latest}" if latest else "no class has done an activity here"
        raise Unknown(f"there is no class {code[:20]!r} in this database; {advice}")
    return room


def find_pupil(room: "RoomSnapshot", name: str) -> "Pupil":
    """Return a pupil of a class by nickname in any case; raises Usage with the names if there is none.

    A removed pupil with the nickname of another one has a number after it, as in reports.
    """
    wanted = name.strip().casefold()
    pupil = next((x for x in room.pupils_of_report if x.name.casefold() == wanted), None)
    if pupil is None:
        names = ", ".join(x.name for x in room.pupils_of_report) or "none"
        raise Usage(f"there is no pupil {name[:40]!r} in class {room.row.code}; its pupils: {names}")
    return pupil
