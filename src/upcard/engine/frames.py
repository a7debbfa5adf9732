"""Results as data frames of whichever library there is: polars, which comes with Upcard, or pandas.

Rows become a frame through narwhals, which speaks to both; polars needs nothing in between.
"""

import importlib
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from typing import Any

from upcard.engine.errors import Failure, Usage

POLARS, PANDAS = "polars", "pandas"
KINDS = (POLARS, PANDAS)
"""Libraries of data frames, the usual one first."""


def make_frame(rows: Sequence[Mapping[str, Any]], kind: str | None = None) -> Any:
    """Rows as a data frame.

    Parameters
    ----------
    rows : sequence of mapping
        The rows, each with the same names in the same order.
    kind : str, optional
        ``"polars"`` or ``"pandas"``; by default polars if it is installed, else pandas.

    Returns
    -------
    polars.DataFrame or pandas.DataFrame
        A frame with a row for each.

    Raises
    ------
    Usage
        If there is no such kind of frame.
    Failure
        If what is needed for it is not installed.
    """
    if kind is not None and kind not in KINDS:
        raise Usage(f"there are no frames of {kind!r}; expected {' or '.join(map(repr, KINDS))}")
    if kind is None:
        kind = next((k for k in KINDS if is_installed(k)), POLARS)
    needed = (POLARS,) if kind == POLARS else (kind, "narwhals")
    missing = [name for name in needed if not is_installed(name)]
    if missing:
        names = " and ".join(missing)
        verb = "is" if len(missing) == 1 else "are"
        raise Failure(
            f"a frame of {kind} needs {names}, which {verb} not installed: pip install {' '.join(missing)}"
        )
    if kind == POLARS:
        return importlib.import_module(POLARS).DataFrame(rows, infer_schema_length=None)
    import narwhals

    return narwhals.from_dicts(list(rows), backend="pandas").to_native()


def is_installed(name: str) -> bool:
    """Whether a package can be imported."""
    try:
        return find_spec(name) is not None
    except ValueError:  # it was taken away
        return False
