"""Outcomes of Beat It Or Eat It computed by processors: the planes of a layer, shared by threads."""

import itertools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from upcard.engine.compile.compiler import compiled
from upcard.games.beat_it_or_eat_it.solvers.bit_planes import PlaneBuffers, Planes, gather_rows, score_planes
from upcard.games.beat_it_or_eat_it.solvers.outcome_bits import BitWords, SuitwiseTables
from upcard.games.beat_it_or_eat_it.solvers.table_numbering import shares_done

PARTS_PER_THREAD = 16


class CpuStateSolver:
    """Computes the states of a round on some threads.

    Parameters
    ----------
    tables : SuitwiseTables
        The tables.
    pool : ThreadPoolExecutor
        Threads that do the work.
    threads : int
        Number of threads.
    on_compile : function, optional
        Callback, called when the program is compiled.
    """

    def __init__(
        self,
        tables: SuitwiseTables,
        pool: ThreadPoolExecutor,
        threads: int,
        on_compile: Callable[[], None] | None = None,
    ) -> None:
        self.tables, self.pool, self.threads = tables, pool, threads
        self._score = compiled(score_planes, {}, on_compile=on_compile)
        self._gather = compiled(gather_rows, {}, on_compile=on_compile)
        self._buffers = [np.zeros(n, np.uint32) for n in tables.buffers()]
        self._shares = shares_done({k: len(t) * tables.words(k) for k, t in tables.layers.items()})

    def force(
        self, mine: BitWords, theirs: BitWords, on_share: Callable[[float], None] | None = None
    ) -> BitWords:
        """See :meth:`upcard.games.beat_it_or_eat_it.solvers.outcome_bits.StateSolver.force`."""
        rows = {}
        for bit, leads in ((1, mine), (0, theirs)):
            rows[bit] = np.zeros(self.tables.row_words, np.uint32)
            self._gathered(leads, rows[bit], bit)
        for on_table in reversed(self.tables.layers):
            self._layer(on_table, rows[1 if on_table % 4 == 0 else 0])
            if on_share is not None:
                on_share(self._shares[on_table])
        return self._buffers[0][: self.tables.words(0)].copy()

    def _gathered(self, leads: BitWords, rows: BitWords, bit: int) -> None:
        t = self.tables

        def part(first: int, last: int) -> None:
            self._gather(leads, rows, t.lows, t.row_of, first, last, t.cards, t.length, bit)

        self._shared(part, len(t.lows))

    def _layer(self, on_table: int, rows: BitWords) -> None:
        """Compute the planes of one layer, in the buffer of its own."""
        t, odd = self.tables, on_table // 2 % 2
        ahead = self._buffers[1 - odd]
        planes = Planes(
            t.layers[on_table], t.places, rows, t.row_of,
            ahead, ahead.view(np.uint16), ahead.view(np.uint8), self._buffers[odd],
        )  # fmt: skip

        def part(first: int, last: int) -> None:
            self._score(planes, bench(t.words(on_table), t.cards), first, last, t.cards, t.length, 1 - odd)

        self._shared(part, len(planes.tables))

    def _shared(self, part: Callable[[int, int], None], number: int) -> None:
        """Do all parts; cancel waiting parts if one fails or somebody interrupts."""
        parts = min(number, 1 if self.threads == 1 else PARTS_PER_THREAD * self.threads)
        cuts = np.linspace(0, number, parts + 1).astype(int).tolist()
        work = [self.pool.submit(part, first, last) for first, last in itertools.pairwise(cuts)]
        try:
            for done in work:
                done.result()
        except BaseException:
            for done in work:
                done.cancel()
            raise


def bench(words: int, cards: int) -> Any:
    """Return the buffers of one thread, for planes of this number of words."""
    return PlaneBuffers(
        np.zeros(words, np.uint32), np.zeros(words, np.uint32), np.zeros(words, np.uint16),
        np.zeros(cards, np.int64), np.zeros(cards, np.int64),
    )  # fmt: skip
