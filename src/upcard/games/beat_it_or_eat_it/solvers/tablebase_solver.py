"""Beat It Or Eat It, solved: for every hand that leads to an empty table, who wins and how soon.

In every cycle of the game somebody eats, and then the leader's hand determines the position. A *sweep*
computes all states of a round, from the fullest tables to the empty one, using the current scores of the
hands that lead after eating; at first no hand is won. After k sweeps every hand has the score of the game
that ends without a winner when somebody eats for the k-th time. No win in it is false, and if a sweep changes
no score, all are true: a score w plies from the end depends only on scores nearer to the end, so only one set
of scores is consistent (Shapley's argument for discounted games, with each ply as a discount).

Only two layers are in memory at a time: the current one and the one with two more cards on the table. The
states of one table are a block; threads share the tables of a layer.

Sources: L. S. Shapley, Stochastic games, 1953; the distance to win is that of chess endgame tables, as in K.
Thompson, Retrograde analysis of certain endgames, 1986.
"""

import itertools
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.engine.compile.compiler import compiled
from upcard.engine.errors import Usage
from upcard.engine.free_memory import check_memory, usable_cores
from upcard.games.beat_it_or_eat_it.certificates.lead_table import Census, Distances, LeadTable, census_of
from upcard.games.beat_it_or_eat_it.rules import RANKS, SUITS
from upcard.games.beat_it_or_eat_it.solvers.score_layers import Layer, LayerBuffers, score_tables
from upcard.games.beat_it_or_eat_it.solvers.table_numbering import (
    MOST_CARDS,
    TableNumbering,
    number_tables,
    shares_done,
    solve_effort,
)
from upcard.games.beat_it_or_eat_it.solvers.tablebase_checkpoint import ScoreCheckpoint

PARTS_PER_THREAD = 16
YARDSTICK_CARDS, YARDSTICK_SWEEPS = 12, 5

KINDS_OF_SCORE = (np.dtype(np.int8), np.dtype(np.int16))
SignedScores = npt.NDArray[np.signedinteger[Any]]


@dataclass(frozen=True)
class SolvedSoFar:
    """Progress of a tablebase."""

    sweep: int
    """The current sweep, from 1."""
    share: float
    """The share of it that is done, 0 to 1."""
    changed: int
    """Number of hands that the previous sweep changed; the last sweep changes none."""
    seconds: float
    """Seconds since the start, or since it was resumed."""


class StateSweeper:
    """Works out the states of a round on some threads.

    Parameters
    ----------
    numbering : TableNumbering
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
        numbering: TableNumbering,
        pool: ThreadPoolExecutor,
        threads: int,
        on_compile: Callable[[], None] | None = None,
    ) -> None:
        self.numbering, self.pool, self.threads = numbering, pool, threads
        self._programs = {
            kind: compiled(score_tables, {}, extra=kind.name, on_compile=on_compile)
            for kind in KINDS_OF_SCORE
        }
        self._shares = shares_done({k: len(t) << (numbering.cards - k) for k, t in numbering.layers.items()})

    def sweep(
        self,
        leads: SignedScores,
        tally: npt.NDArray[np.int64] | None = None,
        on_share: Callable[[float], None] | None = None,
    ) -> SignedScores:
        """Compute the scores of all hands that lead, from the scores so far.

        Parameters
        ----------
        leads : int8 or int16 array of shape (2 ** cards,)
            The scores so far.
        tally : int64 array of shape (2 * (most + 1),), optional
            Modified in place: how many positions with a card to be covered have each score.
        on_share : function, optional
            Callback, called after each layer with the share of the sweep that is done.

        Returns
        -------
        array of the same type and shape
        """
        eating = (-leads - (leads < 0)).astype(leads.dtype)
        ahead: SignedScores = leads[:0]
        for on_table in reversed(self.numbering.layers):
            ahead = self._layer(on_table, eating, ahead, tally)
            if on_share is not None:
                on_share(self._shares[on_table])
        ahead[0] = 0  # nobody leads from an empty hand
        return ahead

    def _layer(
        self, on_table: int, eating: SignedScores, ahead: SignedScores, tally: npt.NDArray[np.int64] | None
    ) -> SignedScores:
        """Compute the blocks of one layer."""
        tables = self.numbering.layers[on_table]
        here = np.empty(len(tables) << (self.numbering.cards - on_table), eating.dtype)
        layer = Layer(tables, self.numbering.places, eating, ahead, here)
        parts = min(len(tables), 1 if self.threads == 1 else PARTS_PER_THREAD * self.threads)
        cuts = np.linspace(0, len(tables), parts + 1).astype(int).tolist()
        work = [
            self.pool.submit(self._part, layer, on_table, first, last, 0 if tally is None else len(tally))
            for first, last in itertools.pairwise(cuts)
        ]
        for part_tally in _results(work):
            if tally is not None:
                tally += part_tally
        return here

    def _part(
        self, layer: Layer, on_table: int, first: int, last: int, tallied: int
    ) -> npt.NDArray[np.int64]:
        """Compute some blocks of a layer; return how many positions have each score, if requested."""
        cards, kind = self.numbering.cards, layer.here.dtype
        free = cards - on_table
        scratch = LayerBuffers(
            np.empty(1 << free, kind), np.empty(max(1, (1 << free) // 2), kind),
            np.zeros(cards, np.int64), np.zeros(tallied, np.int64),
        )  # fmt: skip
        mine = 1 if on_table % 4 == 0 else 0  # two cards later the other player leads
        self._programs[kind](
            layer, scratch, first, last, cards, self.numbering.suits, mine, np.iinfo(kind).max
        )
        tally: npt.NDArray[np.int64] = scratch.tally
        return tally


def _results(work: list[Future[Any]]) -> Iterator[Any]:
    """Yield the results in order; cancel waiting work if one fails or somebody interrupts."""
    try:
        for part in work:
            yield part.result()
    except BaseException:
        for part in work:
            part.cancel()
        raise


def solve(
    suits: int,
    length: int,
    threads: int | None = None,
    memory: int | None = None,
    checkpoint: Path | None = None,
    with_receive: bool = True,
    on_step: Callable[[SolvedSoFar], None] | None = None,
    on_compile: Callable[[], None] | None = None,
) -> LeadTable:
    """Work out who wins from every hand that leads, and how soon.

    Parameters
    ----------
    suits, length : int
        The size of the game.
    threads : int, optional
        Number of threads; one per core by default.
    memory : int, optional
        The memory limit in bytes; the free memory by default.
    checkpoint : path, optional
        File that stores the scores once a minute and at an interrupt (Ctrl-C), and from which the work
        resumes. It is not removed.
    with_receive : bool
        Whether to count the positions with a card to be covered, which takes another sweep.
    on_step : function, optional
        Callback, called after every layer.
    on_compile : function, optional
        Callback, called when the program is compiled.

    Raises
    ------
    Usage
        If there is no such size, or it has more than ``MOST_CARDS`` cards.
    Failure
        If it does not fit into memory, or the checkpoint is of another size.
    """
    check_size(suits, length)
    count = threads or usable_cores()
    check_memory(solve_effort(suits, length, count).memory, memory)
    with _pool(count) as pool:
        sweeper = StateSweeper(number_tables(suits, length), pool, count, on_compile)
        leads, sweeps = _settled(sweeper, checkpoint, memory, on_step)
        receive = receive_census(sweeper, leads) if with_receive else None
    return LeadTable(suits, length, distances_of(leads), sweeps, receive)


def seconds_needed(suits: int, length: int, threads: int | None = None) -> float:
    """Estimate the seconds that :func:`solve` takes, from sweeps over a small size on this machine."""
    check_size(suits, length)
    small = min(length, max(2, YARDSTICK_CARDS // suits))
    with _pool(1) as pool:
        sweeper = StateSweeper(number_tables(suits, small), pool, 1)
        leads = np.zeros(1 << (suits * small), np.int8)
        took = min(_seconds(lambda: sweeper.sweep(leads)) for _ in range(YARDSTICK_SWEEPS))
    whole, part = solve_effort(suits, length, 1), solve_effort(suits, small, 1)
    return took * whole.comparisons / part.comparisons * whole.sweeps / (threads or usable_cores())


def _seconds(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def check_size(suits: int, length: int) -> None:
    """Raise `Usage` if there is no such size, or its sets of cards need more than 32 bits."""
    if not (1 <= suits <= SUITS and 2 <= length <= RANKS):
        raise Usage(f"suits={suits} and length={length}; expected suits 1 to {SUITS} and length 2 to {RANKS}")
    if suits * length > MOST_CARDS:
        raise Usage(
            f"suits={suits} and length={length} are {suits * length} cards; expected at most {MOST_CARDS}"
        )


def _settled(
    sweeper: StateSweeper,
    checkpoint: Path | None,
    memory: int | None,
    on_step: Callable[[SolvedSoFar], None] | None,
) -> tuple[SignedScores, int]:
    """Return the scores that a sweep does not change, and the number of sweeps it took.

    The checkpoint is also written after the last sweep, since the census that follows can be interrupted too.
    """
    size = (sweeper.numbering.suits, sweeper.numbering.length)
    stored = ScoreCheckpoint(checkpoint, size)
    leads, sweeps = stored.begin()
    begun, changed = time.monotonic(), len(leads)
    try:
        while changed:
            stored.store_if_due(leads, sweeps)
            leads = _with_room(leads, size, sweeper.threads, memory)

            def report(share: float, sweep: int = sweeps + 1, changed: int = changed) -> None:
                if on_step is not None:
                    on_step(SolvedSoFar(sweep, share, changed, time.monotonic() - begun))

            swept = sweeper.sweep(leads, on_share=report)
            changed = int((swept != leads).sum())
            leads, sweeps = swept, sweeps + 1
    finally:
        stored.store(leads, sweeps)
    return leads, sweeps


def _with_room(leads: SignedScores, size: tuple[int, int], threads: int, memory: int | None) -> SignedScores:
    """Return the scores, with 16 bits each once 8 might become too few in the next sweep.

    In a round each player has at most half as many turns as there are cards.
    """
    cards = size[0] * size[1]
    if (
        leads.dtype == np.int16
        or not 0 < np.abs(leads[leads != 0].astype(np.int16)).min(initial=127) <= cards
    ):
        return leads
    check_memory(solve_effort(*size, threads, score_bytes=2).memory, memory)
    return widened(leads)


def widened(leads: SignedScores) -> SignedScores:
    """Convert scores of 8 bits to scores of 16 bits."""
    more = np.iinfo(np.int16).max - np.iinfo(np.int8).max
    wide = leads.astype(np.int16)
    wide[leads > 0] += np.int16(more)
    wide[leads < 0] -= np.int16(more)
    return wide


def distances_of(leads: SignedScores) -> Distances:
    """Return the distances in plies that belong to scores: odd for a win, even for a loss, 0 for neither.

    A player who wins with their w-th turn has had w - 1 turns of the other between them, and a player who
    loses after w turns has had w.
    """
    turns = np.iinfo(leads.dtype).max + 1 - np.abs(leads.astype(np.int32))
    far = np.where(leads == 0, 0, 2 * turns - (leads > 0))
    return far.astype(np.uint8 if far.max() < 256 else np.uint16)


def receive_census(sweeper: StateSweeper, leads: SignedScores) -> Census:
    """Count all positions with a card to be covered."""
    middle = np.iinfo(leads.dtype).max + 1
    tally = np.zeros(2 * middle, np.int64)
    sweeper.sweep(leads, tally)
    frequency = np.zeros(2 * middle + 1, np.int64)
    frequency[0] = tally[middle]
    frequency[1 : 2 * middle - 2 : 2] = tally[:middle:-1]
    frequency[2 : 2 * middle : 2] = tally[1:middle]
    return census_of(frequency)


@contextmanager
def _pool(threads: int) -> Iterator[ThreadPoolExecutor]:
    """Threads that begin nothing more once somebody interrupts."""
    pool = ThreadPoolExecutor(threads)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)
