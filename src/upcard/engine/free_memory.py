"""How much memory is free, and the refusal to begin what does not fit."""

import os
from pathlib import Path

from upcard.engine.errors import Failure

GIGABYTE = 10**9


def free_memory() -> int:
    """The bytes that a new program can have, as the system says."""
    told = Path("/proc/meminfo")
    for line in told.read_text().splitlines() if told.exists() else ():
        if line.startswith("MemAvailable:"):
            return int(line.split()[1]) * 1024
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


def check_memory(needed: int, given: int | None = None, besides: str = "") -> None:
    """Refuse to begin if something needs more memory than there is.

    Parameters
    ----------
    needed : int
        Bytes.
    given : int, optional
        The bytes that may be used; by default what is free.
    besides : str
        What there is instead, to be added to what is said.

    Raises
    ------
    Failure
        With both numbers.
    """
    there = free_memory() if given is None else given
    if needed > there:
        raise Failure(
            f"needs {format_gigabytes(needed)}, have {format_gigabytes(there)}: not started{besides}"
        )


def format_gigabytes(n: int) -> str:
    """A number of bytes in gigabytes: ``9 GB``, ``0.25 GB``."""
    return f"{n / GIGABYTE:.3g} GB"
