"""Endings of the names of files that are written: which are known, and what they need."""

from importlib import import_module
from pathlib import Path

from upcard.engine.dataframes import EXTRA
from upcard.engine.errors import Usage
from upcard.engine.optional_packages import require_extra

TEXT, PARQUET = ".csv", ".parquet"
"""Endings of tables."""


def check_table_name(path: str | Path) -> str:
    """Return the ending of a table's name in lower case.

    Raises ``Usage`` unless it is ``.csv`` or ``.parquet``, ``Failure`` if a package that it needs is missing.
    """
    suffix = check_suffix(path, (PARQUET, TEXT))
    if suffix == PARQUET:
        with require_extra(EXTRA, "a .parquet file"):
            import_module("polars")
    return suffix


def check_suffix(path: str | Path, known: tuple[str, ...]) -> str:
    """Return the suffix of a file's name in lower case; raise ``Usage`` if it is not a known one."""
    suffix = Path(path).suffix.lower()
    if suffix not in known:
        ends = f"ends in {suffix!r}" if suffix else "has no ending"
        raise Usage(f"the name {str(path)!r} {ends}; expected {' or '.join(known)}")
    return suffix
