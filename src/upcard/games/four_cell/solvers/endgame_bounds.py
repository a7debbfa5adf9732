"""Bounds of the value of Four-Cell endgames with many cards, computed by compiled code."""

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.engine.compile.compiler import compiled
from upcard.engine.free_memory import check_memory
from upcard.engine.game import Game
from upcard.engine.progress_callback import OnProgress
from upcard.engine.state import PlainState
from upcard.games.four_cell.rules import CELL_NAMES, OPTIONAL
from upcard.games.four_cell.strategies.crosses_search import (
    COLUMN,
    FRAMES,
    MINE,
    NO_TURN,
    OTHER,
    ROW,
    SOLVED,
    WORTH,
    slots,
    swap,
    value_now,
    wholes,
    widths,
)
from upcard.games.four_cell.strategies.endgame import lay_out

ROUNDING = 1e-9
"""More than the sum of all rounding errors: there are seven stages with fewer than a hundred operations each
on numbers below 400, and each operation has an error of at most 2**-44."""

BYTES, SECONDS = 8, 0.1


@dataclass(frozen=True)
class BoundedEndgame:
    """Bounds of the value of an endgame, and its best mixtures."""

    bounds: tuple[float, float]
    """Lower and upper bound of the points that S is expected to gain over W to the end."""
    row: tuple[float, ...]
    """Probabilities of S for each card, in increasing order; empty if a cross is to be rotated."""
    column: tuple[float, ...]
    """The same for W."""
    worth: Mapping[int | None, float]
    """Lower bound of the gain of S by rotation (None for no rotation); empty if cards are to be disclosed."""
    best: int | None
    """The best rotation; None for no rotation."""
    stages: int
    """Number of stages that were solved."""


def bounded(
    game: Game, s: PlainState, memory: int | None = None, on_step: OnProgress | None = None
) -> BoundedEndgame:
    """Solve an endgame of two players up to rounding; the stock of `s` is empty, and no card is disclosed.

    `memory` is the limit in bytes, by default the free memory; raises Failure if it is not enough. `on_step`
    is called with the progress; an interrupt that it raises ends the search.
    """
    n = int(s.held[0])
    room = slots(n)
    check_memory(BYTES * (wholes(room) + widths(room)), memory)
    m, x = np.zeros(wholes(room), np.int64), np.zeros(widths(room))
    lay_out(game.view(s, 0), m, n)
    rule = int(s.rotation)
    bounds_by_turn: dict[int | None, tuple[float, float]] = {}
    turns = [*([NO_TURN] if rule == OPTIONAL else []), *range(len(CELL_NAMES))] if s.rotating else [NO_TURN]
    for i, turn in enumerate(turns):
        swap(m, 0, turn)
        _search(m, x, n, rule, i / len(turns), (i + 1) / len(turns), on_step)
        swap(m, 0, turn)
        low, high = x[WORTH : WORTH + 2].tolist()
        bounds_by_turn[None if turn == NO_TURN else turn] = (low - ROUNDING, high + ROUNDING)
    if not s.rotating:
        row, column = (tuple(x[a : a + n].tolist()) for a in (ROW, COLUMN))
        return BoundedEndgame(bounds_by_turn[None], row, column, {}, None, int(m[SOLVED]))
    choose = min if s.player else max
    low, high = (choose(some) for some in zip(*bounds_by_turn.values(), strict=True))
    gains = {turn: low for turn, (low, _) in bounds_by_turn.items()}
    best = choose(gains, key=lambda turn: gains[turn])
    return BoundedEndgame((low, high), (), (), gains, best, int(m[SOLVED]))


def _search(
    m: npt.NDArray[np.int64], x: npt.NDArray[np.float64], n: int, rule: int,
    begin: float, end: float, on_step: OnProgress | None,
) -> None:  # fmt: skip
    """Run the compiled search in a thread, and report its progress. Modifies `m` and `x`."""
    program: Any = compiled(value_now, {})
    faults: list[BaseException] = []

    def run() -> None:
        try:
            program(m, x, rule)
        except BaseException as fault:  # noqa: BLE001 - raised again by the thread that waits
            faults.append(fault)

    worker = threading.Thread(target=run, daemon=True)
    worker.start()
    while worker.is_alive():
        worker.join(SECONDS)
        pairs = int(m[FRAMES + MINE]) * n + int(m[FRAMES + OTHER])
        if on_step:
            on_step("solving stages", begin + (end - begin) * min(pairs / n**2, 1))
    if faults:
        raise faults[0]
