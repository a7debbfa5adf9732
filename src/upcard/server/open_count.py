"""Numbers of open connections and event streams, for each address and for all together."""

import contextlib
from collections import Counter
from collections.abc import Iterator


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
