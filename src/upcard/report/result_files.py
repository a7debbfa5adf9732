"""Results as text for programs, and in files."""

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from upcard.engine.atomic_files import write_bytes, write_text
from upcard.engine.errors import Usage
from upcard.simulation.estimate import Estimate
from upcard.simulation.simulation_result import SeatResult, SimulationResult

if TYPE_CHECKING:
    import polars

SETTINGS = ("game", "players", "options", "games", "seed", "seating", "duplicate", "level")
OF_EVERY_GAME = ("win_share", "win_any", "score_mean", "decisions_mean")
FRAMES = (".parquet", ".csv")


def json_text(x: Any) -> str:
    """Return a result as strict JSON in its own order, in ASCII; not a number becomes null.

    Parameters
    ----------
    x : Any
        Plain values, numbers and arrays of numpy, paths, or an object with ``to_json``.

    Raises
    ------
    TypeError
        If JSON cannot hold a part of it.
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

    They are the settings, with the options as one text as in a record; the entrant, ``seat`` being empty if
    seats change; and the estimates that every game has. So tables of several games can be stacked. The
    measures of the rules file come last.
    """
    import polars

    rows = [_seat_row(result, s) for s in result.seats]
    return polars.DataFrame(rows, schema_overrides={"seat": polars.Int64})


def _seat_row(result: SimulationResult, s: SeatResult) -> dict[str, Any]:
    options = " ".join(f"{k}={x}" for k, x in result.options.items())
    settings = {name: getattr(result, name) for name in SETTINGS} | {"options": options}
    seat = s.seat if result.seating == "fixed" else None
    who = {"entrant": s.seat, "strategy": s.strategy, "seat": seat}
    estimates = {**s.estimates, **result.per_game}
    usual = _flat({name: estimates[name] for name in OF_EVERY_GAME}) | {"score_sd": s.deviations["score_sd"]}
    return {**settings, **who, **usual, **_flat(estimates), **s.deviations}  # what stood before stays there


def _flat(estimates: Mapping[str, Estimate]) -> dict[str, float]:
    return {k: x for name, e in estimates.items() for k, x in e.items(name).items()}


def csv_text(result: SimulationResult) -> str:
    """Return a simulation as comma-separated values: a heading, then a line per entrant, with every digit."""
    return comma_separated(seat_table(result))


def comma_separated(table: "polars.DataFrame") -> str:
    """Return a table as comma-separated values; not a number and infinity are empty cells.

    Programs read ``inf`` and ``NaN`` as words, and JSON has null there too.
    """
    import polars

    fractions = polars.col(polars.Float64, polars.Float32)
    return str(table.with_columns(polars.when(fractions.is_finite()).then(fractions)).write_csv())


def write_frame(result: SimulationResult, path: str | Path) -> None:
    """Write the table of :func:`seat_table`; raises as :func:`write_table`."""
    write_table(seat_table(result), path)


def write_table(table: "polars.DataFrame", path: str | Path) -> None:
    """Write a table into a file.

    Parameters
    ----------
    path : str or Path
        A name that ends in ``.parquet`` or ``.csv``.

    Raises
    ------
    Usage
        If the name ends in something else.
    Failure
        If the file cannot be written.
    """
    if check_suffix(path, FRAMES) == ".csv":
        write_text(path, comma_separated(table))
        return
    import io

    buffer = io.BytesIO()
    table.write_parquet(buffer)
    write_bytes(path, buffer.getvalue())


def check_suffix(path: str | Path, known: tuple[str, ...]) -> str:
    """Return the suffix of a file's name in lower case.

    Raises
    ------
    Usage
        If it is not a known one.
    """
    suffix = Path(path).suffix.lower()
    if suffix not in known:
        ends = f"ends in {suffix!r}" if suffix else "has no ending"
        raise Usage(f"the name {str(path)!r} {ends}; expected {' or '.join(known)}")
    return suffix
