"""Beat It Or Eat It solved for outcomes: who wins from every hand that leads, and in which round.

It takes an eighth of the memory of a tablebase and less time, so it can solve larger sizes. It does not count
plies. With the method ``cuda`` an accelerator does the work.
"""

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from upcard.engine.errors import Usage
from upcard.engine.free_memory import check_memory, format_gigabytes, usable_cores
from upcard.engine.game import Game
from upcard.games.beat_it_or_eat_it.certificates.all_rounds import table_kinds
from upcard.games.beat_it_or_eat_it.certificates.cell_measures import ROUNDS
from upcard.games.beat_it_or_eat_it.certificates.lead_table import LeadTable
from upcard.games.beat_it_or_eat_it.rules import LONGEST
from upcard.games.beat_it_or_eat_it.solvers.bit_planes import LANES
from upcard.games.beat_it_or_eat_it.solvers.cpu_planes import CpuStateSolver
from upcard.games.beat_it_or_eat_it.solvers.gpu_planes import GpuStateSolver
from upcard.games.beat_it_or_eat_it.solvers.layer_threads import thread_pool
from upcard.games.beat_it_or_eat_it.solvers.outcome_bits import (
    RoundNumbers,
    StateSolver,
    SuitwiseTables,
    by_rank,
    memory_needed,
    number_by_suit,
    settle,
)
from upcard.games.beat_it_or_eat_it.solvers.table_numbering import sweeps_guessed
from upcard.games.beat_it_or_eat_it.solvers.tablebase_checkpoint import OnSweep
from upcard.games.beat_it_or_eat_it.solvers.tablebase_objective import (
    comes_along,
    do_and_report,
    size_obstacle,
    size_of,
)
from upcard.games.beat_it_or_eat_it.solvers.tablebase_solution import Tablebase
from upcard.games.beat_it_or_eat_it.solvers.tablebase_solver import seconds_of
from upcard.solving.game_solver_contract import AUTO, Objective, SolveTerms

OBJECTIVE = Objective(
    game="beat-it-or-eat-it",
    objective="outcome",
    words="who wins from every hand that leads, a bit for each state",
    source="L. Shapley, Stochastic games, 1953, with endless play counted for either player in turn",
    is_usual=False,
    uses=("method", "threads", "memory", "checkpoint"),
)
PROCESSORS, ACCELERATOR = "outcomes", "cuda"
MOST_CARDS = 28
PAIR_COST, WORD_COST = 40.0, 12.0
"""Relative costs of a pair of cards on a table and of a word, in nanoseconds."""

YARDSTICK_CARDS, ACCELERATORS_CARDS = 14, 22
"""Number of cards of the small size from which the time is estimated."""


@dataclass(frozen=True)
class OutcomeTablebase(Tablebase):
    """A solved size; the cells of its table count rounds."""

    goal: ClassVar[str] = OBJECTIVE.objective

    @staticmethod
    def is_in_time(table: LeadTable) -> bool:
        """Return whether the rules allow enough decisions for every win."""
        rounds = (int(table.distances.max()) + 1) // 2
        return rounds * 2 * table.cards < LONGEST  # in a round a card is led or covers only once

    def to_json(self) -> dict[str, Any]:
        """Return the numbers that ``upcard solve --json`` prints; distances in plies are not known."""
        entries, rounds = super().to_json(), self.rounds()
        unknown = dict.fromkeys(("longest_win", "longest_loss", "distance_sum"))
        lead = {**entries.pop("lead"), **unknown, "rounds_win": rounds[0], "rounds_loss": rounds[1]}
        return {**entries, "lead": lead}

    def rounds(self) -> tuple[int, int]:
        """Return the number of rounds of the longest win and of the longest loss."""
        census = self.table.lead_census()
        return ROUNDS.amount_of(census.longest_win), ROUNDS.amount_of(census.longest_loss)

    def longest_text(self) -> list[str]:
        """Return a sentence on the longest win, if anybody wins."""
        won = self.rounds()[0]
        return [f"The longest win takes {won} rounds: {self.longest()['win']}."] if won else []

    def rows(self) -> list[tuple[str, ...]]:
        """Return the counts of positions as rows of a table, the headings first."""
        census, rounds = self.table.lead_census(), self.rounds()
        counts = (census.positions, census.win, census.loss, census.draw, *rounds)
        return [
            ("positions where", "all", "won", "lost", "endless", "rounds of a win", "of a loss"),
            ("a hand leads to an empty table", *(f"{n:,}" for n in counts)),
        ]

    def effort(self) -> str:
        """Return the number of states, the sweeps and the seconds."""
        states = sum(n << free for _, n, free in table_kinds(self.table.suits, self.table.length))
        return f"{states:,} states, each twice in {self.table.sweeps} sweeps; {self.seconds:.1f} s"


def why_not(game: Game) -> str:
    """Return why the outcomes of a game cannot be computed here; empty if they can."""
    return size_obstacle(game, MOST_CARDS)


def reach(game: Game, terms: SolveTerms) -> OutcomeTablebase:
    """Solve the size of a game.

    Raises
    ------
    Usage
        If another method is requested, or the library of the accelerator is missing.
    Failure
        If the size does not fit into memory, or the checkpoint belongs to another size.
    KeyboardInterrupt
        After Ctrl-C; the message names the checkpoint, if there is one.
    """
    if terms.method not in (AUTO, PROCESSORS, ACCELERATOR):
        raise Usage(f"the method {terms.method!r} is for trees; expected {PROCESSORS!r} or {ACCELERATOR!r}")
    began = time.perf_counter()
    suits, length = size_of(game)
    needed = memory_needed(suits, length, terms.method == ACCELERATOR)
    check_memory(needed, terms.memory, comes_along(suits, length))
    seconds = _seconds_needed(suits, length, terms)
    elsewhere = memory_needed(suits, length) - needed  # 0 without an accelerator
    beside = f"{format_gigabytes(elsewhere)} of the accelerator's memory; " if elsewhere else ""

    def work(checkpoint: Path | None, on_step: OnSweep) -> LeadTable:
        with _state_solver(number_by_suit(suits, length), terms) as solver:
            return table_of(*settle(solver, suits, length, checkpoint, on_step), suits, length)

    solved = do_and_report(game, OBJECTIVE.objective, terms, work, seconds, needed, beside)
    method = PROCESSORS if terms.method == AUTO else terms.method
    return OutcomeTablebase.of(game, *solved, began, method)


def table_of(rounds: RoundNumbers, sweeps: int, suits: int, length: int) -> LeadTable:
    """Return rounds as a table: 2 k - 1 for a win before somebody eats for the k-th time, 2 k for a loss."""
    ranked = by_rank(rounds, suits, length).astype(np.int32)
    cells = np.where(ranked > 0, 2 * ranked - 1, -2 * ranked)
    small = np.uint8 if cells.max() < 256 else np.uint16
    return LeadTable(suits, length, cells.astype(small), sweeps, None, ROUNDS)


@contextmanager
def _state_solver(tables: SuitwiseTables, terms: SolveTerms) -> Iterator[StateSolver]:
    """Provide the solver of states, and close it in the end."""
    if terms.method == ACCELERATOR:
        yield GpuStateSolver(tables)
        return
    threads = terms.threads or usable_cores()
    with thread_pool(threads) as pool:
        yield CpuStateSolver(tables, pool, threads)


def _seconds_needed(suits: int, length: int, terms: SolveTerms) -> float:
    """Estimate the time from a half sweep over a small size on this machine."""
    is_on_accelerator = terms.method == ACCELERATOR
    small = min(length, max(2, (ACCELERATORS_CARDS if is_on_accelerator else YARDSTICK_CARDS) // suits))
    tables = number_by_suit(suits, small)
    leads = np.zeros(tables.words(0), np.uint32)
    with _state_solver(tables, replace(terms, threads=1)) as solver:
        solver.force(leads, leads)
        took = seconds_of(lambda: solver.force(leads, leads))
    halves = 2 * sweeps_guessed(suits, length)
    workers = 1 if is_on_accelerator else terms.threads or usable_cores()
    return took * _cost(suits, length) / _cost(suits, small) * halves / workers


def _cost(suits: int, length: int) -> float:
    """Return the rough cost of a half sweep in nanoseconds."""
    total = 0.0
    for _, n, free in table_kinds(suits, length):
        pairs = suits * math.comb(max(2, free // suits), 2)
        total += n * (PAIR_COST * pairs + WORD_COST * 2 ** max(0, free - LANES))
    return total
