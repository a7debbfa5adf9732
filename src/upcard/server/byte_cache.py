"""A cache that is bounded in bytes, because strangers choose its keys, and so how much it would hold."""

from collections import OrderedDict
from collections.abc import Hashable, Iterator
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

ENTRY_BYTES = 200
"""Bytes of an entry besides its key and value."""


class ByteCache(Generic[K, V]):
    """Cache that forgets what was not used for longest when it holds more than `most` bytes."""

    def __init__(self, most: int) -> None:
        self.most, self.size = most, 0
        self._entries: OrderedDict[K, tuple[V, int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[K]:
        return iter(self._entries)

    def get(self, key: K) -> V | None:
        """Return the value of a key; None if there is none."""
        entry = self._entries.get(key)
        if entry is None:
            return None
        self._entries.move_to_end(key)
        return entry[0]

    def put(self, key: K, value: V, size: int) -> None:
        """Store a value of `size` bytes, with its key; one that is larger than the cache is not stored."""
        self.remove(key)
        if size + ENTRY_BYTES > self.most:
            return
        self._entries[key] = value, size + ENTRY_BYTES
        self.size += size + ENTRY_BYTES
        while self.size > self.most:
            self.remove(next(iter(self._entries)))

    def remove(self, key: K) -> None:
        """Forget a key."""
        _, size = self._entries.pop(key, (None, 0))
        self.size -= size
