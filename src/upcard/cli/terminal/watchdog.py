"""Warning where a rules file seems to run forever."""

import sys
import threading
from collections.abc import Callable
from types import FrameType, TracebackType
from typing import Self

from upcard.engine.source.user_errors import call_location, running_user_call

PATIENCE = 10.0
"""Seconds before the warning; a function of a rules file takes less than a millisecond."""

BRIEF = frozenset(("GAME", "STRATEGY"))
"""Declarations of files whose functions are quick; a solver may work for hours in one call."""

LOOKS = 4
"""Number of checks within this time."""


class StuckWatch:
    """Context that watches its thread, and warns once about every long call of a function in a user's file.

    Compiled code cannot be watched; games are interpreted before they are compiled. `say` prints the warning,
    after a call has run for `patience` seconds.
    """

    def __init__(self, say: Callable[[str], None], patience: float = PATIENCE) -> None:
        self.say, self.patience = say, patience
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
