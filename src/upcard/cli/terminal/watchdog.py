"""Warning, and then the end, where a rules file seems to run forever."""

import os
import sys
import threading
from collections.abc import Callable
from types import FrameType, TracebackType
from typing import Self

from upcard.cli.terminal.error_messages import FAILED, print_fault
from upcard.engine.source.user_errors import call_location, running_user_call

PATIENCE = 10.0
"""Seconds before the warning; a function of a rules file takes less than a millisecond."""

LIMIT = 60.0
"""Seconds after which the command ends."""

BRIEF = frozenset(("GAME", "STRATEGY"))
"""Declarations of files whose functions are quick; a solver may work for hours in one call."""

LOOKS = 4
"""Number of checks within this time."""


class StuckWatch:
    """Context that watches its thread for long calls of a function in a user's file.

    `say` prints a warning after a call has run for `patience` seconds. After `limit` seconds the process ends
    with a sentence that names the line, because a loop that never ends cannot be left in another way.
    Compiled code cannot be watched; games are interpreted before they are compiled.
    """

    def __init__(self, say: Callable[[str], None], patience: float = PATIENCE, limit: float = LIMIT) -> None:
        self.say, self.patience, self.limit = say, patience, limit
        self.is_over = threading.Event()
        self.thread = threading.Thread(target=self._look, args=(threading.get_ident(),), daemon=True)

    def __enter__(self) -> Self:
        """Start watching."""
        self.thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop watching."""
        self.is_over.set()
        self.thread.join()

    def _look(self, watched: int) -> None:
        seen: FrameType | None = None
        looks = 0
        while not self.is_over.wait(self.patience / LOOKS):
            call = running_user_call(sys._current_frames().get(watched), BRIEF)
            looks = looks + 1 if call is seen else 0
            seen = call
            if seen is not None and looks == LOOKS:
                where = call_location(seen)
                self.say(f"running for {self.patience:g} s: {where}; does every loop there end? Ctrl-C stops")
            if seen is not None and looks >= LOOKS * self.limit / self.patience:
                print_fault(f"stopped, because one call ran for {self.limit:g} s: {call_location(seen)}")
                os._exit(FAILED)
