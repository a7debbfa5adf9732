"""Output files and folders, checked before the work begins and not at its end."""

import os
from pathlib import Path
from tempfile import TemporaryFile

from upcard.engine.atomic_files import ADRIFT, is_adrift, is_stream
from upcard.engine.errors import Failure, Usage

ABOUT_CACHE = ("mkdir -p failed", "a writable directory")
"""Words in the warnings of Matplotlib about its cache folder, if it cannot write there."""


def check_files(save: Path | None, plot: Path | None) -> None:
    """Refuse a table or chart that cannot be written, before any game is played.

    Raises as :func:`check_target`, ``Usage`` for an unknown ending, and ``Failure`` if a package is missing.
    """
    check_table(save, "--save")
    check_target(plot, "--plot")
    if plot is not None:
        quiet_matplotlib()
        from upcard.engine.file_endings import check_suffix
        from upcard.report.plots import PICTURES

        check_suffix(plot, PICTURES)


def check_table(path: Path | None, option: str) -> None:
    """Refuse a table that cannot be written, before the work begins; raise as :func:`check_files`."""
    from upcard.engine.file_endings import check_table_name

    check_target(path, option)
    if path is not None:
        check_table_name(path)


def check_target(path: Path | None, option: str) -> None:
    """Refuse a file that cannot be written, before the work begins.

    Raises ``Usage`` for a folder and for standard output, ``Failure`` without a folder or without permission.
    """
    if path is None:
        return
    if str(path) == "-":
        raise Usage(f"{option} was given '-', but cannot write to standard output; give the name of a file")
    check_name(path, option)
    try:
        _check_place(path, option)
    except (OSError, RuntimeError) as fault:  # a protected folder, or links in a circle
        why = getattr(fault, "strerror", None) or str(fault)
        raise Failure(f"{option} cannot write {str(path)!r}: {why.lower()}; choose another place") from None


def quiet_matplotlib() -> None:
    """Silence Matplotlib about a home folder where it cannot store its fonts; call before import."""
    import logging

    def is_other(record: logging.LogRecord) -> bool:
        return not any(words in str(record.msg) for words in ABOUT_CACHE)

    logging.getLogger("matplotlib").addFilter(is_other)


def check_name(path: Path, option: str) -> None:
    """Raise ``Usage`` for a name that cannot be printed, since it is not valid UTF-8."""
    try:
        str(path).encode()
    except UnicodeEncodeError:
        raise Usage(
            f"{option} was given {str(path)!r}, which is not valid UTF-8; choose another name"
        ) from None


def is_writable(folder: Path) -> bool:
    """Return whether a folder can be written, or created.

    The function tries it, since for root the system claims that every folder can be written, even ``/proc``.
    """
    try:
        there = next(p for p in (folder, *folder.parents) if p.exists())
        with TemporaryFile(dir=there):
            return True
    except OSError:
        return False


def _check_place(path: Path, option: str) -> None:
    """Refuse a folder, a file without a folder, and a protected file."""
    if path.is_dir():
        raise Usage(f"{option} was given {str(path)!r}, which is a folder; name a file in it")
    if not path.parent.is_dir():
        raise Failure(f"{option} cannot write {str(path)!r}: there is no folder {str(path.parent)!r}")
    if not path.is_absolute() and is_adrift():
        raise Failure(f"{option} cannot write {str(path)!r}: {ADRIFT}")
    if not _may_write(path):
        raise Failure(f"{option} cannot write {str(path)!r}: there is no permission; choose another place")


def _may_write(path: Path) -> bool:
    """Return whether a file may be written, and its folder too, since a temporary file comes first."""
    if path.exists() and not os.access(path, os.W_OK):
        return False
    return is_stream(path) or os.access(path.resolve().parent, os.W_OK | os.X_OK)
