"""What is known of a position besides the worth of each action, as plain values that any surface can show."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from upcard.engine.game import Match
from upcard.engine.record import parse_record, replay
from upcard.engine.registry import part


@dataclass(frozen=True)
class Series:
    """A row of columns in a chart: its name, and how high each is, from 0 to 1."""

    name: str
    values: Sequence[float]


@dataclass(frozen=True)
class Columns:
    """Columns over the same names, side by side."""

    title: str
    """What is shown."""
    names: Sequence[str]
    """What stands below."""
    series: Sequence[Series]
    """The columns."""
    kind: str = "columns"


@dataclass(frozen=True)
class Matrix:
    """A game-theory matrix."""

    title: str
    """What is shown."""
    rows: Sequence[str]
    columns: Sequence[str]
    """The choices of the two players."""
    cells: Sequence[Sequence[str]]
    """What stands in the cells."""
    marked: Sequence[tuple[int, int]]
    """The cells that are framed: equilibria."""
    kind: str = "matrix"


@dataclass(frozen=True)
class TypeMap:
    """The map of the strict 2x2 games, with some of them marked by their codes, such as ``PdCh``."""

    title: str
    """What is shown."""
    here: Sequence[str]
    near: Sequence[str]
    """The types of the game itself, and those beside it."""
    kind: str = "type-map"


@dataclass(frozen=True)
class Table:
    """A table whose first column names its rows."""

    caption: str
    """What it shows."""
    head: Sequence[str]
    """What stands above the columns."""
    rows: Sequence[Sequence[str]]
    """The cells."""
    links: Sequence[str] = ()
    """An address for the first cell of each row, on the web; empty where there is none."""


@dataclass(frozen=True)
class Choice:
    """What is assumed, and what may be assumed instead."""

    label: str
    """What is chosen."""
    value: str
    """What is assumed now."""
    options: Sequence[tuple[str, str]]
    """Each with what is shown of it."""


@dataclass(frozen=True)
class Insight:
    """What is known of a position."""

    title: str
    """A heading."""
    says: Sequence[str]
    """Sentences."""
    drawings: Sequence[Columns | Matrix | TypeMap] = ()
    """What is drawn; every number of a drawing stands in a table or a sentence too."""
    tables: Sequence[Table] = ()
    """Tables."""
    choice: Choice | None = field(default=None)
    """What is assumed."""


def has_insight(game: str) -> bool:
    """Whether there is something to say of positions of a game."""
    return part(game, "insights") is not None


def insight_of(match: Match, assumed: str = "") -> Insight | None:
    """What is known of a position; None where there is nothing to say.

    Parameters
    ----------
    match : Match
        Where it stands.
    assumed : str
        What was chosen of what may be assumed; empty for the usual.

    Raises
    ------
    Usage
        If that cannot be chosen.
    """
    file = None if match.is_over else part(match.game.name, "insights")
    found: Insight | None = file.insight(match, assumed) if file else None
    return found


def document(found: Insight | None) -> dict[str, Any]:
    """An insight as plain values; empty where there is none."""
    return {} if found is None else json.loads(json.dumps(asdict(found)))


def asked(text: str) -> dict[str, Any]:
    """The insight of a record as plain values; the question is JSON, so that another process can be asked.

    Raises
    ------
    UpcardError
        If it cannot be read.
    """
    question = json.loads(text)
    return document(insight_of(replay(parse_record(question["record"])), question["assumed"]))
