"""Limits of open connections and event streams, for each address and for all together.

Every connection needs a file descriptor. When none is left, a server can neither accept a connection nor
read its database, and says nothing. So it refuses connections in a sentence while some are left.
"""

import contextlib
from collections import Counter
from collections.abc import Iterator

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


class OpenCount:
    """Numbers of what is open, by address; at most `most_each` of an address, and `most` of all."""

    def __init__(self, most_each: int, most: int) -> None:
        self.most_each, self.most = most_each, most
        self.of_address: Counter[str] = Counter()
        self.total = 0

    def reason(self, address: str) -> str:
        """Return which limit an address would exceed: ``all``, ``address``, or empty for none."""
        if self.total >= self.most:
            return "all"
        return "address" if self.of_address[address] >= self.most_each else ""

    def add(self, address: str) -> None:
        """Count one more."""
        self.of_address[address] += 1
        self.total += 1

    def remove(self, address: str) -> None:
        """Count one less."""
        self.of_address[address] -= 1
        self.total -= 1
        if not self.of_address[address]:
            del self.of_address[address]

    @contextlib.contextmanager
    def counted(self, address: str) -> Iterator[str]:
        """Yield the reason for a refusal; if there is none, count one more inside the block."""
        reason = self.reason(address)
        if not reason:
            self.add(address)
        try:
            yield reason
        finally:
            if not reason:
                self.remove(address)
