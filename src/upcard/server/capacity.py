"""The capacity of a server: past it, new tables are refused, so that the tables it has stay quick."""

import asyncio
import logging
import time
from collections import Counter, deque
from collections.abc import Mapping

from upcard.engine.errors import Failure
from upcard.language.messages import gettext as _
from upcard.language.messages import marked
from upcard.server.fair_queue import CLIENT
from upcard.server.live_table import LiveTable
from upcard.server.rare_log import RareLog

MOST_IN_USE = 200
"""Default number of tables in use at the same time; see ``benchmarks/tables.py``."""

SHARE = 0.4
"""Share of these tables that one address may have opened."""

FEW = 50
"""With fewer tables in use, a slow server has another cause, and new tables are not refused."""

EVERY, SAMPLES = 0.1, 50
"""Seconds between two measurements of the delay, and how many of them count."""

MOST_DELAY, QUANTILE = 0.05, 0.8
"""Seconds by which the server may be late, and the fraction of measurements that must be within them."""

RETRY = 60
FULL = marked("this server has as many tables as it can hold; try again in a minute")
TOO_MANY = marked("{n} tables from your network are in use; finish some of them, or try again in a minute")

logger = logging.getLogger(__name__)
rare = RareLog(logger)


class Crowded(Failure):
    """The server cannot take another table now."""

    headers = {"Retry-After": str(RETRY)}  # noqa: RUF012 - never modified


class Capacity:
    """Measures how many tables are in use and how late the event loop is, and admits new tables.

    Parameters
    ----------
    tables : mapping
        The tables in memory, by name.
    most : int
        Maximum number of tables in use at the same time.
    is_limited : bool
        Whether each address gets only a share of them, and new tables are refused while the server is late.
    """

    def __init__(
        self, tables: Mapping[str, LiveTable], most: int = MOST_IN_USE, is_limited: bool = True
    ) -> None:
        self.tables, self.most, self.is_limited = tables, most, is_limited
        self.in_use: Counter[str] = Counter()
        self.delays = deque([0.0] * SAMPLES, SAMPLES)

    async def run(self) -> None:
        """Measure until cancelled."""
        number = 0
        while True:
            began = time.monotonic()
            await asyncio.sleep(EVERY)
            self.delays.append(time.monotonic() - began - EVERY)
            number += 1
            if number % round(1 / EVERY) == 0:
                self.count()

    def count(self) -> None:
        """Count the tables in use by the address that has opened them."""
        self.in_use = Counter(x.client for x in self.tables.values() if x.is_in_use)

    @property
    def delay(self) -> float:
        """How many seconds the event loop has lately been late."""
        return sorted(self.delays)[int(QUANTILE * SAMPLES)]

    def admit(self) -> None:
        """Count a new table of the client of this task; raises Crowded if there is no capacity for it."""
        total, client = self.in_use.total(), CLIENT.get()
        is_late = self.is_limited and total >= FEW and self.delay > MOST_DELAY
        if total >= self.most or is_late:
            rare.warning("new tables are refused: %d are in use, %.0f ms late", total, 1000 * self.delay)
            raise Crowded(_(FULL))
        if self.is_limited and client and self.in_use[client] >= SHARE * self.most:
            raise Crowded(_(TOO_MANY, n=self.in_use[client]))
        self.in_use[client] += 1
