"""Compiled programs and their parts on disk: where they lie, and when they go.

Whole programs are kept by Numba's own cache. Parts are kept here, each in a file that begins with a hash of
what follows: one that was cut off, spoilt or is just being written is as good as none.
"""

import hashlib
import os
import time
from contextlib import suppress
from pathlib import Path

import platformdirs

KEEP_DAYS = 90
FOLDER, SUFFIX = "parts", ".bc"
LARGEST = 2**20
"""Bytes of a part that is kept: one that holds large tables would be kept again with every caller."""

_DIGEST = hashlib.sha256().digest_size


def cache_folder() -> Path:
    """Where compiled programs are kept: ``UPCARD_CACHE`` or the user's cache folder."""
    chosen = os.environ.get("UPCARD_CACHE")
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir("upcard")) / "programs"


def remove_old(folder: Path) -> None:
    """Remove what was not used for ``KEEP_DAYS``, at most once a day."""
    stamp = folder / "swept"
    now = time.time()
    try:
        if stamp.exists() and now - stamp.stat().st_mtime < 86400:
            return
        stamp.touch()
        for file in (*folder.rglob("*.nb[ic]"), *folder.rglob(f"*{SUFFIX}")):
            if now - max(file.stat().st_atime, file.stat().st_mtime) > KEEP_DAYS * 86400:
                file.unlink(missing_ok=True)
    except OSError:
        return


def load_part(key: str) -> bytes | None:
    """What :func:`store_part` was given under a key; None where it is not there or spoilt."""
    try:
        content = _file(key).read_bytes()
    except OSError:
        return None
    kept = content[_DIGEST:]
    return kept if hashlib.sha256(kept).digest() == content[:_DIGEST] else None


def store_part(key: str, content: bytes) -> None:
    """Keep a part under a key, if it is not too large and the folder can be written."""
    if len(content) > LARGEST:
        return
    file = _file(key)
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(hashlib.sha256(content).digest() + content)


def _file(key: str) -> Path:
    return cache_folder() / FOLDER / (hashlib.sha256(key.encode()).hexdigest()[:40] + SUFFIX)
