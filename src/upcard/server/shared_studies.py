"""Studies on the server: named lists of positions with comments, which their authors share by a link.

Strangers send them. So everything has a limit, addresses are those of analysis boards only, and a study that
nobody has opened for long is deleted. A position is not replayed here; its own page does that.
"""

import re
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from upcard.engine.errors import Failure, Illegal, Unknown, Usage
from upcard.language.messages import gettext, marked
from upcard.server.clock import DAY
from upcard.server.database import Conflict
from upcard.server.new_table import ID_LENGTH, ID_LETTERS, new_id
from upcard.server.schema import STUDIES, check_storable, value_of

MOST_POSITIONS, LONGEST_ADDRESS, LONGEST_TITLE, LONGEST_COMMENT = 200, 4_000, 100, 2_000
"""Maximum number of positions of a study, and maximum characters of their texts."""

MOST_BYTES = 48_000
"""Maximum bytes of all texts of a study."""

MOST_OF_AUTHOR, MOST_STUDIES = 100, 10_000
"""Maximum number of studies of one browser, and of all."""

MOST_EXPIRED = 500
"""Maximum number of studies that are deleted at once."""

ADDRESS = re.compile(r"/analysis/[\w-]{1,60}(\?[^\s\"<>#]*)?", re.ASCII)
CHANGED = marked("this study was changed elsewhere; reload the page and try again")


@dataclass(frozen=True)
class StudyPosition:
    """A position of a study with its comment."""

    address: str
    """The path and the query of an analysis board."""
    title: str = ""
    comment: str = ""


@dataclass(frozen=True)
class SharedStudy:
    """A study that is stored on the server."""

    id: str
    """Its name in addresses."""
    author: str
    """The key of the author's browser, a secret."""
    name: str
    positions: tuple[StudyPosition, ...]
    version: int = 0
    """Number of changes."""
    changed_at: float = 0.0
    seen_at: float = 0.0
    """When somebody last opened it, within a day, in seconds since 1970."""


class StudyEntry(NamedTuple):
    """A study in the list of its author."""

    id: str
    name: str


def checked_positions(values: object) -> tuple[StudyPosition, ...]:
    """Return positions from plain values that a stranger sent; raises Usage if they are not positions."""
    if not isinstance(values, list):
        raise Usage(gettext("a study needs a list of positions; send the study again from its page"))
    if len(values) > MOST_POSITIONS:
        raise Usage(
            gettext(
                "the study has {n} positions; expected at most {most}",
                n=f"{len(values):,}",
                most=MOST_POSITIONS,
            )
        )
    positions = tuple(_checked_position(x) for x in values)
    size = sum(len(text.encode()) for x in positions for text in asdict(x).values())
    if size > MOST_BYTES:
        raise Usage(
            gettext(
                "the study has {n} bytes of text; expected at most {most}",
                n=f"{size:,}",
                most=f"{MOST_BYTES:,}",
            )
        )
    return positions


def _checked_position(value: object) -> StudyPosition:
    if not isinstance(value, dict):
        raise Usage(gettext("a position of the study cannot be read; send the study again from its page"))
    address = checked_text(value.get("address"), "the address of a position", LONGEST_ADDRESS)
    if not ADDRESS.fullmatch(address):
        raise Usage(f"{address[:40]!r} is no address of an analysis board; expected /analysis/GAME?...")
    return StudyPosition(
        address,
        checked_text(value.get("title", ""), "the title of a position", LONGEST_TITLE),
        checked_text(value.get("comment", ""), "a comment", LONGEST_COMMENT),
    )


def checked_text(value: object, words: str, most: int) -> str:
    """Return a text that can be stored and shown; raises Usage if it is none, or too long."""
    if not isinstance(value, str):
        raise Usage(f"{words} is not a text; send the study again from its page")
    if len(value) > most:
        raise Usage(f"{words} has {len(value):,} characters; expected at most {most:,}")
    check_storable(value, words)
    return value.strip()


def checked_name(value: object) -> str:
    """Return the name of a study; raises Usage if it is no text, or too long."""
    return checked_text(value, "the name of the study", LONGEST_TITLE) or "Study"


def checked_content(name: object, positions: object) -> tuple[str, tuple[StudyPosition, ...]]:
    """Return the name and positions of a study that a stranger sent; raises Usage if they are not valid."""
    return checked_name(name), checked_positions(positions)


def add_study(
    connection: Connection, author: str, name: str, positions: Sequence[StudyPosition]
) -> SharedStudy:
    """Store a new study; raises Illegal if its author has too many, Failure if there is no room."""
    count = sa.select(sa.func.count()).select_from(STUDIES)
    if connection.execute(count.where(STUDIES.c.author == author)).scalar_one() >= MOST_OF_AUTHOR:
        raise Illegal(gettext("you already share {n} studies; delete one of them first", n=MOST_OF_AUTHOR))
    if connection.execute(count).scalar_one() >= MOST_STUDIES:
        raise Failure(gettext("this server has no room for more studies; save the study as a file instead"))
    now = time.time()
    study = SharedStudy(new_id(), author, name, tuple(positions), 1, now, now)
    connection.execute(sa.insert(STUDIES), asdict(study) | {"positions": _plain(positions)})
    return study


def load_study(connection: Connection, name: str) -> SharedStudy:
    """Return a study; raises Unknown if there is none of that name."""
    is_name = len(name) == ID_LENGTH and set(name) <= set(ID_LETTERS)
    query = sa.select(STUDIES).where(STUDIES.c.id == name)
    row = connection.execute(query).mappings().first() if is_name else None
    if row is None:
        raise Unknown(gettext("there is no study {name!r}; its author may have deleted it", name=name[:20]))
    return _study_of(row)


def studies_of(connection: Connection, authors: Collection[str]) -> list[StudyEntry]:
    """Return the studies of some authors, the latest change first."""
    columns = sa.select(STUDIES.c.id, STUDIES.c.name).where(STUDIES.c.author.in_(sorted(authors)))
    query = columns.order_by(STUDIES.c.changed_at.desc()).limit(MOST_OF_AUTHOR)
    return [StudyEntry(row.id, row.name) for row in connection.execute(query)]


def change_study(
    connection: Connection, study: SharedStudy, name: str, positions: Sequence[StudyPosition]
) -> SharedStudy:
    """Replace the content of a study; raises Conflict if it was changed since it was read."""
    now = time.time()
    changed = replace(
        study, name=name, positions=tuple(positions), version=study.version + 1, changed_at=now, seen_at=now
    )
    values = asdict(changed) | {"positions": _plain(positions)}
    where = (STUDIES.c.id == study.id) & (STUDIES.c.version == study.version)
    if connection.execute(sa.update(STUDIES).where(where).values(values)).rowcount != 1:
        raise Conflict(CHANGED)
    return changed


def note_visit(connection: Connection, name: str) -> None:
    """Note that somebody has opened a study."""
    connection.execute(sa.update(STUDIES).where(STUDIES.c.id == name).values(seen_at=time.time()))


def remove_study(connection: Connection, name: str) -> None:
    """Delete a study."""
    connection.execute(sa.delete(STUDIES).where(STUDIES.c.id == name))


def remove_old_studies(connection: Connection, now: float, days: float) -> None:
    """Delete some of the studies that nobody has opened for a number of days."""
    old = sa.select(STUDIES.c.id).where(STUDIES.c.seen_at < now - days * DAY).limit(MOST_EXPIRED)
    names = list(connection.execute(old).scalars())
    connection.execute(sa.delete(STUDIES).where(STUDIES.c.id.in_(names)))


def _plain(positions: Sequence[StudyPosition]) -> list[dict[str, str]]:
    return [asdict(x) for x in positions]


def _study_of(row: Mapping[Any, Any]) -> SharedStudy:
    positions = tuple(StudyPosition(**x) for x in row["positions"])
    return value_of(SharedStudy, dict(row) | {"positions": positions})
