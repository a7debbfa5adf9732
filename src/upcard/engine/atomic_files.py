"""Files that are written completely or not at all, and texts that are read up to a maximum size."""

import errno
import os
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from upcard.engine.errors import Failure, Unreadable

STREAMS = ("/dev/std", "/dev/fd/", "/proc/")
ADRIFT = "the current folder no longer exists; change to another one"


def write_text(path: str | Path, text: str) -> None:
    """Write a text file in UTF-8 without changing line ends; otherwise like :func:`write_bytes`."""
    write_bytes(path, text.encode("utf-8", "backslashreplace"))


def write_bytes(path: str | Path, content: bytes) -> None:
    """Write bytes to a file completely or not at all; see :func:`write_whole`."""

    def write(file: BinaryIO) -> None:
        file.write(content)

    write_whole(path, write)


def write_whole(path: str | Path, write: Callable[[BinaryIO], None], called: str = "") -> None:
    """Write a file completely or not at all: first to a temporary file, which then replaces it.

    A path that exists and is not an ordinary file, such as a device or a pipe, is written to directly.
    `write` writes into the open file that it gets. Raises ``Failure`` if the file cannot be written; the
    message says why, and names the path after `called`, such as ``"the checkpoint"``.
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
    """Return the text of a file in UTF-8, reading no more than `most` bytes.

    Raises ``Failure`` if the file cannot be read, and ``Unreadable`` if it is larger or is not text. Messages
    end with `expected`, such as ``"expected the record of a match"``.
    """
    try:
        with Path(path).open("rb") as f:
            content = f.read(most + 1)
    except OSError as e:
        why = "it is a folder" if isinstance(e, IsADirectoryError) else (e.strerror or str(e)).lower()
        raise Failure(f"{path} cannot be read: {why}; {expected}") from None
    return text_of(content, str(path), most, expected)


def text_of(content: bytes, called: str, most: int, expected: str) -> str:
    """Return bytes decoded as UTF-8; raise ``Unreadable`` as :func:`read_text` does."""
    if len(content) > most:
        raise Unreadable(f"{called} is larger than {most // 2**20} MiB; {expected}")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Unreadable(f"{called} is not a text in UTF-8; {expected}") from None


def make_folder(folder: Path) -> None:
    """Make a folder and the missing folders above it; raise ``Failure`` if it cannot be made."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as e:
        why = (
            _words(e)
            if isinstance(e, FileNotFoundError) and folder.is_absolute()
            else _cause(folder / "_", e)
        )
        raise Failure(f"the folder {folder} cannot be made: {why}") from e


def is_stream(target: Path) -> bool:
    """Whether a path must be written to directly: a device, a pipe, or the name of an open stream."""
    # /dev/stdout may lead to an ordinary file that others have open: it must not be replaced
    return str(target).startswith(STREAMS) or (target.exists() and not target.is_file())


def _replace(target: Path, write: Callable[[BinaryIO], None]) -> None:
    mode = target.stat().st_mode & 0o777 if target.exists() else None
    if mode is not None and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, "write-protected")
    temporary = target.with_name(f".upcard-{secrets.token_hex(6)}.part")
    try:
        with temporary.open("xb") as f:
            write(f)
            f.flush()
            os.fsync(f.fileno())  # some file systems report only now that they are full
        if mode is not None:
            temporary.chmod(mode)
        temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)


def is_adrift() -> bool:
    """Whether the current folder was deleted, so that relative paths lead nowhere."""
    try:
        Path.cwd()
    except FileNotFoundError:
        return True
    return False


def _cause(target: Path, e: OSError) -> str:
    """Return why a file cannot be written, and what to do."""
    if isinstance(e, PermissionError) or e.errno == errno.EROFS:
        return "there is no permission to write there; choose another place or change its permissions"
    if e.errno in (errno.ENOSPC, errno.EDQUOT):
        return "the disk is full; free some space or choose another place"
    if isinstance(e, IsADirectoryError):
        return "it is a folder; add the name of a file"
    if isinstance(e, (FileNotFoundError, NotADirectoryError, FileExistsError)):
        return _missing_folder(target)
    return _words(e)


def _missing_folder(target: Path) -> str:
    if not target.is_absolute() and is_adrift():
        return ADRIFT
    file = next((p for p in target.parents if p.exists() and not p.is_dir()), None)
    if file is not None:
        return f"{file} is a file, not a folder; choose another place"
    return f"the folder {target.parent} does not exist; make it or choose another place"


def _words(e: OSError) -> str:
    words = e.strerror or str(e) or "the system gives no reason"
    return f"{words[:1].lower()}{words[1:]}; choose another place"
