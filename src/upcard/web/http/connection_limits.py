"""Limits of open connections that follow from the number of file descriptors.

Every connection needs a file descriptor. When none is left, a server can neither accept a connection nor
read its database, and says nothing. So it refuses connections in a sentence while some are left.
"""

import contextlib

try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None  # type: ignore[assignment]

WANTED_FILES, USUAL_FILES = 65_536, 10_240
"""Numbers of file descriptors that a server tries to get, one after the other."""

RESERVE = 128
"""File descriptors that connections leave to the database, processes and files."""


def raise_file_limit() -> None:
    """Raise the soft limit of file descriptors, as far as the system allows."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wanted in (WANTED_FILES, USUAL_FILES):
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        if soft != resource.RLIM_INFINITY and most > soft:
            with contextlib.suppress(ValueError, OSError):  # macOS has another limit, too
                resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
                return


def most_connections() -> int:
    """Return how many connections may be open at the same time."""
    if resource is None:
        return WANTED_FILES
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return WANTED_FILES if soft == resource.RLIM_INFINITY else max(1, soft - min(RESERVE, soft // 2))
