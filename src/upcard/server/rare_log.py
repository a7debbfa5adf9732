"""Log messages whose frequency strangers could choose."""

import logging
import time

EVERY = 60.0
"""Seconds between two log messages of the same kind."""


class RareLog:
    """Logs a message at most once a minute, because strangers choose how often its reason arises."""

    def __init__(self, logger: logging.Logger) -> None:
        self._logger = logger
        self._next: dict[str, float] = {}

    def warning(self, message: str, *values: object) -> None:
        """Log a warning, unless the same message was logged within ``EVERY`` seconds."""
        now = time.monotonic()
        if now >= self._next.get(message, 0.0):
            self._next[message] = now + EVERY
            self._logger.warning(message, *values)
