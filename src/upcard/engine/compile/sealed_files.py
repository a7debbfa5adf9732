"""Files of compiled code that only this user's Upcard, or the administrator, can have written.

Compiled code is stored as pickles, and whoever can write a pickle can run code. So every file has a keyed
hash. The key is in the file ``key`` of the cache folder, which only its owner can read. Without the key, for
instance in a folder that was shared for a class, a file counts only if the administrator (root) owns it and
the folder, and nobody else can write them. Any other file is ignored, and its code is compiled again.
"""

import hashlib
import hmac
import logging
import os
import secrets
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

logger = logging.getLogger(__name__)

KEY, KEY_BYTES = "key", 32
ROOT = 0
OTHERS_WRITE, OTHERS_ALL = 0o022, 0o077
HASH_BYTES = hashlib.sha256().digest_size


def read_sealed(file: Path, folder: Path) -> bytes | None:
    """Return the content of a file; None if it is missing, damaged, or somebody else's.

    `folder` is the cache folder that contains the file.
    """
    try:
        with file.open("rb") as opened:
            info, content = os.fstat(opened.fileno()), opened.read()
    except OSError:
        return None
    plain, keyed, rest = content[:HASH_BYTES], content[HASH_BYTES : 2 * HASH_BYTES], content[2 * HASH_BYTES :]
    key = _key(folder) if _is_mine(info) else None
    if key is not None and hmac.compare_digest(hmac.digest(key, rest, "sha256"), keyed):
        return rest
    if hashlib.sha256(rest).digest() != plain:
        return None
    if not _is_mine(info) and _is_of_root(info) and _is_of_root(folder.stat()):
        return rest
    _warn(str(folder))
    return None


def write_sealed(file: Path, folder: Path, content: bytes) -> None:
    """Write a file for :func:`read_sealed`; raises OSError if the folder cannot be written."""
    key = _key(folder, may_make=True)
    if key is None:
        raise PermissionError(f"the file {KEY} in {folder} is not yours")
    temporary = file.with_name(f"{file.name}.tmp.{secrets.token_hex(8)}")
    try:
        temporary.write_bytes(
            hashlib.sha256(content).digest() + hmac.digest(key, content, "sha256") + content
        )
        temporary.replace(file)
    finally:
        temporary.unlink(missing_ok=True)


@lru_cache(maxsize=16)
def _warn(folder: str) -> None:
    """Log once that files of a folder are ignored."""
    logger.warning(
        "Compiled programs in %s were not written by your Upcard; they are compiled again.", folder
    )


def _is_mine(info: os.stat_result) -> bool:
    return not hasattr(os, "getuid") or info.st_uid == os.getuid()


def _is_of_root(info: os.stat_result) -> bool:
    return info.st_uid == ROOT and not info.st_mode & OTHERS_WRITE


def _key(folder: Path, may_make: bool = False) -> bytes | None:
    """Return the key of a folder, made if it is missing; None if this user has none there."""
    file = folder / KEY
    try:
        with file.open("rb") as opened:
            info, key = os.fstat(opened.fileno()), opened.read()
    except FileNotFoundError:
        return _make_key(file) if may_make else None
    except OSError:
        return None
    is_private = not hasattr(os, "getuid") or not info.st_mode & OTHERS_ALL
    return key if _is_mine(info) and is_private and len(key) == KEY_BYTES else None


def _make_key(file: Path) -> bytes | None:
    """Make a key, unless another process is faster; raises OSError if the folder cannot be written."""
    made = file.with_name(f"{file.name}.tmp.{secrets.token_hex(8)}")
    descriptor = os.open(made, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    with os.fdopen(descriptor, "wb") as opened:
        opened.write(secrets.token_bytes(KEY_BYTES))
    try:
        with suppress(FileExistsError):
            os.link(made, file)
    finally:
        made.unlink()
    return _key(file.parent)
