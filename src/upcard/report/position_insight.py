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
    """Columns over the same names, side by side.

    Parameters
    ----------
    title : str
        What is shown.
    names : sequence of str
        What stands below.
    series : sequence of Series
        The columns.
    """

    title: str
    names: Sequence[str]
    series: Sequence[Series]
    kind: str = "columns"


@dataclass(frozen=True)
class Matrix:
    """A game-theory matrix.

    Parameters
    ----------
    title : str
        What is shown.
    rows, columns : sequence of str
        The choices of the two players.
    cells : sequence of sequence of str
        What stands in the cells.
    marked : sequence of (int, int)
        The cells that are framed: equilibria.
    """

    title: str
    rows: Sequence[str]
    columns: Sequence[str]
    cells: Sequence[Sequence[str]]
    marked: Sequence[tuple[int, int]]
    kind: str = "matrix"


@dataclass(frozen=True)
class TypeMap:
    """The map of the strict 2x2 games, with some of them marked by their codes, such as ``PdCh``.

    Parameters
    ----------
    title : str
        What is shown.
    here, near : sequence of str
        The types of the game itself, and those beside it.
    """

    title: str
    here: Sequence[str]
    near: Sequence[str]
    kind: str = "type-map"


@dataclass(frozen=True)
class Table:
    """A table whose first column names its rows.

    Parameters
    ----------
    caption : str
        What it shows.
    head : sequence of str
        What stands above the columns.
    rows : sequence of sequence of str
        The cells.
    links : sequence of str
        An address for the first cell of each row, on the web; empty where there is none.
    """

    caption: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    links: Sequence[str] = ()


@dataclass(frozen=True)
class Choice:
    """What is assumed, and what may be assumed instead.

    Parameters
    ----------
    label : str
        What is chosen.
    value : str
        What is assumed now.
    options : sequence of (str, str)
        Each with what is shown of it.
    """

    label: str
    value: str
    options: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Insight:
    """What is known of a position.

    Parameters
    ----------
    title : str
        A heading.
    says : sequence of str
        Sentences.
    drawings : sequence of Columns, Matrix or TypeMap
        What is drawn; every number of a drawing stands in a table or a sentence too.
    tables : sequence of Table
        Tables.
    choice : Choice, optional
        What is assumed.
    """

    title: str
    says: Sequence[str]
    drawings: Sequence[Columns | Matrix | TypeMap] = ()
    tables: Sequence[Table] = ()
    choice: Choice | None = field(default=None)


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
