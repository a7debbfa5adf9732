"""How long strategies have to be prepared before they play fast, looked up once in a thread."""

import asyncio

from upcard.engine.errors import Usage
from upcard.engine.game import Game
from upcard.engine.players import preparation_seconds
from upcard.server.byte_cache import ByteCache

MOST_BYTES = 2**20
"""Maximum bytes of all stored numbers of seconds."""


class StrategyReadiness:
    """The estimated seconds to prepare strategies. To find them out, files of solutions are opened."""

    def __init__(self) -> None:
        self._seconds = ByteCache[str, float](MOST_BYTES)

    async def seconds(self, key: str, strategy: str, game: Game) -> float:
        """Return the seconds until a strategy can play fast; 0 if it can, or if it cannot play at all.

        They are stored under a key until :meth:`renew` is called with it.
        """
        stored = self._seconds.get(key)
        if stored is None:
            stored = await asyncio.to_thread(seconds_to_prepare, strategy, game)
            self._seconds.put(key, stored, len(key))
        return stored

    def renew(self, key: str) -> None:
        """Look the seconds under a key up again when they are next requested."""
        self._seconds.remove(key)


def seconds_to_prepare(strategy: str, game: Game) -> float:
    """Return the estimated seconds until a strategy can play fast; 0 if it can, or if it cannot play."""
    try:
        return preparation_seconds(strategy, game)
    except Usage:
        return 0.0
