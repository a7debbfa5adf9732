"""Storage of compiled programs and their parts on disk, and removal of old ones.

Numba's own cache stores whole programs. This module stores parts. Both are sealed files: one that is damaged,
or that somebody else has put there, is ignored, see :mod:`upcard.engine.compile.sealed_files`.
"""

import hashlib
import os
import time
from contextlib import suppress
from pathlib import Path

import platformdirs

from upcard.engine.compile.sealed_files import read_sealed, write_sealed

KEEP_DAYS = 90
FOLDER, SUFFIX = "parts", ".bc"
LARGEST = 2**20
"""Maximum size of a stored part in bytes: large tables in a part are stored again with every caller."""


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
    """Return the part stored under a key; None if there is none, or it is damaged or somebody else's."""
    return read_sealed(_file(key), cache_folder())


def store_part(key: str, content: bytes) -> None:
    """Store a part under a key, unless it is too large or the folder cannot be written."""
    if len(content) > LARGEST:
        return
    file = _file(key)
    with suppress(OSError):
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_sealed(file, cache_folder(), content)


def _file(key: str) -> Path:
    return cache_folder() / FOLDER / (hashlib.sha256(key.encode()).hexdigest()[:40] + SUFFIX)
