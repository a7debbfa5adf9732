"""Storage of compiled programs and their parts on disk, and removal of old ones.

Numba's own cache stores whole programs. This module stores parts, each in a file that begins with a hash of
the rest, so that a truncated, damaged or half-written file is ignored.
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
"""Maximum size of a stored part in bytes: large tables in a part are stored again with every caller."""

_DIGEST = hashlib.sha256().digest_size


def cache_folder() -> Path:
    """Return the folder of compiled programs: ``UPCARD_CACHE`` or the user's cache folder."""
    chosen = os.environ.get("UPCARD_CACHE")
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir("upcard")) / "programs"


def remove_old(folder: Path) -> None:
    """Remove files that were not used for ``KEEP_DAYS`` days, at most once a day."""
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
    """Return the part stored under a key; None if there is none or it is damaged."""
    try:
        content = _file(key).read_bytes()
    except OSError:
        return None
    part = content[_DIGEST:]
    return part if hashlib.sha256(part).digest() == content[:_DIGEST] else None


def store_part(key: str, content: bytes) -> None:
    """Store a part under a key, unless it is too large or the folder cannot be written."""
    if len(content) > LARGEST:
        return
    file = _file(key)
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(hashlib.sha256(content).digest() + content)


def _file(key: str) -> Path:
    return cache_folder() / FOLDER / (hashlib.sha256(key.encode()).hexdigest()[:40] + SUFFIX)
