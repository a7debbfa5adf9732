"""Outcomes of Beat It Or Eat It computed by an accelerator, through CuPy.

The planes of two layers stay in its memory for the whole half sweep; only the values of the hands are copied
in and out. The program is ``bit_planes.cu`` in this folder.
"""

import importlib
from pathlib import Path
from typing import Any

import numpy as np

from upcard.engine.errors import Failure, Usage
from upcard.engine.free_memory import format_gigabytes
from upcard.games.beat_it_or_eat_it.solvers.bit_planes import low_group
from upcard.games.beat_it_or_eat_it.solvers.outcome_bits import BitWords, StateSolver, SuitwiseTables

PROGRAM = Path(__file__).with_name("bit_planes.cu")
MOST_CARDS = 26
FEWEST_THREADS, MOST_THREADS, WORDS_PER_THREAD, MOST_CHUNKS = 32, 256, 4, 65_535
ROW_CHUNKS = 64


class GpuStateSolver(StateSolver):
    """Solver of the states of a round on one accelerator; `library` is CuPy by default.

    Raises
    ------
    Usage
        If CuPy is not installed, or there are too many cards.
    Failure
        If there is no accelerator, or it has too little memory.
    """

    def __init__(self, tables: SuitwiseTables, library: Any = None) -> None:
        if tables.cards > MOST_CARDS:
            raise Usage(f"an accelerator solves at most {MOST_CARDS} cards; use the processors")
        super().__init__(tables)
        self.library = library or _cupy()
        self._check_memory()
        module = self.library.RawModule(code=PROGRAM.read_text(encoding="utf-8"), options=("-std=c++14",))
        self._score, self._gather = module.get_function("score_planes"), module.get_function("gather_rows")
        array = self.library.asarray
        self._layers = {k: array(t) for k, t in tables.layers.items()}
        self._places, self._lows = array(tables.places), array(tables.lows)
        self._row_of = array(tables.row_of.astype(np.uint64))
        self._rows = [self.library.empty(tables.row_words, np.uint32) for _ in range(2)]
        self._buffers = [self.library.empty(n, np.uint32) for n in tables.buffers()]
        self._group = low_group(tables.cards, tables.length)

    def _check_memory(self) -> None:
        t = self.tables
        words = 2 * t.row_words + sum(t.buffers()) + sum(map(len, t.layers.values())) + len(t.places)
        needed, there = 4 * words, int(self.library.cuda.runtime.memGetInfo()[0])
        if needed > there:
            raise Failure(
                f"needs {format_gigabytes(needed)} of the accelerator's memory, "
                f"have {format_gigabytes(there)}: not started"
            )

    def gather(self, leads: BitWords, bit: int) -> None:
        """Write the rows of the leader's goal (`bit` 1), or of its prevention (0)."""
        arrays = (self.library.asarray(leads), self._rows[bit], self._lows, self._row_of)
        sizes = (np.int32(self.tables.cards), np.int32(self._group), np.int32(bit))
        self._gather((len(self.tables.lows), ROW_CHUNKS), (MOST_THREADS,), (*arrays, *sizes))

    def compute_layer(self, on_table: int, odd: int) -> None:
        """Compute the planes of one layer, in the buffer for it."""
        t = self.tables
        words = t.words(on_table)
        threads = max(FEWEST_THREADS, min(MOST_THREADS, words))
        chunks = max(1, min(MOST_CHUNKS, words // threads // WORDS_PER_THREAD))
        arrays = (self._layers[on_table], self._places, self._buffers[1 - odd], self._buffers[odd])
        sizes = (np.int32(t.cards), np.int32(t.length), np.int32(self._group), np.int32(1 - odd))
        self._score(
            (len(self._layers[on_table]), chunks), (threads,),
            (*arrays, self._rows[1 - odd], self._row_of, *sizes),
        )  # fmt: skip

    def leads_won(self) -> BitWords:
        """Return the only plane of the empty table, after waiting for the accelerator."""
        leads_won: BitWords = self.library.asnumpy(self._buffers[0][: self.tables.words(0)])
        return leads_won


def _cupy() -> Any:
    """Import CuPy, and check that an accelerator answers."""
    try:
        cupy = importlib.import_module("cupy")
    except ImportError:
        raise Usage(
            "an accelerator needs CuPy, which is not installed; install the one for your CUDA, such as "
            "cupy-cuda12x, or use the processors"
        ) from None
    try:
        cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError as fault:
        raise Failure(f"no accelerator answers: {fault}") from None
    return cupy
