"""Outcomes of Beat It Or Eat It computed by processors; threads share the tables of a layer."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from upcard.engine.compile.compiler import compiled
from upcard.games.beat_it_or_eat_it.solvers.bit_planes import PlaneBuffers, Planes, gather_rows, score_planes
from upcard.games.beat_it_or_eat_it.solvers.layer_threads import in_parts
from upcard.games.beat_it_or_eat_it.solvers.outcome_bits import BitWords, StateSolver, SuitwiseTables


class CpuStateSolver(StateSolver):
    """Solver of the states of a round on a number of threads of a pool."""

    def __init__(self, tables: SuitwiseTables, pool: ThreadPoolExecutor, threads: int) -> None:
        super().__init__(tables)
        self.pool, self.threads, self.shares = pool, threads, tables.shares_done()
        self._score, self._gather = compiled(score_planes, {}), compiled(gather_rows, {})
        self._rows = [np.zeros(tables.row_words, np.uint32) for _ in range(2)]
        self._buffers = [np.zeros(n, np.uint32) for n in tables.buffers()]

    def gather(self, leads: BitWords, bit: int) -> None:
        """Write the rows of the leader's goal (`bit` 1), or of its prevention (0)."""
        t = self.tables

        def part(first: int, last: int) -> None:
            self._gather(leads, self._rows[bit], t.lows, t.row_of, first, last, t.cards, t.length, bit)

        in_parts(self.pool, self.threads, len(t.lows), part)

    def compute_layer(self, on_table: int, odd: int) -> None:
        """Compute the planes of one layer, in the buffer for it."""
        t, ahead = self.tables, self._buffers[1 - odd]
        planes = Planes(
            t.layers[on_table], t.places, self._rows[1 - odd], t.row_of,
            ahead, ahead.view(np.uint16), ahead.view(np.uint8), self._buffers[odd],
        )  # fmt: skip

        def part(first: int, last: int) -> None:
            words = t.words(on_table)
            buffers = PlaneBuffers(
                np.zeros(words, np.uint32), np.zeros(words, np.uint32), np.zeros(words, np.uint16),
                np.zeros(t.cards, np.int64), np.zeros(t.cards, np.int64),
            )  # fmt: skip
            self._score(planes, buffers, first, last, t.cards, t.length, 1 - odd)

        in_parts(self.pool, self.threads, len(planes.tables), part)

    def leads_won(self) -> BitWords:
        """Return the only plane of the empty table."""
        return self._buffers[0][: self.tables.words(0)].copy()
