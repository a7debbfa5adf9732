"""Results as data frames: polars, which comes with the extra ``frames``, or pandas."""

from collections.abc import Mapping, Sequence
from typing import Any

from upcard.engine.encodable import encodable
from upcard.engine.errors import Failure, Usage
from upcard.engine.notebook_views import InNotebooks, printed
from upcard.engine.optional_packages import is_installed, require_extra

POLARS, PANDAS = "polars", "pandas"
KINDS = (POLARS, PANDAS)
"""Libraries of data frames, the usual one first."""

EXTRA = "frames"
"""The extra that brings polars."""


class Framed(InNotebooks):
    """Base class of results that ``print`` shows as the table of their command, with ``to_frame``."""

    __slots__ = ()

    def __str__(self) -> str:
        """Return the table that the command prints."""
        return encodable(printed(self))

    def frame_rows(self) -> list[dict[str, Any]]:
        """Return the rows of the frame, all with the same names."""
        raise NotImplementedError

    def to_frame(self, kind: str = POLARS) -> Any:
        """Return the rows of :meth:`frame_rows` as a data frame.

        Parameters
        ----------
        kind : str
            ``"polars"``, or ``"pandas"`` if pandas and narwhals are installed.

        Raises
        ------
        Usage, Failure
            If there is no such kind of data frame, or a package that it needs is not installed.
        """
        return make_frame(self.frame_rows(), kind)


def make_frame(rows: Sequence[Mapping[str, Any]], kind: str = POLARS) -> Any:
    """Return rows, each with the same names in the same order, as a data frame of polars or of pandas.

    Raises ``Usage`` if there is no such kind of data frame, and ``Failure`` if a package that it needs is not
    installed.
    """
    if kind not in KINDS:
        raise Usage(f"{kind!r} is not a kind of data frame; expected {' or '.join(map(repr, KINDS))}")
    if kind == POLARS:
        with require_extra(EXTRA, "a data frame"):
            import polars

        return polars.DataFrame(rows, infer_schema_length=None)
    missing = [name for name in (PANDAS, "narwhals") if not is_installed(name)]
    if missing:
        names = " and ".join(missing)
        verb = "is" if len(missing) == 1 else "are"
        raise Failure(
            f"a {kind} data frame needs {names}, which {verb} not installed: pip install {' '.join(missing)}"
        )
    import narwhals

    return narwhals.from_dicts(list(rows), backend="pandas").to_native()
