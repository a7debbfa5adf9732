"""Files that are written whole or not at all, and texts that are read up to a size."""

import errno
import os
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from upcard.engine.errors import Failure, Unreadable

STREAMS = ("/dev/std", "/dev/fd/", "/proc/")
ANYBODY_WRITES = 0o222
ADRIFT = "the folder that you are in does not exist any more; go to another one"

_CAUSES = {
    errno.ENOSPC: "the disk is full; free some space or choose another place",
    errno.EDQUOT: "your share of the disk is used up; free some space or choose another place",
    errno.EFBIG: "it would be too large for this disk; choose another place",
    errno.EACCES: "there is no permission to write there; choose another place or change its permissions",
    errno.EPERM: "there is no permission to write there; choose another place or change its permissions",
    errno.EROFS: "that disk can only be read; choose another place",
    errno.EISDIR: "it is a folder; add the name of a file",
    errno.ENAMETOOLONG: "its name is too long; choose a shorter one",
    errno.EPIPE: "nobody reads the other end; check the program that should",
}


def write_text(path: str | Path, text: str) -> None:
    """Write a text file in UTF-8, exactly as given; otherwise like :func:`write_bytes`."""
    write_bytes(path, text.encode("utf-8", "backslashreplace"))


def write_bytes(path: str | Path, content: bytes) -> None:
    """Write a file, as :func:`write_whole` does."""

    def write(file: BinaryIO) -> None:
        file.write(content)

    write_whole(path, write)


def write_whole(path: str | Path, write: Callable[[BinaryIO], None], called: str = "") -> None:
    """Write a file so that never half of it is left: beside the target first, then in its place.

    What exists and is no ordinary file, such as a device or a pipe, is written to directly.

    Parameters
    ----------
    path : str or Path
        The file.
    write : function
        Writes into the open file that it is given.
    called : str
        What the file is, for what is said: ``"the checkpoint"``.

    Raises
    ------
    Failure
        If it cannot be written: the path, the cause and what to do.
    """
    target = Path(path)
    try:
        if is_stream(target):
            with target.open("wb") as f:
                write(f)
        else:
            _replace(target.resolve(), write)
    except OSError as e:
        raise Failure(f"{called} {target} cannot be written: {_cause(target, e)}".lstrip()) from e


def read_text(path: str | Path, most: int, expected: str) -> str:
    """The text of a file in UTF-8; of a file that is too large no more is read than is needed to see that.

    Parameters
    ----------
    path : str or Path
        The file.
    most : int
        The most bytes that are read.
    expected : str
        What the file should be, or what to do, for what is said: ``"expected the record of a match"``.

    Raises
    ------
    Failure
        If it cannot be read.
    Unreadable
        If it is larger, or is no text.
    """
    try:
        with Path(path).open("rb") as f:
            content = f.read(most + 1)
    except OSError as e:
        why = "it is a folder" if e.errno == errno.EISDIR else (e.strerror or str(e)).lower()
        raise Failure(f"{path} cannot be read: {why}; {expected}") from None
    return text_of(content, str(path), most, expected)


def text_of(content: bytes, called: str, most: int, expected: str) -> str:
    """What was read as a text, if it is one; otherwise like :func:`read_text`."""
    if len(content) > most:
        raise Unreadable(f"{called} is larger than {most // 2**20} MiB; {expected}")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Unreadable(f"{called} is no text in UTF-8; {expected}") from None


def make_folder(folder: Path) -> None:
    """Make a folder and the folders above it, where they are missing.

    Raises
    ------
    Failure
        If it cannot be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as e:
        if _is_lost(folder, e):
            raise Failure(f"the folder {folder} cannot be made: {ADRIFT}") from e
        is_missing = e.errno == errno.ENOENT  # all that are missing were to be made
        why = _closed(_nearest(folder)) if is_missing else _cause(folder / "_", e)
        raise Failure(f"the folder {folder} cannot be made: {why}") from e


def is_stream(target: Path) -> bool:
    """Whether something is written to directly: a device, a pipe, or what stands for one of ours."""
    # /dev/stdout may lead to an ordinary file that others have open: it must not be replaced
    return str(target).startswith(STREAMS) or (target.exists() and not target.is_file())


def _replace(target: Path, write: Callable[[BinaryIO], None]) -> None:
    mode = target.stat().st_mode & 0o777 if target.exists() else None
    if mode is not None and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, "write-protected")
    beside = target.with_name(f".upcard-{secrets.token_hex(6)}.part")
    try:
        with beside.open("xb") as f:
            write(f)
            f.flush()
            os.fsync(f.fileno())  # some disks say only now that they are full
        if mode is not None:
            beside.chmod(mode)
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)


def is_adrift() -> bool:
    """Whether the folder that we are in was deleted, so that no file can be named from there."""
    try:
        Path.cwd()
    except FileNotFoundError:
        return True
    return False


def _is_lost(path: Path, e: OSError) -> bool:
    return e.errno == errno.ENOENT and not path.is_absolute() and is_adrift()


def _cause(target: Path, e: OSError) -> str:
    if _is_lost(target, e):
        return ADRIFT
    if e.errno in (errno.ENOENT, errno.ENOTDIR, errno.EEXIST):
        file = next((p for p in target.parents if p.exists() and not p.is_dir()), None)
        if file is not None:
            return f"{file} is a file, not a folder; choose another place"
        there = _nearest(target.parent)
        if there == target.parent or not there.stat().st_mode & ANYBODY_WRITES:
            return _closed(there)
        return f"the folder {target.parent} does not exist; make it or choose another place"
    words = e.strerror or str(e) or "the system says no more"
    return _CAUSES.get(e.errno or 0, f"{words[:1].lower()}{words[1:]}; choose another place")


def _nearest(folder: Path) -> Path:
    """The folder itself if there is one, or else the nearest one above it."""
    return next((p for p in (folder, *folder.absolute().parents) if p.exists()), folder)


def _closed(folder: Path) -> str:
    return f"the system lets nobody make anything in {folder}; choose another place"
