"""Theory of a position beside the value of each action, for terminals and pages."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from upcard.document.model import Chart, Matrix, Series, Table
from upcard.engine.game import Game, Match
from upcard.engine.record import parse_record, replay
from upcard.engine.registry import part
from upcard.engine.state import PlainState
from upcard.report.charts import columns, matrix
from upcard.report.type_map import TypeMap, type_map


@dataclass(frozen=True)
class Assumption:
    """An assumption that readers can change: its value, and all possible values with their words."""

    label: str
    value: str
    options: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Insight:
    """Theory of a position: sentences, drawings and tables."""

    title: str
    says: Sequence[str]
    drawings: Sequence[Chart | Matrix | TypeMap] = ()
    """A table or a sentence repeats every number of a drawing."""
    tables: Sequence[Table] = ()
    """The first column names the rows."""
    choice: Assumption | None = None


def has_insight(game: str) -> bool:
    """Return whether positions of a game have insights."""
    return part(game, "insights") is not None


def insight_of(match: Match, assumed: str = "") -> Insight | None:
    """Return the theory of a position, by default under the usual assumption; None if there is none.

    Raises ``Usage`` if there is no such assumption.
    """
    file = None if match.is_over else part(match.game.name, "insights")
    insight: Insight | None = file.insight(match, assumed) if file else None
    return insight


def reason_of(game: Game, v: PlainState, action: int, best: int) -> str:
    """Return why `best` was better than `action` in a view, by numbers that the player knew; may be empty.

    The file ``insights.py`` of a game may define ``reason(v, action, best)`` for it.
    """
    make = getattr(part(game.name, "insights"), "reason", None)
    return str(make(v, action, best)) if make else ""


def document(insight: Insight | None) -> dict[str, Any]:
    """Return an insight as plain values; empty if there is none."""
    if insight is None:
        return {}
    values = {
        "title": insight.title,
        "says": insight.says,
        "drawings": [_drawing_values(x) for x in insight.drawings],
        "tables": [
            {"caption": x.title, "head": x.columns, "rows": x.rows, "links": x.links} for x in insight.tables
        ],
        "choice": insight.choice and asdict(insight.choice),
    }
    plain: dict[str, Any] = json.loads(json.dumps(values))
    return plain


def _drawing_values(x: Chart | Matrix | TypeMap) -> dict[str, Any]:
    if isinstance(x, Chart):
        series = [{"name": s.label, "values": s.y} for s in x.series]
        return {"title": x.title, "names": x.names, "series": series, "kind": "columns"}
    return asdict(x) | {"kind": "matrix" if isinstance(x, Matrix) else "type-map"}


def drawing_svg(values: Mapping[str, Any]) -> str:
    """Draw one of the ``drawings`` of :func:`document`, as ``<svg>`` text."""
    parts = {name: x for name, x in values.items() if name != "kind"}
    if values["kind"] == "matrix":
        return matrix(Matrix(**parts))
    if values["kind"] == "type-map":
        return type_map(TypeMap(**parts))
    heights = {x["name"]: x["values"] for x in values["series"]}
    return columns(columns_chart(values["title"], values["names"], heights))


def columns_chart(title: str, names: Sequence[str], heights: Mapping[str, Sequence[float]]) -> Chart:
    """Return a chart of columns over the same names, for each series its heights."""
    xs = range(len(names))
    series = [Series(label, xs, y) for label, y in heights.items()]
    return Chart("columns", title, "", "", series, names=names)


def answer(text: str) -> dict[str, Any]:
    """Return the insight of a position as plain values; `text` is JSON with ``record`` and ``assumed``."""
    question = json.loads(text)
    return document(insight_of(replay(parse_record(question["record"])), question["assumed"]))
