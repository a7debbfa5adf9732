"""Files and folders that a command is to write: refused before anything long begins, not at its end."""

import os
from pathlib import Path
from tempfile import TemporaryFile

from upcard.engine.atomic_files import ADRIFT, is_adrift, is_stream
from upcard.engine.errors import Failure, Usage

OF_ITS_FOLDER = ("mkdir -p failed", "a writable directory")
"""What stands in the remarks of Matplotlib on a folder of its own that cannot be written."""


def check_files(save: Path | None, plot: Path | None) -> None:
    """Refuse a table or picture that could not be written, before the games are played and not after.

    Raises
    ------
    Usage
        If its name ends in something that is not known, or it is a folder.
    Failure
        If its folder does not exist, or it may not be written.
    """
    from upcard.report.result_files import check_suffix, check_table_name

    check_target(save, "--save")
    check_target(plot, "--plot")
    if save is not None:
        check_table_name(save)
    if plot is not None:
        quiet_matplotlib()
        from upcard.report.plots import PICTURES

        check_suffix(plot, PICTURES)


def check_target(path: Path | None, option: str) -> None:
    """Refuse, before anything long begins, a file that could not be written at its end.

    Raises
    ------
    Usage
        If it is a folder, or stands for standard output.
    Failure
        If its folder does not exist, or it may not be written.
    """
    if path is None:
        return
    if str(path) == "-":
        raise Usage(f"{option} was given '-', and writes into files only; name a file")
    check_name(path, option)
    try:
        _check_place(path, option)
    except (OSError, RuntimeError) as fault:  # a folder that nobody may look into, or links in a circle
        why = getattr(fault, "strerror", None) or str(fault)
        raise Failure(f"{option} cannot write {str(path)!r}: {why.lower()}; choose another place") from None


def quiet_matplotlib() -> None:
    """Before Matplotlib is loaded: that it cannot keep its fonts in a locked home is no matter here."""
    import logging

    def is_said(said: logging.LogRecord) -> bool:
        """Whether a remark is about anything else."""
        return not any(words in str(said.msg) for words in OF_ITS_FOLDER)

    logging.getLogger("matplotlib").addFilter(is_said)


def check_name(path: Path, option: str) -> None:
    """Refuse to write what nobody could be told the name of.

    Raises
    ------
    Usage
        If it is no text in UTF-8.
    """
    try:
        str(path).encode()
    except UnicodeEncodeError:
        raise Usage(
            f"{option} was given {str(path)!r}, which is no text in UTF-8; choose another name"
        ) from None


def is_writable(folder: Path) -> bool:
    """Whether it can be written, or be made where it does not exist yet.

    It is tried, since root is told that it may write everywhere, also in ``/proc``, where nobody can.
    """
    try:
        there = next(p for p in (folder, *folder.parents) if p.exists())
        with TemporaryFile(dir=there):
            return True
    except OSError:
        return False


def _check_place(path: Path, option: str) -> None:
    """Refuse a folder, a file in none, and what may not be written."""
    if path.is_dir():
        raise Usage(f"{option} was given {str(path)!r}, which is a folder; name a file in it")
    if not path.parent.is_dir():
        raise Failure(f"{option} cannot write {str(path)!r}: there is no folder {str(path.parent)!r}")
    if not path.is_absolute() and is_adrift():
        raise Failure(f"{option} cannot write {str(path)!r}: {ADRIFT}")
    if not _is_open(path):
        raise Failure(f"{option} cannot write {str(path)!r}: there is no permission; choose another place")


def _is_open(path: Path) -> bool:
    """Whether it may be written: a file is written beside its place first, so that its folder counts too."""
    if path.exists() and not os.access(path, os.W_OK):
        return False
    return is_stream(path) or os.access(path.resolve().parent, os.W_OK | os.X_OK)
