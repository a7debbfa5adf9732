"""Results as text for programs, and in files."""

import io
import json
import math
from collections.abc import Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

from upcard.engine.atomic_files import write_bytes, write_text
from upcard.engine.dataframes import EXTRA
from upcard.engine.file_endings import TEXT, check_table_name
from upcard.engine.optional_packages import require_extra
from upcard.simulation.estimate import Estimate
from upcard.simulation.simulation_result import SeatResult, SimulationResult

if TYPE_CHECKING:
    import polars

Rows = Sequence[Mapping[str, Any]]
"""A table: rows that all have the same names in the same order."""

SETTINGS = ("game", "players", "options", "games", "seed", "seating", "duplicate", "level")
OF_EVERY_GAME = ("win_share", "win_any", "score_mean", "decisions_mean")


def json_text(x: Any) -> str:
    """Return a result as strict JSON in ASCII, in the order of its keys; infinity and NaN become null.

    The result is plain values, numbers and arrays of numpy, paths, or an object with ``to_json``.
    """
    return json.dumps(_plain(x), indent=2, allow_nan=False)


def _plain(x: Any) -> Any:
    if hasattr(x, "to_json"):
        return _plain(x.to_json())
    if isinstance(x, Mapping):
        return {str(k): _plain(v) for k, v in x.items()}
    if isinstance(x, list | tuple):
        return [_plain(v) for v in x]
    if isinstance(x, float):
        return float(x) if math.isfinite(x) else None
    if isinstance(x, Path):
        return str(x)
    return _plain(x.tolist()) if hasattr(x, "tolist") else x


def seat_table(result: SimulationResult) -> "polars.DataFrame":
    """Return a simulation as a table with a row per entrant; its first columns are the same for every game.

    They hold the settings, with the options as one text as in a record; the entrant, with an empty ``seat``
    where seats change; and the estimates that every game has. So tables of several games can be stacked. The
    measures of the rules file follow. Raises ``Failure`` if polars is not installed.
    """
    return _frame(seat_rows(result))


def seat_rows(result: SimulationResult) -> Rows:
    """Return the rows of :func:`seat_table` as plain values."""
    return [_seat_row(result, s) for s in result.seats]


def _frame(rows: Rows) -> "polars.DataFrame":
    """Return rows as a frame; a column without any value, such as ``seat``, holds whole numbers."""
    with require_extra(EXTRA, "a data frame"):
        import polars

    empty = {name: polars.Int64 for name in rows[0] if all(row[name] is None for row in rows)}
    return polars.DataFrame(rows, schema_overrides=empty, infer_schema_length=None)


def _seat_row(result: SimulationResult, s: SeatResult) -> dict[str, Any]:
    options = " ".join(f"{k}={x}" for k, x in result.options.items())
    settings = {name: getattr(result, name) for name in SETTINGS} | {"options": options}
    seat = s.seat if result.seating == "fixed" else None
    who = {"entrant": s.seat, "strategy": s.strategy, "seat": seat}
    estimates = {**s.estimates, **result.per_game}
    usual = _flat({name: estimates[name] for name in OF_EVERY_GAME}) | {"score_sd": s.deviations["score_sd"]}
    return {**settings, **who, **usual, **_flat(estimates), **s.deviations}  # a column keeps its place


def _flat(estimates: Mapping[str, Estimate]) -> dict[str, float]:
    return {k: x for name, e in estimates.items() for k, x in e.items(name).items()}


def csv_text(result: SimulationResult) -> str:
    """Return a simulation as comma-separated values: a heading, then one line per entrant, every digit."""
    return comma_separated(seat_rows(result))


def comma_separated(rows: Rows) -> str:
    """Return rows as comma-separated values; a number that is infinite or not a number is an empty cell.

    Programs read ``inf`` and ``NaN`` as words, and JSON has null there too. A column with a fraction holds
    fractions only, as the column of a data frame does.
    """
    names = list(rows[0])
    fractions = {name for name in names if any(isinstance(row[name], float) for row in rows)}

    def value(row: Mapping[str, Any], name: str) -> Any:
        return float(row[name]) if name in fractions and row[name] is not None else row[name]

    lines = [names, *([value(row, name) for name in names] for row in rows)]
    return "".join(",".join(map(_cell, line)) + "\n" for line in lines)


def _cell(x: Any) -> str:
    """Return a value as one cell, in the notation of polars, which the first versions wrote."""
    if isinstance(x, float):
        return _digits(repr(float(x))) if math.isfinite(x) else ""
    if x is None or isinstance(x, bool):
        return {None: "", True: "true", False: "false"}[x]
    text = str(x)
    return text if text and not any(c in text for c in ',"\n\r') else '"{}"'.format(text.replace('"', '""'))


def _digits(number: str) -> str:
    """Return a number as Python writes it, without a zero before its exponent, and 0.00001 in full."""
    return f"{Decimal(number):f}" if number.endswith("e-05") else number.replace("e-0", "e-")


def write_frame(result: SimulationResult, path: str | Path) -> None:
    """Write a simulation as a table; see :func:`seat_table` and :func:`write_table`."""
    write_table(seat_rows(result), path)


def write_table(rows: Rows, path: str | Path) -> None:
    """Write a table into a file that ends in ``.parquet`` or ``.csv``; raise as :func:`check_table_name`."""
    if check_table_name(path) == TEXT:
        write_text(path, comma_separated(rows))
        return
    buffer = io.BytesIO()
    _frame(rows).write_parquet(buffer)
    write_bytes(path, buffer.getvalue())
