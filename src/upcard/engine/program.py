"""Programs: the loop of a game for a list of strategies, ready to be run.

Only this module decides how a program is made: whether views are masked or copied, how records are laid out,
whether indices are checked, whether games are compiled or interpreted. Callers name the game, the strategies
and the function around the game loop.
"""

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from types import ModuleType
from typing import Any

import numpy as np

from upcard.engine.chance import Stream
from upcard.engine.compile.compiler import Guarded, compiled
from upcard.engine.compile.cuda import GpuKernel
from upcard.engine.compile.masked_views import CannotMask
from upcard.engine.determinization import World
from upcard.engine.entrants import Entrant
from upcard.engine.game import Game
from upcard.engine.game_loop import (
    Loop,
    choosers_of,
    make_choose,
    make_loop,
    mask_strategies,
    of_view,
    replacements_of,
    searches,
)
from upcard.engine.registry import is_shipped
from upcard.engine.state import layout_key, to_record

MakeRun = Callable[[ModuleType, Loop], Callable[..., None]]
"""``make_run(rules, loop)`` makes the outermost function of a program around a game loop."""


class Mode(Enum):
    """How a program runs."""

    FASTEST = "compiled if all strategies can be compiled, else interpreted"
    MASKED = "compiled, with views that are masked and never copied"
    ACCELERATED = "compiled for an accelerator"
    INTERPRETED = "interpreted"


@dataclass(frozen=True)
class Buffers:
    """The state and the views that a program modifies, and blank ones to begin from."""

    state: Any
    blank_state: Any
    """The state, and a blank one that is never modified."""
    views: Any
    blank_view: Any
    """One view per seat, and a blank one in an array or list of length 1."""


class Program:
    """A program of a game, to be called with the arguments of `run`, its outermost function."""

    def __init__(self, game: Game, run: Callable[..., None], is_compiled: bool) -> None:
        self.game, self.run, self.is_compiled = game, run, is_compiled
        blank, blank_view = game.blank(), game.blank(hidden=True)
        if is_compiled:
            self._blank: Any = to_record(game.rules, blank)
            self._blank_view: Any = to_record(game.rules, blank_view)
        else:
            self._blank, self._blank_view = [blank], [blank_view]

    def __call__(self, *arguments: Any) -> None:
        """Run the program."""
        self.run(*arguments)

    def buffers(self) -> Buffers:
        """Return a new state and new views for one call."""
        blank, blank_view, players = self._blank, self._blank_view, self.game.players
        if self.is_compiled:
            return Buffers(blank.copy(), blank, np.concatenate([blank_view] * players), blank_view)
        rules = self.game.rules
        views = [blank_view[0].copy(chance=Stream(rules, World)) for _ in range(players)]
        return Buffers([blank[0].copy()], blank, views, blank_view)

    def row(self, numbers: list[int]) -> Any:
        """Return whole numbers as the program takes them: an array if it is compiled, else the list."""
        return np.array(numbers, np.int64) if self.is_compiled else numbers


def program(
    game: Game,
    entrants: Sequence[Entrant],
    make_run: MakeRun,
    mode: Mode = Mode.FASTEST,
    on_compile: Callable[[], None] | None = None,
) -> Program:
    """Make the program of a game with some strategies.

    Parameters
    ----------
    entrants : sequence of Entrant
        All strategies that can take a seat.
    make_run : function
        Makes the outermost function around the game loop. For an accelerator its first argument is the
        number of the thread, and the arrays that follow have one row per thread.
    mode : Mode
        How the program runs.
    on_compile : function, optional
        Called before the program is compiled, unless the program is on disk.

    Raises
    ------
    CannotMask
        If `mode` is ``MASKED`` and a strategy cannot be rewritten.
    """
    rules, choosers = game.rules, choosers_of(entrants)
    is_compiled = mode is not Mode.INTERPRETED and all(x.compiles for x in entrants)
    masked = mask_strategies(rules, choosers) if is_compiled else None
    if masked is None and mode is Mode.MASKED:
        raise CannotMask("a strategy cannot be rewritten")
    if masked is None and is_compiled and searches(choosers):
        is_compiled = False  # a world begins with the state, which a copied view does not contain
    loop = make_loop(rules, masked or choosers, copies=masked is None, whole_views=not is_compiled)
    run = make_run(rules, loop)
    if is_compiled and mode is Mode.ACCELERATED:
        run = _kernel(run, loop, on_compile)
    elif is_compiled:
        run = compiled_for(rules, run, entrants, on_compile)
    return Program(game, run, is_compiled)


def _kernel(
    run: Callable[..., None], loop: Loop, on_compile: Callable[[], None] | None
) -> Callable[..., None]:
    """Return the program of an accelerator as a function that starts one thread for each row."""
    kernel = GpuKernel(run, loop.replacements, len(inspect.signature(run).parameters) - 1, on_compile)

    def start(*arguments: Any) -> None:
        kernel(len(arguments[0]), *arguments)

    return start


def compiled_for(
    rules: ModuleType,
    function: Callable[..., Any],
    entrants: Sequence[Entrant] = (),
    on_compile: Callable[[], None] | None = None,
) -> Guarded:
    """Compile a function of the subset that plays by the rules of a game, on records of its states.

    `entrants` are the strategies that it calls. Indices and cells are checked if one of them, or the rules
    file, did not come with Upcard. `on_compile` is called before the program is compiled, unless the program
    is on disk.
    """
    is_careful = not (is_shipped(rules) and all(x.is_checked for x in entrants))
    return compiled(function, replacements_of(rules), layout_key(rules), on_compile, is_careful)


def masked_choice(rules: ModuleType, entrants: Sequence[Entrant]) -> Callable[[int, Any], int] | None:
    """Return ``choose(k, s)``, the choice of strategy k in state `s`; None if a strategy cannot be compiled.

    The strategies read masked states, so they see only what the seat ``s.me`` may see.
    """
    if not all(x.compiles for x in entrants):
        return None
    masked = mask_strategies(rules, choosers_of(entrants))
    return None if masked is None else make_choose([of_view(chooser) for chooser in masked])
