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

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.engine.compile.compiler import compiled
from upcard.engine.errors import Usage
from upcard.engine.free_memory import check_memory, usable_cores
from upcard.games.beat_it_or_eat_it.certificates.lead_table import Census, Distances, LeadTable, census_of
from upcard.games.beat_it_or_eat_it.rules import RANKS, SUITS
from upcard.games.beat_it_or_eat_it.solvers.layer_threads import in_parts, thread_pool
from upcard.games.beat_it_or_eat_it.solvers.score_layers import Layer, LayerBuffers, score_tables
from upcard.games.beat_it_or_eat_it.solvers.table_numbering import (
    MOST_CARDS,
    TableNumbering,
    number_tables,
    solve_effort,
    sweeps_guessed,
)
from upcard.games.beat_it_or_eat_it.solvers.tablebase_checkpoint import OnSweep, ScoreCheckpoint

YARDSTICK_CARDS, YARDSTICK_SWEEPS = 12, 5

KINDS_OF_SCORE = (np.dtype(np.int8), np.dtype(np.int16))
SignedScores = npt.NDArray[np.signedinteger[Any]]


class StateSweeper:
    """Solver of the states of a round on a number of threads of a pool."""

    def __init__(self, numbering: TableNumbering, pool: ThreadPoolExecutor, threads: int) -> None:
        self.numbering, self.pool, self.threads = numbering, pool, threads
        self._programs = {kind: compiled(score_tables, {}, extra=kind.name) for kind in KINDS_OF_SCORE}
        self._shares = numbering.shares_done()

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
            Called after each layer with the share of the sweep that is done.

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
        """Compute the blocks of one layer, and count in `tally` how many positions have each score."""
        cards, tables, kind = self.numbering.cards, self.numbering.layers[on_table], eating.dtype
        free, tallied = cards - on_table, 0 if tally is None else len(tally)
        here = np.empty(len(tables) << free, kind)
        layer = Layer(tables, self.numbering.places, eating, ahead, here)
        mine = 1 if on_table % 4 == 0 else 0  # two cards later the other player leads

        def part(first: int, last: int) -> npt.NDArray[np.int64]:
            scratch = LayerBuffers(
                np.empty(1 << free, kind), np.empty(max(1, (1 << free) // 2), kind),
                np.zeros(cards, np.int64), np.zeros(tallied, np.int64),
            )  # fmt: skip
            self._programs[kind](
                layer, scratch, first, last, cards, self.numbering.suits, mine, np.iinfo(kind).max
            )
            part_tally: npt.NDArray[np.int64] = scratch.tally
            return part_tally

        tallies = in_parts(self.pool, self.threads, len(tables), part)
        if tally is not None:
            tally += sum(tallies)
        return here


def solve(
    suits: int,
    length: int,
    threads: int | None = None,
    memory: int | None = None,
    checkpoint: Path | None = None,
    with_receive: bool = True,
    on_step: OnSweep | None = None,
) -> LeadTable:
    """Compute who wins from every hand that leads, and how soon.

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
        Whether to count the positions with a card to be covered as well, which takes one more sweep.
    on_step : function, optional
        Called after every layer with the number of the sweep and the share of it that is done.

    Raises
    ------
    Usage
        If the rules have no such size, or it has more than ``MOST_CARDS`` cards.
    Failure
        If the size does not fit into memory, or the checkpoint belongs to another size.
    """
    check_size(suits, length)
    count = threads or usable_cores()
    check_memory(solve_effort(suits, length, count).memory, memory)
    with thread_pool(count) as pool:
        sweeper = StateSweeper(number_tables(suits, length), pool, count)
        leads, sweeps = _settled(sweeper, checkpoint, memory, on_step)
        receive = receive_census(sweeper, leads) if with_receive else None
    return LeadTable(suits, length, distances_of(leads), sweeps, receive)


def seconds_needed(suits: int, length: int, threads: int | None = None) -> float:
    """Estimate the seconds that :func:`solve` takes, from sweeps over a small size on this machine."""
    check_size(suits, length)
    small = min(length, max(2, YARDSTICK_CARDS // suits))
    with thread_pool(1) as pool:
        sweeper = StateSweeper(number_tables(suits, small), pool, 1)
        leads = np.zeros(1 << (suits * small), np.int8)
        took = min(seconds_of(lambda: sweeper.sweep(leads)) for _ in range(YARDSTICK_SWEEPS))
    whole, part = solve_effort(suits, length, 1), solve_effort(suits, small, 1)
    sweeps = sweeps_guessed(suits, length)
    return took * whole.comparisons / part.comparisons * sweeps / (threads or usable_cores())


def seconds_of(work: Callable[[], object]) -> float:
    """Return the seconds that a call of `work` takes."""
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def check_size(suits: int, length: int) -> None:
    """Raise `Usage` if the rules have no such size, or its sets of cards need more than 32 bits."""
    if not (1 <= suits <= SUITS and 2 <= length <= RANKS):
        raise Usage(f"suits={suits} and length={length}; expected suits 1 to {SUITS} and length 2 to {RANKS}")
    if suits * length > MOST_CARDS:
        raise Usage(
            f"suits={suits} and length={length} are {suits * length} cards; expected at most {MOST_CARDS}"
        )


def _settled(
    sweeper: StateSweeper, checkpoint: Path | None, memory: int | None, on_step: OnSweep | None
) -> tuple[SignedScores, int]:
    """Return the scores that a sweep does not change, and the number of sweeps it took."""
    size = (sweeper.numbering.suits, sweeper.numbering.length)

    def sweep(leads: SignedScores, number: int, report: Callable[[float], None]) -> tuple[SignedScores, int]:
        roomy = _with_room(leads, size, sweeper.threads, memory)
        swept = sweeper.sweep(roomy, on_share=report)
        return swept, int((swept != roomy).sum())

    return ScoreCheckpoint(checkpoint, size).settle(sweep, on_step)


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

    A player who wins with their w-th turn has seen w - 1 turns of the other player, and a player who loses
    after w turns has seen w.
    """
    turns = np.iinfo(leads.dtype).max + 1 - np.abs(leads.astype(np.int32))
    far = np.where(leads == 0, 0, 2 * turns - (leads > 0))
    return far.astype(np.uint8 if far.max() < 256 else np.uint16)


def receive_census(sweeper: StateSweeper, leads: SignedScores) -> Census:
    """Count all positions with a card to be covered."""
    most = np.iinfo(leads.dtype).max
    tally, frequency = np.zeros((2, 2 * most + 2), np.int64)
    sweeper.sweep(leads, tally)
    frequency[distances_of(np.arange(-most, most + 1).astype(leads.dtype))] = tally[1:]
    return census_of(frequency)
