"""Resources of this machine: usable cores, and free memory with the refusal of work that needs more."""

import os
from pathlib import Path

from upcard.engine.errors import Failure

GIGABYTE = 10**9


def usable_cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def free_memory() -> int:
    """Return the number of bytes that are available to a new program."""
    file = Path("/proc/meminfo")
    for line in file.read_text().splitlines() if file.exists() else ():
        if line.startswith("MemAvailable:"):
            return int(line.split()[1]) * 1024
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


def check_memory(needed: int, limit: int | None = None, besides: str = "") -> None:
    """Raise ``Failure`` if work needs more bytes than `limit`, by default the free memory.

    `besides` is added to the end of the message, such as an alternative.
    """
    available = free_memory() if limit is None else limit
    if needed > available:
        raise Failure(
            f"needs {format_gigabytes(needed)}, have {format_gigabytes(available)}: not started{besides}"
        )


def format_gigabytes(n: int) -> str:
    """Return a number of bytes in gigabytes: ``9 GB``, ``0.25 GB``."""
    return f"{n / GIGABYTE:.3g} GB"
