"""Names of deleted pupils in the words of others: where they are replaced, and where a word stays.

A nickname may be an ordinary word, such as *I*, *King* or *3*. Replacing it everywhere would destroy what
other pupils have written. Such words stay, and a page shows the teacher which texts contain them.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from upcard.classroom.class_repository import OF_SERVER, OF_TEACHER, RULE, PupilAnswer, RoomSnapshot
from upcard.language.ordinary_words import ordinary_words
from upcard.server.person_names import INVISIBLE, skeleton
from upcard.server.schema import SEATS, SITTINGS

NO_NAME = "[…]"
"""Stands for the name of a deleted pupil in the words of others."""

LEAST_LETTERS = 3
"""Minimum number of letters of a name that is replaced in texts."""

TOKEN = re.compile(rf"(?:[\w|\u0300-\u036f]|{INVISIBLE.pattern})+|[^\w\s]")
"""A word with its accents and invisible characters, or another character."""


@dataclass(frozen=True)
class Mentions:
    """Texts of others that contain the name of a pupil as an ordinary word, and the number of such notes."""

    texts: tuple[str, ...] = ()
    notes: int = 0
    """Private notes of other pupils, which nobody else may read."""


def is_replaced(name: str) -> bool:
    """Return whether a name is replaced in texts: it is long enough, no number, and no ordinary word."""
    has_letters = sum(x.isalpha() for x in name) >= LEAST_LETTERS
    return has_letters and name.casefold() not in ordinary_words()


def without_name(text: str, name: str) -> str:
    """Return a text with ``NO_NAME`` for each name that looks like `name`, unless that is a usual word."""
    if not is_replaced(name):
        return text
    parts, at = list[str](), 0
    for start, end in places_of(text, name):
        if start >= at:
            parts += [text[at:start], NO_NAME]
            at = end
    return "".join(parts) + text[at:]


def places_of(text: str, name: str) -> Iterator[tuple[int, int]]:
    """Yield start and end of each part of a text that looks like a name, and is no part of a word."""
    size, wanted = len(TOKEN.findall(name)), skeleton(name)
    spans = [x.span() for x in TOKEN.finditer(text)]
    for first, last in zip(spans, spans[size - 1 :], strict=False) if size else ():
        if skeleton(text[first[0] : last[1]]) == wanted:
            yield first[0], last[1]


def text_of(answer: PupilAnswer) -> str:
    """Return what a pupil wrote in an answer; empty if it is no text."""
    if answer.question == RULE:
        return str(answer.value["words"])
    is_text = isinstance(answer.value, str) and answer.question not in (*OF_TEACHER, *OF_SERVER)
    return answer.value if is_text else ""


def remaining_mentions(connection: Connection, room: RoomSnapshot, number: int) -> Mentions:
    """Return what keeps the name of a pupil as an ordinary word when their data is deleted."""
    name = next(x.name for x in room.pupils if x.number == number)
    if is_replaced(name):
        return Mentions()
    others = [x for x in room.answers.values() if not is_of(x, number)]
    texts = [x for x in map(text_of, others) if any(places_of(x, name))]
    of_class = sa.select(SITTINGS.c.table_id).where(SITTINGS.c.room == room.row.code)
    notes = connection.scalars(sa.select(SEATS.c.notes).where(SEATS.c.table_id.in_(of_class)))
    return Mentions(tuple(dict.fromkeys(texts)), sum(any(places_of(x, name)) for x in notes))


def is_of(answer: PupilAnswer, number: int) -> bool:
    """Return whether a pupil wrote the words of an answer, so that they are deleted with their data."""
    author = answer.value.get("by") if answer.question == RULE else answer.pupil
    return bool(author == number)
