"""Reading emails in a separate process: an email from anybody must not stop the server.

Python's parsers of mail take time that grows with the square of malformed input. What they read is bounded
(:mod:`upcard.mail.parse_letter`); whatever still takes long is given up after :data:`READ_SECONDS`.
"""

import asyncio
import logging
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from upcard.engine.errors import Failure
from upcard.mail.parse_letter import Letter, read_letter
from upcard.server.worker_processes import end_pool, process_pool

READ_SECONDS, START_SECONDS = 2.0, 60.0
"""Maximum seconds to read one email, and to start the process that reads."""

MOST_WAITING = 20
"""Maximum number of emails that wait to be read; others must be delivered again."""

logger = logging.getLogger(__name__)


class LetterReader:
    """Reads one email after another in a process, which starts with the first email."""

    def __init__(self, limit: float = READ_SECONDS) -> None:
        self.limit = limit
        self._pool: ProcessPoolExecutor | None = None
        self._turn = asyncio.Lock()
        self._waiting = 0

    async def read(self, raw: bytes, sender: str | None, recipients: Sequence[str]) -> Letter | None:
        """Return an email as :func:`read_letter` does; None if it cannot be read within the limit.

        Raises Failure if too many emails wait or the process cannot start; this one can be delivered again.
        """
        if self._waiting >= MOST_WAITING:
            raise Failure("too many emails wait to be read; deliver it again later")
        self._waiting += 1
        try:
            async with self._turn:
                return await self._read(raw, sender, tuple(recipients))
        finally:
            self._waiting -= 1

    async def _read(self, raw: bytes, sender: str | None, recipients: tuple[str, ...]) -> Letter | None:
        pool = self._pool or await self._start()
        try:
            async with asyncio.timeout(self.limit):
                loop = asyncio.get_running_loop()
                return await loop.run_in_executor(pool, read_letter, raw, sender, recipients)
        except (TimeoutError, BrokenProcessPool):
            self.close()
            logger.warning("an email of %d bytes took too long to read and is ignored", len(raw))
        except Exception:  # an email that a parser cannot read is ignored
            logger.warning("an email of %d bytes cannot be read", len(raw), exc_info=True)
        return None

    async def _start(self) -> ProcessPoolExecutor:
        """Start the process; its start is not charged to an email."""
        self._pool = pool = process_pool(1)
        try:
            async with asyncio.timeout(START_SECONDS):
                await asyncio.get_running_loop().run_in_executor(pool, read_letter, b"")
        except (TimeoutError, BrokenProcessPool):
            self.close()
            raise Failure("the process that reads emails did not start; deliver it again later") from None
        return pool

    def close(self) -> None:
        """End the process; the next email starts another."""
        if self._pool is not None:
            end_pool(self._pool)
            self._pool = None
